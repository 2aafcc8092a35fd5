// Promise.any of the homes of Node and Deno: ECMA-262 §27.2.4.3, with V8's message.
import assert from "node:assert";
import { test } from "../harness.ts";

test("the error of Promise.any has V8's message", async () => {
  for (const promises of [[], [Promise.reject(1), Promise.reject(2)]] as Promise<unknown>[][]) {
    const error = await Promise.any(promises).catch((reason: AggregateError) => reason);
    assert.ok(error instanceof AggregateError);
    assert.strictEqual(error.message, "All promises were rejected");
    assert.deepStrictEqual(error.errors, promises.length === 0 ? [] : [1, 2]);
  }
});

test("Promise.any resolves with the first value, and looks native", async () => {
  assert.strictEqual(await Promise.any([Promise.reject(1), 2, 3]), 2);
  const { name, length } = Promise.any;
  assert.deepStrictEqual([name, length, String(Promise.any)], ["any", 1, "function any() { [native code] }"]);
});

test("Promise.any uses its receiver, and closes the iterator when resolving fails", async () => {
  class Own<T> extends Promise<T> {}
  assert.ok(Own.any([1]) instanceof Own);
  let closedCount = 0;
  class Failing<T> extends Promise<T> {
    static override resolve(): never {
      throw new RangeError("resolve");
    }
  }
  const endless = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: 1, done: false }),
      return: () => {
        closedCount++;
        return { value: undefined, done: true };
      },
    }),
  };
  await assert.rejects(Failing.any(endless), RangeError);
  assert.strictEqual(closedCount, 1);
  await assert.rejects(Promise.any(5 as never), TypeError);
  assert.throws(() => Promise.any.call(undefined as never, []), TypeError);
});
