const { lint } = require("@node-rs/deno-lint");
console.log(lint("file:///a.ts", "var a: any = 1; if (a) {}").length);
