const c = require("@swc/css");
c.minify(Buffer.from(".a { color : red ; }"), {}).then((r) => console.log(r.code));
