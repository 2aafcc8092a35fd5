// util.transferableAbortController and transferableAbortSignal: signals in messages.
import assert from "node:assert";
import * as util from "node:util";
import { MessageChannel, Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const { transferableAbortController, transferableAbortSignal } = util as any;
const nextMessage = (port: any): Promise<any> => new Promise((resolve) => port.once("message", resolve));

test("a signal that was sent aborts with its controller, here and there", async () => {
  const controller = transferableAbortController();
  const { port1, port2 } = new MessageChannel();
  const copies: AbortSignal[] = [];
  for (let count = 0; count < 2; count++) {
    const received = nextMessage(port1);
    port2.postMessage(controller.signal, [controller.signal]);
    copies.push(await received);
  }
  assert.ok(copies.every((copy) => copy instanceof AbortSignal && !copy.aborted && copy !== controller.signal));
  const aborted = copies.map(
    (copy) => new Promise((resolve) => copy.addEventListener("abort", () => resolve(copy.reason))),
  );
  controller.abort({ why: "done" });
  assert.deepStrictEqual(await Promise.all(aborted), [{ why: "done" }, { why: "done" }]);
  assert.ok(controller.signal.aborted);
  port1.close();
});

test("a worker sees the abort", async () => {
  const code =
    'const { parentPort } = require("worker_threads"); parentPort.on("message", (signal) => { signal.onabort = () => parentPort.postMessage(signal.reason); parentPort.postMessage("ready"); })';
  const worker = new Worker(code, { eval: true });
  const controller = transferableAbortController();
  worker.postMessage(controller.signal, [controller.signal]);
  assert.strictEqual(await nextMessage(worker), "ready");
  controller.abort("boom");
  assert.strictEqual(await nextMessage(worker), "boom");
  await worker.terminate();
});

test("an aborted signal arrives aborted", async () => {
  const signal = transferableAbortSignal(AbortSignal.abort("boom"));
  const { port1, port2 } = new MessageChannel();
  port2.postMessage(signal, [signal]);
  const copy = await nextMessage(port1);
  assert.deepStrictEqual([copy.aborted, copy.reason], [true, "boom"]);
  port1.close();
});

test("other signals are refused", () => {
  const { port1 } = new MessageChannel();
  const { signal } = new AbortController();
  assert.throws(() => port1.postMessage(signal, [signal as any]), { name: "DataCloneError" });
  assert.throws(() => transferableAbortSignal({}), { code: "ERR_INVALID_ARG_TYPE" });
  port1.close();
});
