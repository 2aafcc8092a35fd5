// with: cbor-x
const c = require("cbor-extract");
console.log(Object.keys(c).sort(), typeof c.extractStrings);
const { encode, decode } = require("cbor-x");
const o = { a: ["long string of some length", "b"], n: 1.5 };
console.log(JSON.stringify(decode(encode(o))) === JSON.stringify(o));
