const s = require("snappy");
(async () => {
  const c = await s.compress("hello".repeat(20));
  console.log(c.length, await s.uncompress(c, { asBuffer: false }));
  await s.uncompress(Buffer.from("zz")).catch((e) => console.log(e.name, e.message));
})();
