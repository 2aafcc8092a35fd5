// bullmq: queues, workers, delays, retries, priorities, flows, schedules, and processors in processes and threads of their own.
import { fileURLToPath } from "node:url";
import { AsyncLocalStorage } from "node:async_hooks";
import { FlowProducer, Queue, QueueEvents, UnrecoverableError, Worker } from "bullmq";
import { describe, print, sleep, step, until } from "./shared/report.cjs";

const connection = { host: "127.0.0.1", port: Number(process.env.REDIS_PORT), db: Number(process.env.REDIS_DATABASE) };
const open = [];
const own = (thing) => {
  open.push(thing);
  thing.on("error", (error) => print("error", describe(error)));
  return thing;
};
const queue = (name) => own(new Queue(name, { connection }));
const worker = (name, work, options) => own(new Worker(name, work, { connection, ...options }));
const events = async (name) => {
  const made = own(new QueueEvents(name, { connection }));
  await made.waitUntilReady();
  return made;
};

await step("a job is done", async () => {
  const jobs = queue("simple");
  const done = await events("simple");
  worker("simple", async (job) => ({ sum: job.data.a + job.data.b, id: job.id, name: job.name }));
  const job = await jobs.add("add", { a: 1, b: 2 });
  return job.waitUntilFinished(done, 5000);
});
await step("many jobs side by side", async () => {
  const jobs = queue("many");
  let most = 0;
  let now = 0;
  const results = [];
  worker(
    "many",
    async ({ data }) => {
      most = Math.max(most, ++now);
      await sleep(5);
      now--;
      results.push(data.index);
    },
    { concurrency: 5 },
  );
  await jobs.addBulk(Array.from({ length: 50 }, (_, index) => ({ name: "one", data: { index } })));
  await until(() => results.length === 50);
  return {
    most,
    all: results.sort((a, b) => a - b).every((value, index) => value === index),
    counts: await jobs.getJobCounts("waiting", "failed"),
  };
});
await step("retries", async () => {
  const jobs = queue("retries");
  const done = await events("retries");
  const attempts = [];
  worker("retries", async (job) => {
    attempts.push(job.attemptsMade);
    if (job.attemptsMade < 2) throw new TypeError(`attempt ${job.attemptsMade}`);
    await job.updateProgress(50);
    await job.log("got there");
    return "finally";
  });
  const job = await jobs.add("try", {}, { attempts: 3, backoff: { type: "fixed", delay: 20 } });
  const value = await job.waitUntilFinished(done, 5000);
  return { value, attempts, logs: (await jobs.getJobLogs(job.id)).logs };
});
await step("a job that fails", async () => {
  const jobs = queue("failing");
  const done = await events("failing");
  const failed = [];
  worker("failing", async ({ name }) => {
    if (name === "at once") throw new UnrecoverableError("no use");
    throw new RangeError("out of range");
  }).on("failed", (job, error, previous) => failed.push([job.name, describe(error), previous, job.attemptsMade]));
  const messages = [];
  for (const name of ["at once", "later"]) {
    const job = await jobs.add(name, {}, { attempts: 2, backoff: 5 });
    messages.push(await job.waitUntilFinished(done, 5000).catch((error) => error.message));
  }
  await until(() => failed.length === 3);
  const [last] = await jobs.getFailed(0, 0);
  return { messages, failed, reason: last.failedReason, first: last.stacktrace[0].split("\n")[0] };
});
await step("delays and priorities", async () => {
  const jobs = queue("order");
  const order = [];
  await jobs.add("late", {}, { delay: 1500 });
  await jobs.add("low", {}, { priority: 10 });
  await jobs.add("high", {}, { priority: 1 });
  await jobs.add("first", {});
  const before = await jobs.getJobCounts("delayed", "prioritized", "waiting");
  worker("order", async ({ name }) => {
    order.push(name);
  });
  await until(() => order.length === 4);
  return { before, order };
});
await step("the same job twice", async () => {
  const jobs = queue("same");
  await jobs.add("x", { n: 1 }, { jobId: "only" });
  await jobs.add("x", { n: 2 }, { jobId: "only" });
  const [job] = await jobs.getJobs(["waiting"]);
  return [await jobs.count(), job.data];
});
await step("a schedule", async () => {
  const jobs = queue("schedule");
  let count = 0;
  worker("schedule", async ({ data }) => {
    count += data.by;
  });
  await jobs.upsertJobScheduler("every", { every: 60, limit: 3 }, { name: "tick", data: { by: 1 } });
  const [scheduler] = await jobs.getJobSchedulers();
  await until(() => count === 3);
  await sleep(100);
  return { count, every: Number(scheduler.every), name: scheduler.name };
});
await step("a flow", async () => {
  const done = await events("parent");
  worker("child", async ({ data }) => data.value * 2);
  worker("parent", async (job) => Object.values(await job.getChildrenValues()).sort((a, b) => a - b));
  const flow = own(new FlowProducer({ connection }));
  const { job } = await flow.add({
    name: "sum",
    queueName: "parent",
    children: [1, 2, 3].map((value) => ({ name: "part", queueName: "child", data: { value } })),
  });
  return job.waitUntilFinished(done, 5000);
});
for (const [name, useWorkerThreads] of [
  ["process", false],
  ["thread", true],
]) {
  await step(`a processor in a ${name} of its own`, async () => {
    const jobs = queue(name);
    const done = await events(name);
    const progress = [];
    done.on("progress", ({ data }) => progress.push(data));
    worker(name, fileURLToPath(new URL("shared/bullmq_processor.cjs", import.meta.url)), {
      useWorkerThreads,
      concurrency: 2,
    });
    const good = await jobs.add("good", { text: "ü", list: [1, 2] });
    const answer = await good.waitUntilFinished(done, 10_000);
    const bad = await (await jobs.add("bad", {})).waitUntilFinished(done, 10_000).catch((error) => error.message);
    const died = await (await jobs.add("exit", {})).waitUntilFinished(done, 10_000).catch((error) => error.message);
    const after = await (await jobs.add("good", { text: "again", list: [] })).waitUntilFinished(done, 10_000);
    return {
      answer: { ...answer, apart: answer.pid !== process.pid || useWorkerThreads, pid: undefined },
      bad,
      died,
      after: after.text,
      progress,
    };
  });
}
await step("asynchronous context", async () => {
  const storage = new AsyncLocalStorage();
  const jobs = queue("context");
  return storage.run("store", async () => {
    await jobs.add("a", {});
    await jobs.getJobCounts();
    return storage.getStore();
  });
});
await step("pause and resume", async () => {
  const jobs = queue("paused");
  let count = 0;
  worker("paused", async () => {
    count++;
  });
  await jobs.pause();
  await jobs.add("a", {});
  await sleep(50);
  const before = count;
  await jobs.resume();
  await until(() => count === 1);
  return [before, count, await jobs.isPaused()];
});
await step("a worker closes when its job is done", async () => {
  const jobs = queue("closing");
  let state = "waiting";
  const slow = worker("closing", async () => {
    state = "running";
    await sleep(100);
    state = "done";
  });
  await jobs.add("slow", {});
  await until(() => state === "running");
  await slow.close();
  return state;
});
await Promise.all(open.map((thing) => thing.close()));
print("ended", "yes");
