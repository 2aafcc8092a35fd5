const { Canvas, loadImage } = require("skia-canvas");
(async () => {
  const c = new Canvas(40, 40),
    x = c.getContext("2d");
  x.fillStyle = "lime";
  x.fillRect(0, 0, 40, 40);
  x.beginPath();
  x.arc(20, 20, 10, 0, 7);
  x.fillStyle = "red";
  x.fill();
  console.log(x.getImageData(20, 20, 1, 1).data.join());
  const b = await c.toBuffer("png");
  console.log(b.subarray(1, 4).toString(), (await loadImage(b)).width);
})();
