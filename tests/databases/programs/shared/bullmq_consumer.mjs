// Takes jobs from a queue: in a thread, or in a process of its own when CONSUMER says what for.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { Worker } from "bullmq";

const { name, settings, lockDuration } = isMainThread ? JSON.parse(process.env.CONSUMER) : workerData;
const tell = (message) => (isMainThread ? process.send(message) : parentPort.postMessage(message));
const release = Promise.withResolvers();

const work = {
  resize: async ({ data }) => ({ by: name, area: data.width ** 2 }),
  long: async (job) => {
    for (let step = 1; step <= job.data.steps; step++) {
      await job.updateProgress(Math.round((100 * step) / job.data.steps));
      await job.log(`step ${step}`);
    }
    return { steps: job.data.steps };
  },
  bad: async () => {
    throw new RangeError("not an image");
  },
  album: async (job) => ({
    sum: Object.values(await job.getChildrenValues()).reduce((sum, { area }) => sum + area, 0),
  }),
  held: async () => {
    tell("held");
    await release.promise;
    return "released";
  },
  dies: async () => {
    if (name === "dying")
      setImmediate(() => {
        throw new Error("the thread dies");
      });
    return name === "dying" ? new Promise(() => undefined) : `done by the ${name}`;
  },
};
const consumer = new Worker("images", (job) => work[job.name](job), {
  ...settings,
  concurrency: 1,
  lockDuration: lockDuration ?? 30_000,
  stalledInterval: 300,
});
consumer.on("error", (error) => console.error(name, error));
await consumer.waitUntilReady();

const commands = {
  async pause() {
    await consumer.pause();
    tell("paused");
  },
  resume() {
    consumer.resume();
    tell("resumed");
  },
  release: () => release.resolve(),
  async close() {
    await consumer.close();
    if (isMainThread) process.disconnect();
    else parentPort.close();
  },
};
const listener = (message) => commands[message]();
if (isMainThread) process.on("message", listener);
else parentPort.on("message", listener);
tell(`${name} is ready`);
