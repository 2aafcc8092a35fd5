const z = require("node-liblzma");
z.xzAsync(Buffer.alloc(10_000, "abc")).then(async (packed) => {
  console.log(packed.length > 50, (await z.unxzAsync(packed)).length);
  await z.unxzAsync(Buffer.from("bad")).catch((e) => console.log(e.name, e.code, e.message));
  console.log(z.unxzSync(z.xzSync("text")).toString());
});
