// with: msgpackr
const m = require("msgpackr-extract");
console.log(Object.keys(m).sort());
const { pack, unpack } = require("msgpackr");
const o = { a: ["x".repeat(40), "y"], b: { c: 1.5 } };
console.log(JSON.stringify(unpack(pack(o))) === JSON.stringify(o));
