// Reporters that a configuration of Jest names as modules. What they receive is what Jest 30.5 passed to the same module.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const REPORTER = `const { basename } = require("node:path"); const lines = []; const add = (...parts) => lines.push(parts.map((part) => typeof part === "string" ? part : JSON.stringify(part)).join(" "));
module.exports = class {
  constructor(global, options) { this.options = options; add("new", typeof global.rootDir, options); }
  onRunStart(results) { add("start", results.numTotalTestSuites, results.numTotalTests); }
  onTestFileStart(file) { add("begin", basename(file.path)); }
  onTestCaseResult(file, one) { add("case", one.fullName, one.status); }
  async onTestResult(file, result, sums) {
    await null;
    add("result", basename(result.testFilePath), result.numPassingTests, result.numFailingTests, result.numPendingTests, result.numTodoTests, sums.numPassedTests, result.testExecError !== undefined, result.failureMessage === null);
    for (const one of result.testResults) add("test", one.ancestorTitles, one.title, one.status, one.failureMessages.map((text) => text.split("\\n")[0]), typeof one.duration);
  }
  onRunComplete(contexts, results) {
    const { numFailedTestSuites, numFailedTests, numPassedTestSuites, numPassedTests, numPendingTestSuites, numPendingTests, numRuntimeErrorTestSuites, numTodoTests, numTotalTestSuites, numTotalTests, success } = results;
    add("end", [numFailedTestSuites, numFailedTests, numPassedTestSuites, numPassedTests, numPendingTestSuites, numPendingTests, numRuntimeErrorTestSuites, numTodoTests, numTotalTestSuites, numTotalTests, success]);
    require("node:fs").writeFileSync("lines.txt", lines.join("\\n"));
  }
  getLastError() { if (this.options.fails) return new Error("not reached"); }
};`;

const FILES = {
  "reporter.js": REPORTER,
  "a.test.js": `test("a", () => {}); test("b", () => { throw new Error("boom"); }); test.skip("c", () => {}); test.todo("t"); describe("s", () => { describe("n", () => { test("e", () => {}); }); });`,
  "b.test.js": `throw new Error("of the file");`,
};

const EXPECTED = `new string {"own":1}
start 2 0
begin a.test.js
case a passed
case b failed
case t todo
case s n e passed
result a.test.js 2 1 1 1 2 false false
test [] a passed [] number
test [] b failed ["Error: boom"] number
test [] c pending [] object
test [] t todo [] object
test ["s","n"] e passed [] number
begin b.test.js
result b.test.js 0 0 0 0 2 true false
end [2,1,0,2,0,1,1,1,2,5,false]`;

/** Runs without a reporter of the command line, which would replace those of the configuration. */
function runConfigured(reporters: unknown): { code: number | null; stderr: string; lines: string } {
  const folder = mkdtempSync(join(tmpdir(), "brio-reporters-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ jest: { reporters } }));
  const env = { ...process.env, CI: "", NO_COLOR: "1" };
  const { status, stderr } = spawnSync(process.execPath, ["test", "-j", "1"], { cwd: folder, encoding: "utf8", env });
  const lines = join(folder, "lines.txt");
  return { code: status, stderr, lines: existsSync(lines) ? readFileSync(lines, "utf8") : "" };
}

test("a reporter of Jest receives the results of files and of the run", () => {
  const { code, stderr, lines } = runConfigured(["default", ["<rootDir>/reporter.js", { own: 1 }]]);
  assert.equal(lines, EXPECTED, stderr);
  assert.equal(code, 1);
});

test("the error of a reporter fails the run, and one that is missing ends it", () => {
  assert.match(
    runConfigured([["./reporter.js", { fails: true }]]).stderr,
    /^brio test: a reporter failed: not reached$/m,
  );
  const { code, stderr, lines } = runConfigured(["./none.js"]);
  assert.match(stderr, /^brio test: jest: the reporter "\.\/none\.js" cannot be loaded: Cannot find module/);
  assert.deepEqual([code, lines], [1, ""]);
});

test("modules of the command line that are reporters of Jest receive them, too", () => {
  const run = runSuite({ ...FILES, "package.json": `{ "jest": {} }` }, ["-j", "1", "--reporter", "./reporter.js"]);
  assert.equal(run.read("lines.txt"), EXPECTED.replace(`{"own":1}`, "{}"));
  assert.equal(run.code, 1);
});
