const { createHash } = require("node:crypto");
const { createCanvas, loadImage, GlobalFonts, Path2D, ImageData } = require("@napi-rs/canvas");
const c = createCanvas(20, 20),
  x = c.getContext("2d");
x.fillStyle = "blue";
x.fillRect(0, 0, 9, 9);
console.log(x.getImageData(1, 1, 1, 1).data.join());
c.encode("png").then((b) => console.log(b.subarray(1, 4).toString()));
/** Ten kinds of drawings. */
const DRAWINGS = {
  shapes(x) {
    x.arc(30, 30, 20, 0, 4);
    x.ellipse(60, 40, 20, 10, 0.5, 0, 6);
    x.roundRect?.(5, 5, 30, 20, 6);
    x.stroke();
  },
  gradients(x) {
    const g = x.createLinearGradient(0, 0, 80, 60);
    g.addColorStop(0, "red");
    g.addColorStop(1, "rgba(0, 0, 255, 0.5)");
    x.fillStyle = g;
    x.fillRect(0, 0, 80, 60);
  },
  transforms(x) {
    x.translate(40, 30);
    for (let i = 0; i < 8; i++) {
      x.rotate(Math.PI / 4);
      x.fillStyle = `hsl(${i * 45}, 80%, 50%)`;
      x.fillRect(5, -3, 20, 6);
    }
  },
  curves(x) {
    x.moveTo(0, 0);
    x.bezierCurveTo(80, 0, 0, 60, 80, 60);
    x.quadraticCurveTo(40, 0, 0, 60);
    x.lineWidth = 4;
    x.setLineDash([6, 3]);
    x.stroke();
  },
  clipped(x) {
    x.beginPath();
    x.arc(40, 30, 20, 0, 7);
    x.clip();
    x.fillStyle = "teal";
    x.fillRect(0, 0, 80, 60);
    x.clearRect(35, 0, 10, 60);
  },
  pixels(x) {
    const data = new ImageData(80, 60);
    data.data.forEach((_, i) => (data.data[i] = i % 4 === 3 ? 255 : (i * 13) & 255));
    x.putImageData(data, 3, 4);
  },
  composed(x) {
    x.fillStyle = "red";
    x.fillRect(0, 0, 50, 40);
    x.globalCompositeOperation = "xor";
    x.globalAlpha = 0.5;
    x.fillRect(20, 20, 50, 40);
  },
  patterns(x) {
    const tile = createCanvas(8, 8);
    tile.getContext("2d").fillRect(0, 0, 4, 4);
    x.fillStyle = x.createPattern(tile, "repeat");
    x.fillRect(0, 0, 80, 60);
  },
  paths(x) {
    x.fill(new Path2D("M10 10 h 50 v 30 h -50 Z M 20 20 l 20 10 l -20 5 Z"), "evenodd");
  },
  shadows(x) {
    x.shadowColor = "black";
    x.shadowBlur = 6;
    x.shadowOffsetX = 4;
    x.fillStyle = "orange";
    x.fillRect(20, 15, 30, 20);
  },
};
for (const [name, draw] of Object.entries(DRAWINGS)) {
  const canvas = createCanvas(80, 60);
  draw(canvas.getContext("2d"));
  const pixels = canvas.getContext("2d").getImageData(0, 0, 80, 60).data;
  console.log(name, createHash("sha256").update(pixels).digest("hex").slice(0, 16));
}
console.log(typeof GlobalFonts.families.length, x.measureText("abc").width >= 0);
(async () => {
  for (const format of ["png", "jpeg", "webp", "avif"]) {
    const image = await loadImage(await c.encode(format));
    console.log(format, image.width, image.height);
  }
  await loadImage(Buffer.from("no image")).catch((e) => console.log(e.name, e.message));
})();
