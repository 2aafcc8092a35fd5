// Threads that load the same builtins at the same time: what is shared between their virtual machines must not be changed by two.
import { test } from "../harness.ts";
import assert from "node:assert";
import { Worker } from "node:worker_threads";

const PROGRAM =
  "const http = require('http'); const { parentPort } = require('worker_threads'); parentPort.postMessage(typeof http.createServer(() => {}).listen + require('util').inspect({ a: [1] }));";

function answerOf(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

test("threads load builtins side by side, round after round", async () => {
  for (let round = 0; round < 4; round++) {
    const workers = Array.from({ length: 24 }, () => new Worker(PROGRAM, { eval: true }));
    const answers = await Promise.all(workers.map(answerOf));
    assert.deepStrictEqual(answers, new Array(24).fill("function{ a: [ 1 ] }"));
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
});
