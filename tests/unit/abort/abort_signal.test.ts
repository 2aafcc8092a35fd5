import assert from "node:assert";
import { test } from "../harness.ts";

test("AbortSignal.abort makes an aborted signal", () => {
  assert.strictEqual(AbortSignal.abort().reason.name, "AbortError");
  assert.strictEqual(AbortSignal.abort("why").reason, "why");
  assert.strictEqual(AbortSignal.abort("why").aborted, true);
});

test("AbortSignal.timeout aborts with TimeoutError", async () => {
  const signal = AbortSignal.timeout(5);
  assert.strictEqual(signal.aborted, false);
  const keepAlive = setTimeout(() => {}, 1000);
  await new Promise((resolve) => {
    signal.onabort = resolve;
  });
  clearTimeout(keepAlive);
  assert.strictEqual(signal.reason.name, "TimeoutError");
  assert.strictEqual(signal.reason.message, "The operation was aborted due to timeout");
  assert.strictEqual(signal.reason.code, 23);
});

test("AbortSignal.timeout refuses invalid times", () => {
  assert.throws(() => AbortSignal.timeout("5" as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"delay\" argument must be of type number. Received type string ('5')",
  });
  assert.throws(() => AbortSignal.timeout(-1), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "delay" is out of range. It must be >= 0 && <= 4294967295. Received -1',
  });
});

test("any aborts with the first of its signals, also through another any", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const inner = AbortSignal.any([first.signal, second.signal]);
  const outer = AbortSignal.any([inner]);
  const order: string[] = [];
  outer.addEventListener("abort", () => order.push("outer"));
  inner.addEventListener("abort", () => order.push("inner"));
  second.signal.addEventListener("abort", () => {
    order.push("source");
    // DOM "signal abort": dependent signals are aborted before any event, and their events are dispatched in the order of their creation.
    assert.strictEqual(inner.aborted, true);
  });
  second.abort("second");
  first.abort("first");
  assert.strictEqual(outer.reason, "second");
  assert.strictEqual(inner.reason, "second");
  assert.deepStrictEqual(order, ["source", "inner", "outer"]);
});

test("any of an aborted signal is aborted; any of an empty list never is", () => {
  assert.strictEqual(AbortSignal.any([AbortSignal.abort(1), AbortSignal.abort(2)]).reason, 1);
  assert.strictEqual(AbortSignal.any([]).aborted, false);
});

test("any without listeners has the reason when it is read", () => {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal]);
  controller.abort("read later");
  assert.strictEqual(signal.aborted, true);
  assert.strictEqual(signal.reason, "read later");
  assert.throws(
    () => signal.throwIfAborted(),
    (thrown) => thrown === "read later",
  );
});

test("any refuses values that are not lists of signals", () => {
  assert.throws(() => (AbortSignal as any).any(), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: "signals cannot be converted to sequence.",
  });
  assert.throws(() => AbortSignal.any([AbortSignal.abort(), {} as any]), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: "signals[1] is not of type AbortSignal.",
  });
});

test("a pending any over a time-out still fires when the time-out is not referenced elsewhere", async () => {
  const signal = AbortSignal.any([AbortSignal.timeout(20), new AbortController().signal]);
  const keepAlive = setTimeout(() => {}, 1000);
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  clearTimeout(keepAlive);
  assert.strictEqual(signal.reason.name, "TimeoutError");
});
