const a = require("argon2");
(async () => {
  const h = await a.hash("x", { timeCost: 2, memoryCost: 1024 });
  console.log(h.slice(0, 9), await a.verify(h, "x"), await a.verify(h, "y"), a.needsRehash(h, { timeCost: 3 }));
  console.log((await a.hash("x", { raw: true, salt: Buffer.alloc(16) })).toString("hex"));
})();
