// The names of CommonJS in ES modules of Bun.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

assert.ok(Bun.version);
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-names-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const write = (file: string, source: string): string => {
  fs.writeFileSync(path.join(folder, file), source);
  return path.join(folder, file);
};

test("an ES module has __filename, __dirname and require", async () => {
  const file = write(
    "names.mjs",
    `export default [__filename, __dirname, typeof require, require("./data.json").a, typeof require.resolve];`,
  );
  write("data.json", `{ "a": 5 }`);
  assert.deepStrictEqual((await import(file)).default, [file, folder, "function", 5, "function"]);
});

test("a declaration of such a name is the module's own", async () => {
  const file = write("own.mjs", `const __dirname = "own " + __filename.length; export default __dirname;`);
  assert.strictEqual((await import(file)).default, `own ${file.length}`);
});

test("module and exports are undefined where there are exports or a top-level await", async () => {
  assert.deepStrictEqual(
    (await import(write("exporting.mjs", `export default [typeof module, typeof exports];`))).default,
    ["undefined", "undefined"],
  );
  const awaiting = write("awaiting.mjs", `await 1; globalThis.moduleNames = [typeof module, typeof exports];`);
  await import(awaiting);
  assert.deepStrictEqual((globalThis as any).moduleNames, ["undefined", "undefined"]);
});

test("module in a file with only imports is an error", async () => {
  const file = write("mixed.mjs", `import fs from "node:fs"; console.log(typeof fs, typeof module);`);
  await assert.rejects(import(file), (error: Error) =>
    /Cannot use import statement with CommonJS-only features/.test(error.message),
  );
});

test("require.main === module asks for the main module", () => {
  const other = write("other.mjs", `import "node:fs"; export const isMain = require.main === module;`);
  const main = write(
    "main.mjs",
    `import { isMain } from ${JSON.stringify(other)}; if (require.main === module && !(module !== require.main)) console.log("main", isMain, Bun.version.length > 0);`,
  );
  const { stdout } = spawnSync(process.execPath, [main], { encoding: "utf8" });
  assert.strictEqual(stdout, "main false true\n");
});
