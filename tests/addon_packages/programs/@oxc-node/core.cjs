const { writeFileSync } = require("node:fs");
const { OxcTransformer } = require("@oxc-node/core");
console.log(new OxcTransformer(process.cwd()).transform("a.ts", "export const a: number = 1; enum E { A }").source());
writeFileSync("typed.ts", "enum Colour { Red, Green }\nexport const name: string = Colour[1]!;\n");
const { spawnSync } = require("node:child_process");
const { stdout, stderr } = spawnSync(
  process.execPath,
  ["--import", "@oxc-node/core/register", "-e", 'import("./typed.ts").then(({ name }) => console.log(name))'],
  { encoding: "utf8" },
);
console.log(stdout, stderr.includes("Error"));
