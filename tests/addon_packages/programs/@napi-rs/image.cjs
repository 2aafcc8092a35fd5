const { Transformer, losslessCompressPngSync } = require("@napi-rs/image");
(async () => {
  const t = Transformer.fromRgbaPixels(new Uint8Array(16 * 16 * 4).fill(128), 16, 16);
  const png = await t.png();
  console.log(png.length > 50, await new Transformer(png).metadata());
  const w = await new Transformer(png).resize(8, 8).webp(75);
  console.log(w.subarray(8, 12).toString());
  await new Transformer(Buffer.from("x")).png().catch((e) => console.log(e.name, e.code, e.message));
})();
