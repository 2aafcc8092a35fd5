const { build } = require("@umijs/mako");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
if (process.argv[2] === "build") {
  const config = { entry: { index: "./src/index.ts" }, mode: "production", devtool: false };
  build({ root: `${__dirname}/app`, watch: false, config }).then(() => process.exit(0));
} else {
  fs.mkdirSync("app/src", { recursive: true });
  fs.writeFileSync("app/src/index.ts", 'import { b } from "./b"; console.log("entry", b as number);');
  fs.writeFileSync("app/src/b.ts", "export const b: number = 42;");
  // The addon prints how long it took.
  const { status } = spawnSync(process.execPath, [__filename, "build"], { stdio: "ignore" });
  console.log(status, fs.readFileSync("app/dist/index.js", "utf8").includes("42"));
}
