// A file whose thread takes the process with it, and files that never return: the run continues and names them.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const CRASH = `import { spawnSync } from "node:child_process"; import { test } from "bun:test";
  test("crashes", () => { spawnSync("kill", ["-SEGV", String(process.pid)]); for (;;) {} });`;
const good = (name: string): string => `import { test } from "bun:test"; test("${name}", () => {});`;

test("a file that crashes the process is named, and the other files run", () => {
  const run = runSuite({
    "a.test.ts": good("a"),
    "b.test.ts": CRASH,
    "c.test.ts": good("c"),
    "d.test.ts": `import { expect, test } from "bun:test"; test("d", () => expect(1).toBe(2));`,
    "e.test.ts": good("e"),
  });
  assert.equal(run.code, 1);
  assert.deepEqual(run.statuses, { a: "pass", c: "pass", d: "fail", e: "pass" });
  assert.deepEqual(run.errors, ["this file ended the process by SIGSEGV"]);
});

test("two files that crash the process are both named", () => {
  const run = runSuite({ "a.test.ts": CRASH, "b.test.ts": good("b"), "c.test.ts": CRASH });
  assert.equal(run.code, 1);
  assert.deepEqual(run.statuses, { b: "pass" });
  assert.deepEqual(run.errors, ["this file ended the process by SIGSEGV", "this file ended the process by SIGSEGV"]);
});

test("TAP is one document after a crash, with the file among its tests", () => {
  const run = runSuite({ "a.test.ts": CRASH, "b.test.ts": good("b"), "c.test.ts": good("c") }, ["--reporter", "tap"]);
  assert.equal(run.code, 1);
  assert.equal(run.stdout.match(/^TAP version 13$/gm)?.length, 1);
  assert.match(run.stdout, /^# tests 3$/m);
  assert.match(run.stdout, /^# pass 2$/m);
  assert.match(run.stdout, /^# fail 1$/m);
  assert.match(run.stdout, /^1\.\.3$/m);
});

test("process.abort() ends the file alone, and its running test is named", () => {
  const run = runSuite({
    "a.test.ts": `import { test } from "bun:test"; test("one", () => {});
      test("two", () => { try { process.abort(); } catch {} }); test("three", () => {});`,
    "b.test.mjs": `import { test } from "node:test"; test("b", () => process.abort());`,
    "c.test.ts": good("c"),
  });
  assert.equal(run.code, 1);
  assert.deepEqual(run.statuses, { one: "pass", two: "fail", b: "fail", c: "pass" });
  assert.equal(run.messages.b, "this test ended the process with code 134 while it ran");
  assert.deepEqual(run.errors, ["1 test of this file did not run"]);
});

test("a test of node:test or Deno.test that never returns is named, and those before it have their results", () => {
  const suite = `test("before", () => {}); test("endless", () => { for (;;) {} });`;
  const run = runSuite(
    {
      "a.test.mjs": `import { test } from "node:test"; ${suite}`,
      "b_test.ts": `const { test } = { test: Deno.test }; ${suite}`,
    },
    ["--timeout", "100"],
  );
  assert.equal(run.code, 1);
  assert.deepEqual(run.statuses, { before: "pass", endless: "fail" });
  assert.match(run.messages.endless!, /^this test reported nothing for 5.1 s/);
  assert.deepEqual(run.errors, []);
  assert.equal(run.stdout.match(/"status": "fail"/g)?.length, 2);
});

test("without a crash the exit code and the output are those of the run", () => {
  const run = runSuite({ "a.test.ts": good("a") });
  assert.deepEqual([run.code, run.stderr, run.errors], [0, "", []]);
});
