const native = require("nx/src/native");
const fs = require("node:fs");
fs.mkdirSync("space/a", { recursive: true });
fs.writeFileSync("space/a/x.txt", "one");
fs.writeFileSync("space/a/y.txt", "two");
console.log(native.hashArray(["a", "b"]), native.hashFile(`${__dirname}/space/a/x.txt`));
console.log(native.expandOutputs(`${__dirname}/space`, ["a/*.txt"]).sort());
console.log(
  native.findImports({ a: [`${__dirname}/program.cjs`] }).map((found) => found.staticImportExpressions.sort()),
);
