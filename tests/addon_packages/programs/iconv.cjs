const { Iconv } = require("iconv");

const iconv = new Iconv("UTF-8", "ISO-8859-1");
console.log(iconv.convert("Hällo"));
