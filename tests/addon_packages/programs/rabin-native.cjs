const { Chunker } = require("rabin-native");
const data = Buffer.alloc(
  3_000_000,
  (() => {
    let x = 1;
    return Buffer.from(Array.from({ length: 4099 }, () => (x = (x * 16807) % 2147483647) & 255));
  })(),
);
const chunker = new Chunker();
const lengths = [];
for (const chunk of chunker.push(data)) lengths.push(chunk.byteLength ?? chunk.length);
const last = chunker.end();
console.log(lengths, last && (last.byteLength ?? last.length));
