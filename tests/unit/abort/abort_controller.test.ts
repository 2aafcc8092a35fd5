import assert from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

test("abort sets aborted and reason and fires one trusted event", () => {
  const controller = new AbortController();
  const { signal } = controller;
  assert.strictEqual(signal.aborted, false);
  assert.strictEqual(signal.reason, undefined);
  const events: Event[] = [];
  signal.onabort = (event: Event) => events.push(event);
  controller.abort();
  controller.abort("again");
  assert.strictEqual(signal.aborted, true);
  const reason: unknown = signal.reason;
  assert.ok(reason instanceof DOMException);
  assert.strictEqual(reason.name, "AbortError");
  assert.strictEqual(reason.message, "This operation was aborted");
  assert.strictEqual(reason.code, 20);
  assert.strictEqual(events.length, 1);
  assert.deepStrictEqual([events[0]!.type, events[0]!.isTrusted, events[0]!.target], ["abort", true, signal]);
});

test("throwIfAborted throws the reason", () => {
  const controller = new AbortController();
  controller.signal.throwIfAborted();
  const reason = { why: 1 };
  controller.abort(reason);
  assert.throws(
    () => controller.signal.throwIfAborted(),
    (thrown) => thrown === reason,
  );
});

test("AbortSignal cannot be constructed, and refuses a foreign this", () => {
  assert.throws(() => new (AbortSignal as any)(), {
    name: "TypeError",
    code: "ERR_ILLEGAL_CONSTRUCTOR",
    message: "Illegal constructor",
  });
  const { get } = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted")!;
  assert.throws(() => get!.call({}), {
    code: "ERR_INVALID_THIS",
    message: 'Value of "this" must be of type AbortSignal',
  });
});

test("inspect shows the state", () => {
  const controller = new AbortController();
  assert.strictEqual(inspect(controller), "AbortController { signal: AbortSignal { aborted: false } }");
  controller.abort();
  assert.strictEqual(inspect(controller.signal), "AbortSignal { aborted: true }");
});

test("onabort can be replaced and removed", () => {
  const controller = new AbortController();
  const calls: string[] = [];
  controller.signal.onabort = () => calls.push("first");
  controller.signal.onabort = () => calls.push("second");
  assert.strictEqual(typeof controller.signal.onabort, "function");
  const other = new AbortController();
  other.signal.onabort = () => calls.push("never");
  other.signal.onabort = null;
  assert.strictEqual(other.signal.onabort, null);
  controller.abort();
  other.abort();
  assert.deepStrictEqual(calls, ["second"]);
});
