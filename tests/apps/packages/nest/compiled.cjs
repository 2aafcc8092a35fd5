// NestJS as it is deployed: compiled by `tsc`, which this runtime runs, and then started from `dist`.
const { execFileSync } = require("node:child_process");
const asking = require("../shared/ask.mjs");

execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", "."], { stdio: "inherit" });
require("./dist/main.js").main(asking);
