// nodeTiming and eventLoopUtilization of https://nodejs.org/api/perf_hooks.html.
import assert from "node:assert";
import { eventLoopUtilization, performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const startBefore = performance.nodeTiming.loopStart;
const before = eventLoopUtilization();
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("before the loop begins nothing is counted", () => {
  assert.strictEqual(startBefore, -1);
  assert.deepStrictEqual({ ...before }, { idle: 0, active: 0, utilization: 0 });
});

test("the milestones of the process are in order", () => {
  const { nodeStart, v8Start, environment, bootstrapComplete, loopStart, loopExit, duration, name, entryType } =
    performance.nodeTiming;
  assert.deepStrictEqual([name, entryType], ["node", "node"]);
  assert.ok(
    0 < nodeStart &&
      nodeStart < v8Start &&
      v8Start < environment &&
      environment < bootstrapComplete &&
      bootstrapComplete < loopStart &&
      loopStart < duration,
  );
  assert.strictEqual(loopExit, -1);
  assert.strictEqual(JSON.parse(JSON.stringify(performance.nodeTiming)).nodeStart, nodeStart);
  assert.strictEqual(performance.measure("m", "nodeStart", "loopStart").duration, loopStart - nodeStart);
});

test("waiting is idle time, computing is active time", async () => {
  const start = eventLoopUtilization();
  await sleep(40);
  const waited = eventLoopUtilization(start);
  assert.ok(waited.idle >= 25, `${waited.idle}`);
  assert.ok(waited.utilization < 0.6, `${waited.utilization}`);
  const middle = eventLoopUtilization();
  spin(30);
  const computed = eventLoopUtilization(middle);
  assert.strictEqual(computed.idle, 0);
  assert.strictEqual(computed.utilization, 1);
  assert.ok(computed.active >= 29);
  const end = eventLoopUtilization();
  const difference = eventLoopUtilization(end, start);
  assert.strictEqual(difference.idle, end.idle - start.idle);
  assert.strictEqual(difference.active, end.active - start.active);
  assert.strictEqual(performance.nodeTiming.idleTime, end.idle);
});

test("the turns and events of the loop are counted", async () => {
  const first = (performance.nodeTiming as any).uvMetricsInfo;
  await new Promise((resolve) => setImmediate(resolve));
  const second = (performance.nodeTiming as any).uvMetricsInfo;
  assert.ok(second.loopCount > first.loopCount);
  assert.deepStrictEqual(Object.keys(second), ["loopCount", "events", "eventsWaiting"]);
});

test("toJSON has the timing, the origin and the utilization", () => {
  const shown: any = performance.toJSON();
  assert.deepStrictEqual(Object.keys(shown).sort(), ["eventLoopUtilization", "nodeTiming", "timeOrigin"]);
  assert.strictEqual(shown.timeOrigin, performance.timeOrigin);
});

test("threads have the time origin of the process", async () => {
  const worker = new Worker(
    "const { parentPort } = require('worker_threads'); parentPort.postMessage([performance.timeOrigin, performance.now()])",
    { eval: true },
  );
  const [origin, now] = await new Promise<number[]>((resolve) => worker.once("message", resolve));
  assert.strictEqual(origin, performance.timeOrigin);
  assert.ok(now! <= performance.now() && now! > performance.nodeTiming.bootstrapComplete);
});

test("process.uptime() counts from nodeStart", () => {
  const { nodeStart } = performance.nodeTiming;
  const before = performance.now();
  const uptimeMs = process.uptime() * 1000;
  const after = performance.now();
  assert.ok(before - nodeStart <= uptimeMs && uptimeMs <= after - nodeStart, `${before} ${uptimeMs} ${after}`);
});
