// Configurations that the script "test" names, and compilers that files of a project register for Mocha. The expected runs are
// those of Mocha 11 and Jest 30 for the scripts.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const NO_TEST = `throw new Error("this file is not a test of the configuration");`;

test("Mocha's --config of the script applies, and that of the command line in its place", () => {
  const files = {
    "package.json": `{ "scripts": { "test": "mocha --exit --config test/all.js && npm run lint" } }`,
    "test/all.js": `module.exports = { spec: ["test/first.js"], timeout: 1234 };`,
    "test/other.cjs": `module.exports = { spec: ["test/second.js"] };`,
    "test/first.js": `it("first", function () { require("assert").equal(this.timeout(), 1234); });`,
    "test/second.js": `it("second", function () { require("assert").equal(this.timeout(), 2000); });`,
    "test/third.js": NO_TEST,
  };
  const script = runSuite(files);
  assert.deepEqual([script.statuses, script.errors, script.stderr], [{ first: "pass" }, [], ""]);
  const own = runSuite(files, ["--config", "test/other.cjs"]);
  assert.deepEqual([own.statuses, own.errors, own.stderr], [{ second: "pass" }, [], ""]);
});

test("Jest's and Vitest's --config of the script applies", () => {
  for (const config of ["--config ./scripts/jest.config.js", "-c=scripts/jest.config.js"]) {
    const { statuses, errors } = runSuite({
      "package.json": `{ "scripts": { "test": "pnpm test:unit", "test:unit": "jest ${config}" } }`,
      "scripts/jest.config.js": `module.exports = { rootDir: "..", testMatch: ["**/*.checks.js"], globals: { isOwn: true } };`,
      "src/a.checks.js": `test("own", () => { expect(isOwn).toBe(true); });`,
      "src/a.test.js": NO_TEST,
    });
    assert.deepEqual([statuses, errors], [{ own: "pass" }, []]);
  }
  const { statuses, errors } = runSuite({
    "package.json": `{ "scripts": { "test": "vitest run --config config/unit.mjs" } }`,
    "config/unit.mjs": `export default { root: "..", test: { globals: true, include: ["**/*.checks.js"] } };`,
    "src/a.checks.js": `test("own", () => { expect(1).toBe(1); });`,
    "src/a.test.js": NO_TEST,
  });
  assert.deepEqual([statuses, errors], [{ own: "pass" }, []]);
});

test("a later call of the runner with another configuration has no effect after a build", () => {
  const { statuses, errors } = runSuite({
    "package.json": `{ "scripts": { "test": "vitest run && npm run test:build", "test:build": "tsc && vitest run --config vitest.config.build.mjs" } }`,
    "vitest.config.mjs": `export default { test: { include: ["src/*.js"] } };`,
    "vitest.config.build.mjs": `export default { test: { include: ["build/*.js"] } };`,
    "src/a.js": `import { test } from "vitest"; test("a", () => {});`,
    "build/b.js": NO_TEST,
  });
  assert.deepEqual([statuses, errors], [{ a: "pass" }, []]);
});

test("calls of the runner with several configurations run their files, each with its own", () => {
  const { statuses, messages, errors, stderr } = runSuite({
    "package.json": `{ "scripts": { "test": "npm run unit && npm run e2e -- --runInBand", "unit": "jest -c jest.unit.js", "e2e": "eslint . && jest --config e2e/jest.json" } }`,
    "jest.unit.js": `module.exports = { testMatch: ["**/src/*.js"], globals: { where: "unit" } };`,
    "e2e/jest.json": `{ "testMatch": ["**/*.e2e.js"], "globals": { "where": "e2e" } }`,
    "src/a.js": `test("first", () => { expect(where).toBe("unit"); });`,
    "e2e/b.e2e.js": `test("second", () => { expect(where).toBe("e2e"); });`,
    "e2e/other.js": NO_TEST,
  });
  assert.deepEqual([statuses, errors], [{ first: "pass", second: "pass" }, []], JSON.stringify(messages) + stderr);
});

test("a file that registers a compiler for Mocha makes names without extensions resolve, and is not loaded", () => {
  const { statuses, errors } = runSuite({
    "package.json": `{ "scripts": { "test": "mocha src/*-test.ts" } }`,
    ".mocharc.yml": "require:\n  - 'resources/register.js'\nextension:\n  - 'ts'\n",
    "resources/register.js": `'use strict';\n\nrequire('@babel/register')({ extensions: ['.ts'] });\n`,
    "src/sum.ts": `export const sum = (a: number, b: number): number => a + b;`,
    "src/sum-test.ts": `import assert from "assert"; import { sum } from "./sum"; it("sums", () => { assert.equal(sum(1, 2), 3); });`,
  });
  assert.deepEqual([statuses, errors], [{ sums: "pass" }, []]);
});

test("a relative rootDir of an inline project of Jest is one of the working directory", () => {
  const { statuses, errors } = runSuite({
    "package.json": `{ "scripts": { "test": "jest --config scripts/jest.config.js" } }`,
    "scripts/jest.config.js": `const common = { rootDir: ".", roots: ["<rootDir>/src"] };
      module.exports = { projects: [{ ...common, displayName: "one" }, { displayName: "two", testMatch: ["**/*.two.js"] }] };`,
    "src/a.test.js": `test("in the working directory", () => {});`,
    "scripts/b.two.js": `test("in the folder of the configuration", () => {});`,
  });
  const expected = { "in the working directory": "pass", "in the folder of the configuration": "pass" };
  assert.deepEqual([statuses, errors], [expected, []]);
});

test("a root that does not exist is named", () => {
  const { code, stderr } = runSuite({
    "package.json": `{ "jest": { "roots": ["<rootDir>/none"] } }`,
    "a.test.js": `test("a", () => {});`,
  });
  assert.notEqual(code, 0);
  assert.match(stderr, /^brio test: the folder of tests "[^"]*\/none" cannot be read: ENOENT/);
});

test("Mocha finds its configuration in a folder above, whose paths are those of the working directory", () => {
  const { code, statuses, stderr } = runSuite(
    {
      ".mocharc.jsonc": `{ /* of all packages */ "require": ["ts-node/register", "./set-up.js"], "spec": "src/*.check.ts" }`,
      "set-up.js": `throw new Error("of another folder");`,
      "packages/a/package.json": `{ "type": "commonjs", "devDependencies": { "mocha": "11" } }`,
      "packages/a/set-up.js": `global.setUp = "of the package";`,
      "packages/a/src/one.check.ts": `import { equal } from "node:assert"; it("runs", () => equal((globalThis as any).setUp, "of the package"));`,
      "src/other.check.ts": NO_TEST,
    },
    [],
    {},
    [],
    "packages/a",
  );
  assert.deepEqual([code, statuses, stderr], [0, { runs: "pass" }, ""]);
});
