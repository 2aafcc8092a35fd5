const { Archive } = require("@napi-rs/tar");

const block = Buffer.alloc(2048);
block.write("hello.txt", 0);
block.write("0000644\0000000000\0000000000\0" + "00000000005\00000000000000\0", 100);
block.write("        0", 148);
block.write("ustar\00000", 257);
let sum = 0;
for (const byte of block.subarray(0, 512)) sum += byte;
block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
block.write("hello", 512);
const archive = new Archive(block);
for (const entry of archive.entries()) console.log(entry.path(), entry.asBytes().toString());
