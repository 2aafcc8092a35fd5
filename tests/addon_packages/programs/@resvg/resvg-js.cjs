const { Resvg, renderAsync } = require("@resvg/resvg-js");
const r = new Resvg(
  "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><rect width='10' height='10' fill='red'/></svg>",
).render();
console.log(r.width, r.height, r.asPng().length > 20, r.pixels.subarray(0, 4).join());
