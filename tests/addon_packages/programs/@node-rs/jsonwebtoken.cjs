const { sign, verify, Algorithm } = require("@node-rs/jsonwebtoken");
(async () => {
  const t = await sign({ a: 1, iat: 1, exp: 4102444800 }, "k", { algorithm: Algorithm?.HS256 });
  console.log(t, await verify(t, "k"));
  await verify(t, "bad").catch((e) => console.log(e.name, e.code, e.message));
})();
