import assert from "node:assert";
import { EventEmitter, once } from "node:events";
import { test } from "../harness.ts";

test("once resolves with the arguments and removes its listeners", async () => {
  const emitter = new EventEmitter();
  const waiting = once(emitter, "a");
  emitter.emit("a", 1, 2);
  assert.deepStrictEqual(await waiting, [1, 2]);
  assert.deepStrictEqual(emitter.eventNames(), []);
});

test("once rejects with an error event, unless it waits for that", async () => {
  const emitter = new EventEmitter();
  const error = new Error("no");
  const waiting = once(emitter, "a");
  emitter.emit("error", error);
  await assert.rejects(waiting, error);
  assert.deepStrictEqual(emitter.eventNames(), []);
  const waitingForError = once(emitter, "error");
  emitter.emit("error", error);
  assert.deepStrictEqual(await waitingForError, [error]);
});

test("once takes an EventTarget, even when the event is stopped", async () => {
  const target = new EventTarget();
  target.addEventListener("a", (event) => event.stopImmediatePropagation());
  const waiting = once(target, "a");
  const event = new Event("a");
  target.dispatchEvent(event);
  assert.deepStrictEqual(await waiting, [event]);
});

test("once rejects with AbortError and removes its listeners when the signal aborts", async () => {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  const waiting = once(emitter, "a", { signal: controller.signal });
  controller.abort("why");
  await assert.rejects(waiting, { name: "AbortError", code: "ABORT_ERR", cause: "why" });
  assert.deepStrictEqual(emitter.eventNames(), []);
  await assert.rejects(once(emitter, "a", { signal: controller.signal }), { name: "AbortError" });
  await assert.rejects(once(emitter, "a", { signal: {} as any }), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "options.signal" property must be an instance of AbortSignal. Received an instance of Object',
  });
  await assert.rejects(once({} as any, "a"), { code: "ERR_INVALID_ARG_TYPE" });
});
