// Messages to a worker and back: 20,000 of 1 kB, 30 of 10 MB by copy, 200 of 10 MB by transfer.
import { Worker } from "node:worker_threads";

const worker = new Worker(
  'const { parentPort } = require("node:worker_threads"); parentPort.on("message", (m) => parentPort.postMessage(m, m instanceof ArrayBuffer ? [m] : []));',
  { eval: true },
);
const exchange = (message, transfer) =>
  new Promise((resolve) => {
    worker.once("message", resolve);
    worker.postMessage(message, transfer);
  });
const small = { id: 1, name: "x".repeat(900), list: [1, 2, 3], nested: { ok: true } };
for (let index = 0; index < 20_000; index++) await exchange(small);
const large = { data: new Uint8Array(10_000_000) };
for (let index = 0; index < 30; index++) await exchange(large);
let buffer = new ArrayBuffer(10_000_000);
for (let index = 0; index < 200; index++) buffer = await exchange(buffer, [buffer]);
await worker.terminate();
