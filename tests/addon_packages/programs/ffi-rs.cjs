const { open, close, load, DataType, define } = require("ffi-rs");
open({ library: "m", path: "libm.so.6" });
console.log(
  load({
    library: "m",
    funcName: "pow",
    retType: DataType.Double,
    paramsType: [DataType.Double, DataType.Double],
    paramsValue: [2, 10],
  }),
);
open({ library: "c", path: "libc.so.6" });
console.log(
  load({
    library: "c",
    funcName: "strlen",
    retType: DataType.I32,
    paramsType: [DataType.String],
    paramsValue: ["hello"],
  }),
);
try {
  load({ library: "c", funcName: "no_such", retType: DataType.Void, paramsType: [], paramsValue: [] });
} catch (e) {
  console.log(e.name, e.code, e.message);
}
close("m");
