const d = require("dprint-node");
console.log(d.format("a.ts", "const a   = {b:1,\nc:2}; function f( x:number){return x}", { lineWidth: 40 }));
try {
  d.format("a.ts", "const = ;");
} catch (e) {
  console.log(e.name, e.code, e.message);
}
