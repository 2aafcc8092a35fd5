const ffi = require("ffi-napi");

const libm = ffi.Library("libm.so.6", { ceil: ["double", ["double"]], pow: ["double", ["double", "double"]] });
console.log(libm.ceil(1.5), libm.pow(2, 10));
const current = ffi.Library(null, { atoi: ["int", ["string"]] });
console.log(current.atoi("1234"));
libm.ceil.async(2.1, (error, value) => console.log(error, value));
const compare = ffi.Callback("int", ["pointer", "pointer"], (a, b) => (a.readInt32LE ? 0 : 0));
console.log(Buffer.isBuffer(compare));
try {
  ffi.Library("libm.so.6", { nothing: ["int", []] });
} catch (error) {
  console.log(error.message);
}
