// Messages, an error and an exit code from a worker, in Node's spelling.
const { Worker, isMainThread, parentPort } = require("node:worker_threads");

if (isMainThread) {
  const worker = new Worker(__filename);
  worker.on("message", (msg) => console.log(msg));
  worker.on("error", (err) => console.log(err.message));
  worker.on("exit", (code) => console.log(code));
} else {
  parentPort.postMessage("Hello from the Worker Thread!");
  setTimeout(() => {
    throw new Error("broken in the worker");
  }, 10);
}
