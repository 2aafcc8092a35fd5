import assert from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

test("an Event has the members of the standard", () => {
  const event = new Event("a", { bubbles: true, cancelable: true, composed: true });
  assert.deepStrictEqual(
    [event.type, event.bubbles, event.cancelable, event.composed, event.isTrusted, event.defaultPrevented],
    ["a", true, true, true, false, false],
  );
  assert.strictEqual(typeof event.timeStamp, "number");
  event.preventDefault();
  assert.strictEqual(event.defaultPrevented, true);
  assert.strictEqual(event.returnValue, false);
  assert.strictEqual(event.cancelBubble, false);
  event.stopPropagation();
  assert.strictEqual(event.cancelBubble, true);
  assert.strictEqual(Object.prototype.toString.call(event), "[object Event]");
  assert.deepStrictEqual([Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE], [0, 1, 2, 3]);
});

test("initEvent sets type, bubbles and cancelable anew", () => {
  const event = new Event("a");
  event.initEvent("b", true, true);
  assert.deepStrictEqual([event.type, event.bubbles, event.cancelable], ["b", true, true]);
});

test("a CustomEvent carries its detail, null by default", () => {
  assert.strictEqual(new CustomEvent("a").detail, null);
  const detail = { a: 1 };
  const event = new CustomEvent("a", { detail });
  assert.strictEqual(event.detail, detail);
  assert.ok(event instanceof Event);
  assert.strictEqual(Object.prototype.toString.call(event), "[object CustomEvent]");
});

test("wrong arguments and a foreign this have Node's errors", () => {
  assert.throws(() => new (Event as any)(), {
    code: "ERR_MISSING_ARGS",
    message: 'The "type" argument must be specified',
  });
  assert.throws(() => new Event(Symbol() as any), { name: "TypeError" });
  assert.throws(() => new Event("a", 1 as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "options" argument must be of type object. Received type number (1)',
  });
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "type")!;
  assert.throws(() => get!.call({}), { code: "ERR_INVALID_THIS", message: 'Value of "this" must be of type Event' });
});

test("inspect shows the main members", () => {
  const shown = inspect(new Event("a"));
  assert.match(
    shown,
    /^Event \{\n  type: 'a',\n  defaultPrevented: false,\n  cancelable: false,\n  timeStamp: [\d.]+\n\}$/,
  );
  assert.strictEqual(inspect(new EventTarget()), "EventTarget {}");
});
