const { hash, verify, verifySync, parseOptions, compare } = require("@node-rs/bcrypt");
(async () => {
  const h = await hash("pw", { cost: 4 });
  console.log(h.length, await verify("pw", h), verifySync("no", h), await compare("pw", h), parseOptions(h));
  try {
    await hash("x", { cost: 99 });
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
})();
