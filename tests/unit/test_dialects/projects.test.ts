// What a project brings besides its test files: functions that run once, values for tests, environments of its own, tests of
// runners that only run in their own programs. The results are those of Vitest 4, Jest 30 and Mocha 11 for the same files.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("set-up files of Vitest run once, provide values, and set the environment of the files", () => {
  const { statuses, stderr, code } = runSuite({
    "vitest.config.mjs": `export default { test: { globalSetup: ["./setup.mjs", "./named.mjs"], provide: { given: { a: 1 } } } };`,
    "setup.mjs": `export default function (project) { console.error("up"); process.env.FROM_SETUP = "yes"; project.provide("port", 80); return () => console.error("down"); }`,
    "named.mjs": `export const setup = () => console.error("named up"), teardown = () => console.error("named down");`,
    "a.test.js": `import { test, expect, inject } from "vitest";
      test("a", () => { expect([inject("port"), inject("given"), inject("none"), process.env.FROM_SETUP]).toEqual([80, { a: 1 }, undefined, "yes"]); });`,
    "b.test.js": `import { test, expect, inject } from "vitest"; test("b", () => expect(inject("port")).toBe(80));`,
  });
  assert.deepStrictEqual(statuses, { a: "pass", b: "pass" });
  assert.strictEqual(code, 0);
  assert.strictEqual(stderr, "up\nnamed up\nnamed down\ndown\n");
});

test("set-up and tear-down of Jest run once, and one that fails fails the run", () => {
  const { statuses, code, stderr } = runSuite({
    "package.json": `{ "jest": { "globalSetup": "./up.js", "globalTeardown": "<rootDir>/down.js", "moduleDirectories": ["node_modules", "own"] } }`,
    "up.js": `module.exports = async ({ rootDir }) => { process.env.ROOT = rootDir; };`,
    "down.js": `module.exports = async () => { console.error("down"); throw new Error("down failed"); };`,
    "own/tools/index.js": `exports.two = 2;`,
    "a.test.js": `const { two } = require("tools"); test("a", () => { expect(process.env.ROOT).toBe(__dirname); expect(two).toBe(2); });`,
  });
  assert.deepStrictEqual(statuses, { a: "pass" });
  assert.match(stderr, /^down\n[^]*down failed/);
  assert.strictEqual(code, 1);
});

test("files that Mocha requires may have hooks of all tests, and functions that run once", () => {
  const { statuses, code } = runSuite({
    "package.json": `{ "scripts": { "test": "mocha" } }`,
    ".mocharc.json": `{ "require": ["./hooks.cjs"] }`,
    "hooks.cjs": `exports.mochaHooks = { beforeAll() { globalThis.all = 1; }, beforeEach: [function () { this.currentTest.seen = 1; globalThis.each = (globalThis.each ?? 0) + 1; }] };
      exports.mochaGlobalSetup = async function () { this.port = 80; process.env.PORT_OF_SETUP = String(this.port); };
      exports.mochaGlobalTeardown = function () { if (this.port !== 80) throw new Error("no shared this"); };`,
    "test/a.js": `const assert = require("assert");
      describe("a", () => { it("one", () => assert.deepEqual([all, each, process.env.PORT_OF_SETUP], [1, 1, "80"])); it("two", () => assert.equal(each, 2)); });`,
  });
  assert.deepStrictEqual(statuses, { "a > one": "pass", "a > two": "pass" });
  assert.strictEqual(code, 0);
});

