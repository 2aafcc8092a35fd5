const { inline } = require("@css-inline/css-inline");
console.log(inline("<html><head><style>h1{color:red}</style></head><body><h1>a</h1></body></html>"));
try {
  inline("<link href='http://',rel=stylesheet>", { baseUrl: "::" });
} catch (e) {
  console.log(e.name, e.message);
}
