const { ResolverFactory } = require("unrs-resolver");
console.log(new ResolverFactory({}).sync(process.cwd(), "unrs-resolver").path.split("/").slice(-3));
