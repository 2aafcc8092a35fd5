const S = require("@parcel/source-map").default;
const m = new S("/");
m.addIndexedMapping({
  generated: { line: 1, column: 0 },
  original: { line: 2, column: 1 },
  source: "/a.js",
  name: "x",
});
console.log(m.getMap(), m.toVLQ());
