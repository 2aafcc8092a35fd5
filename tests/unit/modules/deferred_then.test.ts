// A deferred namespace has no `then`, and a read of it does not run the module, as
// https://tc39.es/proposal-defer-import-eval/ has it. Run with Deno or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "deferred-then-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, "later.mjs"), "console.log('runs'); export const value = 1;");

for (const read of ["later.then", "later['then']", "(await later).then", "Reflect.get(later, 'then')"]) {
  test(`${read} does not run the module`, () => {
    const file = path.join(folder, "main.mjs");
    fs.writeFileSync(
      file,
      `import defer * as later from "./later.mjs"; console.log(${read}); console.log(later.value);`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    assert.strictEqual(stdout + stderr, "undefined\nruns\n1\n");
  });
}
