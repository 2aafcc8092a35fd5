import assert from "node:assert";
import { EventEmitter } from "node:events";
import { test } from "../harness.ts";

test("on, prependListener and once return the emitter and keep their order", () => {
  const emitter = new EventEmitter();
  const calls: string[] = [];
  assert.strictEqual(
    emitter.on("a", () => {
      calls.push("on");
    }),
    emitter,
  );
  assert.strictEqual(
    emitter.prependListener("a", () => {
      calls.push("prepended");
    }),
    emitter,
  );
  assert.strictEqual(
    emitter.once("a", () => {
      calls.push("once");
    }),
    emitter,
  );
  assert.strictEqual(
    emitter.prependOnceListener("a", () => {
      calls.push("prepended once");
    }),
    emitter,
  );
  emitter.emit("a");
  emitter.emit("a");
  assert.deepStrictEqual(calls, ["prepended once", "prepended", "on", "once", "prepended", "on"]);
});

test("a listener that is not a function is refused with ERR_INVALID_ARG_TYPE", () => {
  const emitter = new EventEmitter();
  for (const method of ["on", "once", "prependListener", "prependOnceListener", "removeListener", "off"] as const) {
    assert.throws(() => emitter[method]("a", null as any), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message: 'The "listener" argument must be of type function. Received null',
    });
  }
});

test("removeListener removes the last registration only, also by the original of once", () => {
  const emitter = new EventEmitter();
  const listener = (): void => {};
  emitter
    .on("a", listener)
    .once("a", listener)
    .on("a", () => {});
  emitter.removeListener("a", listener);
  assert.strictEqual(emitter.rawListeners("a")[0], listener);
  assert.strictEqual(emitter.listenerCount("a"), 2);
  assert.strictEqual(emitter.listenerCount("a", listener), 1);
  emitter.removeListener("a", () => {});
  assert.strictEqual(emitter.listenerCount("a"), 2);
});

test("listeners unwraps once, rawListeners does not, and both are copies", () => {
  const emitter = new EventEmitter();
  const listener = (): void => {};
  emitter.once("a", listener);
  assert.deepStrictEqual(emitter.listeners("a"), [listener]);
  const [raw] = emitter.rawListeners("a") as any[];
  assert.notStrictEqual(raw, listener);
  assert.strictEqual(raw.listener, listener);
  emitter.listeners("a").push(listener);
  assert.strictEqual(emitter.listenerCount("a"), 1);
});

test("newListener comes before the listener is there, removeListener after it is gone", () => {
  const emitter = new EventEmitter();
  const events: unknown[] = [];
  const listener = (): void => {};
  emitter.on("newListener", (name, added) => events.push(["new", name, added, emitter.listenerCount("a")]));
  emitter.on("removeListener", (name, removed) => events.push(["removed", name, removed, emitter.listenerCount("a")]));
  events.length = 0;
  emitter.once("a", listener);
  emitter.off("a", listener);
  assert.deepStrictEqual(events, [
    ["new", "a", listener, 0],
    ["removed", "a", listener, 0],
  ]);
});

test("removeAllListeners removes one event's or all, last in first out when there is a removeListener listener", () => {
  const emitter = new EventEmitter();
  const [first, second] = [() => {}, () => {}];
  emitter.on("a", first).on("a", second).on("b", first);
  emitter.removeAllListeners("b");
  assert.deepStrictEqual(emitter.eventNames(), ["a"]);
  const removed: unknown[] = [];
  emitter.on("removeListener", (_name, listener) => removed.push(listener));
  emitter.removeAllListeners("a");
  assert.deepStrictEqual(removed, [second, first]);
  emitter.removeAllListeners();
  assert.deepStrictEqual(emitter.eventNames(), []);
});

test("eventNames lists strings and symbols that have listeners", () => {
  const emitter = new EventEmitter();
  const symbol = Symbol("s");
  const listener = (): void => {};
  emitter.on("a", listener).on(symbol, listener).on("b", listener).off("b", listener);
  assert.deepStrictEqual(emitter.eventNames(), ["a", symbol]);
});
