const { createHash } = require("node:crypto");
const { Renderer } = require("@takumi-rs/core");

(async () => {
  const renderer = new Renderer();
  const box = { type: "container", style: { width: 40, height: 20, backgroundColor: "red" }, children: [] };
  const png = await renderer.render(box, { width: 120, height: 63, format: "png" });
  console.log(png.length, createHash("sha256").update(png).digest("hex"));
  await renderer
    .render({ type: "none" }, { width: 1, height: 1 })
    .catch((error) => console.log(error.name, error.message));
})();
