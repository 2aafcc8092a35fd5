// Files in `__mocks__` beside `node_modules` stand for packages in Jest without a call of `jest.mock`.
// https://jestjs.io/docs/manual-mocks#mocking-node-modules
import { deepStrictEqual } from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const FILES = {
  "package.json": `{ "jest": {} }`,
  "node_modules/dep/package.json": `{ "name": "dep" }`,
  "node_modules/dep/index.js": `exports.name = "real";`,
  "node_modules/@scope/dep/package.json": `{ "name": "@scope/dep" }`,
  "node_modules/@scope/dep/index.js": `exports.name = "real";`,
  "node_modules/other/package.json": `{ "name": "other" }`,
  "node_modules/other/index.js": `exports.name = "real";`,
  "__mocks__/dep.js": `const real = jest.requireActual("dep"); module.exports = { name: "mock of " + real.name };`,
  "__mocks__/@scope/dep.js": `module.exports = { name: "scoped mock" };`,
  "__mocks__/missing.js": `module.exports = { name: "without a package" };`,
  "__mocks__/path.js": `module.exports = { name: "path" };`,
  "src/user.js": `const dep = require("dep"); exports.name = dep.name;`,
  "a.test.js": `
    test("a package", () => {
      expect(require("dep").name).toBe("mock of real");
      expect(require("./src/user").name).toBe("mock of real");
      expect(jest.requireActual("dep").name).toBe("real");
    });
    test("a package with a scope", () => { expect(require("@scope/dep").name).toBe("scoped mock"); });
    test("a package that is not installed", () => { expect(require("missing").name).toBe("without a package"); });
    test("a package without a file", () => { expect(require("other").name).toBe("real"); });
    test("builtins need a call", () => { expect(typeof require("path").join).toBe("function"); });
  `,
  "b.test.js": `
    jest.unmock("dep");
    test("unmock", () => { expect(require("dep").name).toBe("real"); });
  `,
  "src/graph.js": `export const name = "graph";`,
  "__mocks__/cyclic.js": `module.exports = require("../src/graph");`,
  "src/imports.js": `import { name } from "cyclic"; export const inner = name;`,
  "c.test.js": `
    import { name } from "./src/graph";
    import { inner } from "./src/imports";
    test("imports of a file that requires a module of the same graph", () => { expect([name, inner]).toEqual(["graph", "graph"]); });
  `,
};

function run(files: Record<string, string>): unknown {
  const { statuses, messages, errors } = runSuite(files);
  const failed = Object.keys(statuses).filter((name) => statuses[name] !== "pass");
  return { failed: failed.map((name) => [name, messages[name]]), errors, count: Object.keys(statuses).length };
}

test("packages with a file in __mocks__ are mocked without a call in Jest", () => {
  deepStrictEqual(run(FILES), { failed: [], errors: [], count: 7 });
});

test("folders __mocks__ are those of Jest's roots", () => {
  const files = {
    "package.json": `{ "jest": { "roots": ["<rootDir>/spec"] } }`,
    "spec/__mocks__/dep.js": `module.exports = "mock";`,
    "spec/a.test.js": `test("a root", () => { expect(require("dep")).toBe("mock"); });`,
  };
  deepStrictEqual(run(files), { failed: [], errors: [], count: 1 });
});

test("folders that Vitest excludes are left out with all that is in them", () => {
  const file = `import { test } from "vitest"; test(import.meta.url.replace(/^.*\\/tests\\//, ""), () => {});`;
  const files = {
    "vitest.config.mjs": `export default { test: { exclude: ["tests/a/", "tests/b", "**/d", "e"] } };`,
    "tests/a/x.test.js": file,
    "tests/b/x.test.js": file,
    "tests/c/d/x.test.js": file,
    "tests/e/x.test.js": file,
    "tests/top.test.js": file,
  };
  deepStrictEqual(Object.keys(runSuite(files).statuses).sort(), ["e/x.test.js", "top.test.js"]);
});
