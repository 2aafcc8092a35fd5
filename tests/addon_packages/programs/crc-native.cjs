const { crc32 } = require("crc-native");
console.log(crc32(Buffer.from("hello world")).toString(16), crc32(Buffer.alloc(0)));
