// A module of TypeScript that imports a type and declares a value of the same name, as ast-types does. Bun and esbuild drop the
// import.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const FILES: Record<string, string> = {
  "types.ts": "export interface builders { size: number } export interface Other {} export const used = 7;",
  "values.ts": `import { builders, used } from "./types.ts";
import { Other } from "./types.ts";
const { builders, count } = { builders: 5, count: 6 };
class Other { size = 1 }
export { builders, count, Other, used };`,
  "main.ts": `import { builders, count, Other, used } from "./values.ts";
console.log(builders, count, new Other().size, used);`,
};

test("an import with the name of a value of its module is a type", () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-names-"));
  for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
  const { stdout, stderr } = spawnSync(process.execPath, ["--as", "bun", join(folder, "main.ts")], {
    encoding: "utf8",
  });
  const bundled = spawnSync(process.execPath, ["build", join(folder, "main.ts")], { encoding: "utf8" });
  writeFileSync(join(folder, "bundle.mjs"), bundled.stdout);
  const bundle = spawnSync(process.execPath, [join(folder, "bundle.mjs")], { encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  assert.deepStrictEqual([stdout, stderr], ["5 6 1 7\n", ""]);
  assert.deepStrictEqual([bundle.stdout, bundle.stderr, bundled.stderr], ["5 6 1 7\n", "", ""]);
});
