const x = require("@node-rs/xxhash");
console.log(x.xxh32("a"), x.xxh64("a"), x.xxh3.xxh64("a"), x.xxh3.xxh128("a"));
const h = new x.Xxh64();
h.update("a").update("b");
console.log(h.digest());
