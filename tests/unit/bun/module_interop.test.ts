// How ES modules of Bun import CommonJS files. The rules: docs/internals/bun_modules.md.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

assert.ok(Bun.version);
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-interop-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

const write = (file: string, source: string): string => {
  const full = path.join(folder, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, source);
  return full;
};
let count = 0;
/** The namespace of a CommonJS file with this source. */
const imported = async (source: string, extension = "js"): Promise<Record<string, any>> =>
  await import(write(`file${count++}.${extension}`, source));

test("names that a CommonJS file computes can be imported", async () => {
  write("dynamic.js", `for (const name of ["one", "two"]) exports[name] = name + "!";`);
  write("names.mjs", `import { one, two as second } from "./dynamic.js"; export default [one, second];`);
  assert.deepStrictEqual((await import(path.join(folder, "names.mjs"))).default, ["one!", "two!"]);
});

test("a name that is not there is a SyntaxError with the path", async () => {
  const file = write("without.js", "exports.a = 1;");
  write("nameless.mjs", `import { nope } from "./without.js"; export default nope;`);
  await assert.rejects(import(path.join(folder, "nameless.mjs")), {
    name: "SyntaxError",
    message: `Export named 'nope' not found in module '${file}'.`,
  });
});

test("the names are the own properties of module.exports, also those that are not enumerable", async () => {
  assert.deepStrictEqual(
    Object.keys(await imported(`Object.defineProperty(exports, "hidden", { value: 1 }); exports["a-b"] = 2;`)),
    ["a-b", "default", "hidden"],
  );
  assert.deepStrictEqual(Object.keys(await imported(`module.exports = Object.create({ inherited: 1 }, {});`)), [
    "default",
  ]);
  assert.deepStrictEqual(Object.keys(await imported(`module.exports = function f() {}; module.exports.x = 1;`)), [
    "default",
    "length",
    "name",
    "prototype",
    "x",
  ]);
  assert.deepStrictEqual(Object.keys(await imported(`module.exports = [7, 8];`)), ["0", "1", "default", "length"]);
});

test("an accessor that is not enumerable is no name", async () => {
  const accessor = (name: string, target = "exports"): string =>
    `Object.defineProperty(${target}, "${name}", { get: () => 1 });`;
  const hidden = (name: string): string => `Object.defineProperty(exports, "${name}", { value: 1 });`;
  const seen = `Object.defineProperty(exports, "seen", { get: () => 1, enumerable: true });`;
  const mark = "exports.__esModule = true;";
  for (const [source, names, type] of [
    [accessor("a") + hidden("b"), ["b", "default"], "object"],
    [
      "module.exports = class { static get x() { return 1; } static y = 2; };",
      ["default", "length", "name", "prototype", "y"],
      "function",
    ],
    [mark + accessor("a"), ["default"], "object"],
    [mark + accessor("default"), ["default"], "object"],
    // A transpiled module of plain values has hidden names, one with an accessor or an element has not.
    [mark + hidden("b"), ["b", "default"], "object"],
    [mark + hidden("default"), ["default"], "number"],
    [mark + seen + hidden("b"), ["default", "seen"], "object"],
    [mark + seen + hidden("default"), ["default", "seen"], "object"],
    [`${mark}exports[0] = 1;${hidden("b")}`, ["0", "default"], "object"],
    [`module.exports = [1]; module.exports.__esModule = true;`, ["0", "default"], "object"],
  ] as const) {
    const namespace = await imported(source);
    assert.deepStrictEqual([Object.keys(namespace), typeof namespace.default], [names, type], source);
  }
});

test("a value that is not an object is the default export alone", async () => {
  for (const [source, value] of [
    ["42", 42],
    ["'text'", "text"],
    ["null", null],
    ["undefined", undefined],
  ] as const) {
    const namespace = await imported(`module.exports = ${source};`);
    assert.deepStrictEqual([Object.keys(namespace), namespace.default], [["default"], value]);
  }
});

test("a getter that throws exports undefined", async () => {
  const namespace = await imported(
    `Object.defineProperty(exports, "broken", { enumerable: true, get() { throw new Error("no"); } }); exports.a = 1;`,
  );
  assert.deepStrictEqual([Object.keys(namespace), namespace.broken], [["a", "broken", "default"], undefined]);
});

test("without __esModule the default export is module.exports", async () => {
  const namespace = await imported(`exports.default = "own"; exports.a = 1;`);
  assert.deepStrictEqual({ ...namespace.default }, { default: "own", a: 1 });
});

