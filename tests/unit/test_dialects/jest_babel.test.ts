// Babel in projects of Jest: what their configuration has besides syntax needs the project's own `babel-jest` or `@babel/core`, which
// small packages stand for here. A plugin `mark` replaces a word, so that a test sees who compiled it.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const JEST = '{"scripts":{"test":"jest"}}';
/** Compiles with the word of the options, which say how a file is to be compiled. */
const BABEL_JEST = `const compile = (source, options, form) => source.replaceAll("__WORD__", JSON.stringify(options.word ?? "plugin")).replaceAll("__FORM__", JSON.stringify(form));
module.exports = { __esModule: true, default: { createTransformer: (options = {}) => ({
  process: (source, path, given) => ({ code: compile(source, options, given.supportsStaticESM ? "module" : "script") }),
}) } };`;
const TEST = `test("compiled", () => { const word = __WORD__; expect(word).toBe("plugin"); });`;

test("plugins of a project's Babel apply to its tests", () => {
  for (const [name, text] of [
    ["babel.config.js", `module.exports = { presets: ["@babel/preset-env"], plugins: ["./mark"] };`],
    [".babelrc", `{ /* of tests */ "env": { "test": { "plugins": ["macros"] } } }`],
  ] as const) {
    const files = { "package.json": JEST, [name]: text, "node_modules/babel-jest/index.js": BABEL_JEST };
    const { statuses, stderr, errors } = runSuite({ ...files, "a.test.js": TEST });
    assert.deepEqual(statuses, { compiled: "pass" }, `${name}: ${stderr}${errors}`);
  }
});

test("a configuration of syntax alone does not load Babel", () => {
  const plain = `// The engine's version: "node"
module.exports = (api) => ({ presets: [["@babel/preset-env", { targets: { node: "current" } }], "@babel/preset-typescript", ["@babel/preset-react", { runtime: "automatic" }]], plugins: ["@babel/plugin-transform-runtime", "@babel/plugin-proposal-class-properties"] });`;
  const { statuses, stderr } = runSuite({
    "package.json": JEST,
    "babel.config.js": plain,
    "node_modules/babel-jest/index.js": 'throw new Error("it was loaded");',
    "a.test.ts": 'test("runs", () => { const word: string = "a"; expect(word).toBe("a"); });',
  });
  assert.deepEqual(statuses, { runs: "pass" }, stderr);
});

test("the options of babel-jest in `transform` apply", () => {
  const own = { transform: { "\\.js$": ["babel-jest", { word: "option", plugins: ["mark"] }] } };
  const { statuses, stderr } = runSuite({
    "package.json": JSON.stringify({ jest: own }),
    "node_modules/babel-jest/index.js": BABEL_JEST,
    "a.test.js": 'test("compiled", () => { expect(__WORD__).toBe("option"); });',
  });
  assert.deepEqual(statuses, { compiled: "pass" }, stderr);
});

test("files are scripts for Babel unless Jest runs ES modules", () => {
  const files = {
    "babel.config.json": '{"plugins":["mark"]}',
    "node_modules/babel-jest/index.js": BABEL_JEST,
    "a.test.mjs": 'test("is a module", () => { expect(__FORM__).toBe("module"); });',
    "b.test.js": 'test("is a script", () => { expect(__FORM__).toBe("script"); });',
  };
  const jest = { transform: { "\\.m?js$": "babel-jest" } };
  const flags = "NODE_OPTIONS=--experimental-vm-modules jest";
  const { statuses, messages } = runSuite({
    ...files,
    "package.json": JSON.stringify({ scripts: { test: flags }, jest }),
  });
  assert.deepEqual(statuses, { "is a module": "pass", "is a script": "pass" }, JSON.stringify(messages));
});

test("without babel-jest the project's @babel/core compiles, and mocks are hoisted", () => {
  const core = `exports.transformSync = (source, { filename, caller }) => ({ code: source.replaceAll("__WORD__", JSON.stringify(caller.name + " " + require("node:path").basename(filename))) });`;
  const { statuses, messages, stderr } = runSuite({
    "package.json": JEST,
    "babel.config.json": '{"plugins":["mark"]}',
    "node_modules/@babel/core/index.js": core,
    "lib.js": "export const value = () => 1;",
    "a.test.js": `import { value } from "./lib.js";
jest.mock("./lib.js", () => ({ value: () => 2 }));
test("compiled", () => { expect([__WORD__, value()]).toEqual(["babel-jest a.test.js", 2]); });`,
  });
  assert.deepEqual(statuses, { compiled: "pass" }, JSON.stringify(messages) + stderr);
  const without = runSuite({
    "package.json": '{"scripts":{"test":"jest"},"babel":{"presets":["next/babel"]}}',
    "a.test.js": TEST,
  });
  assert.match(
    without.stderr,
    /^brio test: jest: package\.json has no effect: neither babel-jest nor @babel\/core is installed$/m,
  );
});
