const x = require("node-expat");
const q = new x.Parser("UTF-8");
q.on("startElement", (n, a) => console.log(n, a));
q.write("<a b='1'><c/></a>");
