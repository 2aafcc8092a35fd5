// What `brio test` takes from the script "test" of package.json: flags, patterns, variables and tools of coverage.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite, type SuiteRun } from "./run_suite.ts";

const ONE = `test("one", () => { expect(require("../code")(1)).toBe(1); });`;
const CODE = "module.exports = (value) => {\n  if (value) {\n    return 1;\n  }\n  return 2;\n};\n";

function manifest(script: string, rest: object = {}): string {
  return JSON.stringify({ name: "x", scripts: { test: script }, ...rest });
}

test("folders and patterns of the script select the files, unless the command line or another runner does", () => {
  const files = { "code.js": CODE, "unit/a.test.js": ONE, "other/b.test.js": `test("two", () => {});` };
  const ran = (script: string, ...args: string[]): string[] =>
    Object.keys(runSuite({ ...files, "package.json": manifest(script) }, args).statuses).sort();
  assert.deepStrictEqual(ran("jest unit"), ["one"]);
  assert.deepStrictEqual(ran("npm run lint && jest --testPathPatterns unit"), ["one"]);
  assert.deepStrictEqual(ran("jest unit", "other"), ["two"]);
  assert.deepStrictEqual(ran("jest unit && jest --coverage other"), ["one", "two"]);
  assert.deepStrictEqual(ran("jest dist/unit"), ["one", "two"]);
  assert.deepStrictEqual(ran("jest --testMatch '**/unit/*.js' --testTimeout 1000"), ["one"]);
  assert.deepStrictEqual(ran("jest --rootDir=unit"), ["one"]);
  assert.deepStrictEqual(ran("jest --roots unit other"), ["one", "two"]);
  assert.deepStrictEqual(ran("npx vitest run --dir other --globals"), ["two"]);
});

test("flags of the script apply: environments, set-up files, time-outs, names, and mocks", () => {
  const jest = runSuite({
    "package.json": manifest("jest -t kept --setupFilesAfterEnv ./set_up.js --testTimeout=50 --clearMocks"),
    "set_up.js": "globalThis.isSetUp = true;",
    "a.test.js": `const fn = jest.fn(); test("kept", () => { fn(); expect(isSetUp).toBe(true); }); test("kept too", () => { expect(fn).not.toHaveBeenCalled(); }); test("kept late", () => new Promise(() => {})); test("left out", () => {});`,
  });
  assert.deepStrictEqual(jest.statuses, {
    kept: "pass",
    "kept too": "pass",
    "kept late": "fail",
    "left out": "filtered",
  });
  const vitest = runSuite({
    "package.json": manifest("vitest run --mode staging --reporter=verbose"),
    ".env.staging": "VITE_WHERE=there\n",
    "a.test.js": `import { expect, test } from "vitest"; test("mode", () => { expect([import.meta.env.MODE, import.meta.env.VITE_WHERE]).toEqual(["staging", "there"]); });`,
  });
  assert.deepStrictEqual([vitest.statuses, vitest.messages], [{ mode: "pass" }, {}]);
});

test("names that Mocha's script selects, and a script that is another program", () => {
  const files = { "test/a.js": `it("one", () => {}); it("two", () => {});` };
  const ran = (script: string): unknown => runSuite({ ...files, "package.json": manifest(script) }).statuses;
  assert.deepStrictEqual(ran("mocha --grep one"), { one: "pass", two: "filtered" });
  assert.deepStrictEqual(ran("mocha -g one -i"), { one: "filtered", two: "pass" });
  const other = runSuite({ "package.json": manifest("make checks") });
  assert.match(other.stderr, /no test files found .*; the script "test" is `make checks`, which `brio run test` runs/);
  assert.strictEqual(other.code, 1);
});

test("variables of the script are set", () => {
  const source = `test("variables", () => { expect([process.env.FIRST, process.env.SECOND, new Date(0).getHours()]).toEqual(["1", "a b", 9]); });`;
  for (const script of [
    `FIRST=1 SECOND="a b" TZ=Asia/Tokyo jest`,
    `cross-env FIRST=1 SECOND='a b' TZ=Asia/Tokyo jest`,
  ]) {
    const run = runSuite({ "package.json": manifest(script), "a.test.js": source });
    assert.deepStrictEqual([run.statuses, run.messages], [{ variables: "pass" }, {}], script);
  }
});

