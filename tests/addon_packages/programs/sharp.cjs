const s = require("sharp");
(async () => {
  const b = await s({ create: { width: 20, height: 10, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  console.log(await s(b).metadata());
  const { data, info } = await s(b).resize(4).raw().toBuffer({ resolveWithObject: true });
  console.log(info, data.length);
  await s(Buffer.from("x"))
    .toBuffer()
    .catch((e) => console.log(e.name, e.message));
})();
