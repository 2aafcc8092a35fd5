const { Resvg, initWasm } = require("@resvg/resvg-wasm");
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
(async () => {
  await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle cx="45" cy="30" r="20" fill="green"/></svg>';
  const image = new Resvg(svg, { fitTo: { mode: "width", value: 180 } });
  console.log(image.width, image.height, image.getBBox().width);
  const rendered = image.render();
  console.log(rendered.width, rendered.height, createHash("sha256").update(rendered.asPng()).digest("hex"));
  try {
    new Resvg("<svg");
  } catch (error) {
    console.log(String(error.message ?? error));
  }
})();
