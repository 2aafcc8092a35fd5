// `error.stack` and V8's statics of `Error` in contexts: https://nodejs.org/api/vm.html, https://v8.dev/docs/stack-trace-api
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import vm from "node:vm";
import { test } from "../harness.ts";

const statics = Error as any;

const firstLines = (stack: unknown, count = 1): string => String(stack).split("\n", count).join("\n");

function run(code: string, sandbox: object = {}): any {
  return vm.runInContext(code, vm.createContext(sandbox), "code.js");
}

test("a stack read in a context begins with the error and has V8's frames", () => {
  assert.match(run("new Error('msg').stack"), /^Error: msg\n    at code\.js:1:\d+(?:\n|$)/);
  assert.match(
    run("\n\nfunction f() { return new TypeError('msg') } f().stack"),
    /^TypeError: msg\n    at f \(code\.js:3:\d+\)\n    at code\.js:3:\d+(?:\n|$)/,
  );
  assert.match(
    run("try { null.x } catch (error) { error.stack }"),
    /^TypeError: .*null.*\n    at code\.js:1:\d+(?:\n|$)/,
  );
  assert.match(run("class E extends Error {} new E('msg')['stack']"), /^Error: msg\n    at /);
  assert.match(run("const { stack } = new Error('msg'); stack"), /^Error: msg\n    at /);
  assert.match(run("(({ name, stack }) => stack)(new Error('msg'))"), /^Error: msg\n    at /);
  assert.match(run("error?.stack", { error: new Error("outer") }), /^Error: outer\n    at /);
  assert.strictEqual(run("({ stack: 5 }).stack"), 5);
  assert.throws(() => run("undefined.stack"), { name: "TypeError" });
});

test("stacks in scripts of this context, of compiled functions, and of a context without an object have them too", () => {
  assert.match(String(vm.runInThisContext("new Error('msg').stack")), /^Error: msg\n    at /);
  assert.match(vm.compileFunction("return new Error('msg').stack")(), /^Error: msg\n    at /);
  const parsingContext = vm.createContext({});
  assert.match(vm.compileFunction("return new Error('msg').stack", [], { parsingContext })(), /^Error: msg\n    at /);
  const plain = vm.createContext(vm.constants.DONT_CONTEXTIFY as any);
  assert.match(vm.runInContext("new Error('msg').stack + Error.stackTraceLimit", plain), /^Error: msg\n    at [^]*10$/);
});

test("captureStackTrace of a context gives objects such a stack", () => {
  assert.match(
    run("function f() { const o = { name: 'X', message: 'm' }; Error.captureStackTrace(o); return o.stack } f()"),
    /^X: m\n    at f \(code\.js:1:\d+\)(?:\n|$)/,
  );
  // As test runners do to hide their own functions.
  const stack = run(
    "function hidden() { const e = new Error('m'); Error.captureStackTrace(e, hidden); return e }\nhidden().stack",
  );
  assert.match(stack, /^Error: m\n    at code\.js:2:\d+(?:\n|$)/);
  assert.ok(!stack.includes("hidden"));
  assert.strictEqual(
    run("let name; try { Error.captureStackTrace(5) } catch (e) { name = e.constructor === TypeError } name"),
    true,
  );
});

test("a context has a limit of its own", () => {
  assert.strictEqual(run("Error.stackTraceLimit"), 10);
  const limited = run(
    "Error.stackTraceLimit = 2; function a() { return new Error('m') } function b() { return a() } function c() { return b() } c().stack",
  );
  assert.match(limited, /^Error: m\n    at a .*\n    at b .*$/);
  assert.strictEqual(statics.stackTraceLimit, 10);
});

test("prepareStackTrace of a context is for its errors, that of the main context for all others", () => {
  const saved = statics.prepareStackTrace;
  const own = vm.createContext({ outer: new Error("outer"), object: {} });
  vm.runInContext(
    "Error.prepareStackTrace = function (error, sites) { return [this === Error, sites instanceof Array, error instanceof Error, sites.length > 0] }",
    own,
  );
  const other = vm.createContext({});
  try {
    statics.prepareStackTrace = (_: Error, sites: unknown[]) => `main ${sites.length > 0}`;
    assert.deepStrictEqual([...vm.runInContext("new Error('x').stack", own)], [true, true, true, true]);
    assert.deepStrictEqual([...(vm.runInContext("new Error('x')", own).stack as any)], [true, true, true, true]);
    assert.strictEqual(vm.runInContext("outer.stack", own), "main true");
    assert.strictEqual(vm.runInContext("Error.captureStackTrace(object); object.stack", own), "main true");
    assert.strictEqual(vm.runInContext("new Error('x').stack", other), "main true");
  } finally {
    statics.prepareStackTrace = saved;
  }
  assert.strictEqual(vm.runInContext("Error.prepareStackTrace", other), undefined);
  assert.strictEqual(firstLines(new Error("x").stack), "Error: x");
});

test("an uncaught error of a context is shown as others are", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["-e", "throw new (require('vm').runInNewContext('RangeError'))('boom')"],
    { encoding: "utf8" },
  );
  assert.strictEqual(status, 1);
  assert.match(stderr, /\nRangeError: boom\n    at \[eval\]:1:/);
});

test("the statics look native, and functions show their original source", () => {
  assert.strictEqual(
    run("Error.captureStackTrace + '' + Function.prototype.toString"),
    "function captureStackTrace() { [native code] }function toString() { [native code] }",
  );
  assert.strictEqual(
    run("Object.keys(Error).join() + (Error.captureStackTrace instanceof Function)"),
    "stackTraceLimittrue",
  );
  for (const text of [
    "(e) => e.stack",
    "function f(a) { return a.b(')', `)`)?.stack.split(/[)\\n]/, 1)[0] + f(a)['stack'].length }",
    "async (e) => (await e).stack",
    "(e) => e?.stack[0] + g(e, 1).stack",
    "({ e }) => { const { stack } = e(1, 3); return stack }",
  ]) {
    const shown = run(`String(${text})`);
    assert.ok(!shown.includes("$"), shown);
    assert.strictEqual(shown.replaceAll("['stack']", ".stack"), text.replaceAll("['stack']", ".stack"));
  }
  assert.throws(() => run("Function.prototype.toString.call({})"), { name: "TypeError" });
});

test("lines count from the first one in scripts that declare names of the object", () => {
  assert.match(run("var count = count + 1; new Error('m').stack", { count: 1 }), /^Error: m\n    at code\.js:1:/);
  assert.match(
    run("'use strict';\nvar count = count + 1; new Error('m').stack", { count: 1 }),
    /^Error: m\n    at code\.js:2:/,
  );
  const options = { filename: "code.js", lineOffset: 4 };
  assert.match(
    vm.runInContext("var count = count + 1;\nnew Error('m').stack", vm.createContext({ count: 1 }), options),
    /^Error: m\n    at code\.js:6:/,
  );
});
