// `mock.module()`, with `--experimental-test-module-mocks`.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runtime, verdicts, withFiles } from "./run_program.ts";

const FILES = {
  "common.cjs": 'exports.text = "real";',
  "module.mjs": 'export const text = "real"; export default 1;',
  "data.json": '{ "a": 1 }',
};

function check(body: string): void {
  const source = `import { mock, test } from "node:test"; import assert from "node:assert"; import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    ${body}`;
  withFiles({ ...FILES, "p.mjs": source }, (folder) => {
    const outcome = runtime(
      ["--no-warnings", "--experimental-test-module-mocks", "--test-reporter=tap", "p.mjs"],
      folder,
    );
    assert.deepStrictEqual([verdicts(outcome).at(-1), outcome.code], ["1..1", 0], outcome.stdout + outcome.stderr);
  });
}

test("both module systems get the exports of a mock, and the real ones when it is over", () => {
  check(`test("t", async (t) => {
    const real = require("./common.cjs");
    const context = t.mock.module("./common.cjs", { namedExports: { text: "mock" } });
    assert.strictEqual(require("./common.cjs").text, "mock");
    assert.strictEqual((await import("./common.cjs")).text, "mock");
    assert.throws(() => require(import.meta.resolve("./common.cjs")), { code: "MODULE_NOT_FOUND" });
    context.restore();
    assert.strictEqual(require("./common.cjs"), real);
    assert.strictEqual((await import("./common.cjs")).text, "real");
  });`);
});

test("ES modules and builtins can be mocked", () => {
  check(`test("t", async (t) => {
    t.mock.module("./module.mjs", { defaultExport: 2, namedExports: { text: "mock" } });
    const mocked = await import("./module.mjs");
    assert.deepStrictEqual([mocked.default, mocked.text], [2, "mock"]);
    t.mock.module("node:readline", { namedExports: { fn: () => 5 } });
    assert.strictEqual((await import("readline")).fn(), 5);
    assert.strictEqual(require("node:readline").fn(), 5);
    assert.strictEqual(require("readline").createInterface, undefined);
  });`);
});

test("a mock is loaded anew each time, unless it is cached", () => {
  check(`test("t", async (t) => {
    const first = t.mock.module("./common.cjs", { namedExports: { a: 1 } });
    assert.notStrictEqual(require("./common.cjs"), require("./common.cjs"));
    assert.notStrictEqual(await import("./common.cjs"), await import("./common.cjs"));
    first.restore();
    t.mock.module("./common.cjs", { cache: true, namedExports: { a: 1 } });
    assert.strictEqual(require("./common.cjs"), require("./common.cjs"));
    assert.strictEqual(await import("./common.cjs"), await import("./common.cjs"));
  });`);
});

test("JSON is mocked with its import attribute", () => {
  check(`test("t", async (t) => {
    t.mock.module("./data.json", { defaultExport: { b: 2 } });
    assert.deepStrictEqual((await import("./data.json", { with: { type: "json" } })).default, { b: 2 });
    await assert.rejects(import("./data.json"), { code: "ERR_IMPORT_ATTRIBUTE_MISSING" });
  });`);
});

test("wrong use throws", () => {
  check(`test("t", async (t) => {
    assert.throws(() => t.mock.module(5), { code: "ERR_INVALID_ARG_TYPE" });
    assert.throws(() => t.mock.module("./common.cjs", null), { code: "ERR_INVALID_ARG_TYPE" });
    assert.throws(() => t.mock.module("./common.cjs", { cache: 1 }), { code: "ERR_INVALID_ARG_TYPE" });
    assert.throws(() => t.mock.module("./common.cjs", { namedExports: null }), { code: "ERR_INVALID_ARG_TYPE" });
    t.mock.module("./common.cjs", { defaultExport: null, namedExports: { a: 1 } });
    assert.throws(() => t.mock.module("./common.cjs"), { code: "ERR_INVALID_STATE", message: /The module is already mocked/ });
    assert.throws(() => require("./common.cjs"), /Cannot create mock/);
    await assert.rejects(import("./common.cjs"), /Cannot create mock/);
  });`);
});