test("node --test of the script: its files, what it loads before them, conditions and files with variables", () => {
  const run = runSuite({
    "package.json": manifest("node --import ./before.mjs --conditions=dev --env-file=.env.test --test 'checks/*.mjs'", {
      imports: { "#where": { dev: "./dev.mjs", default: "./default.mjs" } },
    }),
    ".env.test": "FROM_FILE=yes\n",
    "before.mjs": "globalThis.isBefore = true;",
    "dev.mjs": `export default "dev";`,
    "default.mjs": `export default "default";`,
    "checks/a.mjs": `import { test } from "node:test"; import assert from "node:assert"; import where from "#where"; test("a", () => assert.deepEqual([isBefore, where, process.env.FROM_FILE], [true, "dev", "yes"]));`,
    "b.test.mjs": `import { test } from "node:test"; test("b", () => {});`,
  });
  assert.deepStrictEqual([run.statuses, run.messages], [{ a: "pass" }, {}], run.errors.join());
});

test("coverage of the script is measured, and its thresholds fail the run", () => {
  const covered = (script: string, more: Record<string, string> = {}): SuiteRun =>
    runSuite({
      "package.json": manifest(script),
      "code.js": CODE,
      "unit/a.test.js": `const { test } = require("node:test"); test("one", () => void require("../code")(1));`,
      ...more,
    });
  const failing = /coverage of lines \(75%\) does not meet the global threshold of 90%/;
  // 90 % of the lines are what both tools ask for by default.
  for (const run of [
    covered("c8 --check-coverage node --test"),
    covered("c8 node --test", { ".c8rc.json": `{ "check-coverage": true }` }),
    covered("npm run lint && nyc --silent node --test", { ".nycrc.yml": "check-coverage: true\n" }),
    covered("nyc node --test", { ".nycrc": `{ "extends": "./base.json" }`, "base.json": `{ "checkCoverage": true }` }),
    covered("nyc node --test", { "nyc.config.js": `module.exports = { "check-coverage": true };` }),
  ]) {
    assert.match(run.stderr, failing);
    assert.strictEqual(run.code, 1);
  }
  const reached = covered("c8 node --test", {
    ".c8rc.json": `{ "check-coverage": true, "lines": 60, "reporter": ["lcov"], "reports-dir": "out" }`,
  });
  assert.strictEqual(reached.code, 0, reached.stderr);
  assert.match(reached.read("out/lcov.info"), /SF:code.js/);
  const node = covered("node --test --experimental-test-coverage --test-coverage-lines=90");
  assert.match(node.stderr, failing);
  assert.strictEqual(covered("c8 --check-coverage node --test", {}).code, 1);
  assert.strictEqual(covered("node --test", { ".c8rc.json": `{ "check-coverage": true }` }).code, 0);
}, 120_000);

test("c8 and nyc report loaded files alone unless `all` is set, and leave out folders of tests", () => {
  const files = {
    "src/used.js": "module.exports = 1;\n",
    "src/unused.js": "module.exports = 2;\n",
    "test/helper.js": "module.exports = 3;\n",
    "a.test.js": `const { test } = require("node:test"); test("one", () => { require("./src/used"); require("./test/helper"); });`,
  };
  const names = (settings: object): string[] => {
    const run = runSuite({
      ...files,
      "package.json": manifest("c8 node --test a.test.js", { c8: { reporter: "json", ...settings } }),
    });
    return Object.keys(JSON.parse(run.read("coverage/coverage-final.json")))
      .map((name) => name.slice(name.lastIndexOf("/") + 1))
      .sort();
  };
  assert.deepStrictEqual(names({}), ["used.js"]);
  assert.deepStrictEqual(names({ include: ["src/**"] }), ["used.js"]);
  assert.deepStrictEqual(names({ all: true, src: "src" }), ["unused.js", "used.js"]);
  assert.deepStrictEqual(names({ exclude: ["src"] }), ["helper.js"]);
});
