// The order of ticks, promise jobs, immediates and unhandled rejections.
import assert from "node:assert";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

test("ticks and jobs that queue each other all run before the next immediate", async () => {
  const seen: string[] = [];
  let rounds = 0;
  const alternate = (): void => {
    if (++rounds === 200) return void seen.push("end");
    if (rounds % 2 === 0) process.nextTick(alternate);
    else queueMicrotask(alternate);
  };
  await new Promise<void>((resolve) => {
    setImmediate(() => {
      setImmediate(() => {
        seen.push("immediate");
        resolve();
      });
      process.nextTick(alternate);
    });
  });
  assert.deepStrictEqual(seen, ["end", "immediate"]);
});

test("a tick of a job runs after all jobs, and its own jobs before the next tick's", async () => {
  const seen: number[] = [];
  await new Promise<void>((resolve) => {
    setImmediate(() => {
      queueMicrotask(() => {
        seen.push(1);
        process.nextTick(() => {
          seen.push(4);
          queueMicrotask(() => {
            seen.push(6);
            process.nextTick(() => void seen.push(7));
            process.nextTick(resolve);
          });
        });
        process.nextTick(() => void seen.push(5));
        queueMicrotask(() => void seen.push(3));
      });
      queueMicrotask(() => void seen.push(2));
    });
  });
  assert.deepStrictEqual(seen, [1, 2, 3, 4, 5, 6, 7]);
});

test("an unhandled rejection is reported after the ticks and jobs, and the jobs of its listener run at once", async () => {
  const seen: unknown[] = [];
  await new Promise<void>((resolve) => {
    process.once("unhandledRejection", (reason) => {
      seen.push(reason);
      queueMicrotask(() => {
        seen.push("job");
        process.nextTick(() => void seen.push("tick"));
      });
    });
    setImmediate(() => {
      setImmediate(() => {
        seen.push("immediate");
        resolve();
      });
      queueMicrotask(() => {
        void Promise.reject("reason");
        process.nextTick(() => queueMicrotask(() => void seen.push("before")));
      });
    });
  });
  assert.deepStrictEqual(seen, ["before", "reason", "job", "tick", "immediate"]);
});

test("a worker whose ticks and jobs queue each other without an end can be terminated", async () => {
  const worker = new Worker(
    `require("node:worker_threads").parentPort.postMessage("started");
     const tick = () => process.nextTick(job);
     const job = () => queueMicrotask(tick);
     setImmediate(tick);`,
    { eval: true },
  );
  await new Promise((resolve) => worker.once("message", resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.strictEqual(await worker.terminate(), 1);
});