test("environments of a project work on the globals of its files", () => {
  const { statuses, stdout } = runSuite({
    "package.json": `{ "jest": { "testEnvironment": "./environment.js", "testEnvironmentOptions": { "name": "own" } } }`,
    "environment.js": `const { TestEnvironment } = require("jest-environment-node");
      module.exports = class extends TestEnvironment {
        constructor(config, context) { super(config, context); this.name = config.projectConfig.testEnvironmentOptions.name; this.pragmas = context.docblockPragmas; }
        async setup() { await super.setup(); this.global.fromEnvironment = [this.name, this.pragmas.flavor]; }
        async teardown() { console.log("torn down"); await super.teardown(); }
      };`,
    "a.test.js": `/** @flavor sweet */\ntest("a", () => expect(fromEnvironment).toEqual(["own", "sweet"]));`,
  });
  assert.deepStrictEqual(statuses, { a: "pass" });
  assert.strictEqual(JSON.parse(stdout).files[0].output, "torn down\n");
  const ofVitest = runSuite({
    "vitest.config.mjs": `export default { test: { environment: "./environment.mjs", environmentOptions: {} } };`,
    "environment.mjs": `export default { name: "own", transformMode: "ssr", setup(global) { global.own = 1; return { teardown(same) { console.log(same === global); } }; } };`,
    "a.test.js": `import { test, expect } from "vitest"; test("a", () => expect(own).toBe(1));`,
  });
  assert.deepStrictEqual(ofVitest.statuses, { a: "pass" });
  assert.strictEqual(JSON.parse(ofVitest.stdout).files[0].output, "true\n");
});

test("tests of runners that only run in their own programs are named, and the others run", () => {
  const files = {
    "test/a.js": `import test from "ava"; test("a", (t) => t.pass());`,
    "e2e/b.spec.ts": `import { test } from "@playwright/test"; test("b", async ({ page }) => {});`,
    "test/d.js": `QUnit.module("d"); QUnit.test("d", (assert) => assert.ok(true));`,
    "test/e.js": `// QUnit.test("not a test")`,
  };
  const none = runSuite(files);
  assert.strictEqual(none.code, 1);
  assert.match(none.stderr, /1 file is a test of ava, which only runs in its own program: brio x ava/);
  assert.match(none.stderr, /1 file is a test of @playwright\/test, .*: brio x playwright test/);
  assert.match(none.stderr, /1 file is a test of qunit, .*: brio x qunit/);
  const some = runSuite({ ...files, "c.test.js": `import { test } from "bun:test"; test("c", () => {});` });
  assert.deepStrictEqual(some.statuses, { c: "pass" });
  assert.match(some.stderr, /of ava/);
  assert.strictEqual(some.code, 0);
});

test("--project selects projects by name", () => {
  const files = {
    "vitest.config.mjs": `export default { test: { projects: [{ test: { name: "one", include: ["one.test.js"] } }, { test: { name: "two", include: ["two.test.js"] } }] } };`,
    "one.test.js": `import { test } from "vitest"; test("one", () => {});`,
    "two.test.js": `import { test } from "vitest"; test("two", () => {});`,
  };
  assert.deepStrictEqual(runSuite(files, ["--project", "o*"]).statuses, { one: "pass" });
  assert.deepStrictEqual(runSuite(files, ["--project=!one", "-j1"]).statuses, { two: "pass" });
  const missing = runSuite(files, ["--project", "three"]);
  assert.match(missing.stderr, /--project three selects no project that can run \(there are "one", "two"\)/);
});

test("flags of debuggers and browsers are refused with their reason", () => {
  const { stderr, code } = runSuite({ "a.test.js": `test("a", () => {});` }, ["--inspect-brk"]);
  assert.match(stderr, /--inspect-brk is not supported: tests run neither in a debugger nor in a browser/);
  assert.strictEqual(code, 2);
});

test("the jsdom that only Jest's environment depends on makes the window", () => {
  const environment = "node_modules/jest-environment-jsdom";
  const run = runSuite({
    [`${environment}/index.js`]: "module.exports = class {};",
    [`${environment}/node_modules/jsdom/index.js`]:
      "const parent = { __proto__: null, hasOwnProperty() { return false; }, toString: () => \"own\" }; exports.JSDOM = class { window = { document: { title: 'made by it' }, __proto__: parent }; };",
    "a.test.js": `/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
test("window", () => { expect(window.document.title).toBe("made by it"); expect(hasOwnProperty.call({ a: 1 }, "a")).toBe(true); });`,
  });
  assert.deepStrictEqual(run.statuses, { window: "pass" }, run.errors.join());
});

