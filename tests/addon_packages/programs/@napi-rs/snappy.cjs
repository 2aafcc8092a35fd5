const s = require("@napi-rs/snappy");
const b = s.compressSync(Buffer.alloc(10_000, "abc"));
console.log(b.length, s.uncompressSync(b).length, Object.keys(s));
s.compress("text").then((c) => s.uncompress(c).then((t) => console.log(t.toString())));
try {
  s.uncompressSync(Buffer.from("not snappy"));
} catch (e) {
  console.log(e.name, e.code, e.message);
}
