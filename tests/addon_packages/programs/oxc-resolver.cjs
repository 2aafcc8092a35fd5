const { ResolverFactory, sync } = require("oxc-resolver");
console.log(sync(process.cwd(), "oxc-resolver/package.json").path.split("/").slice(-2));
const r = new ResolverFactory({ extensions: [".js"] });
console.log(r.sync(process.cwd(), "./nope"));
r.async(process.cwd(), "oxc-resolver").then((x) => console.log(typeof x.path));
