const s = require("secp256k1");
const k = Buffer.alloc(32, 1);
const pub = s.publicKeyCreate(k);
console.log(Buffer.from(pub).toString("hex"));
const g = s.ecdsaSign(Buffer.alloc(32, 2), k);
console.log(Buffer.from(g.signature).toString("hex"), s.ecdsaVerify(g.signature, Buffer.alloc(32, 2), pub));
console.log(require("secp256k1/bindings") === s || typeof require("secp256k1/bindings"));
