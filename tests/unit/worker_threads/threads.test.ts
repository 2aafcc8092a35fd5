// postMessageToThread: messages between any two threads.
import assert from "node:assert";
import process from "node:process";
import { MessageChannel, postMessageToThread, threadId, Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const once = (worker: any, event: string): Promise<any> => new Promise((resolve) => worker.once(event, resolve));

/** A worker that says "ready", runs `code`, and ends at the next message. */
async function start(code: string): Promise<any> {
  const worker = new Worker(
    `const { parentPort, postMessageToThread, threadId } = require("worker_threads"); ${code}; parentPort.postMessage("ready"); parentPort.once("message", () => {});`,
    { eval: true },
  );
  await once(worker, "message");
  return worker;
}

test("a message reaches the listeners of the other thread's process, with its source", async () => {
  const worker = await start(`process.on("workerMessage", (value, source) => parentPort.postMessage([value, source]))`);
  const answer = once(worker, "message");
  await postMessageToThread(worker.threadId, { value: new Map([[1, 2]]) });
  assert.deepStrictEqual(await answer, [{ value: new Map([[1, 2]]) }, threadId]);
  worker.postMessage("end");
  await once(worker, "exit");
});

test("ports can be moved to another thread, and workers reach the main thread", async () => {
  const worker = await start(`process.on("workerMessage", ({ port }) => port.postMessage("hello"))`);
  const { port1, port2 } = new MessageChannel();
  await postMessageToThread(worker.threadId, { port: port2 }, [port2]);
  assert.strictEqual(await once(port1, "message"), "hello");
  port1.close();
  worker.postMessage("end");
  const received = new Promise((resolve) =>
    process.once("workerMessage" as any, (value: any, source: any) => resolve([value, source])),
  );
  const other = await start(`postMessageToThread(${threadId}, "up")`);
  assert.deepStrictEqual(await received, ["up", other.threadId]);
  other.postMessage("end");
  await once(other, "exit");
});

test("it rejects for the own thread, an unknown one, one without listeners, and a listener that throws", async () => {
  await assert.rejects(postMessageToThread(threadId, 1), { name: "Error", code: "ERR_WORKER_MESSAGING_SAME_THREAD" });
  for (const unknown of [Date.now(), 123456789, -1]) {
    await assert.rejects(postMessageToThread(unknown, 1), {
      code: "ERR_WORKER_MESSAGING_FAILED",
      message: "Cannot find the destination thread or listener",
    });
  }
  const silent = await start("");
  await assert.rejects(postMessageToThread(silent.threadId, 1), { code: "ERR_WORKER_MESSAGING_FAILED" });
  await assert.rejects(
    postMessageToThread(silent.threadId, () => {}),
    { name: "DataCloneError" },
  );
  silent.postMessage("end");
  const angry = await start(`process.on("workerMessage", () => { throw new Error("no") })`);
  await assert.rejects(postMessageToThread(angry.threadId, 1), {
    code: "ERR_WORKER_MESSAGING_ERRORED",
    message: "The destination thread threw an error while processing the message",
  });
  angry.postMessage("end");
  await assert.rejects(postMessageToThread(angry.threadId + 1e6, 1, [], "soon" as any), {
    code: "ERR_INVALID_ARG_TYPE",
  });
});

test("it rejects when the time is over", async () => {
  const numbers = new Int32Array(new SharedArrayBuffer(4));
  const worker: any = new Worker(`Atomics.wait(require("worker_threads").workerData, 0, 0)`, {
    eval: true,
    workerData: numbers,
  });
  await assert.rejects(postMessageToThread(worker.threadId, 0, 50), {
    code: "ERR_WORKER_MESSAGING_TIMEOUT",
    message: "Sending a message to another thread timed out",
  });
  Atomics.store(numbers, 0, 1);
  Atomics.notify(numbers, 0);
  await once(worker, "exit");
});
