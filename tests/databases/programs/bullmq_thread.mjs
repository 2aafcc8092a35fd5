// Work in other threads: the main thread fills queues, a thread and a process take jobs from
// them; a dashboard listens; a thread that is stopped finishes its job, one that dies leaves its job to the other.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Worker as Thread } from "node:worker_threads";
import { FlowProducer, Queue, QueueEvents } from "bullmq";
import { describe, print, step, until } from "./shared/report.cjs";

const connection = { host: "127.0.0.1", port: Number(process.env.REDIS_PORT), db: Number(process.env.REDIS_DATABASE) };
const settings = { connection, prefix: "threaded" };
const program = new URL("shared/bullmq_consumer.mjs", import.meta.url);
const images = new Queue("images", settings);
const seen = new QueueEvents("images", settings);
await seen.waitUntilReady();

const thread = new Thread(program, { workerData: { name: "thread", settings } });
const child = fork(program, { env: { ...process.env, CONSUMER: JSON.stringify({ name: "process", settings }) } });
const [[first], [second]] = await Promise.all([once(thread, "message"), once(child, "message")]);
print("consumers", [first, second]);

await step("both take their part", async () => {
  const jobs = await images.addBulk(
    Array.from({ length: 40 }, (_, index) => ({
      name: "resize",
      data: { width: index + 1 },
      opts: { removeOnComplete: false },
    })),
  );
  const results = await Promise.all(jobs.map((job) => job.waitUntilFinished(seen, 10_000)));
  const by = new Set(results.map((result) => result.by));
  return {
    by: [...by].sort(),
    right: results.every(({ area }, index) => area === (index + 1) ** 2),
    counts: await images.getJobCounts("completed", "failed", "active", "waiting"),
  };
});
await step("progress and logs reach the dashboard", async () => {
  const progress = [];
  const listen = ({ data }) => progress.push(data);
  seen.on("progress", listen);
  const job = await images.add("long", { steps: 3 });
  const result = await job.waitUntilFinished(seen, 10_000);
  await until(() => progress.length === 3);
  seen.off("progress", listen);
  return [progress, result.steps, (await images.getJobLogs(job.id)).logs];
});
await step("a failure in the consumer", async () => {
  const job = await images.add("bad", {}, { attempts: 2, backoff: { type: "fixed", delay: 10 } });
  const reason = await job.waitUntilFinished(seen, 10_000).catch((error) => error.message);
  const again = await images.getJob(job.id);
  return [reason, again.attemptsMade, again.stacktrace.length, again.stacktrace[0].split("\n")[0]];
});
await step("a tree of jobs", async () => {
  const flow = new FlowProducer(settings);
  const { job } = await flow.add({
    name: "album",
    queueName: "images",
    data: {},
    children: [1, 2, 3].map((width) => ({ name: "resize", queueName: "images", data: { width } })),
  });
  const { sum } = await job.waitUntilFinished(seen, 10_000);
  await flow.close();
  return sum;
});
await step("the thread stops when its job is done", async () => {
  child.send("pause");
  await once(child, "message");
  const job = await images.add("held", {});
  const [started] = await once(thread, "message");
  const exited = once(thread, "exit");
  thread.postMessage("close");
  thread.postMessage("release");
  const result = await job.waitUntilFinished(seen, 10_000);
  return [started, result, ...(await exited)];
});
await step("another takes over the job of one that died", async () => {
  const dying = new Thread(program, { workerData: { name: "dying", settings, lockDuration: 600 } });
  await once(dying, "message");
  const job = await images.add("dies", {});
  const error = once(dying, "error");
  print("its error", describe((await error)[0]));
  child.send("resume");
  await once(child, "message");
  const result = await job.waitUntilFinished(seen, 20_000);
  return [result, (await images.getJob(job.id)).stalledCounter];
});
await step("the process ends by itself", async () => {
  const exited = once(child, "exit");
  child.send("close");
  return exited;
});
await seen.close();
await images.obliterate({ force: true });
await images.close();
print("ended", "yes");