test("scripts that npm-run-all calls are read, and specs of the command line and of Mocha's configuration add up", () => {
  const run = runSuite({
    "package.json": `{ "scripts": { "test": "npm-run-all --silent types mocha test-types", "mocha": "mocha more", "types": "tsc" }, "mocha": { "extension": ["ts"], "spec": ["test/*_case.ts"] } }`,
    "test/a_case.ts": `describe("a", function () { this.timeout(100); it("one", () => {}); });`,
    "more/b.ts": `describe("b", () => { it("two", () => {}); });`,
    "other/c.test.ts": `describe("c", () => { it("three", () => {}); });`,
  });
  assert.deepEqual(run.statuses, { "a > one": "pass", "b > two": "pass" }, run.stderr);
});

test("files of uvu run with colors, as its command runs them", () => {
  const files = {
    "node_modules/uvu/index.js": `exports.test = (_name, run) => run();`,
    "a.test.js": `const { test } = require("uvu"); test("a", () => { if (process.env.FORCE_COLOR !== "1") throw new Error("no colors"); });`,
  };
  assert.equal(runSuite(files, [], { NO_COLOR: undefined, FORCE_COLOR: undefined } as never).code, 0);
  assert.equal(runSuite(files, [], { FORCE_COLOR: undefined } as never).code, 1);
});

test("programs and files of Mocha that a compiler is required for import CommonJS as it does", () => {
  const shared = {
    "lib/index.js": `exports.__esModule = true; Object.assign(exports, { default: "default", made: "by running" });`,
    "node_modules/uvu/index.js": `exports.test = (_name, run) => run();`,
  };
  const program = runSuite({
    ...shared,
    "package.json": `{ "type": "commonjs", "scripts": { "test": "pnpm run /^test:/", "test:unit": "uvu -r ts-node/register test" } }`,
    "a.test.ts": `import { test } from "uvu"; import one, { made } from "./lib"; test("a", () => { if (one + made !== "defaultby running") throw new Error(one + made); });`,
  });
  assert.equal(program.code, 0, program.errors.join());
  const mocha = runSuite({
    ...shared,
    "package.json": `{ "type": "commonjs", "scripts": { "test": "mocha -r ts-node/register 'test/*.ts'" } }`,
    "test/a.ts": `import one, { made } from "../lib"; it("a", () => { if (one + made !== "defaultby running") throw new Error(one + made); });`,
    "test/types.ts": `import { made } from "../lib"; export const checked: string = made;`,
  });
  assert.deepEqual(mocha.statuses, { a: "pass" }, mocha.errors.join());
  assert.equal(mocha.code, 0, mocha.errors.join());
});

test("the HTML of environment options is the document, and errors of jsdom are arguments of console.error in Jest", () => {
  // Stands for jsdom, whose classes it has.
  const jsdom = `exports.VirtualConsole = class { sendTo() {} on(name, listener) { this[name] = listener; } };
exports.JSDOM = class { constructor(html, { virtualConsole }) { this.window = { html, fail: (error) => virtualConsole.jsdomError(error) }; } };`;
  const run = runSuite({
    "package.json": `{ "jest": { "testEnvironment": "jsdom", "testEnvironmentOptions": { "html": "<p>own</p>" } } }`,
    "node_modules/jsdom/index.js": jsdom,
    "a.test.js": `test("html", () => { expect(html).toBe("<p>own</p>"); });
test("error", () => { const spy = jest.spyOn(console, "error").mockImplementation(() => {}); const error = new Error("x"); fail(error); expect(spy.mock.calls[0][0]).toBe(error); spy.mockRestore(); });`,
  });
  assert.deepStrictEqual([run.statuses, run.messages], [{ html: "pass", error: "pass" }, {}], run.errors.join());
});
