// A processor that bullmq runs in a process or a thread of its own.
const { isMainThread } = require("node:worker_threads");

module.exports = async (job) => {
  if (job.name === "bad") throw new RangeError("the processor failed");
  if (job.name === "exit") process.exit(3);
  await job.updateProgress({ half: true });
  return { text: job.data.text, list: job.data.list, isMainThread, pid: process.pid };
};
