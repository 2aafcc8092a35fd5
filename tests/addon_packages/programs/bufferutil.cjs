const b = require("bufferutil");
const s = Buffer.from([1, 2, 3, 4, 5]),
  m = Buffer.from([1, 2, 3, 4]),
  o = Buffer.alloc(5);
b.mask(s, m, o, 0, 5);
console.log(o);
b.unmask(o, m);
console.log(o);
