// Messages that arrive after the last listener was removed are queued for the next one, as in Node.
import assert from "node:assert";
import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { test } from "../harness.ts";

/** Adds a listener, and removes it before a message arrives. */
async function listenInVain(port: MessagePort): Promise<void> {
  const never = (): void => assert.fail("it is gone");
  port.on("message", never);
  await turn();
  port.off("message", never);
}

test("a message that arrives after the last listener is removed is delivered to the next one, before later ones", async () => {
  const { port1, port2 } = new MessageChannel();
  await listenInVain(port2);
  port1.postMessage(1);
  await turn();
  const seen: number[] = [];
  port2.on("message", (value) => void seen.push(value));
  port1.postMessage(2);
  while (seen.length < 2) await turn();
  assert.deepStrictEqual(seen, [1, 2]);
  port1.close();
});

test("listeners for one message each get one each", async () => {
  const { port1, port2 } = new MessageChannel();
  for (const value of [1, 2, 3]) port1.postMessage(value);
  for (const value of [1, 2, 3]) assert.deepStrictEqual(await once(port2, "message"), [value]);
  port1.close();
});

test("receiveMessageOnPort takes such a message, too", async () => {
  const { port1, port2 } = new MessageChannel();
  await listenInVain(port2);
  port1.postMessage("kept");
  await turn();
  await turn();
  assert.deepStrictEqual([receiveMessageOnPort(port2), receiveMessageOnPort(port2)], [{ message: "kept" }, undefined]);
  port1.close();
});

test("a port that its listener closes delivers the messages that are queued, then close", async () => {
  const { port1, port2 } = new MessageChannel();
  const seen: unknown[] = [];
  port1.on("message", (value) => {
    seen.push(value);
    port1.close();
  });
  const closed = once(port1, "close").then(() => seen.push("closed"));
  for (const value of ["a", "b", "c"]) port2.postMessage(value);
  await closed;
  assert.deepStrictEqual(seen, ["a", "b", "c", "closed"]);
});
