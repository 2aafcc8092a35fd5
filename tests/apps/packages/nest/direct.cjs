// NestJS from its TypeScript source, with the settings of tsconfig.json. Node.js cannot run this source by itself, so
// there it is compiled first; what it must print is the same.
const { execFileSync } = require("node:child_process");
const { basename } = require("node:path");
const asking = require("../shared/ask.mjs");

if (basename(process.execPath) === "node")
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", "."], { stdio: "inherit" });
require(basename(process.execPath) === "node" ? "./dist/main.js" : "./src/main.ts").main(asking);
