const { transform, bundleAsync, composeVisitors } = require("lightningcss");
console.log(
  transform({
    filename: "a.css",
    code: Buffer.from(".a{color:rgb(0 0 255);&:hover{top:1px}}"),
    minify: true,
    targets: { chrome: 80 << 16 },
    visitor: {
      Color(c) {
        if (c.type === "rgb") {
          return { ...c, r: 255 };
        }
      },
    },
  }).code.toString(),
);
