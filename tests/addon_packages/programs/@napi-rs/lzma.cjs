const { xz, lzma, lzma2 } = require("@napi-rs/lzma");

(async () => {
  for (const codec of [xz, lzma, lzma2]) {
    const packed = await codec.compress("Hello napi-rs 🚀");
    console.log(packed.length, (await codec.decompress(packed)).toString());
    console.log(codec.decompressSync(codec.compressSync(Buffer.alloc(100000, "abc"))).length);
    await codec.decompress(Buffer.from("no archive")).catch((error) => console.log(error.name, error.message));
    const { signal } = new AbortController();
    console.log((await codec.compress(Buffer.alloc(10), signal)).length > 0);
  }
})();
