// `export =` of TypeScript in a file that nothing else makes an ES module: it is CommonJS, as in Bun, tsx and ts-node.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const FILES: Record<string, string> = {
  "types.ts": "export interface Named { name: string }",
  "class.ts": `import type { Named } from "./types";
class Own implements Named { static size: number = 1; name = "own" }
export = Own;`,
  "value.ts": `import path = require("path");
export = path.basename("a/b");`,
  "main.ts": `import Own from "./class";
import value from "./value";
import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
console.log(Own.size, new Own().name, value, load("./class.ts") === Own, load("./value.ts"));`,
};

test("a file with export = is CommonJS", () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-export-"));
  for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
  const { stdout, stderr } = spawnSync(process.execPath, ["--as", "bun", join(folder, "main.ts")], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true, force: true });
  assert.deepStrictEqual([stdout, stderr], ["1 own b true b\n", ""]);
});
