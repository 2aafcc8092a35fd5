// Atomics.waitAsync: waits for shared memory without blocking the thread.
import assert from "node:assert";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

type Waiting = { async: boolean; value: any };
const waitAsync: (view: unknown, index: unknown, value: unknown, timeout?: unknown) => Waiting = (Atomics as any)
  .waitAsync;

test("waitAsync returns a result at once when it need not wait", () => {
  const numbers = new Int32Array(new SharedArrayBuffer(8));
  assert.deepStrictEqual({ ...waitAsync(numbers, 0, 1) }, { async: false, value: "not-equal" });
  assert.deepStrictEqual({ ...waitAsync(numbers, 0, 0, 0) }, { async: false, value: "timed-out" });
  assert.deepStrictEqual({ ...waitAsync(numbers, 0, 0, -5) }, { async: false, value: "timed-out" });
  assert.deepStrictEqual([waitAsync.name, waitAsync.length], ["waitAsync", 4]);
});

test("a notify of the same thread wakes as many as it says, in their order", async () => {
  const numbers = new Int32Array(new SharedArrayBuffer(16));
  const order: string[] = [];
  const waits = [0, 0, 0, 1].map((index, number) =>
    waitAsync(numbers, index, 0, 5000).value.then((outcome: string) => order.push(`${number} ${outcome}`)),
  );
  assert.strictEqual(Atomics.notify(numbers, 0, 2), 2);
  await Promise.all(waits.slice(0, 2));
  assert.deepStrictEqual(order, ["0 ok", "1 ok"]);
  assert.strictEqual(Atomics.notify(numbers, 0), 1);
  assert.strictEqual(Atomics.notify(numbers, 2), 0);
  assert.strictEqual(Atomics.notify(numbers, 1), 1);
  await Promise.all(waits);
  assert.deepStrictEqual(order, ["0 ok", "1 ok", "2 ok", "3 ok"]);
});

test("it ends when its time is over", async () => {
  const numbers = new BigInt64Array(new SharedArrayBuffer(8));
  const start = performance.now();
  const timer = setTimeout(() => undefined, 1000);
  assert.strictEqual(await waitAsync(numbers, 0, 0n, 20).value, "timed-out");
  assert.ok(performance.now() - start >= 19);
  clearTimeout(timer);
});

test("another thread changes the value and notifies", async () => {
  const numbers = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(
    'const { workerData } = require("worker_threads"); Atomics.store(workerData, 0, 7); Atomics.notify(workerData, 0); Atomics.wait(workerData, 1, 0);',
    { eval: true, workerData: numbers },
  );
  const { async: isAsync, value } = waitAsync(numbers, 0, 0, 10_000);
  assert.strictEqual(isAsync ? await value : "ok", "ok");
  assert.strictEqual(numbers[0], 7);
  Atomics.store(numbers, 1, 1);
  Atomics.notify(numbers, 1);
  await new Promise((resolve) => worker.once("exit", resolve));
});

test("wrong arguments", () => {
  const shared = new SharedArrayBuffer(8);
  for (const view of [new Float64Array(shared), new Int16Array(shared), new Int32Array(2), {}, undefined])
    assert.throws(() => waitAsync(view, 0, 0), TypeError);
  assert.throws(() => waitAsync(new Int32Array(shared), 2, 0), RangeError);
  assert.throws(() => waitAsync(new BigInt64Array(shared), 0, 0), TypeError);
});
