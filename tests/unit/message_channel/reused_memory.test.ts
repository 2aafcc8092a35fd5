// Messages share the memory in which they are written and received. What a message contains must not depend on another one.
import assert from "node:assert";
import { once } from "node:events";
import { createHook } from "node:async_hooks";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const SIZES = [0, 60, 100, 257, 4000, 5000, 20_000, 100_000, 30, 600_000, 1_100_000, 3_000_000, 100_000, 1];

/** The next `count` messages of a port. */
function messagesOf(port: MessagePort, count: number): Promise<unknown[]> {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const seen: unknown[] = [];
  port.on("message", (message) => {
    seen.push(message);
    if (seen.length === count) resolve(seen);
  });
  return promise;
}

/** A string of that length that no other message of a test has. */
function stringOf(length: number, index: number): string {
  return String.fromCharCode(97 + (index % 26)).repeat(length);
}

test("strings of all lengths arrive as they were sent, queued and one by one", async () => {
  const { port1, port2 } = new MessageChannel();
  const sent = SIZES.map(stringOf);
  for (const text of sent) port1.postMessage(text);
  assert.deepStrictEqual(await messagesOf(port2, sent.length), sent);
  port2.removeAllListeners("message");
  const again: unknown[] = [];
  port2.on("message", (message) => {
    again.push(message);
    if (again.length < sent.length) port1.postMessage([sent[again.length]]);
    else port1.close();
  });
  port1.postMessage([sent[0]]);
  await once(port2, "close");
  assert.deepStrictEqual(
    again,
    sent.map((text) => [text]),
  );
});

test("buffers of a message belong to it alone", async () => {
  const { port1, port2 } = new MessageChannel();
  const sizes = [10, 1000, 10, 31_000, 33_000, 200_000, 31_000];
  for (const [index, size] of sizes.entries()) port1.postMessage({ bytes: new Uint8Array(size).fill(index + 1) });
  const seen = (await messagesOf(port2, sizes.length)) as { bytes: Uint8Array }[];
  for (const [index, { bytes }] of seen.entries()) {
    assert.strictEqual(bytes.length, sizes[index]);
    assert.ok(
      bytes.every((byte) => byte === index + 1),
      `message ${index}`,
    );
    bytes.fill(99);
  }
  port1.close();
});

test("a getter that posts a message while another one is written changes neither", async () => {
  const { port1, port2 } = new MessageChannel();
  const inner = { text: "i".repeat(5000) };
  port1.postMessage({
    before: "b".repeat(300),
    get nested() {
      port1.postMessage(inner);
      return "n".repeat(200);
    },
    after: "a".repeat(9000),
  });
  port1.postMessage({ last: "l".repeat(400) });
  assert.deepStrictEqual(await messagesOf(port2, 3), [
    inner,
    { before: "b".repeat(300), nested: "n".repeat(200), after: "a".repeat(9000) },
    { last: "l".repeat(400) },
  ]);
  port1.close();
});

test("a value that cannot be cloned leaves nothing in the next message", async () => {
  const { port1, port2 } = new MessageChannel();
  assert.throws(() => port1.postMessage(["x".repeat(3000), () => {}]), { name: "DataCloneError" });
  port1.postMessage(["y".repeat(70)]);
  assert.deepStrictEqual(await messagesOf(port2, 1), [["y".repeat(70)]]);
  port1.close();
});

test("a listener that receives other messages reads each as it was sent", async () => {
  const { port1, port2 } = new MessageChannel();
  for (let index = 0; index < 6; index++) port1.postMessage([stringOf(3000, index)]);
  const seen: unknown[] = [];
  port2.on("message", (message) => {
    const next = receiveMessageOnPort(port2);
    seen.push(message, next?.message);
    if (seen.length === 6) port1.close();
  });
  await once(port2, "close");
  assert.deepStrictEqual(
    seen,
    [0, 1, 2, 3, 4, 5].map((index) => [stringOf(3000, index)]),
  );
});

test("messages that are received before a listener's own is read leave that as it was", async () => {
  const { port1, port2 } = new MessageChannel();
  const other = new MessageChannel();
  const seen: unknown[] = [];
  const hook = createHook({
    before() {
      const found = receiveMessageOnPort(other.port2);
      if (found !== undefined) seen.push(found.message);
    },
  }).enable();
  other.port1.postMessage(["o".repeat(3000)]);
  port1.postMessage(["m".repeat(3000)]);
  const [message] = await once(port2, "message");
  hook.disable();
  assert.deepStrictEqual(message, ["m".repeat(3000)]);
  assert.deepStrictEqual(seen, [["o".repeat(3000)]]);
  port1.close();
  other.port1.close();
});

test("messages that wait for a listener stay as they are", async () => {
  const { port1, port2 } = new MessageChannel();
  const early = (): void => {};
  port2.on("message", early);
  port2.off("message", early);
  for (let index = 0; index < 4; index++) port1.postMessage([stringOf(2000, index)]);
  const far = new MessageChannel();
  for (let index = 0; index < 4; index++) far.port1.postMessage([stringOf(2000, 20 + index)]);
  await messagesOf(far.port2, 4);
  assert.deepStrictEqual(
    await messagesOf(port2, 4),
    [0, 1, 2, 3].map((index) => [stringOf(2000, index)]),
  );
  port1.close();
  far.port1.close();
});

test("a worker and its parent exchange messages of all lengths", async () => {
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     parentPort.on("message", (message) => message === null ? parentPort.close() : parentPort.postMessage([message, message.length]));`,
    { eval: true },
  );
  const sent = SIZES.map(stringOf);
  const seen: unknown[] = [];
  worker.on("message", (message) => {
    seen.push(message);
    if (seen.length === sent.length) worker.postMessage(null);
  });
  for (const text of sent) worker.postMessage(text);
  await once(worker, "exit");
  assert.deepStrictEqual(
    seen,
    sent.map((text) => [text, text.length]),
  );
});
