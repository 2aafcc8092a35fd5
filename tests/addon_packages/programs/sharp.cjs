const { createHash } = require("node:crypto");
const { Readable } = require("node:stream");
const s = require("sharp");
const gradient = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, i) => (i * 7 + (i >> 5)) & 255));
const raw = { raw: { width: 60, height: 40, channels: 3 } };
const from = () => s(gradient, raw);
const svg = Buffer.from(`<svg width="30" height="20"><rect width="15" height="20" fill="lime"/></svg>`);
/** Ten kinds of pipelines; each ends with an image. */
const PIPELINES = {
  resized: () => from().resize({ width: 20, height: 20, fit: "contain", background: "#00ff0080" }),
  rotated: () => from().rotate(33, { background: "white" }).flip(),
  extracted: () => from().extract({ left: 5, top: 6, width: 20, height: 10 }).extend(3),
  blurred: () => from().blur(2).sharpen({ sigma: 1 }).median(3),
  toned: () => from().modulate({ brightness: 1.2, hue: 90 }).gamma().negate(),
  gray: () => from().greyscale().normalise().threshold(100),
  composed: () => from().composite([{ input: svg, gravity: "southeast", blend: "multiply" }]),
  convolved: () =>
    from()
      .convolve({ width: 3, height: 3, kernel: [-1, 0, 1, -2, 0, 2, -1, 0, 1] })
      .linear(1.5, -10),
  joined: () => from().joinChannel(Buffer.alloc(60 * 40, 128), { raw: { width: 60, height: 40, channels: 1 } }),
  trimmed: () => s(svg).resize(90).trim().toColourspace("b-w"),
};
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);
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
  for (const [name, make] of Object.entries(PIPELINES)) {
    const { data, info } = await make().raw().toBuffer({ resolveWithObject: true });
    console.log(name, info.width, info.height, info.channels, digest(data));
  }
  for (const format of ["jpeg", "png", "webp", "avif", "gif", "tiff"]) {
    const encoded = await from().toFormat(format).toBuffer();
    const { width, height, format: found } = await s(encoded).metadata();
    console.log(format, found, width, height, digest(encoded));
  }
  const piped = await Readable.from([b.subarray(0, 30), b.subarray(30)])
    .pipe(s().resize(3))
    .toBuffer();
  console.log((await s(piped).stats()).channels.map(({ mean }) => mean));
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      from()
        .resize(10 + i)
        .raw()
        .toBuffer(),
    ),
  );
  console.log(all.map((one) => digest(one)).join(" "));
})();
