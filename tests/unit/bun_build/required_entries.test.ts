// Entries that are CommonJS and that their own modules require: the output runs them, as those of esbuild and Bun do (Bun 1.4.5 does not
// run an IIFE). Run with Bun or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "required-entries-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const FILES = {
  "main.js": "exports.name = 'main'; const { read } = require('./a.js'); console.log(read());",
  "a.js": "const main = require('./main.js'); exports.read = () => main.name;",
};

for (const format of ["esm", "cjs", "iife"]) {
  for (const minify of [false, true]) {
    test(`${format}${minify ? ", minified" : ""}`, async () => {
      const place = fs.mkdtempSync(path.join(folder, "case-"));
      for (const [name, contents] of Object.entries(FILES)) fs.writeFileSync(path.join(place, name), contents);
      const entrypoints = [path.join(place, "main.js")];
      const built = await Bun.build({ entrypoints, target: "browser", format, minify } as never);
      const output = path.join(place, format === "esm" ? "out.mjs" : "out.cjs");
      fs.writeFileSync(output, await built.outputs[0]!.text());
      const { stdout, stderr } = spawnSync(process.execPath, [output], { encoding: "utf8" });
      assert.strictEqual(stdout, "main\n", stderr);
    });
  }
}
