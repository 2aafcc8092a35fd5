// `onBeforeParse` of plugins, whose functions are native: as Bun 1.4.5 has it. Run with Bun or Brio.
import assert from "node:assert";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";
import { buildAddon } from "../addons/build_addon.ts";

const addon = createRequire(import.meta.url)(buildAddon("before_parse"));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "before-parse-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function plugin(constraint: object, callback: object): unknown {
  return { name: "native", setup: (build: any) => build.onBeforeParse(constraint, callback) };
}

async function build(files: Record<string, string>, plugins: unknown[]): Promise<any> {
  const place = mkdtempSync(join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return Bun.build({ entrypoints: [join(place, "main.ts")], plugins, throw: false } as never);
}

test("a native function sees sources, and replaces them", async () => {
  const files = {
    "main.ts": "import { a } from './a'; console.log(a, 'foo' as string);",
    "a.ts": "export const a = 'a foo';",
  };
  const callback = { napiModule: addon, symbol: "replace_words", external: addon.external };
  const { outputs, success } = await build(files, [plugin({ filter: /\.ts$/ }, callback)]);
  assert.ok(success);
  const code = await outputs[0].text();
  assert.match(code, /a bar/);
  assert.doesNotMatch(code, /foo/);
  assert.strictEqual(addon.count(), 2);
  assert.strictEqual(addon.freed(), 2);
});

test("only files that match the filter are passed", async () => {
  const before = addon.count();
  const files = { "main.ts": "import './other.js'; console.log('foo');", "other.js": "console.log('foo');" };
  const callback = { napiModule: addon, symbol: "replace_words", external: addon.external };
  const { outputs } = await build(files, [plugin({ filter: /other/ }, callback)]);
  assert.match(await outputs[0].text(), /bar[^]*foo/);
  assert.strictEqual(addon.count(), before + 1);
});

test("an error that the function reports fails the build", async () => {
  const callback = { napiModule: addon, symbol: "replace_words" };
  const built = await build({ "main.ts": "console.log('broken');" }, [plugin({ filter: /./ }, callback)]);
  assert.strictEqual(built.success, false);
  assert.match(`${built.logs[0].message}`, /a broken source/);
});

test("a function that the addon does not have, and another value than an addon, are refused", async () => {
  const files = { "main.ts": "console.log(1);" };
  for (const callback of [
    { napiModule: addon, symbol: "gone" },
    { napiModule: {}, symbol: "replace_words" },
  ])
    await assert.rejects(async () => {
      const built = await build(files, [plugin({ filter: /./ }, callback)]);
      if (!built.success) throw new Error("refused");
    });
});
