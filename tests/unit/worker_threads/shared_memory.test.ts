// SharedArrayBuffers between threads: the same memory on both sides.
import assert from "node:assert";
import process from "node:process";
import { BroadcastChannel, MessageChannel, Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const nextMessage = (worker: Worker): Promise<any> =>
  new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));

test("a worker reads and writes the memory of workerData", async () => {
  const shared = new SharedArrayBuffer(16);
  const numbers = new Int32Array(shared);
  numbers[0] = 41;
  const code = `
    const { parentPort, workerData } = require("worker_threads");
    const numbers = new Int32Array(workerData);
    numbers[1] = numbers[0] + 1;
    parentPort.postMessage([workerData instanceof SharedArrayBuffer, workerData.byteLength, Object.prototype.toString.call(workerData)]);`;
  const worker = new Worker(code, { eval: true, workerData: shared });
  assert.deepStrictEqual(await nextMessage(worker), [true, 16, "[object SharedArrayBuffer]"]);
  assert.strictEqual(numbers[1], 42);
});

test("threads wait for each other with Atomics", async () => {
  const numbers = new Int32Array(new SharedArrayBuffer(8));
  const code = `
    const { parentPort } = require("worker_threads");
    parentPort.once("message", (numbers) => {
      parentPort.postMessage("waiting");
      const outcome = Atomics.wait(numbers, 0, 0, 10_000);
      parentPort.postMessage([outcome, Atomics.load(numbers, 0), Atomics.add(numbers, 1, 5)]);
    });`;
  const worker = new Worker(code, { eval: true });
  worker.postMessage(numbers);
  assert.strictEqual(await nextMessage(worker), "waiting");
  Atomics.store(numbers, 0, 7);
  const answer = nextMessage(worker);
  while (Atomics.notify(numbers, 0) === 0 && numbers[1] === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const [outcome, ...rest] = await answer;
  assert.ok(outcome === "ok" || outcome === "not-equal", outcome);
  assert.deepStrictEqual(rest, [7, 0]);
  assert.strictEqual(numbers[1], 5);
});

test("memory outlives the thread that created it, and can be passed on", async () => {
  const worker = new Worker(
    `require("worker_threads").parentPort.postMessage(new Uint8Array(new SharedArrayBuffer(1 << 20)).fill(7))`,
    { eval: true },
  );
  const bytes: Uint8Array = await nextMessage(worker);
  await new Promise((resolve) => worker.once("exit", resolve));
  assert.ok(bytes.length === 1 << 20 && bytes.every((byte) => byte === 7));
  const { port1, port2 } = new MessageChannel();
  port1.postMessage([bytes.buffer, new SharedArrayBuffer(0)]);
  const [again, empty] = await new Promise<any>((resolve) => port2.once("message", resolve));
  bytes[3] = 9;
  assert.strictEqual(new Uint8Array(again)[3], 9);
  assert.strictEqual(empty.byteLength, 0);
  port1.close();
});

test("many buffers are created and freed", async () => {
  const { port1, port2 } = new MessageChannel();
  let sum = 0;
  for (let index = 0; index < 300; index++) {
    port1.postMessage(new Uint8Array(new SharedArrayBuffer(4096)).fill(index & 255));
    const view: Uint8Array = await new Promise((resolve) => port2.once("message", resolve));
    sum += view[4095]!;
  }
  (globalThis as any).gc?.();
  assert.strictEqual(
    sum,
    Array.from({ length: 300 }, (_, index) => index & 255).reduce((a, b) => a + b),
  );
  port1.close();
});

test("a transfer list refuses shared memory", () => {
  const { port1 } = new MessageChannel();
  const shared = new SharedArrayBuffer(8);
  assert.throws(() => port1.postMessage(shared, [shared as any]), { name: "DataCloneError" });
  port1.close();
});

test("a growable buffer grows in both threads", async () => {
  const shared: any = new (SharedArrayBuffer as any)(8, { maxByteLength: 64 });
  const bytes = new Uint8Array(shared);
  const code = `
    const { parentPort, workerData } = require("worker_threads");
    const bytes = new Uint8Array(workerData);
    const seen = [workerData.growable, workerData.maxByteLength, bytes.length];
    workerData.grow(32);
    bytes[31] = 7;
    parentPort.postMessage([...seen, bytes.length]);`;
  const worker = new Worker(code, { eval: true, workerData: shared });
  assert.deepStrictEqual(await nextMessage(worker), [true, 64, 8, 32]);
  assert.deepStrictEqual([shared.byteLength, bytes.length, bytes[31]], [32, 32, 7]);
});

test("all receivers of a broadcast have the memory", async () => {
  const names = ["one", "two"];
  const sender = new BroadcastChannel("memory");
  const received = names.map((name) => {
    const channel: any = new BroadcastChannel("memory");
    return new Promise<void>((resolve, reject) => {
      channel.onmessageerror = reject;
      channel.onmessage = ({ data }: any) => {
        data[name === "one" ? 0 : 1] = 5;
        channel.close();
        resolve();
      };
    });
  });
  const bytes = new Uint8Array(new SharedArrayBuffer(2));
  sender.postMessage(bytes);
  await Promise.all(received);
  assert.deepStrictEqual([...bytes], [5, 5]);
  sender.close();
});

test("memory of unread messages is freed", async () => {
  for (let index = 0; index < 200; index++) {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(new Uint8Array(new SharedArrayBuffer(1 << 20)).fill(1));
    port2.close();
    await new Promise((resolve) => port1.once("close", resolve));
  }
  assert.ok(process.memoryUsage.rss() < 700 * 1024 * 1024);
});
