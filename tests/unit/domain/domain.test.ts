// Domains change how the whole process handles exceptions, so each test is a program of its own.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

function run(code: string): { lines: string[]; status: number | null; stderr: string } {
  const result = spawnSync(
    process.execPath,
    ["-e", `const domain = require("node:domain"), { EventEmitter } = require("node:events"); ${code}`],
    { encoding: "utf8" },
  );
  return { lines: result.stdout.split("\n").filter(Boolean), status: result.status, stderr: result.stderr };
}

test("exceptions of callbacks go to the domain that they were started in", () => {
  for (const start of [
    "setTimeout(fail, 1)",
    "setImmediate(fail)",
    "process.nextTick(fail)",
    `require("node:fs").stat("/", fail)`,
  ]) {
    const { lines, status } = run(`const d = domain.create(); const fail = () => { throw new Error("from callback"); };
      d.on("error", (error) => console.log(error.message, error.domain === d, error.domainThrown)); d.run(() => { ${start}; });`);
    assert.deepStrictEqual([lines, status], [["from callback true true"], 0], start);
  }
});

test("errors of emitters that were made inside go to the domain", () => {
  const { lines } =
    run(`const d = domain.create(); d.on("error", (error) => console.log(error.message, error.domainEmitter === emitter, error.domainThrown));
    const emitter = d.run(() => new EventEmitter()); console.log(emitter.domain === d); emitter.emit("error", new Error("emitted"));
    const other = new EventEmitter(); d.add(other); other.emit("error", new Error("added")); d.remove(other); console.log(other.domain, d.members.length);`);
  assert.deepStrictEqual(lines, ["true", "emitted true false", "added false false", "null 0"]);
});

test("bind and intercept run in the domain", () => {
  const { lines } = run(`const d = domain.create(); d.on("error", (error) => console.log("error", error.message));
    console.log(d.bind((value) => [value, process.domain === d].join())(1)); console.log(d.intercept((value) => value)(null, 2)); d.intercept(() => console.log("never"))(new Error("intercepted"));
    console.log(domain.active ?? null, process.domain ?? null);`);
  assert.deepStrictEqual(lines, ["1,true", "2", "error intercepted", "null null"]);
});

test("an error that a listener throws goes to the outer domain", () => {
  const { lines, status } =
    run(`const outer = domain.create(), inner = domain.create(); outer.on("error", (error) => console.log("outer", error.message)); inner.on("error", () => { throw new Error("second"); });
    outer.run(() => inner.run(() => setTimeout(() => { outer.enter(); inner.enter(); throw new Error("first"); }, 1)));`);
  assert.deepStrictEqual([lines, status], [["outer second"], 0]);
});

test("a domain without a listener lets the exception end the process", () => {
  const { status, stderr } = run(
    `domain.create().run(() => { setTimeout(() => { throw new Error("unheard"); }, 1); });`,
  );
  assert.strictEqual(status, 1);
  assert.match(stderr, /Error: unheard/);
});

test("a capture callback of the program works together with domains", () => {
  const { lines } =
    run(`process.setUncaughtExceptionCaptureCallback((error) => console.log("captured", error.message)); console.log(process.hasUncaughtExceptionCaptureCallback());
    const d = domain.create(); d.on("error", (error) => console.log("domain", error.message)); d.run(() => setTimeout(() => { throw new Error("inside"); }, 1));`);
  assert.deepStrictEqual(lines, ["true", "domain inside"]);
});

test("an error of an emitter leaves its domain as often as it was entered last", () => {
  const { lines } = run(`
    const first = domain.create(), second = domain.create();
    second.on("error", () => console.log(domain._stack.length, process.domain === first, process.domain === null));
    const fail = () => new EventEmitter().emit("error", new Error("x"));
    first.run(() => second.run(() => second.run(fail)));
    second.run(fail);
  `);
  assert.deepStrictEqual(lines, ["1 true false", "0 false true"]);
});

test("promises continue in their domain, and what they reject with goes to it", () => {
  const { lines } = run(`
    process.on("unhandledRejection", (reason) => console.log("no domain", reason.message));
    const make = (name) => Object.assign(domain.create(), { label: name }).on("error", (error) => console.log(name, error.message, process.domain?.label));
    const here = () => process.domain?.label;
    make("a").run(() => { Promise.resolve().then(() => { console.log("then", here()); throw new Error("then"); }); });
    make("b").run(() => { Promise.reject(new Error("reject")); });
    make("c").run(async () => { await 1; console.log("await", here()); throw new Error("async"); });
    make("d").run(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      console.log("timer", here());
      setTimeout(() => { throw new Error("thrown"); }, 1);
    });
    make("e").run(async () => {
      try { await Promise.reject(1); } catch { console.log("catch", here()); }
      for await (const _ of [1]) console.log("for await", here());
    });
    make("f").bind(async () => { throw new Error("bound"); })();
    Promise.reject(new Error("outside"));
    (async () => { await null; console.log("outside", here()); })();
  `);
  assert.deepStrictEqual([...lines].sort(), [
    "a then undefined",
    "await c",
    "b reject undefined",
    "c async undefined",
    "catch e",
    "d thrown undefined",
    "f bound undefined",
    "for await e",
    "no domain outside",
    "outside undefined",
    "then a",
    "timer d",
  ]);
});

test("promises of a context of node:vm run their reactions in the domain, and do not have it as a property", () => {
  const { lines } = run(`const vm = require("node:vm"); const context = vm.createContext({});
    const d = domain.create();
    d.run(() => {
      const promises = [
        vm.runInContext("async () => null", context)(),
        vm.runInContext("Promise.resolve(1)", context),
        vm.runInNewContext("Promise.resolve(1)"),
        vm.runInContext("Promise.reject(1)", context).catch(() => {}),
      ];
      for (const promise of promises) {
        const isDerived = promise.then(() => console.log(process.domain === d)) instanceof Promise;
        console.log(promise.domain, isDerived);
      }
    });`);
  assert.deepStrictEqual(lines, [...Array(4).fill("undefined false"), ...Array(4).fill("true")]);
});

test("a context's functions of promises are its own again when no hook is left", () => {
  const { lines } = run(`const { promiseHooks } = require("node:v8"), vm = require("node:vm");
    const read = () => vm.runInContext("[Promise.prototype.then, Promise.resolve, Promise.reject]", context);
    const context = vm.createContext({});
    const before = read();
    let count = 0;
    const stop = promiseHooks.onInit(() => count++);
    const late = vm.createContext({});
    vm.runInContext("Promise.resolve(1)", context);
    vm.runInContext("Promise.resolve(1)", late);
    stop();
    vm.runInContext("Promise.resolve(1)", context);
    console.log(count, read().every((value, index) => value === before[index]));`);
  assert.deepStrictEqual(lines, ["2 true"]);
});
