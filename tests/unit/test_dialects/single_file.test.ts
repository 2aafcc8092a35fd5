// The only file of a run, which runs in the main thread: what ends the process is a failure of the test that ran.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const bun = (body: string): string => `import { expect, test } from "bun:test";\n${body}`;
const run = (body: string, ...args: string[]): ReturnType<typeof runSuite> =>
  runSuite({ "a.test.ts": bun(body) }, ["a.test.ts", ...args]);

test("process.exit fails the test that calls it, and the tests after it do not run", () => {
  const { code, statuses, messages, errors } = run(`test("a", () => {});
test("b", () => { expect(1).toBe(2); });
test("c", () => { process.exit(0); });
test("d", () => {});`);
  assert.equal(code, 1);
  assert.deepEqual(statuses, { a: "pass", b: "fail", c: "fail" });
  assert.match(messages.b!, /Expected: 2/);
  assert.equal(messages.c, "this test ended the process with code 0 while it ran");
  assert.deepEqual(errors, ["1 test of this file did not run"]);
});

test("process.exit while the file is loaded is an error of the file", () => {
  const { code, errors } = run(`process.exit(0);`);
  assert.equal(code, 1);
  assert.deepEqual(errors, ["this file ended the process with code 0 while it ran"]);
});

test("a signal that the file sends its process fails the test, one with a listener does not", () => {
  const { code, statuses, messages } = run(`test("listens", async () => {
  const received = new Promise((resolve) => process.once("SIGUSR2", resolve));
  process.kill(process.pid, "SIGUSR2");
  expect(await received).toBe("SIGUSR2");
});
test("ends", () => { process.kill(process.pid, "SIGTERM"); });`);
  assert.equal(code, 1);
  assert.deepEqual(statuses, { listens: "pass", ends: "fail" });
  assert.match(messages.ends!, /ended the process with code 143/);
});

test("a process that ends from outside names the file", () => {
  const { code, errors } = run(`import { spawnSync } from "node:child_process";
test("crashes", () => { spawnSync("kill", ["-KILL", String(process.pid)]); for (;;) {} });`);
  assert.equal(code, 1);
  assert.deepEqual(errors, ["this file ended the process by SIGKILL"]);
});

test("a test that never returns is ended after its time-out, with the output before it", () => {
  const { code, statuses, messages, errors, stdout } = run(
    `test("a", async () => { console.log("before", "\\u00e9"); await Bun.sleep(20); });
test("b", () => { for (;;) {} }, 100);
test("c", () => {});`,
  );
  assert.equal(code, 1);
  assert.deepEqual(statuses, { a: "pass", b: "fail" });
  assert.match(messages.b!, /did not return before its time-out/);
  assert.deepEqual(errors, ["1 test of this file did not run"]);
  assert.equal(JSON.parse(stdout).files[0].output, "before \u00e9\n");
});

test("the error of a test before one that never returns is reported", () => {
  const { statuses, messages } = run(
    `test("a", () => { expect(1).toBe(2); });\ntest("b", () => { for (;;) {} }, 100);`,
  );
  assert.deepEqual(statuses, { a: "fail", b: "fail" });
  assert.match(messages.a!, /Expected: 2/);
});

test("the output of the file is in its report, in the order of the writes", () => {
  const { code, stdout } = run(
    `console.log("load"); process.stderr.write("error\\n"); test("a", () => { process.stdout.write("test\\n"); });
process.on("exit", () => console.log("exit"));`,
  );
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).files[0].output, "load\nerror\ntest\nexit\n");
});

test("what the file changes in its process does not change the report", () => {
  const { code, statuses, read } = run(
    `import { tmpdir } from "node:os";
test("a", () => { process.chdir(tmpdir()); process.exit = () => {}; JSON.stringify = () => "x"; process.env.NO_COLOR = ""; process.exitCode = 7; });`,
    "--reporter",
    "tap",
    "--reporter-outfile",
    "out.tap",
  );
  assert.equal(code, 0);
  assert.deepEqual(statuses, { a: "pass" });
  assert.match(read("out.tap"), /^ok 1 - a/m);
});

test("the file is the program: its arguments, its main module, and no modules of the run", () => {
  const { code, statuses, messages } = run(
    `import { isMainThread } from "node:worker_threads";
test("a", () => {
  expect(process.argv[1]).toBe(import.meta.path);
  expect(Bun.main).toBe(import.meta.path);
  expect(isMainThread).toBe(true);
  expect(Object.keys(require.cache).every((name) => name === import.meta.path)).toBe(true);
});`,
  );
  assert.equal(code, 0, JSON.stringify(messages));
  assert.deepEqual(statuses, { a: "pass" });
});

test("files of Jest, Vitest and Mocha run alone", () => {
  const files: Record<string, string> = {
    "jest.test.js": `const { test, expect, jest } = require("@jest/globals"); test("a", () => { const f = jest.fn(); f(); expect(f).toHaveBeenCalledTimes(1); });`,
    "vitest.test.ts": `import { test, expect, vi } from "vitest"; test("a", async () => { vi.useFakeTimers(); const f = vi.fn(); setTimeout(f, 1000); vi.advanceTimersByTime(1000); expect(f).toHaveBeenCalled(); });`,
    "mocha.test.js": `const { describe, it } = require("mocha"); describe("s", () => { it("a", (done) => setTimeout(done, 1)); });`,
  };
  for (const [name, source] of Object.entries(files)) {
    const { code, statuses } = runSuite({ [name]: source }, [name]);
    assert.deepEqual([code, Object.values(statuses)], [0, ["pass"]], name);
  }
});
