const { transform, transformSync, isolatedDeclaration, isolatedDeclarationSync } = require("oxc-transform");
console.log((transformSync || transform)("a.tsx", "const a:number=1; export const b=<p>{a}</p>", {}).code);
console.log((isolatedDeclarationSync || isolatedDeclaration)("a.ts", "export const a=(x:number):string=>''", {}).code);
