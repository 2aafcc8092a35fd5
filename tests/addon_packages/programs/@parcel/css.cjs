const c = require("@parcel/css");
console.log(c.transform({ filename: "a.css", code: Buffer.from(".a{color:#ff0000}"), minify: true }).code.toString());
