// Flags of other runners on the command line of `brio test`.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const NODE = `import { describe, it, test } from "node:test";
test("alpha one", () => {}); test("alpha two", () => {});
describe("beta", () => { it.only("only", () => {}); it("slow", { tags: ["db"] }, () => {}); });`;

function ran(files: Record<string, string>, ...args: string[]): string[] {
  const { statuses } = runSuite(files, args);
  return Object.keys(statuses)
    .filter((name) => statuses[name] === "pass")
    .sort();
}

test("several patterns of names, and patterns of names that do not run", () => {
  const dialects: Record<string, string>[] = [
    { "a.test.mjs": NODE },
    {
      "a.test.js": `test("alpha one", () => {}); test("alpha two", () => {}); describe("beta", () => { it("only", () => {}); it("slow", () => {}); });`,
    },
  ];
  for (const files of dialects) {
    const separator = " > ";
    assert.deepStrictEqual(ran(files, "--test-name-pattern=one", "--test-name-pattern=/SLOW/i"), [
      "alpha one",
      `beta${separator}slow`,
    ]);
    assert.deepStrictEqual(ran(files, "--test-skip-pattern=alpha"), [`beta${separator}only`, `beta${separator}slow`]);
    assert.deepStrictEqual(ran(files, "-t", "alpha", "--test-skip-pattern", "two"), ["alpha one"]);
    assert.deepStrictEqual(ran(files, "--grep", "alpha", "--invert"), [`beta${separator}only`, `beta${separator}slow`]);
  }
});

test("--test-only, tags, global set-up and the order of a seed reach files of node:test", () => {
  const files = { "a.test.mjs": NODE };
  assert.deepStrictEqual(ran(files, "--test-only"), ["beta > only"]);
  assert.deepStrictEqual(ran(files, "--experimental-test-tag-filter=db"), ["beta > slow"]);
  const set = {
    "set_up.mjs": `import { writeFileSync } from "node:fs"; export const globalSetup = () => { process.env.IS_SET = "yes"; }, globalTeardown = () => { writeFileSync("torn_down", "yes"); };`,
    "a.test.mjs": `import { test } from "node:test"; test(process.env.IS_SET, () => {});`,
  };
  const run = runSuite(set, ["--test-global-setup=./set_up.mjs"]);
  assert.deepStrictEqual(Object.keys(run.statuses), ["yes"]);
  assert.strictEqual(run.read("torn_down"), "yes");
  const many = {
    "a.test.mjs": `import { test } from "node:test"; const order = []; for (let n = 0; n < 9; n++) test("t" + n, () => { order.push(n); if (order.length === 9 && order.join("") === "012345678") throw new Error("in order"); });`,
  };
  assert.strictEqual(runSuite(many, []).code, 1);
  // The order of Node 26.10 for this seed is another one, too.
  assert.strictEqual(runSuite(many, ["--test-random-seed=12345"]).code, 0);
});

test("--feature turns features of bun:bundle on", () => {
  const files = {
    "a.test.ts": `import { test } from "bun:test"; import { feature } from "bun:bundle";
test([feature("A") ? "A" : "", feature("B") ? "B" : "", feature("C") ? "C" : ""].join(), () => {});`,
  };
  assert.deepStrictEqual(ran(files), [",,"]);
  assert.deepStrictEqual(ran(files, "--feature=A", "--feature", "C"), ["A,,C"]);
});

test("settings of Jest's configuration are flags: JSON, lists of words, and switches", () => {
  const files = {
    "package.json": `{ "jest": { "testMatch": ["**/none.js"] } }`,
    "code.js": "module.exports = () => 1;\n",
    "one/a.js": `const fn = jest.fn(() => 1); test("a", () => { expect(require("mapped")()).toBe(1); fn(); }); test("b", () => { expect(fn.mock.calls).toEqual([]); });`,
    "two/c.js": `test("c", () => {});`,
  };
  const flags = [`--moduleNameMapper={"^mapped$":"<rootDir>/code.js"}`, "--clearMocks"];
  assert.deepStrictEqual(ran(files, ...flags, "--testMatch", "**/one/*.js", "**/two/*.js", "--ci"), ["a", "b", "c"]);
  const covered = runSuite(files, [
    ...flags,
    "--testMatch=**/one/*.js",
    "--coverage",
    `--coverageThreshold={"global":{"functions":101}}`,
    "--coverageReporters",
    "json",
    "lcov",
  ]);
  assert.match(covered.stderr, /functions \(100%\) does not meet the global threshold of 101%/);
  assert.match(covered.read("coverage/lcov.info") + covered.read("coverage/coverage-final.json"), /code\.js/);
  assert.match(runSuite(files, ["--coverageThreshold={"]).stderr, /--coverageThreshold expects JSON/);
});

test("--findRelatedTests runs the tests that import the files, and --listTests prints the files", () => {
  const files = {
    "code.js": "module.exports = 1;",
    "between.js": `module.exports = require("./code");`,
    "a.test.js": `require("./between"); test("a", () => {});`,
    "b.test.js": `test("b", () => {});`,
  };
  assert.deepStrictEqual(ran(files, "--findRelatedTests", "code.js"), ["a"]);
  const { stdout, code } = runSuite(files, ["--listTests"]);
  assert.deepStrictEqual(
    stdout
      .trim()
      .split("\n")
      .map((name) => name.slice(name.lastIndexOf("/") + 1)),
    ["a.test.js", "b.test.js"],
  );
  assert.strictEqual(code, 0);
});
