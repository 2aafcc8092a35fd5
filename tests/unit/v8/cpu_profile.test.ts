// v8.startCpuProfile and worker.startCpuProfile: profiles that Chrome's tools read.
import assert from "node:assert";
import v8 from "node:v8";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

function busyUnitFunction(milliseconds: number): number {
  let sum = 0;
  for (const end = Date.now() + milliseconds; Date.now() < end;)
    for (let index = 0; index < 1000; index++) sum += Math.sqrt(index);
  return sum;
}

function check(text: string, name: string): void {
  const profile = JSON.parse(text);
  assert.strictEqual(profile.nodes[0].callFrame.functionName, "(root)");
  assert.strictEqual(profile.samples.length, profile.timeDeltas.length);
  assert.ok(profile.endTime > profile.startTime);
  const ids = new Set(profile.nodes.map((node: any) => node.id));
  assert.ok(
    profile.samples.every((id: number) => ids.has(id)) &&
      profile.nodes.every((node: any) => (node.children ?? []).every((id: number) => ids.has(id))),
  );
  const found = profile.nodes.filter((node: any) => node.callFrame.functionName === name);
  const hits = found.reduce((sum: number, node: any) => sum + node.hitCount, 0);
  assert.ok(hits > 0, `${hits} samples in ${name} of ${profile.samples.length}`);
  assert.ok(found.every((node: any) => node.callFrame.lineNumber >= 0 && typeof node.callFrame.url === "string"));
}

test("a profile shows the function that takes the time", () => {
  const handle = (v8 as any).startCpuProfile();
  busyUnitFunction(100);
  check(handle.stop(), "busyUnitFunction");
  assert.strictEqual(handle.stop(), undefined);
});

test("two profiles at a time", () => {
  const first = (v8 as any).startCpuProfile();
  busyUnitFunction(50);
  const second = (v8 as any).startCpuProfile();
  busyUnitFunction(50);
  assert.ok(JSON.parse(second.stop()).nodes.length > 0);
  check(first.stop(), "busyUnitFunction");
});

test("a worker's profile", async () => {
  const code = `${busyUnitFunction}; setInterval(() => busyUnitFunction(20), 1); require("worker_threads").parentPort.postMessage("ready")`;
  const worker: any = new Worker(code, { eval: true });
  await new Promise((resolve) => worker.once("message", resolve));
  const handle = await worker.startCpuProfile();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const text = await handle.stop();
  check(text, "busyUnitFunction");
  assert.strictEqual(await handle.stop(), text);
  await worker.terminate();
  await assert.rejects(worker.startCpuProfile(), { code: "ERR_WORKER_NOT_RUNNING" });
});
