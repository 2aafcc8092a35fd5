const { crc32, crc32c } = require("@node-rs/crc32");
console.log(crc32("hello"), crc32c(Buffer.from("hello")), crc32("lo", crc32("hel")));
try {
  crc32({});
} catch (e) {
  console.log(e.name, e.code, e.message);
}
