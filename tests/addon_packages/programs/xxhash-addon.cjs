const { XXHash32, XXHash64, XXHash3 } = require("xxhash-addon");
console.log(XXHash32.hash(Buffer.from("a")).toString("hex"));
const h = new XXHash64(Buffer.alloc(8));
h.update(Buffer.from("a"));
console.log(h.digest().toString("hex"));
const x = new XXHash3(Buffer.alloc(8));
x.update(Buffer.from("b"));
console.log(x.digest().toString("hex"));
try {
  new XXHash32("x");
} catch (e) {
  console.log(e.name, e.message);
}
