const f = require("cpu-features")();
console.log(f.arch, typeof f.flags, f.flags.sse2);
