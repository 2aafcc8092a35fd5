// Sources that nest thousands of levels, as generated ones do: each pass of the build recurses once per level, and an overflow of
// a stack would end the process. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "deep-sources-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const sources: Record<string, string> = {
  operators: Array(6000).fill("value").join(" && "),
  conditions: `${"value ? value : ".repeat(4000)}value`,
  arrays: `${"[".repeat(2000)}value${"]".repeat(2000)}.length`,
  negations: `${"!".repeat(6000)}value`,
};

for (const [name, expression] of Object.entries(sources)) {
  for (const minify of [false, true]) {
    test(`${name} that nest deeply are built ${minify ? "and shortened" : ""}`, async () => {
      const entry = path.join(folder, `${name}.js`);
      fs.writeFileSync(entry, `const value = globalThis.given ?? 1;\nconsole.log(${expression});\n`);
      // In a process of its own, which an overflow would end.
      const outdir = path.join(folder, `${name}-${minify}`);
      const options = JSON.stringify({ entrypoints: [entry], outdir, minify, target: "bun" });
      const program = path.join(folder, "build.ts");
      fs.writeFileSync(program, `await Bun.build(${options});`);
      const build = Bun.spawnSync([process.execPath, program]);
      assert.strictEqual(build.exitCode, 0, build.stderr.toString());
      const run = Bun.spawnSync([process.execPath, path.join(outdir, `${name}.js`)]);
      assert.strictEqual(run.exitCode, 0, run.stderr.toString());
      assert.ok(["1", "true"].includes(run.stdout.toString().trim()), run.stdout.toString());
    });
  }
}
