// with: @swc/core typescript
const fs = require("node:fs");
fs.writeFileSync(
  "tsconfig.json",
  `{ "compilerOptions": { "experimentalDecorators": true, "module": "commonjs", "target": "es2022" } }`,
);
fs.writeFileSync(
  "sample.cts",
  `enum A { x = 2 }
   const d = (t: any, k: string) => { t[k + 1] = 1; };
   class B { @d m: number = A.x; constructor(readonly p = 3) {} }
   export const v = new B().m, w = Object.keys(B.prototype), p = new B().p;`,
);
require("@swc-node/register");
console.log(require("./sample.cts"));
