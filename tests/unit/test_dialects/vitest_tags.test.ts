// Tags of Vitest's tests, as Vitest 4.1 has them: filters, options of tags, and tags that are not defined.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const CONFIGURATION = `export default { test: { tags: [{ name: "fast", timeout: 40 }, { name: "slow", description: "takes long", retry: 2 }, { name: "db", timeout: 20, priority: 1 }, { name: "off", skip: true }] } };`;
const TESTS = `import { describe, expect, test } from "vitest"; let tries = 0;
test("plain", ({ task }) => { expect(task.tags).toEqual([]); });
test("fast", { tags: ["fast"] }, ({ task }) => { expect(task.timeout).toBe(40); });
test("slow", { tags: "slow" }, () => { if (tries++ < 2) throw new Error("again"); });
describe("database", { tags: ["db"] }, () => { test("both", { tags: ["fast"] }, ({ task }) => { expect(task.tags).toEqual(["db", "fast"]); expect(task.timeout).toBe(20); }); test("own", { timeout: 30 }, ({ task }) => { expect(task.timeout).toBe(30); }); });
test("off", { tags: ["off"] }, () => { throw new Error("runs"); });`;
const FILES = { "vitest.config.mjs": CONFIGURATION, "a.test.js": TESTS };

const PASSED = {
  plain: "pass",
  fast: "pass",
  slow: "pass",
  "database > both": "pass",
  "database > own": "pass",
  off: "skip",
};

test("tags give options to tests, the more important ones last", () => {
  const { statuses, messages, stderr, code } = runSuite(FILES);
  assert.deepEqual([messages, stderr, code], [{}, "", 0]);
  assert.deepEqual(statuses, PASSED);
});

test("filters select by tags", () => {
  const selected = (...args: string[]): string[] =>
    Object.entries(runSuite(FILES, args).statuses)
      .filter(([, status]) => status === "pass")
      .map(([name]) => name);
  assert.deepEqual(selected("--tagsFilter=fast"), ["fast", "database > both"]);
  assert.deepEqual(selected("--tags-filter", "fast && !db"), ["fast"]);
  assert.deepEqual(selected("--tagsFilter=db", "--tagsFilter", "not fast"), ["database > own"]);
  assert.deepEqual(selected("--tagsFilter=s*w or (db and fast)"), ["slow", "database > both"]);
  const { stderr, code } = runSuite(FILES, ["--tagsFilter=(fast"]);
  assert.match(stderr, /^brio test: .*the filter of tags.*expected '\)'/);
  assert.equal(code, 2);
});

test("a tag that is not defined is an error of the file", () => {
  const tests = `import { test } from "vitest"; test("a", { tags: ["other"] }, () => {});`;
  const strict = runSuite({ "vitest.config.mjs": CONFIGURATION, "a.test.js": tests });
  assert.match(
    strict.errors.join(),
    /^The tag "other" is not defined in the configuration\. Available tags are:\n- fast\n- slow: takes long\n- db\n- off/,
  );
  assert.equal(strict.code, 1);
  assert.match(runSuite({ "a.test.js": tests }).errors.join(), /cannot apply "other" tag for this test/);
  const lenient = `export default { test: { tags: [], strictTags: false } };`;
  assert.deepEqual(runSuite({ "vitest.config.mjs": lenient, "a.test.js": tests }).statuses, { a: "pass" });
});
