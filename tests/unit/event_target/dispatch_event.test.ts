import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";

test("dispatchEvent says whether the event was cancelled", () => {
  const target = new EventTarget();
  target.addEventListener("a", (event) => event.preventDefault());
  assert.strictEqual(target.dispatchEvent(new Event("a", { cancelable: true })), false);
  assert.strictEqual(target.dispatchEvent(new Event("a")), true);
});

test("target, currentTarget and eventPhase are set during the dispatch", () => {
  const target = new EventTarget();
  const event = new Event("a");
  assert.deepStrictEqual(
    [event.target, event.currentTarget, event.eventPhase, event.composedPath()],
    [null, null, 0, []],
  );
  target.addEventListener("a", () => {
    assert.deepStrictEqual([event.target, event.currentTarget, event.srcElement], [target, target, target]);
    assert.strictEqual(event.eventPhase, Event.AT_TARGET);
    assert.deepStrictEqual(event.composedPath(), [target]);
  });
  target.dispatchEvent(event);
  assert.deepStrictEqual([event.target, event.currentTarget, event.eventPhase], [target, null, 0]);
});

test("stopImmediatePropagation stops the listeners that follow", () => {
  const target = new EventTarget();
  const calls: number[] = [];
  target.addEventListener("a", (event) => {
    calls.push(1);
    event.stopPropagation();
  });
  target.addEventListener("a", (event) => {
    calls.push(2);
    event.stopImmediatePropagation();
  });
  target.addEventListener("a", () => {
    calls.push(3);
  });
  target.dispatchEvent(new Event("a"));
  assert.deepStrictEqual(calls, [1, 2]);
});

test("a listener that was removed during the dispatch is not called", () => {
  const target = new EventTarget();
  const calls: string[] = [];
  const second = (): void => {
    calls.push("second");
  };
  target.addEventListener("a", () => {
    calls.push("first");
    target.removeEventListener("a", second);
  });
  target.addEventListener("a", second);
  target.dispatchEvent(new Event("a"));
  assert.deepStrictEqual(calls, ["first"]);
});

test("an error or rejection of a listener is an uncaught exception, and the next one is called", async () => {
  const target = new EventTarget();
  const caught: unknown[] = [];
  const onUncaught = (error: Error): void => {
    caught.push(error.message);
  };
  process.on("uncaughtException", onUncaught);
  let called = false;
  target.addEventListener("a", () => {
    throw new Error("thrown");
  });
  target.addEventListener("a", async () => {
    throw new Error("rejected");
  });
  target.addEventListener("a", () => {
    called = true;
  });
  target.dispatchEvent(new Event("a"));
  assert.strictEqual(called, true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.removeListener("uncaughtException", onUncaught);
  assert.deepStrictEqual(caught, ["thrown", "rejected"]);
});

test("wrong arguments and a second dispatch of a running event are refused", () => {
  const target: any = new EventTarget();
  assert.throws(() => target.dispatchEvent(), {
    code: "ERR_MISSING_ARGS",
    message: 'The "event" argument must be specified',
  });
  assert.throws(() => target.dispatchEvent("a"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"event\" argument must be an instance of Event. Received type string ('a')",
  });
  const event = new Event("a");
  let error: any;
  target.addEventListener("a", () => {
    try {
      target.dispatchEvent(event);
    } catch (thrown) {
      error = thrown;
    }
  });
  target.dispatchEvent(event);
  assert.strictEqual(error.code, "ERR_EVENT_RECURSION");
  assert.strictEqual(error.message, 'The event "a" is already being dispatched');
});
