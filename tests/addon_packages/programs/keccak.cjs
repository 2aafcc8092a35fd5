const k = require("keccak");
console.log(k("keccak256").update("a").digest("hex"));
let b = null;
try {
  b = require("keccak/bindings");
} catch (e) {
  b = e.message;
}
console.log(typeof b);
