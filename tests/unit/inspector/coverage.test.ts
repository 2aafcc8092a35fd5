// `Profiler.startPreciseCoverage` and its neighbours. The ranges are V8's: the file passes on Node.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import inspector from "node:inspector";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { test } from "../harness.ts";

const require = createRequire(import.meta.url);
const folder = mkdtempSync(path.join(tmpdir(), "brio-precise-coverage-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const SOURCE = `function called(x) { if (x) { return 1 } else { return 2 } return 3 }
function never() { function inner() {} if (1) { return } }
const o = { m() { return x => x }, get p() { return 1 } };
exports.go = (n) => { for (let i = 0; i < n; i++) called(i % 2); return n > 1 ? o.m()(n) : o.p; };
`;

let files = 0;

function file(source: string, extension = ".cjs"): string {
  const name = path.join(folder, `file${++files}${extension}`);
  writeFileSync(name, source);
  return name;
}

/** Posts a command and returns its result, or the message of its error. */
function post(session: inspector.Session, method: string, params?: object): any {
  let outcome: unknown;
  session.post(method, params, (error, result) => (outcome = error?.message ?? result));
  return outcome;
}

function begin(options?: object): inspector.Session {
  const session = new inspector.Session();
  session.connect();
  post(session, "Profiler.enable");
  assert.strictEqual(typeof post(session, "Profiler.startPreciseCoverage", options).timestamp, "number");
  return session;
}

/** The functions of a script, each with its ranges as `start,end,count`. */
function take(session: inspector.Session, url: string, method = "Profiler.takePreciseCoverage"): unknown {
  const { result } = post(session, method);
  return result
    .find((script: any) => script.url === url)
    ?.functions.map((one: any) => [
      one.functionName,
      ...one.ranges.map((range: any) => `${range.startOffset},${range.endOffset},${range.count}`),
    ]);
}

const FIRST = [
  ["", "0,287,1"],
  ["called", "0,69,3", "28,40,1", "40,58,2", "58,68,0"],
  ["never", "70,128,0"],
  ["m", "141,162,1"],
  ["", "154,160,1"],
  ["get p", "164,184,0"],
  ["exports.go", "201,285,1", "238,252,3", "277,282,0"],
];

test("a file that is loaded later has the functions and block ranges of V8", () => {
  const session = begin({ callCount: true, detailed: true });
  const name = file(SOURCE);
  const { go } = require(name);
  go(3);
  const url = pathToFileURL(name).href;
  assert.deepStrictEqual(take(session, url), FIRST);
  go(1);
  assert.deepStrictEqual(take(session, url), [
    ["called", "0,69,1", "28,40,0", "58,68,0"],
    ["get p", "164,184,1"],
    ["exports.go", "201,285,1", "266,276,0"],
  ]);
  assert.strictEqual(take(session, url), undefined);
  assert.deepStrictEqual(post(session, "Profiler.stopPreciseCoverage"), {});
  session.disconnect();
});

const WHOLE = FIRST.map(([functionName, range]) => [functionName, range!]);

test("without detailed there are no blocks", () => {
  const session = begin({ callCount: true });
  const name = file(SOURCE);
  require(name).go(3);
  assert.deepStrictEqual(take(session, pathToFileURL(name).href), WHOLE);
  session.disconnect();
});

test("without callCount a function is reported once, with the count 1", () => {
  const session = begin({});
  const name = file(SOURCE);
  const { go } = require(name);
  go(3);
  const once = WHOLE.map(([functionName, range]) => [functionName, range!.replace(/,3$/, ",1")]);
  const url = pathToFileURL(name).href;
  assert.deepStrictEqual(take(session, url), once);
  go(3);
  assert.strictEqual(take(session, url), undefined);
  session.disconnect();
});

test("scripts and functions of node:vm are counted, under the name that V8 has for them", () => {
  const session = begin({ callCount: true, detailed: true });
  vm.runInThisContext("function f(a){ return a ? 1 : 2 }\nf(1); f(2)", { filename: "/made/of/file.js" });
  const context = vm.createContext({ n: 3 });
  new vm.Script("(a) => { if (a) { return n } return 0 }", { filename: "in_context" }).runInContext(context)(1);
  vm.runInThisContext("var q = () => 3; q()\n//# sourceURL=given", { filename: "/ignored.js" });
  const body = vm.compileFunction("if (a) { return 1 }\nreturn 2", ["a"], { filename: "/made/body.js" });
  assert.deepStrictEqual([body(1), body(0)], [1, 2]);
  const { result } = post(session, "Profiler.takePreciseCoverage");
  const ranges = (url: string): unknown =>
    result
      .find((script: any) => script.url === url)
      .functions.map((one: any) => one.ranges.map((range: any) => Object.values(range).join(",")).join(" "));
  assert.deepStrictEqual(ranges("file:///made/of/file.js"), ["0,44,1", "0,33,2 28,31,0"]);
  assert.deepStrictEqual(ranges("in_context"), ["0,39,1", "0,39,1 28,38,0"]);
  assert.deepStrictEqual(ranges("given"), ["0,40,1", "8,15,1"]);
  assert.deepStrictEqual(ranges("file:///made/body.js"), ["0,28,2 7,27,1"]);
  session.disconnect();
});

test("code of node:vm runs as it does without counters", () => {
  const session = begin({ callCount: true, detailed: true });
  const run = (source: string): unknown => vm.runInThisContext(source, { filename: "/vm/code.js" });
  assert.strictEqual(run("1; var made = 2"), 1);
  assert.strictEqual(run("var made = 3"), undefined);
  assert.strictEqual(run("4; if (made > 5) { 6 }"), undefined);
  assert.strictEqual(run("for (var i = 0; i < 3; i++) i * 2"), 4);
  assert.strictEqual(run("function declared() { return 5 } let lexical = 6; declared() + lexical"), 11);
  assert.strictEqual(run("declared() + lexical"), 11);
  assert.strictEqual(run("'use strict'; (function () { return this })()"), undefined);
  assert.strictEqual(run("(function () { return this === globalThis })()"), true);
  assert.strictEqual(run("this === globalThis"), true);
  assert.strictEqual(
    String(run("(a, b = 2) => { if (a) return b; else return a }")),
    "(a, b = 2) => { if (a) return b; else return a }",
  );
  assert.strictEqual(String(run("declared")), "function declared() { return 5 }");
  assert.throws(() => run("}"), { name: "SyntaxError" });
  let stack = "";
  try {
    run("(() => { const a = 1; if (a) { a; throw new Error('here') } })()");
  } catch (error) {
    stack = (error as Error).stack!;
  }
  assert.match(stack, /at \/vm\/code\.js:1:41\n +at \/vm\/code\.js:1:63\n(?! +at \/vm)/);
  const add = vm.compileFunction("if (a) { return a + b }", ["a", "b"]);
  assert.deepStrictEqual([add(1, 2), add.length], [3, 2]);
  session.disconnect();
});

test("modules of node:vm are counted", () => {
  const program = file(
    `import inspector from "node:inspector"; import vm from "node:vm";
const session = new inspector.Session(); session.connect();
session.post("Profiler.enable"); session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const source = "export const f = (x) => x ? 1 : 2;\\nf(1); f(1);\\n";
for (const context of [undefined, vm.createContext()]) {
  const module = new vm.SourceTextModule(source, { identifier: "/made/module.mjs", context });
  await module.link(() => {});
  await module.evaluate();
}
session.post("Profiler.takePreciseCoverage", (error, { result }) => {
  for (const { url, functions } of result.filter(({ url }) => url.startsWith("file:///made/")))
    console.log(url, functions.map((one) => one.ranges.map((range) => [range.startOffset, range.endOffset, range.count > 0].join()).join(" ")).join("; "));
});`,
    ".mjs",
  );
  const { stdout } = spawnSync(process.execPath, ["--experimental-vm-modules", "--no-warnings", program], {
    encoding: "utf8",
  });
  const lines = new Set(stdout.trim().split("\n"));
  assert.deepStrictEqual([...lines], ["file:///made/module.mjs 0,47,true; 17,33,true 30,33,false"]);
});

test("commands in the wrong order have V8's errors", () => {
  const session = new inspector.Session();
  session.connect();
  const message = (text: string): string => `Inspector error -32000: ${text}`;
  assert.strictEqual(post(session, "Profiler.takePreciseCoverage"), message("Precise coverage has not been started."));
  assert.strictEqual(post(session, "Profiler.startPreciseCoverage"), message("Profiler is not enabled"));
  assert.strictEqual(post(session, "Profiler.stopPreciseCoverage"), message("Profiler is not enabled"));
  post(session, "Profiler.enable");
  assert.strictEqual(
    post(session, "Profiler.startPreciseCoverage", { callCount: 3 }),
    "Inspector error -32602: Invalid parameters",
  );
  post(session, "Profiler.startPreciseCoverage");
  post(session, "Profiler.stopPreciseCoverage");
  assert.strictEqual(post(session, "Profiler.takePreciseCoverage"), message("Precise coverage has not been started."));
  session.disconnect();
});

test("Debugger.enable, which coverage tools call first, works without a debugger", () => {
  const session = new inspector.Session();
  session.connect();
  assert.strictEqual(typeof post(session, "Debugger.enable").debuggerId, "string");
  assert.deepStrictEqual(post(session, "Debugger.disable"), {});
  session.disconnect();
});
