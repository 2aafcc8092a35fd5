// `node:test` in `brio test`: TAP as `node --test` 26.10 writes it, and mocks of modules.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const SUITE = `import { test, describe, it, before, after } from "node:test";
test("parent", async (t) => { await t.test("child", () => {}); });
test("failing parent", async (t) => { await t.test("child", () => { throw new Error("deep"); }); });
test("todo", { todo: true }, () => { throw new Error("later"); });
test("expected", { expectFailure: true }, () => { throw new Error("expected"); });
test("diagnostic", (t) => { t.diagnostic("a remark"); });
test("plan", (t) => { t.plan(2); t.assert.ok(1); });
test("nothing", () => { throw null; });
describe("suite", () => { it("inside", () => {}); });
describe("after fails", () => { after(() => { throw new Error("hook"); }); it("inside", () => {}); });`;

test("the TAP of node:test has each test once, with its directives, diagnostics and messages", () => {
  const tap = runSuite({ "a.test.mjs": SUITE }, ["--reporter=tap", "--reporter-outfile=out.tap"]).read("out.tap");
  const lines = tap
    .split("\n")
    .filter((line) => /^ *(?:not )?ok |^# |^ +1\.\.|^1\.\.| error:/.test(line) && !/duration_ms/.test(line));
  assert.deepStrictEqual(lines, [
    "# Subtest: parent",
    "    ok 1 - child",
    "    1..1",
    "ok 1 - parent",
    "# Subtest: failing parent",
    "    not ok 1 - child",
    "      error: 'deep'",
    "    1..1",
    "not ok 2 - failing parent",
    "  error: '1 subtest failed'",
    "# Subtest: todo",
    "not ok 3 - todo # TODO",
    "  error: 'later'",
    "# Subtest: expected",
    "ok 4 - expected # EXPECTED FAILURE",
    "# Subtest: diagnostic",
    "ok 5 - diagnostic",
    "# a remark",
    "# Subtest: plan",
    "not ok 6 - plan",
    "  error: 'plan expected 2 assertions but received 1'",
    "# Subtest: nothing",
    "not ok 7 - nothing",
    "  error: 'null'",
    "# Subtest: suite",
    "    ok 1 - inside",
    "    1..1",
    "ok 8 - suite",
    "# Subtest: after fails",
    "    ok 1 - inside",
    "    1..1",
    "not ok 9 - after fails",
    "  error: 'hook'",
    ...lines.slice(lines.indexOf("1..9")),
  ]);
});

test("the TAP of node:test has the code, the operator and both values of assertions", () => {
  const suite = `import test from "node:test"; import assert from "node:assert";
    test("deep", () => assert.deepStrictEqual({ a: 1, l: [1] }, { a: 2, l: [1] }));
    test("text", () => assert.strictEqual("a", "b"));
    test("code", () => { throw Object.assign(new Error("x"), { code: "E_X" }); });
    test("plain", () => { throw new Error("y"); });`;
  const tap = runSuite({ "a.test.mjs": suite }, ["--reporter=tap", "--reporter-outfile=out.tap"]).read("out.tap");
  const start = (line: string): boolean =>
    /^  (?:code|name|expected|actual|operator|type):|^    (?:a|l):|^      0:/.test(line);
  assert.deepStrictEqual(tap.split("\n").filter(start), [
    "  type: 'test'",
    "  code: 'ERR_ASSERTION'",
    "  name: 'AssertionError'",
    "  expected:",
    "    a: 2",
    "    l:",
    "      0: 1",
    "  actual:",
    "    a: 1",
    "    l:",
    "      0: 1",
    "  operator: 'deepStrictEqual'",
    "  type: 'test'",
    "  code: 'ERR_ASSERTION'",
    "  name: 'AssertionError'",
    "  expected: 'b'",
    "  actual: 'a'",
    "  operator: 'strictEqual'",
    "  type: 'test'",
    "  code: 'E_X'",
    "  type: 'test'",
    "  code: 'ERR_TEST_FAILURE'",
  ]);
});

test("modules are mocked without a flag", () => {
  const { statuses } = runSuite({
    "dep.mjs": `export const value = 1;`,
    "a.test.mjs": `import test from "node:test"; import assert from "node:assert";
      test("mocked", async (t) => {
        t.mock.module("./dep.mjs", { exports: { value: 2 } });
        assert.strictEqual((await import("./dep.mjs")).value, 2);
      });
      test("restored", async () => assert.strictEqual((await import("./dep.mjs")).value, 1));`,
  });
  assert.deepStrictEqual(statuses, { mocked: "pass", restored: "pass" });
});
