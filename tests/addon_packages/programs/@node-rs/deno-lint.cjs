const { lint } = require("@node-rs/deno-lint");
console.log(lint(__dirname + "/a.ts", "var a: any = 1; if (a) {}").length);
