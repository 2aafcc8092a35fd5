const { v4 } = require("@napi-rs/uuid");
console.log(v4().length);
