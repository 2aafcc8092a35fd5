const { nice } = require("@napi-rs/nice");

const before = nice();
console.log(nice(2) - before);