test("with __esModule the default export is exports.default, and __esModule is not a name", async () => {
  for (const mark of [`exports.__esModule = true`, `Object.defineProperty(exports, "__esModule", { value: 1 })`]) {
    for (const extension of ["js", "cjs", "cts"]) {
      const namespace = await imported(`${mark}; exports.default = "own"; exports.a = 1;`, extension);
      assert.deepStrictEqual([namespace.default, Object.keys(namespace)], ["own", ["a", "default"]], extension);
    }
  }
});

test("with __esModule and no own default the default export is module.exports", async () => {
  const namespace = await imported(`exports.__esModule = true; exports.x = 1;`);
  assert.deepStrictEqual([Object.keys(namespace), namespace.default.x], [["default", "x"], 1]);
  const inherited = await imported(
    `module.exports = Object.create({ default: 1 }); module.exports.__esModule = true; module.exports.a = 1;`,
  );
  assert.strictEqual(typeof inherited.default, "object");
});

test("in a package of ES modules __esModule has no meaning, whoever imports", async () => {
  const source = `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = "own"; exports.a = 1;`;
  for (const [type, isPlain] of [
    ["module", true],
    ["commonjs", false],
  ] as const) {
    write(`${type}/package.json`, JSON.stringify({ type }));
    for (const file of [`${type}/m.js`, `${type}/m.cjs`]) {
      const namespace = await import(write(file, source));
      assert.strictEqual(typeof namespace.default, isPlain ? "object" : "string", file);
      assert.strictEqual(Object.keys(namespace).includes("__esModule"), isPlain, file);
    }
  }
});

test("importers see the exports as they were when the file had run", async () => {
  write("live.js", `exports.n = 1; exports.change = () => { exports.n = 2; exports.later = 3; };`);
  const namespace = await import(path.join(folder, "live.js"));
  namespace.change();
  assert.deepStrictEqual([namespace.n, namespace.later, namespace.default.n], [1, undefined, 2]);
});

test("CommonJS files run before the ES modules of their graph", async () => {
  const log = ((globalThis as any).interopLog = [] as string[]);
  write("order/first.mjs", `interopLog.push("first.mjs");`);
  write("order/second.js", `interopLog.push("second.js"); exports.z = 1;`);
  write("order/main.mjs", `import "./first.mjs"; import { z } from "./second.js"; interopLog.push("main " + z);`);
  await import(path.join(folder, "order/main.mjs"));
  assert.deepStrictEqual(log, ["second.js", "first.mjs", "main 1"]);
});

test("a CommonJS file may require the module that imports it", async () => {
  const main = write("cycle/a.mjs", `import { q } from "./b.js"; export const v = 7; console.log("main", q); Bun;`);
  write("cycle/b.js", `exports.q = 1; console.log(require("./a.mjs").v);`);
  const { stdout } = spawnSync(process.execPath, [main], { encoding: "utf8" });
  assert.strictEqual(stdout, "main 1\n7\n");
});

test("only the syntax of a file makes it an ES module, not its extension or package", async () => {
  assert.strictEqual((await imported(`import fs from "node:fs"; export default typeof fs;`, "cjs")).default, "object");
  assert.strictEqual((await imported(`module.exports = { a: typeof require };`, "mjs")).default.a, "function");
  write("typed/package.json", `{ "type": "commonjs" }`);
  assert.strictEqual((await import(write("typed/m.ts", `export const a: number = 1;`))).a, 1);
});

test("require returns the namespace of an ES module, which seems to inherit __esModule", async () => {
  const require = createRequire(path.join(folder, "x.js"));
  const file = write("required.mjs", "export default 5; export const k = 1;");
  const required = require(file);
  assert.deepStrictEqual([Object.keys(required), required.default, required.k], [["default", "k"], 5, 1]);
  assert.deepStrictEqual([required.__esModule, "__esModule" in required], [true, true]);
  assert.strictEqual(await import(file), required);
  const own = require(write("own_exports.mjs", `const d = { a: 1 }; export { d as "module.exports" };`));
  assert.deepStrictEqual(own, { a: 1 });
  const never = (await import(write("imported.mjs", "export const k = 1;"))) as Record<string, unknown>;
  assert.strictEqual(never["__esModule"], undefined);
});

test("require of a module with a top-level await is a TypeError", () => {
  const require = createRequire(path.join(folder, "x.js"));
  const file = write("awaiting.mjs", "await 1; export const k = 1;");
  assert.throws(() => require(file), {
    name: "TypeError",
    message: `require() async module "${file}" is unsupported. use "await import()" instead.`,
  });
});
