const { createCanvas, GlobalFonts } = require("@napi-rs/canvas");
const c = createCanvas(20, 20),
  x = c.getContext("2d");
x.fillStyle = "blue";
x.fillRect(0, 0, 9, 9);
console.log(x.getImageData(1, 1, 1, 1).data.join());
c.encode("png").then((b) => console.log(b.subarray(1, 4).toString()));
