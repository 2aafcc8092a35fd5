// `queueMicrotask`: when its callbacks run, and what becomes of their errors.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import process from "node:process";
import { test } from "../harness.ts";

test("callbacks run among promise jobs, in the order in which they were queued", async () => {
  const order: string[] = [];
  queueMicrotask(() => {
    order.push("first");
    queueMicrotask(() => order.push("nested"));
    process.nextTick(() => order.push("tick"));
  });
  void Promise.resolve().then(() => order.push("promise"));
  queueMicrotask(() => order.push("second"));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepStrictEqual(order, ["first", "promise", "second", "nested", "tick"]);
});

test("callbacks have no arguments and no receiver", async () => {
  const seen = await new Promise<unknown[]>((resolve) => {
    queueMicrotask(function (this: unknown, ...args: unknown[]) {
      resolve([this, args.length]);
    } as () => void);
  });
  assert.deepStrictEqual(seen, [undefined, 0]);
});

test("callbacks have the store in which they were queued", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  storage.run("inside", () => queueMicrotask(() => seen.push(storage.getStore())));
  queueMicrotask(() => seen.push(storage.getStore()));
  await null;
  assert.deepStrictEqual(seen, ["inside", undefined]);
});

test("an error is an uncaught exception, and the next callback runs", async () => {
  const seen: unknown[] = [];
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.once("uncaughtException", (error, origin) => seen.push(error.message, origin));
  queueMicrotask(() => {
    throw new Error("of a callback");
  });
  queueMicrotask(() => seen.push("next"));
  await new Promise((resolve) => setImmediate(resolve));
  for (const listener of listeners) process.on("uncaughtException", listener);
  assert.deepStrictEqual(seen, ["of a callback", "uncaughtException", "next"]);
});

test("other values than functions are refused at once", () => {
  for (const value of [undefined, null, 1, "text", {}])
    assert.throws(() => queueMicrotask(value as never), { code: "ERR_INVALID_ARG_TYPE" });
});
