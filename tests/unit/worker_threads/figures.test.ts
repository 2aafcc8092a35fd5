// Statistics of a worker in its parent: heap, CPU time, loop utilization.
import assert from "node:assert";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const once = (worker: any, event: string): Promise<any> => new Promise((resolve) => worker.once(event, resolve));
const idle = 'require("worker_threads").parentPort.once("message", () => {})';

test("getHeapStatistics gives numbers of the worker's heap", async () => {
  const worker: any = new Worker(`global.kept = new Array(1e5).fill(0.5); ${idle}`, { eval: true });
  await once(worker, "online");
  const statistics = await worker.getHeapStatistics();
  for (const name of [
    "total_heap_size",
    "used_heap_size",
    "heap_size_limit",
    "total_available_size",
    "external_memory",
    "number_of_native_contexts",
  ]) {
    assert.ok(statistics[name] >= 0, name);
  }
  assert.ok(statistics.used_heap_size > 1e5);
  assert.strictEqual(typeof statistics.does_zap_garbage, "boolean");
  worker.postMessage("end");
  await once(worker, "exit");
  await assert.rejects(worker.getHeapStatistics(), {
    code: "ERR_WORKER_NOT_RUNNING",
    message: "Worker instance not running",
  });
});

test("cpuUsage counts the worker's own time", async () => {
  const worker: any = new Worker(`const end = Date.now() + 40; while (Date.now() < end); ${idle}`, { eval: true });
  await once(worker, "online");
  const first = await worker.cpuUsage();
  assert.ok(first.user >= 0 && first.system >= 0 && first.user + first.system > 10_000, JSON.stringify(first));
  const since = await worker.cpuUsage(first);
  assert.ok(since.user >= 0 && since.user + since.system < first.user + first.system);
  for (const wrong of [1, {}, [], true, { user: -1, system: 1 }, { user: 1, system: -1 }]) {
    assert.throws(
      () => worker.cpuUsage(wrong),
      (error: any) => ["ERR_INVALID_ARG_TYPE", "ERR_OUT_OF_RANGE"].includes(error.code),
    );
  }
  worker.postMessage("end");
  await once(worker, "exit");
  await assert.rejects(worker.cpuUsage(), { code: "ERR_WORKER_NOT_RUNNING" });
});

test("eventLoopUtilization distinguishes a busy worker from an idle one", async () => {
  const worker: any = new Worker(
    `const { parentPort } = require("worker_threads"); let isBusy = false;
    const work = () => { if (isBusy) { const end = Date.now() + 20; while (Date.now() < end); } };
    const timer = setInterval(work, 1); parentPort.on("message", (what) => { if (what === "end") process.exit(0); isBusy = true; });`,
    { eval: true },
  );
  assert.deepStrictEqual(worker.performance.eventLoopUtilization(), { idle: 0, active: 0, utilization: 0 });
  await once(worker, "online");
  await new Promise((resolve) => setTimeout(resolve, 150));
  const before = worker.performance.eventLoopUtilization();
  assert.ok(before.idle > 0 && before.active > 0, JSON.stringify(before));
  worker.postMessage("work");
  await new Promise((resolve) => setTimeout(resolve, 200));
  const after = worker.performance.eventLoopUtilization();
  const between = worker.performance.eventLoopUtilization(after, before);
  assert.ok(between.utilization > 0.5, JSON.stringify(between));
  worker.postMessage("end");
  await once(worker, "exit");
  assert.deepStrictEqual(worker.performance.eventLoopUtilization(), { idle: 0, active: 0, utilization: 0 });
});

test("getHeapSnapshot checks its options", async () => {
  const worker: any = new Worker(idle, { eval: true });
  for (const wrong of [1, true, null, "text"])
    assert.throws(() => worker.getHeapSnapshot(wrong), { code: "ERR_INVALID_ARG_TYPE" });
  worker.postMessage("end");
  await once(worker, "exit");
  await assert.rejects(worker.getHeapSnapshot(), { code: "ERR_WORKER_NOT_RUNNING" });
});
