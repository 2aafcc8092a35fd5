// `brio test -t`: which names match, and what a run without a match ends with.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const BUN = {
  "a.test.ts": `import { test } from "bun:test"; test("Abc", () => {}); test("abc", () => {}); test("a(b", () => {});`,
};

test("letters' case counts as in Bun, a filter of Deno is literal, and a wrong expression is refused", () => {
  assert.deepStrictEqual(runSuite(BUN, ["-t", "abc"]).statuses, { Abc: "filtered", abc: "pass", "a(b": "filtered" });
  const literal = runSuite(BUN, ["--filter", "a(b"]);
  assert.deepStrictEqual(literal.statuses, { Abc: "filtered", abc: "filtered", "a(b": "pass" });
  const wrong = runSuite(BUN, ["-t", "("]);
  assert.match(wrong.stderr, /expects a regular expression, not "\("/);
  assert.strictEqual(wrong.code, 2);
});

test("without a matching name a run of Bun's files fails, that of others does not", () => {
  const none = runSuite(BUN, ["-t", "nothing"]);
  assert.match(none.stderr, /no test has a name that matches "nothing" \(3 in 1 files\)/);
  assert.strictEqual(none.code, 1);
  assert.strictEqual(runSuite({ "a.test.js": `test("x", () => { jest.fn(); });` }, ["-t", "nothing"]).code, 0);
});
