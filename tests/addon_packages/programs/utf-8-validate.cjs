const valid = require("utf-8-validate");
console.log(valid(Buffer.from("é")), valid(Buffer.from([0xc3])), valid(Buffer.alloc(0)));
