const { writeFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");

writeFileSync("checked.js", "debugger; let a = 1; const b = a == null;\n");
const bin = join(__dirname, "node_modules/oxlint/bin/oxlint");
const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "-f", "unix", "checked.js"], { encoding: "utf8" });
console.log(status, stdout.replaceAll(/\d+ms/g, "ms"), stderr);
