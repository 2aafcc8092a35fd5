const { createCanvas, loadImage } = require("canvas");
const c = createCanvas(40, 30),
  x = c.getContext("2d");
x.fillStyle = "#f00";
x.fillRect(5, 5, 10, 10);
x.font = "12px sans-serif";
const m = x.measureText("abc");
console.log(typeof m.width, x.getImageData(6, 6, 1, 1).data.join());
const b = c.toBuffer("image/png");
console.log(b.length > 60, b.subarray(1, 4).toString());
c.toBuffer((e, b) => {
  console.log(e, b.length);
  loadImage(b).then((i) => console.log(i.width, i.height));
}, "image/png");
const st = c.createPNGStream();
let n = 0;
st.on("data", (d) => (n += d.length)).on("end", () => console.log("stream", n > 0));
