// worker.terminate(): whatever the worker is doing.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";
import { head, runWorker } from "./start.ts";

const busy: Record<string, string> = {
  "an endless loop": "for (;;);",
  "a loop that catches everything": "for (;;) { try { for (;;); } catch {} }",
  "endless ticks": "const again = () => process.nextTick(again); again();",
  "endless immediates": "const again = () => setImmediate(again); again();",
  "an endless chain of promise jobs": "(function again() { Promise.resolve().then(again); })();",
  "an endless chain of microtasks behind an await": "(async () => { for (;;) await null; })();",
  "an endless chain that a timer began": "setTimeout(function again() { queueMicrotask(again); }, 1);",
  "an endless chain that a message began":
    "require('worker_threads').parentPort.on('message', async () => { for (;;) await 1; }); require('worker_threads').parentPort.emit('message');",
  "an idle timer": "setTimeout(() => {}, 1e6);",
  "a wait in Atomics.wait": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
};

for (const [what, code] of Object.entries(busy)) {
  test(`terminate ends ${what} with code 1`, async () => {
    let promised: Promise<number> | undefined;
    const { code: exitCode } = await runWorker(code, {}, (worker) =>
      setTimeout(() => {
        promised = worker.terminate();
      }, 20),
    );
    assert.strictEqual(exitCode, 1);
    assert.strictEqual(await promised, 1);
  });
}

test("the end of the process ends workers that run endless chains of promise jobs", async () => {
  for (const end of [
    "process.exit(3)",
    "process.exitCode = 3; worker.unref()",
    "throw Object.assign(new Error('end'), {})",
  ]) {
    const chain = "(function again() { Promise.resolve().then(again); })()";
    const code = `const worker = new (require("worker_threads").Worker)(${JSON.stringify(chain)}, { eval: true }); worker.once("online", () => setTimeout(() => { ${end} }, 20));`;
    const { status, signal } = spawnSync(process.execPath, ["-e", code], { timeout: 8000 });
    assert.deepStrictEqual([end, status, signal], [end, end.startsWith("throw") ? 1 : 3, null]);
  }
}, 30_000);

test("terminate before the worker runs, and again after its end", async () => {
  const worker = new Worker("for (;;);", { eval: true });
  assert.strictEqual(typeof (await worker.terminate()), "number");
  assert.strictEqual(await worker.terminate(), undefined);
});

test("an unreferenced worker does not keep the process", async () => {
  const worker = new Worker("setTimeout(() => {}, 1e6)", { eval: true });
  worker.unref();
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(worker.threadId > 0);
});

test("a worker whose heap is over its limit ends with an error", async () => {
  const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
  for (const code of [
    "const all = []; for (;;) all.push(new Array(1000).fill(0.5));",
    "const all = []; setInterval(() => { for (let i = 0; i < 400; i++) all.push(new Array(1000).fill(0.5)); }, 1);",
  ]) {
    const { errors, code: exitCode } = await runWorker(code, { resourceLimits: limits });
    assert.deepStrictEqual(
      errors.map(({ code, message }) => [code, message]),
      [["ERR_WORKER_OUT_OF_MEMORY", "Worker terminated due to reaching memory limit: JS heap out of memory"]],
    );
    assert.strictEqual(exitCode, 1);
  }
}, 30_000);

test("garbage does not count against the limit", async () => {
  const code = `${head}let last; for (let i = 0; i < 30000; i++) last = new Array(1000).fill(i + 0.5); parentPort.postMessage(last.length)`;
  const { messages, errors } = await runWorker(code, { resourceLimits: { maxOldGenerationSizeMb: 32 } });
  assert.deepStrictEqual([messages, errors], [[1000], []]);
}, 30_000);
