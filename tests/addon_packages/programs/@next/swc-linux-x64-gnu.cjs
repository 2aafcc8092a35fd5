const s = require("@next/swc-linux-x64-gnu");
console.log(typeof s.transform, typeof s.minify);
s.transform(
  "const a: number = 1",
  false,
  Buffer.from(JSON.stringify({ jsc: { parser: { syntax: "typescript" } }, filename: "a.ts" })),
).then(
  (r) => console.log(r.code),
  (e) => console.log(e.message.slice(0, 60)),
);
