const { MagicString } = require("@napi-rs/magic-string");
const s = new MagicString("let x = 1;");
s.overwrite(4, 5, "y").append(" // end").prepend("/* a */ ");
console.log(s.toString(), s.length);
const map = s.generateMap({ source: "a.js", hires: true });
console.log(map.toString());
