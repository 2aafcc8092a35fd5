// A plugin that never answers is named after ten seconds, so that its user knows why a build does not end. Run with Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "slow-plugins-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const program = `const never = () => new Promise(() => {});
const plugins = [
  { name: "of setup", setup: never },
  { name: "of onStart", setup(build) { build.onStart(never); } },
  { name: "of onResolve", setup(build) { build.onResolve({ filter: /dependency/ }, never); } },
  { name: "of onLoad", setup(build) { build.onLoad({ filter: /entry/ }, never); } },
  { name: "of onEnd", setup(build) { build.onEnd(never); } },
];
for (const plugin of plugins) Bun.build({ entrypoints: [import.meta.dirname + "/entry.js"], plugins: [plugin] });
setTimeout(() => process.exit(0), 13_000);`;

test("a plugin that never answers is named", () => {
  fs.writeFileSync(path.join(folder, "entry.js"), 'import "./dependency.js";');
  fs.writeFileSync(path.join(folder, "dependency.js"), "");
  fs.writeFileSync(path.join(folder, "build.js"), program);
  const { stderr } = spawnSync(process.execPath, [path.join(folder, "build.js")], { encoding: "utf8" });
  const about = {
    "of setup": "its setup",
    "of onStart": "its onStart",
    "of onResolve": 'resolving "./dependency.js"',
    "of onLoad": `loading "${path.join(folder, "entry.js")}"`,
    "of onEnd": "its onEnd",
  };
  for (const [name, what] of Object.entries(about)) {
    assert.ok(stderr.includes(`the plugin "${name}" has not finished ${what} for 10 seconds`), `${name}: ${stderr}`);
  }
});
