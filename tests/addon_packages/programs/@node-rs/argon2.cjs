const a = require("@node-rs/argon2");
(async () => {
  const h = await a.hash("x");
  console.log(await a.verify(h, "x"), a.verifySync(h, "y"));
  await a.verify("bad", "x").catch((e) => console.log(e.name, e.message));
})();
