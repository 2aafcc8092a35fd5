// Small buffers share one ArrayBuffer, which cannot be transferred.
import assert from "node:assert";
import { MessageChannel } from "node:worker_threads";
import { test } from "../harness.ts";

test("the pool cannot be transferred", () => {
  const first = Buffer.from("hello world");
  const second = Buffer.from("hello world");
  assert.strictEqual(first.buffer, second.buffer);
  const { port1 } = new MessageChannel();
  assert.throws(() => port1.postMessage(first, [first.buffer as ArrayBuffer]), { name: "DataCloneError", code: 25 });
  assert.throws(() => structuredClone(first, { transfer: [first.buffer as ArrayBuffer] }), { name: "DataCloneError" });
  assert.throws(() => (first.buffer as any).transfer(), { name: "TypeError" });
  assert.strictEqual(first.toString(), "hello world");
  port1.close();
});
