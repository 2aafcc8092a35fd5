// Environments of single files, their options, and what custom environments have.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

/** Stand for the packages, whose classes they have. */
const PACKAGES = {
  "node_modules/jsdom/index.js": `exports.JSDOM = class { constructor(html, options) { this.window = { made: ["jsdom", html, options.url, options.resources?.userAgent] }; } };`,
  "node_modules/happy-dom/index.js": `exports.Window = class { constructor(options) { this.made = ["happy", options.url, options.width]; } };`,
  "node_modules/@edge-runtime/vm/index.js": `exports.EdgeVM = class { context = { EdgeRuntime: "edge-runtime", process: undefined }; };`,
};

function expectMade(...made: unknown[]): string {
  return `test("made", () => { expect(globalThis.made).toEqual(${JSON.stringify(made).replaceAll("null", "undefined")}); });`;
}

test("Jest: the environment and its options in the first comment of a file, which are merged with the configuration's", () => {
  const run = runSuite({
    ...PACKAGES,
    "package.json": `{ "jest": { "testEnvironmentOptions": { "url": "http://configured/", "userAgent": "Agent" } } }`,
    "a.test.js": `/**\n * @jest-environment jsdom\n * @jest-environment-options {"html": "own", "url": "http://own/"}\n */\n${expectMade("jsdom", "own", "http://own/", "Agent")}`,
    "b.test.js": `/** @jest-environment jsdom */\n${expectMade("jsdom", "<!DOCTYPE html>", "http://configured/", "Agent")}`,
    "c.test.js": `// @jest-environment jsdom\ntest("line comment", () => { expect(typeof made).toBe("undefined"); });`,
    "d.test.js": `/**\n * @jest-environment-options {no}\n */\ntest("never", () => {});`,
  });
  assert.deepStrictEqual(run.statuses, { made: "pass", "line comment": "pass" });
  assert.deepStrictEqual(run.messages, {});
  assert.match(run.errors.join(), /the options of the test environment are not JSON/);
  assert.strictEqual(run.code, 1);
});

test("Vitest: options by the name of the environment, which those of the file replace", () => {
  const vitest = `import { expect, test } from "vitest";\n`;
  const run = runSuite({
    ...PACKAGES,
    "package.json": `{ "type": "module" }`,
    "vitest.config.js": `export default { test: { environment: "happy-dom", environmentOptions: { jsdom: { url: "http://j/" }, happyDOM: { url: "http://h/", width: 5 } } } };`,
    "a.test.js": vitest + expectMade("happy", "http://h/", 5),
    "b.test.js": `${vitest}// @vitest-environment jsdom\n${expectMade("jsdom", "<!DOCTYPE html>", "http://j/", null)}`,
    "c.test.js": `// @vitest-environment happy-dom\n// @vitest-environment-options { "width": 7 }\n${vitest}${expectMade("happy", "http://localhost:3000/", 7)}`,
    "d.test.js": `/* @vitest-environment ./own.js */\n${vitest}test("all options", () => { expect(own).toEqual({ jsdom: { url: "http://j/" }, happyDOM: { url: "http://h/", width: 5 } }); });`,
    "own.js": `export default { name: "own", setup(global, options) { global.own = options; return { teardown() {} }; } };`,
    "e.test.js": `// @vitest-environment edge-runtime\n${vitest}test("edge", () => { expect([EdgeRuntime, typeof process]).toEqual(["edge-runtime", "object"]); });`,
    "f.test.js": `// @vitest-environment jsdom\n${vitest}test("instance", () => { expect(jsdom.window.made[0]).toBe("jsdom"); });`,
  });
  assert.deepStrictEqual(run.statuses, { made: "pass", "all options": "pass", edge: "pass", instance: "pass" });
  assert.deepStrictEqual(run.messages, {}, run.errors.join());
});

test("an environment that extends Jest's for jsdom has the instance", () => {
  const run = runSuite({
    ...PACKAGES,
    "own.js": `const { TestEnvironment } = require("jest-environment-jsdom"); module.exports = class extends TestEnvironment { async setup() { await super.setup(); this.global.found = this.dom.window.made[0]; } };`,
    "package.json": `{ "jest": { "testEnvironment": "./own.js" } }`,
    "a.test.js": `test("found", () => { expect(found).toBe("jsdom"); });`,
  });
  assert.deepStrictEqual(run.statuses, { found: "pass" }, run.errors.join());
});

/** A document as jsdom has it: its window is not the global object. */
const WINDOW_WITH_DOCUMENT = `const window = { document: { get defaultView() { return window; } }, isWindow: (value) => value._globalProxy === value };`;

test("the window of the document is the global object, so that it has what a program adds", () => {
  const body = `test("one window", () => {
    globalThis.CSS = { escape: String };
    expect(document.defaultView === window).toBe(true);
    expect(document.defaultView.CSS.escape("a")).toBe("a");
    expect(isWindow(document.defaultView)).toBe(true);
  });`;
  const run = runSuite({
    "node_modules/jsdom/index.js": `${WINDOW_WITH_DOCUMENT} exports.JSDOM = class { window = window; };`,
    "node_modules/happy-dom/index.js": `exports.Window = function Window() { ${WINDOW_WITH_DOCUMENT} return window; };`,
    "a.test.js": `/** @jest-environment jsdom */\n${body}`,
    "b.test.ts": `// @vitest-environment happy-dom\nimport { expect, test } from "vitest";\n${body}`,
  });
  assert.deepStrictEqual([run.statuses, run.messages, run.errors], [{ "one window": "pass" }, {}, []]);
});
