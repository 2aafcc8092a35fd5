const hiredis = require("hiredis");

const reader = new hiredis.Reader();
reader.feed("$5\r\nhello\r\n");
console.log(reader.get());
