const f = require("farmhash");
console.log(
  f.hash32("test"),
  f.hash64("test"),
  f.fingerprint32("test"),
  f.fingerprint64(Buffer.from("test")),
  f.hash64WithSeed("a", 3),
);
try {
  f.hash32(1);
} catch (e) {
  console.log(e.name, e.message);
}
