const m = require("microtime");
console.log(typeof m.now(), typeof m.nowDouble(), m.nowStruct().length, Math.abs(m.now() / 1e3 - Date.now()) < 50);
