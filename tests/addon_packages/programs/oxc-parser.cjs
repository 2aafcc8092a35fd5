const { parseSync, parseAsync } = require("oxc-parser");
console.log(
  JSON.stringify(parseSync("a.ts", "let a:number=1").program).length,
  parseSync("a.js", "let =").errors.length,
);
(async () => console.log((parseAsync ? await parseAsync("a.js", "x") : parseSync("a.js", "x")).program.body[0].type))();
