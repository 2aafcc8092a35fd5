const { checksums, crypto, io } = require("aws-crt");

console.log(
  checksums.crc32("hello world"),
  checksums.crc32c("hello world"),
  checksums.crc64nvme("hello world").toString(),
);
console.log(crypto.hash_sha256("hello"), crypto.hash_md5("hello"));
const hash = new crypto.Sha256Hash();
hash.update("hel");
hash.update("lo");
console.log(hash.finalize());
console.log(typeof io.ClientBootstrap);
