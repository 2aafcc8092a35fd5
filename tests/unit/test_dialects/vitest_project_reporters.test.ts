// Reporters of Vitest that a project brings. The lines are those that Vitest 4.1 has with the same reporter, but for what it says of
// the time, and for the state of a suite before its tests, which depends on how fast they are there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const REPORTER = `const log = (...parts) => console.log(parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "));
const stateOf = (one) => one.result().state;
export default class {
  constructor(options) { log("new", options); }
  onInit(vitest) { log("init", typeof vitest.config.root, vitest.projects.length); }
  onTestRunStart(specifications) { log("start", specifications.map((one) => one.moduleId.slice(-9)).sort(), specifications[0].project.name); }
  onTestModuleQueued(module) { log("queued", module.relativeModuleId); }
  onTestModuleCollected(module) { log("collected", module.relativeModuleId, module.children.size, [...module.children.allTests()].map((one) => [one.name, stateOf(one)])); }
  onTestModuleStart(module) { log("module", module.relativeModuleId); }
  onTestModuleEnd(module) { log("module end", module.relativeModuleId, module.type, module.state(), module.ok(), module.errors().map((one) => one.message), typeof module.diagnostic().duration); }
  onTestSuiteReady(suite) { log("suite", suite.name, suite.fullName, suite.parent.type); }
  onTestSuiteResult(suite) { log("suite end", suite.name, suite.state(), suite.ok(), suite.children.size); }
  onTestCaseReady(one) { log("case", one.fullName); }
  onTestCaseAnnotate(one, { message, type }) { log("annotation", one.name, message, type); }
  onTestCaseResult(one) { log("case end", one.name, one.parent.type, one.module.relativeModuleId, one.options.mode, stateOf(one), (one.result().errors ?? []).map(({ name, message, stack }) => [name, message, typeof stack]), one.ok(), Object.keys(one.diagnostic() ?? {}).sort(), one.annotations().map(({ message, type }) => [message, type])); }
  onTestRunEnd(modules, errors, reason) { log("end", modules.map((one) => one.relativeModuleId).sort(), errors.length, reason); }
}`;

const FILES = {
  "package.json": '{"type":"module","scripts":{"test":"vitest run"}}',
  "vitest.config.js": `export default { test: { reporters: [["./reporter.js", { own: 1 }]], fileParallelism: false } };`,
  "reporter.js": REPORTER,
  "throws.js": `export default class { onTestCaseResult() { throw new Error("mine"); } }`,
  "a.test.js": `import { describe, expect, it } from "vitest";
describe("s", () => {
  it("passes", () => {});
  it("fails", () => { expect(1).toBe(2); });
  it.skip("skipped", () => {});
  it.todo("todo");
  describe("inner", () => { it("deep", () => {}); });
});
it("top", async (context) => { await context.annotate("note", "kind"); });`,
  "b.test.js": `throw new Error("of the file");`,
};

const TIMES = '["duration","flaky","heap","repeatCount","retryCount","slow","startTime"]';
const EXPECTED = `new {"own":1}
init string 1
start ["a.test.js","b.test.js"] 
queued a.test.js
collected a.test.js 2 [["passes","pending"],["fails","pending"],["skipped","skipped"],["todo","skipped"],["deep","pending"],["top","pending"]]
module a.test.js
suite s s module
case s > passes
case end passes suite a.test.js run passed [] true ${TIMES} []
case s > fails
case end fails suite a.test.js run failed [["AssertionError","expected 1 to be 2 // Object.is equality","string"]] false ${TIMES} []
case s > skipped
case end skipped suite a.test.js skip skipped [] true [] []
case s > todo
case end todo suite a.test.js todo skipped [] true [] []
suite inner s > inner suite
case s > inner > deep
case end deep suite a.test.js run passed [] true ${TIMES} []
suite end inner passed true 1
suite end s failed false 5
case top
annotation top note kind
case end top module a.test.js run passed [] true ${TIMES} [["note","kind"]]
module end a.test.js module failed false [] number
queued b.test.js
collected b.test.js 0 []
module b.test.js
module end b.test.js module failed false ["of the file"] number
end ["a.test.js","b.test.js"] 0 failed
`;

function run(args: string[]): { code: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), "brio-reporters-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const env = { ...process.env, CI: "", NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["test", ...args], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  return { code: status, stdout, stderr };
}

test("the reporter of a configuration receives modules, suites and tests, and prints alone", () => {
  const { code, stdout, stderr } = run([]);
  assert.equal(stdout, EXPECTED, stderr);
  assert.equal(code, 1);
});

test("a reporter of the command line that throws fails the run with its message alone", () => {
  const { code, stderr } = run(["--reporter", "./throws.js", "a.test.js"]);
  assert.equal(stderr, "brio test: a reporter failed: mine\n");
  assert.equal(code, 1);
});
