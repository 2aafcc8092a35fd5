const w = require("@napi-rs/ttf2woff2");
const fs = require("node:fs");
const font = fs.globSync("/usr/share/fonts/**/*.ttf").sort()[0];
(async () => {
  if (font !== undefined) {
    const out = w.convertTTFToWOFF2(fs.readFileSync(font));
    console.log(out.length, out.subarray(0, 4).toString());
    const later = await w.convertTTFToWOFF2Async?.(fs.readFileSync(font));
    console.log(later?.length);
  }
  try {
    console.log(w.convertTTFToWOFF2(Buffer.from("no font")));
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
})();
