// One file that is both the main thread and its three workers, in Node's spelling.
const { Worker, isMainThread, workerData } = require("node:worker_threads");

if (isMainThread) {
  for (let i = 0; i < 3; i++) {
    new Worker(__filename, { workerData: `Thread ${i}` });
  }
} else {
  console.log(workerData);
}
