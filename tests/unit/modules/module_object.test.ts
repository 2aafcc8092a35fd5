import assert from "node:assert";
import module, {
  builtinModules,
  findPackageJSON,
  isBuiltin,
  Module,
  SourceMap,
  stripTypeScriptTypes,
} from "node:module";
import { test } from "../harness.ts";

test("the module is its own default export and Module", () => {
  assert.strictEqual(module, Module);
  assert.strictEqual((module as any).Module, module);
});

test("isBuiltin knows names with and without node:", () => {
  assert.deepStrictEqual(
    ["fs", "node:fs", "node:fs/promises", "test", "wss", "node:nothing", 5].map((name) => isBuiltin(name as string)),
    [true, true, true, false, false, false, false],
  );
  assert.ok(builtinModules.includes("fs"));
  assert.ok(!builtinModules.includes("node:fs"));
});

test("wrap puts Node's function around a source", () => {
  assert.strictEqual((module as any).wrap("1"), "(function (exports, require, module, __filename, __dirname) { 1\n});");
});

test("_nodeModulePaths goes up and skips node_modules itself", () => {
  assert.deepStrictEqual((module as any)._nodeModulePaths("/a/node_modules/b"), [
    "/a/node_modules/b/node_modules",
    "/a/node_modules",
    "/node_modules",
  ]);
});

test("_stat distinguishes files, folders and missing paths", () => {
  const stat = (module as any)._stat;
  assert.strictEqual(stat(import.meta.dirname), 1);
  assert.strictEqual(stat(import.meta.filename), 0);
  assert.ok(stat("/no/such/file") < 0);
});

test("stripTypeScriptTypes blanks types and keeps columns", () => {
  assert.strictEqual(stripTypeScriptTypes("const a: number = 1;"), "const a         = 1;");
});

test("stripTypeScriptTypes refuses what blanking cannot express, and wrong options", () => {
  assert.throws(() => stripTypeScriptTypes("enum A {}"), {
    name: "SyntaxError",
    code: "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  });
  assert.throws(() => stripTypeScriptTypes("let ="), { name: "SyntaxError", code: "ERR_INVALID_TYPESCRIPT_SYNTAX" });
  assert.throws(() => stripTypeScriptTypes(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => stripTypeScriptTypes("", { mode: "x" as any }), { code: "ERR_INVALID_ARG_VALUE" });
});

test("findPackageJSON finds the file's own and refuses no argument", () => {
  assert.strictEqual(
    findPackageJSON("./fixtures/value.cjs", import.meta.url),
    `${import.meta.dirname}/fixtures/package.json`,
  );
  assert.throws(() => (findPackageJSON as any)(), { code: "ERR_MISSING_ARGS" });
  assert.throws(() => findPackageJSON("no-such-package", import.meta.url), { code: "ERR_MODULE_NOT_FOUND" });
});

test("SourceMap finds entries and origins", () => {
  const map = new SourceMap({
    version: 3,
    file: "out.js",
    sources: ["a.js"],
    sourcesContent: [],
    names: ["x"],
    mappings: "AAAA;IACAA",
    sourceRoot: "",
  });
  assert.deepStrictEqual(map.findEntry(1, 9), {
    generatedLine: 1,
    generatedColumn: 4,
    originalSource: "a.js",
    originalLine: 1,
    originalColumn: 0,
    name: "x",
  });
  assert.deepStrictEqual(map.findEntry(0, 0), {
    generatedLine: 0,
    generatedColumn: 0,
    originalSource: "a.js",
    originalLine: 0,
    originalColumn: 0,
    name: undefined,
  });
  assert.throws(() => new SourceMap("x" as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("syncBuiltinESMExports takes what was lazy when it was imported", async () => {
  const http = await import("node:http");
  assert.strictEqual(typeof http.default.Agent, "function");
  module.syncBuiltinESMExports();
  const { Agent } = http.default;
  class Other {}
  (http.default as any).Agent = Other;
  module.syncBuiltinESMExports();
  assert.strictEqual(http.Agent as unknown, Other);
  (http.default as any).Agent = Agent;
  module.syncBuiltinESMExports();
  assert.strictEqual(http.Agent, Agent);
});

test("_nodeModulePaths requires a string", () => {
  assert.throws(() => (module as any)._nodeModulePaths(1), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "paths[0]" argument must be of type string. Received type number (1)',
  });
});
