// `--test` and its flags.
import assert from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { count, runtime, verdicts, withFiles } from "./run_program.ts";

const passing = (name: string): string => `require("node:test")(${JSON.stringify(name)}, () => {});`;
const TREE = {
  "a.test.js": passing("a"),
  "b-test.cjs": passing("b"),
  "test.mjs": 'import test from "node:test"; test("c", () => {});',
  "test-d.js": passing("d"),
  "test/deep/e.js": passing("e"),
  "f_test.ts": 'import test from "node:test"; const name: string = "f"; test(name, () => {});',
  "latest.js": "process.exit(3);",
  "inner/g.spec.js": "process.exit(3);",
  "inner/g.test.js": passing("g"),
  "node_modules/g.test.js": "process.exit(3);",
};
const TAP = ["--test", "--test-reporter=tap"];

test("files are found by their names", () => {
  withFiles(TREE, (folder) => {
    const outcome = runtime(TAP, folder);
    assert.deepStrictEqual(verdicts(outcome), [
      "ok 1 - a",
      "ok 2 - b",
      "ok 3 - f",
      "ok 4 - g",
      "ok 5 - d",
      "ok 6 - c",
      "ok 7 - e",
      "1..7",
    ]);
    assert.deepStrictEqual([outcome.code, outcome.stderr, count(outcome, "tests")], [0, "", 7]);
  });
});

test("files, folders and patterns can be named", () => {
  withFiles(TREE, (folder) => {
    assert.deepStrictEqual(verdicts(runtime([...TAP, "a.test.js"], folder)), ["ok 1 - a", "1..1"]);
    assert.deepStrictEqual(verdicts(runtime([...TAP, "inner"], folder)), ["ok 1 - g", "1..1"]);
    assert.deepStrictEqual(verdicts(runtime([...TAP, "**/*.cjs", "test-*"], folder)), ["ok 1 - b", "ok 2 - d", "1..2"]);
  });
});

test("a missing file is an error, a pattern that matches nothing is not", () => {
  withFiles(TREE, (folder) => {
    const missing = runtime([...TAP, "missing.js"], folder);
    assert.deepStrictEqual([missing.code, missing.stdout, missing.stderr], [1, "", "Could not find 'missing.js'\n"]);
    const nothing = runtime([...TAP, "*.nothing"], folder);
    assert.deepStrictEqual([nothing.code, count(nothing, "tests")], [0, 0]);
  });
});

