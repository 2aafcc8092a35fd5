import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";

test("listeners are called in order with the target as this; a repetition is ignored", () => {
  const target = new EventTarget();
  const calls: unknown[] = [];
  const listener = function (this: unknown, event: Event): void {
    calls.push(this === target, event.type);
  };
  target.addEventListener("a", listener);
  target.addEventListener("a", listener);
  target.addEventListener("a", listener, { capture: true });
  target.dispatchEvent(new Event("a"));
  assert.deepStrictEqual(calls, [true, "a", true, "a"]);
  target.removeEventListener("a", listener);
  target.removeEventListener("a", listener, true);
  target.dispatchEvent(new Event("a"));
  assert.strictEqual(calls.length, 4);
});

test("an object's handleEvent is looked up at each call", () => {
  const target = new EventTarget();
  const calls: unknown[] = [];
  const listener: any = {};
  target.addEventListener("a", listener);
  target.dispatchEvent(new Event("a"));
  listener.handleEvent = function (event: Event): void {
    calls.push(this === listener, event.type);
  };
  target.dispatchEvent(new Event("a"));
  assert.deepStrictEqual(calls, [true, "a"]);
});

test("once removes the listener before its call", () => {
  const target = new EventTarget();
  let calls = 0;
  target.addEventListener(
    "a",
    () => {
      calls++;
      target.dispatchEvent(new Event("a"));
    },
    { once: true },
  );
  target.dispatchEvent(new Event("a"));
  assert.strictEqual(calls, 1);
});

test("a passive listener cannot cancel the event", () => {
  const target = new EventTarget();
  target.addEventListener("a", (event) => event.preventDefault(), { passive: true });
  const event = new Event("a", { cancelable: true });
  assert.strictEqual(target.dispatchEvent(event), true);
  assert.strictEqual(event.defaultPrevented, false);
});

test("a signal removes the listener when it aborts, and an aborted one adds nothing", () => {
  const target = new EventTarget();
  const controller = new AbortController();
  let calls = 0;
  target.addEventListener(
    "a",
    () => {
      calls++;
    },
    { signal: controller.signal },
  );
  target.dispatchEvent(new Event("a"));
  controller.abort();
  target.dispatchEvent(new Event("a"));
  target.addEventListener(
    "a",
    () => {
      calls++;
    },
    { signal: controller.signal },
  );
  target.dispatchEvent(new Event("a"));
  assert.strictEqual(calls, 1);
});

test("wrong arguments have Node's errors", () => {
  const target: any = new EventTarget();
  assert.throws(() => target.addEventListener("a"), {
    name: "TypeError",
    code: "ERR_MISSING_ARGS",
    message: 'The "type" and "listener" arguments must be specified',
  });
  assert.throws(() => target.addEventListener("a", "text"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"listener\" argument must be an instance of EventListener. Received type string ('text')",
  });
  assert.throws(() => target.addEventListener("a", () => {}, 5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => target.addEventListener("a", () => {}, { signal: null }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => target.addEventListener(Symbol(), () => {}), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => EventTarget.prototype.addEventListener.call({} as any, "a", () => {}), {
    name: "TypeError",
    code: "ERR_INVALID_THIS",
    message: 'Value of "this" must be of type EventTarget',
  });
});

test("null as listener only warns", async () => {
  const warned = new Promise<any>((resolve) => {
    process.once("warning", resolve);
  });
  new EventTarget().addEventListener("a", null);
  const warning = await warned;
  assert.strictEqual(warning.name, "AddEventListenerArgumentTypeWarning");
  assert.strictEqual(warning.message, "addEventListener called with null which has no effect.");
});
