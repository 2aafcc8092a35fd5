// process.memoryUsage and process.cwd return current values, though they are cached.
import { ok, strictEqual, throws } from "node:assert";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const OBJECTS = 300_000;
const BYTES_EACH_MIN = 16;

setFlagsFromString("--expose-gc");
const collect: () => void =
  (globalThis as any).gc ?? (globalThis as any).Bun?.gc.bind(null, true) ?? runInNewContext("gc");

test("retained memory shows after a collection, and so does freed memory", async () => {
  collect();
  const before = memoryUsage().heapUsed;
  let kept: object[] | undefined = Array.from({ length: OBJECTS }, (_, index) => ({ index }));
  collect();
  const during = memoryUsage().heapUsed;
  ok(during - before > OBJECTS * BYTES_EACH_MIN, `${before} ${during} ${kept.length}`);
  kept = undefined;
  let after = during;
  // Conservative collectors see values of earlier frames on the stack: a few turns overwrite them.
  for (let turn = 0; turn < 20 && during - after <= OBJECTS * BYTES_EACH_MIN; turn++) {
    await new Promise((resolve) => setTimeout(resolve, turn));
    collect();
    after = memoryUsage().heapUsed;
  }
  ok(during - after > OBJECTS * BYTES_EACH_MIN, `${during} ${after}`);
});

test("all sizes are there, and resident memory is what rss() says", () => {
  const sizes = memoryUsage();
  for (const name of ["rss", "heapTotal", "heapUsed", "external", "arrayBuffers"] as const)
    ok(Number.isFinite(sizes[name]) && sizes[name] >= 0, name);
  ok(Math.abs(memoryUsage.rss() - sizes.rss) < sizes.rss / 2);
});

test("ten thousand calls take less than ten seconds", () => {
  // They took 15 ms each when the heap had 40 MB.
  const kept = Array.from({ length: OBJECTS * 2 }, (_, index) => ({ index }));
  const start = performance.now();
  for (let count = 0; count < 10_000; count++) memoryUsage();
  const tookMs = performance.now() - start;
  ok(tookMs < 10_000, `${tookMs} ms, ${kept.length} objects`);
});

test("the working directory follows chdir, and is refused when it is gone", () => {
  const start = process.cwd();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-cwd-")));
  process.chdir(folder);
  strictEqual(process.cwd(), folder);
  process.chdir("..");
  strictEqual(process.cwd(), join(folder, ".."));
  process.chdir(start);
  strictEqual(process.cwd(), start);
  rmdirSync(folder);
  throws(() => process.chdir(folder), { code: "ENOENT", syscall: "chdir" });
  strictEqual(process.cwd(), start);
});

test("a worker sees the folder to which the main thread changed", async () => {
  const start = process.cwd();
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
    parentPort.on("message", () => parentPort.postMessage(process.cwd()));`,
    { eval: true },
  );
  const ask = async (): Promise<unknown> => {
    const answer = once(worker, "message");
    worker.postMessage("where?");
    return (await answer)[0];
  };
  strictEqual(await ask(), start);
  process.chdir("/");
  strictEqual(await ask(), "/");
  process.chdir(start);
  strictEqual(await ask(), start);
  await worker.terminate();
});
