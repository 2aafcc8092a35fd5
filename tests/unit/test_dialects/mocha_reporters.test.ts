// Reporters of Mocha that a project brings. The lines are those that Mocha 11.8 has with the same reporter.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const REPORTER = `module.exports = function (runner, options) {
  const log = (...parts) => console.log(parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "));
  log("new", options.reporterOptions, options.reporterOption, runner.total, runner.suite.root);
  for (const name of ["start", "suite", "suite end", "test", "pending", "pass", "fail", "test end", "end"])
    runner.on(name, (one, error) => {
      if (one === undefined) return log(name, Object.keys(runner.stats).sort(), runner.failures);
      const about = one.type === "test" ? [one.state ?? "none", typeof one.duration, one.currentRetry(), one.parent.title, one.file.slice(-9), one.isPassed(), one.isFailed()] : [one.tests.length, one.suites.length, one.total()];
      log(name, one.title, one.fullTitle(), one.titlePath(), one.pending, about, ...(error ? [error.message, error.actual, error.expected, error.stack.split("\\n")[0]] : []));
    });
  this.done = (failures, end) => { log("done", failures, runner.stats.passes, runner.stats.failures, runner.stats.pending, runner.stats.suites, runner.stats.tests); end(failures); };
};`;

const FILES = {
  "package.json": '{"scripts":{"test":"mocha --reporter ./reporter.js --reporter-option a=1,b=2 *.spec.js"}}',
  "reporter.js": REPORTER,
  "a.spec.js": `describe("s", () => {
  it("passes", () => {});
  it("fails", () => { throw Object.assign(new Error("boom"), { actual: 1, expected: 2 }); });
  it("is pending");
  describe("inner", () => { it("deep", () => {}); });
});
it("top", () => {});`,
  "b.spec.js": `describe("b", () => { it.skip("b1", () => {}); });`,
};

const EXPECTED = `new {"a":"1","b":"2"} {"a":"1","b":"2"} 6 true
start ["failures","passes","pending","start","suites","tests"] 0
suite   [] false [1,2,6]
test top top ["top"] false ["none","undefined",0,"","a.spec.js",false,false]
pass top top ["top"] false ["passed","number",0,"","a.spec.js",true,false]
test end top top ["top"] false ["passed","number",0,"","a.spec.js",true,false]
suite s s ["s"] false [3,1,4]
test passes s passes ["s","passes"] false ["none","undefined",0,"s","a.spec.js",false,false]
pass passes s passes ["s","passes"] false ["passed","number",0,"s","a.spec.js",true,false]
test end passes s passes ["s","passes"] false ["passed","number",0,"s","a.spec.js",true,false]
test fails s fails ["s","fails"] false ["none","undefined",0,"s","a.spec.js",false,false]
fail fails s fails ["s","fails"] false ["failed","number",0,"s","a.spec.js",false,true] boom 1 2 Error: boom
test end fails s fails ["s","fails"] false ["failed","number",0,"s","a.spec.js",false,true]
pending is pending s is pending ["s","is pending"] true ["pending","undefined",0,"s","a.spec.js",false,false]
test end is pending s is pending ["s","is pending"] true ["pending","undefined",0,"s","a.spec.js",false,false]
suite inner s inner ["s","inner"] false [1,0,1]
test deep s inner deep ["s","inner","deep"] false ["none","undefined",0,"inner","a.spec.js",false,false]
pass deep s inner deep ["s","inner","deep"] false ["passed","number",0,"inner","a.spec.js",true,false]
test end deep s inner deep ["s","inner","deep"] false ["passed","number",0,"inner","a.spec.js",true,false]
suite end inner s inner ["s","inner"] false [1,0,1]
suite end s s ["s"] false [3,1,4]
suite b b ["b"] false [1,0,1]
pending b1 b b1 ["b","b1"] true ["pending","undefined",0,"b","b.spec.js",false,false]
test end b1 b b1 ["b","b1"] true ["pending","undefined",0,"b","b.spec.js",false,false]
suite end b b ["b"] false [1,0,1]
suite end   [] false [1,2,6]
end ["duration","end","failures","passes","pending","start","suites","tests"] 1
done 1 3 1 2 3 6
`;

function run(args: string[]): { code: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), "brio-reporters-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const throwing =
    'module.exports = class { constructor(runner) { runner.on("pass", () => { throw new Error("mine"); }); } };';
  for (const [name, text] of Object.entries({ ...FILES, "throws.js": throwing }))
    writeFileSync(join(folder, name), text);
  const env = { ...process.env, CI: "", NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["test", ...args], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  return { code: status, stdout, stderr };
}

test("the reporter of a script receives the events of Mocha, and prints alone", () => {
  const { code, stdout, stderr } = run([]);
  assert.equal(stdout, EXPECTED, stderr);
  assert.equal(code, 1);
});

test("a reporter that throws or is missing fails the run with its message alone", () => {
  const throwing = run(["--reporter", "./throws.js"]);
  assert.equal(throwing.stderr, "brio test: a reporter failed: mine\n");
  assert.equal(throwing.code, 1);
  const { code, stderr } = run(["--reporter", "none.js"]);
  assert.match(stderr, /^brio test: mocha: the reporter "none\.js" cannot be loaded: Cannot find package/);
  assert.equal(code, 1);
});
