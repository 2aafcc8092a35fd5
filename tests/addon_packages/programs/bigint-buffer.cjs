const b = require("bigint-buffer");
console.log(b.toBigIntBE(Buffer.from("deadbeef", "hex")), b.toBufferLE(0xabcdn, 8));
