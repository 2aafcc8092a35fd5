// The global object as a plain object: assignments, inheritance, and freezing (ECMA-262 §9.1.1.4, §10.1.9).
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

function run(program: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "global-object-")), "program.cjs");
  writeFileSync(file, program);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  return (stdout + stderr).trim();
}

test("an object that inherits from the global object gets properties of its own", () => {
  const sandbox = Object.create(globalThis);
  const names = ["setInterval", "structuredClone", "URLPattern", "TextDecoderStream"];
  for (const name of names) sandbox[name] = name;
  for (const name of names) {
    assert.strictEqual(sandbox[name], name);
    assert.strictEqual(typeof (globalThis as any)[name], "function");
    assert.deepStrictEqual(Object.getOwnPropertyDescriptor(sandbox, name), {
      value: name,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
});

test("an assignment replaces a global", () => {
  assert.strictEqual(
    run(
      "btoa = () => 1; globalThis.atob = () => 2; console.log(btoa(), atob(), Object.keys(globalThis).includes('atob'))",
    ),
    "1 2 true",
  );
});

test("all globals can be read after the global object was frozen", () => {
  const program = `Object.freeze(globalThis);
    const names = Object.getOwnPropertyNames(globalThis).filter((name) => name !== "localStorage");
    const changing = names.filter((name) => globalThis[name] !== globalThis[name] && name !== "NaN");
    console.log(Object.isFrozen(globalThis), changing, new URL("a:b").href, Buffer.from("a").toString("hex"));`;
  assert.strictEqual(run(program), "true [] a:b 61");
});

test("a frozen global cannot be assigned to", () => {
  const program = `"use strict"; Object.freeze(globalThis);
    try { globalThis.fetch = 1; } catch (error) { console.log(error.name, error.message, typeof fetch); }`;
  assert.strictEqual(
    run(program),
    "TypeError Cannot assign to read only property 'fetch' of object '#<Object>' function",
  );
});

test("source that creates functions can be loaded after the intrinsics were frozen", () => {
  const program = `for (const each of [globalThis, Array, Function.prototype, (async () => {}).constructor.prototype]) Object.freeze(each);
    console.log(require("node:vm").runInThisContext("new Function('return 7')()"), eval("Function('return 8')()"), Array.fromAsync.name);`;
  assert.strictEqual(run(program), "7 8 fromAsync");
});

test("the members of the global object are data properties before their first use", () => {
  const program = `const of = Object.getOwnPropertyDescriptor;
    const names = Object.getOwnPropertyNames(globalThis).filter((name) => !/^(process|Buffer|.*[sS]torage|require|module)$/.test(name));
    const accessors = names.filter((name) => !("value" in of(globalThis, name)));
    console.log(accessors.sort().join(), of(globalThis, "URL").value === URL, of(globalThis, "URL").writable);`;
  assert.strictEqual(run(program), "crypto,navigator,performance true true");
});

test("Reflect and getOwnPropertyDescriptors show data properties, too", () => {
  const program = `const { value, get } = Reflect.getOwnPropertyDescriptor(globalThis, "TextDecoder");
    const all = Object.getOwnPropertyDescriptors(globalThis);
    console.log(value.name, get, all.decodeURIComponent.value.name, all.WebAssembly.value === WebAssembly);`;
  assert.strictEqual(run(program), "TextDecoder undefined decodeURIComponent true");
});

test("an accessor of the program stays one, and is not called", () => {
  const program = `Object.defineProperty(globalThis, "Blob", { get() { throw new Error("called"); }, configurable: true });
    console.log(typeof Object.getOwnPropertyDescriptor(globalThis, "Blob").get, Object.getOwnPropertyDescriptor(globalThis, "Blob").value);`;
  assert.strictEqual(run(program), "function undefined");
});

test("crypto and navigator have no setter, and performance is replaced by an assignment", () => {
  const program = `"use strict"; const refused = [];
    for (const name of ["crypto", "navigator"]) {
      try { globalThis[name] = 1; } catch (error) { refused.push(error.name); }
    }
    const { get } = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    try { get.call({}); } catch (error) { refused.push(get.name, error.code); }
    performance = 2;
    console.log(refused.join(), performance, typeof Object.getOwnPropertyDescriptor(globalThis, "performance").set);`;
  assert.strictEqual(run(program), "TypeError,TypeError,get crypto,ERR_INVALID_THIS 2 function");
});

test("the functions of Promise.withResolvers are anonymous and settle the promise once", async () => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  assert.deepStrictEqual([resolve.name, resolve.length, reject.name, reject.length], ["", 1, "", 1]);
  resolve(1);
  reject(new Error("late"));
  assert.strictEqual(await promise, 1);
  class Sub<T> extends Promise<T> {}
  assert.ok(Sub.withResolvers().promise instanceof Sub);
  assert.throws(() => (Promise.withResolvers as any).call(undefined), TypeError);
  assert.throws(() => new (Promise.withResolvers as any)(), TypeError);
});
