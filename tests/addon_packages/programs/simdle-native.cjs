const simdle = require("simdle-native");

console.log(Object.keys(simdle).sort());
console.log(simdle.cnt(Buffer.alloc(16, 0xff)));
console.log(simdle.sum(Buffer.alloc(16, 3)));
