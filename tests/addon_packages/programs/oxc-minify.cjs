const m = require("oxc-minify");
console.log((m.minifySync || m.minify)("a.js", "const aaaa = 1 + 2; console.log(aaaa); if (false) { x() }", {}).code);
