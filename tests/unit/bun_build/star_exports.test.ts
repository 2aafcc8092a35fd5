// `export *` of a CommonJS module in an entry: the output exports what Node.js lets `import` have of the module. Bun's bundles
// export it too. Run with Brio or Bun.
import assert from "node:assert";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const files = {
  "main.js": "export default () => import('./library.js');",
  "library.js": "export * from './esm.js'; export const own = 'own';",
  "esm.js": "export * from './commonjs.cjs'; export const name = 'of the ES module';",
  "commonjs.cjs": `exports.add = (n) => n + 1; exports.name = 'of CommonJS';
    const inner = require('./inner.cjs'); exports.inner = inner.inner;`,
  "switch.js": "export * from './switch.cjs';",
  "switch.cjs":
    "if (process.env.NODE_ENV === 'production') module.exports = require('./inner.cjs'); else module.exports = require('./inner.cjs');",
  "inner.cjs": "exports.inner = 'inner'; exports.default = 'not exported by a star';",
};
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "star-exports-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);

async function built(name: string, options: Partial<Bun.BuildConfig>): Promise<string> {
  const outdir = fs.mkdtempSync(path.join(folder, "out-"));
  const naming = options.format === "cjs" ? "[name].cjs" : "[name].mjs";
  await Bun.build({
    entrypoints: [path.join(folder, name)],
    outdir,
    target: "node",
    naming: { entry: naming },
    ...options,
  });
  return path.join(outdir, naming.replace("[name]", path.parse(name).name));
}

const read = (all: any) => [all.own, all.add(1), all.name, all.inner, "default" in all];
const expected = ["own", 2, "of the ES module", "inner", false];

test("an ES module has the names of a CommonJS module that it exports all of", async () => {
  assert.deepStrictEqual(read(await import(await built("library.js", {}))), expected);
});

test("so has a CommonJS output", async () => {
  const all = createRequire(import.meta.url)(await built("library.js", { format: "cjs" }));
  assert.deepStrictEqual(read(all).slice(0, -1), expected.slice(0, -1));
  // It says that it was an ES module, which compilers ask for.
  assert.strictEqual(all.__esModule, true);
  assert.ok(!Object.keys(all).includes("__esModule"));
});

test("so has what is loaded when the program runs", async () => {
  const { default: load } = await import(await built("main.js", { splitting: true }));
  assert.deepStrictEqual(read(await load()), expected);
});

test("the names are also those of a module that exports another one", async () => {
  assert.strictEqual((await import(await built("switch.js", { minify: true }))).inner, "inner");
});
