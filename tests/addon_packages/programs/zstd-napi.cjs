const zstd = require("zstd-napi");

const packed = zstd.compress(Buffer.alloc(100000, "abc"), { compressionLevel: 9, checksumFlag: true });
console.log(packed.length, zstd.decompress(packed).length);
try {
  zstd.decompress(Buffer.from("none"));
} catch (error) {
  console.log(error.name, error.message);
}
const stream = new zstd.CompressStream();
const chunks = [];
stream.on("data", (chunk) => chunks.push(chunk));
stream.on("end", () => console.log(zstd.decompress(Buffer.concat(chunks)).toString()));
stream.end("a stream");
