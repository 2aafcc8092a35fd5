// Templates of the names of entries, as in Bun 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "entry-names-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
for (const name of ["a/x.js", "a/b/x.js", "a/b/c/y.js"]) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), `console.log(${JSON.stringify(name)});`);
}

async function names(entry: string, entries: string[]): Promise<string[]> {
  const outdir = fs.mkdtempSync(path.join(folder, "out-"));
  const entrypoints = entries.map((name) => path.join(folder, name));
  await Bun.build({ entrypoints, outdir, naming: { entry } } as never);
  const all = fs.readdirSync(outdir, { recursive: true }) as string[];
  return all.filter((name) => name.endsWith(".js")).sort();
}

const ENTRIES = ["a/x.js", "a/b/x.js", "a/b/c/y.js"];

test("folders alone can make names", async () => {
  const expected = ["index.js", "b/index.js", "b/c/index.js"].map((name) => `o/${name}`).sort();
  assert.deepStrictEqual(await names("o/[dir]/index.[ext]", ENTRIES), expected);
  assert.deepStrictEqual(await names("n/../o/[dir]/index.[ext]", ENTRIES), expected);
});

test("folders and names", async () => {
  assert.deepStrictEqual(await names("[dir]/z-[name].[ext]", ENTRIES), ["b/c/z-y.js", "b/z-x.js", "z-x.js"]);
});
