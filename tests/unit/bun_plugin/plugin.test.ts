// `Bun.plugin`: plugins of the module loader, as Bun documents them. Bun 1.4.5 does not call `onResolve` for a specifier with a
// prefix here; all other tests pass there too.
import assert from "node:assert";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "bun-plugin-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const require = createRequire(`${folder}/_.js`);

function write(name: string, text: string): string {
  fs.writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

test("module() makes a module that can be imported and required", async () => {
  Bun.plugin({
    name: "values",
    setup(build) {
      build.module("my-values", () => ({ exports: { answer: 42, default: "d" }, loader: "object" }));
      build.module("my-code", () => ({ contents: "export const code: number = 7;", loader: "ts" }));
    },
  });
  const values = await import("my-values" as string);
  assert.deepStrictEqual([values.answer, values.default], [42, "d"]);
  assert.strictEqual((await import("my-code" as string)).code, 7);
  assert.strictEqual(require("my-values").answer, 42);
});

test("onLoad gives the contents of files, later too", async () => {
  Bun.plugin({
    name: "upper",
    setup(build) {
      build.onLoad({ filter: /\.upper$/ }, async ({ path }) => {
        const text = fs.readFileSync(path, "utf8");
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { contents: `export default ${JSON.stringify(text.toUpperCase())}`, loader: "js" };
      });
    },
  });
  const file = write("a.upper", "some text");
  assert.strictEqual((await import(file)).default, "SOME TEXT");
  const importer = write("imports_upper.ts", 'import text from "./a.upper"; export const found: string = text;');
  assert.strictEqual((await import(importer)).found, "SOME TEXT");
});

test("onLoad is called once, with the path", async () => {
  const calls: object[] = [];
  Bun.plugin({
    name: "calls",
    setup(build) {
      build.onLoad({ filter: /called\.ts$/ }, ({ path }) => {
        calls.push({ path });
        return { contents: "export default 1 as number", loader: "ts" };
      });
    },
  });
  const file = write("called.ts", "");
  assert.strictEqual((await import(file)).default, 1);
  assert.deepStrictEqual(calls, [{ path: file }]);
});

test("onResolve gives another file, or a path in a namespace that onLoad loads", async () => {
  const other = write("other.ts", 'export const from = "other";');
  Bun.plugin({
    name: "resolves",
    setup(build) {
      build.onResolve({ filter: /^other:file$/ }, () => ({ path: other }));
      build.onResolve({ filter: /^env:/ }, ({ path }) => ({ path: path.slice(4), namespace: "env-values" }));
      build.onLoad({ filter: /.*/, namespace: "env-values" }, ({ path }) => ({
        exports: { default: `value of ${path}` },
        loader: "object",
      }));
    },
  });
  const reexports = write("reexports_other.ts", 'export { from } from "other:file";');
  assert.strictEqual((await import(reexports)).from, "other");
  const importer = write("imports_env.ts", 'import value from "env:HOME_X"; export { value };');
  assert.strictEqual((await import(importer)).value, "value of HOME_X");
});

test("what a plugin throws, the import throws", async () => {
  Bun.plugin({
    name: "throws",
    setup(build) {
      build.onLoad({ filter: /\.broken$/ }, () => {
        throw new RangeError("from the plugin");
      });
    },
  });
  await assert.rejects(import(write("x.broken", "")), (error: Error) => error.message === "from the plugin");
});

test("a plugin without setup is a TypeError", () => {
  assert.throws(() => Bun.plugin({ name: "none" } as never), TypeError);
  assert.throws(() => (Bun.plugin as unknown as () => void)(), TypeError);
});

test("the filter must be a regular expression, the callback a function", () => {
  const wrong: ((build: any) => void)[] = [
    (build) => build.onLoad({ filter: "x" }, () => {}),
    (build) => build.onLoad({ filter: /x/ }),
    (build) => build.module("x"),
  ];
  for (const setup of wrong) assert.throws(() => Bun.plugin({ name: "wrong", setup }), Error);
});

test("clearAll removes all plugins", async () => {
  Bun.plugin.clearAll();
  await assert.rejects(import("my-other-values" as string));
  const file = write("called_again.ts", "export default 2");
  assert.strictEqual((await import(file)).default, 2);
});
