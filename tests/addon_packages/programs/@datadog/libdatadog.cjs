const lib = require("@datadog/libdatadog");
const sketch = new lib.DDSketch();
for (let i = 1; i <= 100; i++) sketch.add(i);
console.log(sketch.count, sketch.encode().length > 20);
const compressed = lib.zstd_compress(Buffer.alloc(10_000, "abc"), 3);
console.log(compressed.length < 200, require("node:zlib").zstdDecompressSync(compressed).length);
