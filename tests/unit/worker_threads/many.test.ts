// Many workers: one after the other, all at once, and workers that need each other.
import assert from "node:assert";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";
import { head, runWorker } from "./start.ts";

test("a worker sees no state of those before it", async () => {
  const code = `${head}
    const before = [typeof globalThis.left, typeof Array.prototype.left, process.exitCode, Object.keys(require.cache).length];
    globalThis.left = 1; Array.prototype.left = 1; process.exitCode = 3;
    new FinalizationRegistry(() => {}).register({}, 0);
    Promise.resolve().then(() => parentPort.postMessage(before));`;
  for (let round = 0; round < 12; round++) {
    const { messages, code: exitCode } = await runWorker(code);
    assert.deepStrictEqual([messages, exitCode], [[["undefined", "undefined", undefined, 0]], 3]);
  }
});

test("workers that were ended in the middle of their code do not harm the next", async () => {
  for (let round = 0; round < 6; round++) {
    const worker = new Worker(`${head}parentPort.postMessage(0); for (;;) Promise.resolve().then(() => {});`, {
      eval: true,
    });
    await new Promise((resolve) => worker.once("message", resolve));
    assert.strictEqual(await worker.terminate(), 1);
    const { messages } = await runWorker(`${head}Promise.resolve(4).then((four) => parentPort.postMessage(four))`);
    assert.deepStrictEqual(messages, [4]);
    const { code: exitCode } = await runWorker("Promise.resolve().then(() => { throw 1; }); process.exit(5)");
    assert.strictEqual(exitCode, 5);
  }
});

test("forty workers at once all answer", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      runWorker(`${head}parentPort.postMessage(workerData * 2)`, { workerData: index }),
    ),
  );
  assert.deepStrictEqual(
    outcomes.map(({ messages }) => messages[0]),
    Array.from({ length: 40 }, (_, index) => index * 2),
  );
});

test("workers that wait for each other while they start all continue", async () => {
  const count = 8;
  const view = new Int32Array(new SharedArrayBuffer(4));
  const arrive = "const mine = Atomics.add(workerData, 0, 1) + 1;";
  const blocking = `${head}${arrive} if (mine === ${count}) Atomics.notify(workerData, 0); else for (let seen; (seen = Atomics.load(workerData, 0)) < ${count};) Atomics.wait(workerData, 0, seen, 50);`;
  const started = Date.now();
  await Promise.all(Array.from({ length: count }, () => runWorker(blocking, { workerData: view })));
  assert.strictEqual(view[0], count);
  view[0] = 0;
  const spinning = `${head}${arrive} while (Atomics.load(workerData, 0) < ${count});`;
  await Promise.all(Array.from({ length: count }, () => runWorker(spinning, { workerData: view })));
  assert.strictEqual(view[0], count);
  assert.ok(Date.now() - started < 8000);
}, 20_000);
