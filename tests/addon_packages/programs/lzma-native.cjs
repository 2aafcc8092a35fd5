const l = require("lzma-native");
l.compress("hello ".repeat(100), (r) => {
  console.log(r.length < 200);
  l.decompress(r, (d) => {
    console.log(d.length, d.toString().slice(0, 5));
    const e = l.createCompressor();
    const n = [];
    e.on("data", (c) => n.push(c)).on("end", () => console.log("stream", Buffer.concat(n).length > 10));
    e.end("x");
  });
});