test("the output of a file is shown, and a file without tests counts as one", () => {
  const files = {
    "a.test.js": 'console.log("out"); console.error("err"); process.stdout.write(Buffer.from([0xff]));',
    "b.test.js": "process.exit(7);",
    "c.test.js": "syntax error here",
  };
  withFiles(files, (folder) => {
    const outcome = runtime(TAP, folder);
    assert.match(outcome.stdout, /^# out$/m);
    assert.match(outcome.stdout, /^# err$/m);
    assert.deepStrictEqual(verdicts(outcome), [
      "ok 1 - a.test.js",
      "not ok 2 - b.test.js",
      "not ok 3 - c.test.js",
      "1..3",
    ]);
    assert.match(outcome.stdout, /exitCode: 7\n {2}signal: ~\n {2}error: 'test failed'/);
    assert.match(outcome.stdout, /# SyntaxError/);
    assert.strictEqual(outcome.code, 1);
  });
});

test("errors of test files keep their message, stack and properties", () => {
  const files = {
    "a.test.js":
      'const test = require("node:test"); const assert = require("node:assert"); test("x", () => { assert.strictEqual(1, 2); }); test("y", () => { const e = new RangeError("r"); e.extra = 5; throw e; });',
  };
  withFiles(files, (folder) => {
    const { stdout } = runtime(TAP, folder);
    assert.match(
      stdout,
      /name: 'AssertionError'\n {2}expected: 2\n {2}actual: 1\n {2}operator: 'strictEqual'\n {2}stack: \|-\n(?: {4}.*\n)*? {4}.*a\.test\.js:1:/,
    );
    assert.match(stdout, /error: 'r'\n {2}code: 'ERR_TEST_FAILURE'\n {2}name: 'RangeError'/);
    const spec = runtime(["--test", "--test-reporter=spec"], folder).stdout;
    assert.match(spec, /RangeError(?: \[Error\])?: r\n(?: +at .*\n)* +at .* \{\n +extra: 5\n +\}/);
  });
});

test("filters are passed on to the files", () => {
  const files = {
    "a.test.js": 'const { test } = require("node:test"); test("one", () => {}); test.only("two", () => {});',
  };
  withFiles(files, (folder) => {
    assert.deepStrictEqual(verdicts(runtime([...TAP, "--test-name-pattern=one"], folder)), ["ok 1 - one", "1..1"]);
    assert.deepStrictEqual(verdicts(runtime([...TAP, "--test-skip-pattern", "one"], folder)), ["ok 1 - two", "1..1"]);
    assert.deepStrictEqual(verdicts(runtime([...TAP, "--test-only"], folder)), ["ok 1 - two", "1..1"]);
    assert.match(runtime([...TAP, "--test-name-pattern=["], folder).stderr, /is an invalid regular expression/);
  });
});

test("a shard is every n-th file", () => {
  withFiles(TREE, (folder) => {
    assert.deepStrictEqual(verdicts(runtime([...TAP, "--test-shard=2/3"], folder)), ["ok 1 - b", "ok 2 - d", "1..2"]);
    const wrong = runtime([...TAP, "--test-shard=1"], folder);
    assert.match(wrong.stderr, /The argument '--test-shard' must be in the form of <index>\/<total>\. Received '1'/);
    assert.strictEqual(wrong.code, 1);
    assert.match(
      runtime([...TAP, "--test-shard=0/3"], folder).stderr,
      /The value of "options\.shard\.index" is out of range\. It must be >= 1 && <= 3\. Received 0/,
    );
  });
});

test("--test-isolation=none runs all files in this process", () => {
  const files = {
    "a.test.js": `globalThis.shared = 1; ${passing("a")}`,
    "b.test.mjs":
      'import test from "node:test"; test("b", (t) => { if (globalThis.shared !== 1) throw new Error(); });',
    "c.test.js": "",
    "d.test.js": 'throw new Error("load");',
  };
  withFiles(files, (folder) => {
    const outcome = runtime([...TAP, "--test-isolation=none"], folder);
    assert.deepStrictEqual(verdicts(outcome), [
      "ok 1 - a",
      "ok 2 - b",
      "ok 3 - c.test.js",
      "not ok 4 - d.test.js",
      "1..4",
    ]);
    assert.match(outcome.stdout, /error: 'load'/);
    assert.strictEqual(outcome.code, 1);
  });
});

test("files run at the same time, as many as --test-concurrency says", () => {
  const body = 'require("node:test")("x", (t) => new Promise((resolve) => setTimeout(resolve, 100)));';
  withFiles({ "a.test.js": body, "b.test.js": body }, (folder) => {
    const ids = (flag: string): string => runtime(["--test", "--test-reporter=tap", flag, "*.js"], folder).stdout;
    assert.match(ids("--test-concurrency=1"), /^ok 2 - x$/m);
    assert.match(ids("--test-concurrency=2"), /^ok 2 - x$/m);
  });
});

test("--test-timeout holds for every test", () => {
  withFiles(
    { "a.test.js": 'require("node:test")("slow", () => new Promise((resolve) => setTimeout(resolve, 3000)));' },
    (folder) => {
      const outcome = runtime([...TAP, "--test-timeout=50", "--test-force-exit"], folder);
      assert.match(outcome.stdout, /test timed out after 50ms/);
      assert.strictEqual(count(outcome, "cancelled"), 1);
    },
  );
});

test("--test-global-setup runs around all files", () => {
  const files = {
    "setup.mjs":
      'import fs from "node:fs"; export function globalSetup() { fs.writeFileSync("up.txt", ""); } export async function globalTeardown() { fs.writeFileSync("down.txt", ""); }',
    "a.test.js": 'require("node:test")("x", () => { require("node:fs").accessSync("up.txt"); });',
  };
  withFiles(files, (folder) => {
    assert.strictEqual(runtime([...TAP, "--test-global-setup=setup.mjs"], folder).code, 0);
    assert.ok(existsSync(path.join(folder, "down.txt")));
  });
});

test("--test-rerun-failures repeats only what failed", () => {
  const files = {
    "a.test.js":
      'const { test } = require("node:test"); const fs = require("node:fs"); test("good", () => { fs.appendFileSync("log.txt", "g"); }); test("bad", (t) => { fs.appendFileSync("log.txt", "b"); if (t.attempt === 0) throw new Error(); });',
  };
  withFiles(files, (folder) => {
    const flags = [...TAP, "--test-rerun-failures=state.json"];
    assert.strictEqual(runtime(flags, folder).code, 1);
    assert.strictEqual(runtime(flags, folder).code, 0);
    assert.strictEqual(readFileSync(path.join(folder, "log.txt"), "utf8"), "gbb");
    const [first, second] = JSON.parse(readFileSync(path.join(folder, "state.json"), "utf8"));
    assert.deepStrictEqual(
      Object.values(first).map(({ name, passed_on_attempt }: any) => [name, passed_on_attempt]),
      [["good", 0]],
    );
    assert.deepStrictEqual(
      Object.values(second).map(({ name, passed_on_attempt }: any) => [name, passed_on_attempt]),
      [
        ["good", 0],
        ["bad", 1],
      ],
    );
  });
});

test("a random order is repeated with its seed", () => {
  const source = 'const { test } = require("node:test"); for (const name of "abcdefgh") test(name, () => {});';
  withFiles({ "a.test.js": source }, (folder) => {
    const order = (flags: string[]): string => verdicts(runtime([...TAP, ...flags], folder)).join();
    const first = order(["--test-random-seed=5"]);
    assert.strictEqual(order(["--test-random-seed=5"]), first);
    assert.notStrictEqual(first, order([]));
    assert.match(runtime([...TAP, "--test-randomize"], folder).stdout, /# Randomized test order seed: \d+/);
  });
});

test("tags choose tests", () => {
  const source =
    'const { test, suite } = require("node:test"); test("a", { tags: ["fast"] }, () => {}); suite("s", { tags: ["Slow"] }, () => { test("b", () => {}); }); test("c", () => {});';
  withFiles({ "a.test.js": source }, (folder) => {
    const run = (filter: string): string[] =>
      verdicts(runtime(["--no-warnings", ...TAP, `--experimental-test-tag-filter=${filter}`], folder));
    assert.deepStrictEqual(run("fast"), ["ok 1 - a", "1..1"]);
    assert.deepStrictEqual(run("slow && !fast"), ["    ok 1 - b", "    1..1", "ok 1 - s", "1..1"]);
    assert.deepStrictEqual(run("not (fast or sl*)"), ["ok 1 - c", "1..1"]);
  });
});

test("--test and --eval exclude each other", () => {
  withFiles({}, (folder) => {
    const outcome = runtime(["--test", "--eval", "1"], folder);
    assert.match(outcome.stderr, /either --test or --eval can be used, not both/);
    assert.strictEqual(outcome.code, 9);
  });
});
