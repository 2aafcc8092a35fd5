const b = require("blake3");
const run = (b) => {
  console.log(b.hash("foo").toString("hex"));
  const h = b.createHash();
  h.update("some");
  h.update(Buffer.from("data"));
  console.log(
    h.digest("hex"),
    b.keyedHash(Buffer.alloc(32, 1), "x").toString("hex"),
    b.deriveKey("ctx", "material").toString("hex"),
  );
};
if (typeof b.load === "function") Promise.resolve(b.load()).then(() => run(b));
else run(b);
