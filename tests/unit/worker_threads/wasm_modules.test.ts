// WebAssembly.Module in messages: threads share the compiled code.
import assert from "node:assert";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

// (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
const bytes = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  7,
  1,
  96,
  2,
  127,
  127,
  1,
  127,
  3,
  2,
  1,
  0,
  7,
  7,
  1,
  3,
  97,
  100,
  100,
  0,
  0,
  10,
  9,
  1,
  7,
  0,
  32,
  0,
  32,
  1,
  106,
  11,
);
const compiled = new WebAssembly.Module(bytes);

test("a worker instantiates a module that it was sent", async () => {
  const code = `
    const { parentPort } = require("worker_threads");
    parentPort.once("message", ({ module }) => {
      parentPort.postMessage([module instanceof WebAssembly.Module, new WebAssembly.Instance(module).exports.add(10, 20)]);
    });`;
  const worker = new Worker(code, { eval: true });
  worker.postMessage({ module: compiled });
  assert.deepStrictEqual(
    await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)),
    [true, 30],
  );
});

test("a module outlives the thread that compiled it", async () => {
  const worker = new Worker(
    `require("worker_threads").parentPort.postMessage(new WebAssembly.Module(Uint8Array.from([${bytes}])))`,
    { eval: true },
  );
  const module: any = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await new Promise((resolve) => worker.once("exit", resolve));
  assert.deepStrictEqual(
    WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]),
    [["add", "function"]],
  );
  assert.strictEqual((new WebAssembly.Instance(module).exports as any).add(2, 3), 5);
});

test("structuredClone takes a module and refuses instances", () => {
  const clone = structuredClone({ compiled }).compiled;
  assert.strictEqual((new WebAssembly.Instance(clone).exports as any).add(1, 1), 2);
  assert.throws(() => structuredClone(new WebAssembly.Instance(compiled)), { name: "DataCloneError" });
});
