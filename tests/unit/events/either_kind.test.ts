import assert from "node:assert";
import events, { EventEmitter, addAbortListener, getEventListeners } from "node:events";
import { test } from "../harness.ts";

test("getEventListeners and listenerCount take emitters and event targets", () => {
  const emitter = new EventEmitter();
  const target = new EventTarget();
  const listener = (): void => {};
  emitter.once("a", listener);
  target.addEventListener("a", listener);
  assert.deepStrictEqual(getEventListeners(emitter, "a"), [listener]);
  assert.deepStrictEqual(getEventListeners(target, "a"), [listener]);
  assert.deepStrictEqual(getEventListeners(target, "b"), []);
  assert.strictEqual((events as any).listenerCount(emitter, "a"), 1);
  assert.strictEqual((events as any).listenerCount(target, "a"), 1);
  assert.throws(() => getEventListeners({} as any, "a"), {
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "emitter" argument must be an instance of EventEmitter or EventTarget. Received an instance of Object',
  });
});

test("addAbortListener is called even when the event is stopped, and can be disposed of", () => {
  const controller = new AbortController();
  const calls: string[] = [];
  controller.signal.addEventListener("abort", (event) => event.stopImmediatePropagation());
  addAbortListener(controller.signal, () => calls.push("kept"));
  const disposable = addAbortListener(controller.signal, () => calls.push("disposed"));
  disposable[Symbol.dispose]();
  controller.abort();
  assert.deepStrictEqual(calls, ["kept"]);
  assert.throws(() => addAbortListener(undefined as any, () => {}), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "signal" argument must be an instance of AbortSignal. Received undefined',
  });
});

test("addAbortListener calls in a microtask when the signal has aborted", async () => {
  let called = false;
  addAbortListener(AbortSignal.abort(), () => {
    called = true;
  });
  assert.strictEqual(called, false);
  await null;
  assert.strictEqual(called, true);
});
