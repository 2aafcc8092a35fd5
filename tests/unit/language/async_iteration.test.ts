// `for await`, `yield*` and Array.fromAsync over synchronous iterators (ECMA-262 §27.1.6, AsyncFromSyncIterator objects).
import assert from "node:assert";
import { test } from "../harness.ts";

const failure = new Error("failed");

/** An iterator without `return`. */
function plain(values: unknown[]): Iterable<unknown> {
  let index = 0;
  return {
    [Symbol.iterator]: () => ({
      next: (): any =>
        index < values.length ? { value: values[index++], done: false } : { value: undefined, done: true },
    }),
  };
}

async function gather(iterable: any): Promise<unknown[]> {
  const seen: unknown[] = [];
  try {
    for await (const value of iterable) seen.push(value);
  } catch (error) {
    seen.push(error);
  }
  return seen;
}

test("a promise of an array that rejects ends the loop with its error", async () => {
  assert.deepStrictEqual(await gather([1, Promise.resolve(2), Promise.reject(failure), 4]), [1, 2, failure]);
  assert.deepStrictEqual(await gather(new Set([Promise.reject(failure)])), [failure]);
  assert.deepStrictEqual(await gather(plain([Promise.reject(failure)])), [failure]);
  const labelled = async (): Promise<void> => {
    outer: for await (const value of [Promise.resolve(1), Promise.reject(failure)]) {
      if (value) continue outer;
    }
  };
  await assert.rejects(labelled, failure);
});

test("a promise that rejects closes the synchronous iterator", async () => {
  const seen: string[] = [];
  function* values() {
    try {
      yield Promise.reject(failure);
    } finally {
      seen.push("closed");
    }
  }
  assert.deepStrictEqual(await gather(values()), [failure]);
  assert.deepStrictEqual(seen, ["closed"]);
});

test("leaving the loop closes the iterator, and an error of closing is thrown", async () => {
  const closing = (result: unknown): any => ({
    [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => result }),
  });
  const leave = async (result: unknown): Promise<string> => {
    for await (const value of closing(result)) return `left with ${value}`;
    return "not left";
  };
  assert.strictEqual(await leave({}), "left with 1");
  await assert.rejects(leave(5), TypeError);
});

test("an asynchronous yield* passes such a rejection on", async () => {
  const generator = (async function* () {
    yield* [Promise.reject(failure)];
  })();
  await assert.rejects(generator.next(), failure);
});

test("an asynchronous yield* passes values as the synchronous iterator does", async () => {
  const seen: string[] = [];
  const iterable: any = {
    [Symbol.iterator]() {
      let count = 0;
      return {
        next: (value: unknown) => (
          seen.push(`next ${value}`),
          count++ < 2 ? { value: count, done: false } : { value: "result", done: true }
        ),
        return: () => (seen.push("return"), { done: true }),
      };
    },
  };
  const generator = (async function* (): any {
    return yield* iterable;
  })();
  assert.deepStrictEqual(
    [await generator.next("a"), await generator.next("b"), await generator.next("c")],
    [
      { value: 1, done: false },
      { value: 2, done: false },
      { value: "result", done: true },
    ],
  );
  assert.deepStrictEqual(seen, ["next undefined", "next b", "next c"]);
  const second = (async function* (): any {
    yield* iterable;
  })();
  await second.next();
  // It has no `throw`, so it is closed, and the violation of the protocol is the error.
  await assert.rejects(second.throw(failure), TypeError);
  assert.deepStrictEqual(seen.slice(3), ["next undefined", "return"]);
});

test("the loop takes as many turns as the standard says", async () => {
  const turns = async (iterable: any): Promise<string> => {
    const order: string[] = [];
    const loop = (async () => {
      for await (const value of iterable) order.push(String(value));
      order.push("end");
    })();
    for (let count = 0; count < 10; count++) {
      await null;
      order.push("-");
    }
    await loop;
    return order.join("");
  };
  assert.strictEqual(await turns([1, 2, 3]), "-1--2--3--end---");
  async function* values() {
    yield 1;
    yield 2;
  }
  assert.strictEqual(await turns(values()), "-1--2-end------");
});

test("a value that is not iterable is a TypeError", async () => {
  for (const value of [
    undefined,
    null,
    5,
    {},
    { [Symbol.asyncIterator]: 5 },
    { [Symbol.asyncIterator]: null, [Symbol.iterator]: 4 },
    { [Symbol.asyncIterator]: () => 1 },
    { [Symbol.iterator]: () => 1 },
  ]) {
    const [error] = await gather(value);
    assert.ok(error instanceof TypeError, String(error));
  }
  assert.match(
    String((await gather(undefined))[0]),
    /Cannot read properties of undefined \(reading 'Symbol\(Symbol.asyncIterator\)'\)/,
  );
  assert.match(String((await gather({}))[0]), /is not async iterable$/);
  assert.match(
    String((await gather({ [Symbol.asyncIterator]: () => 1 }))[0]),
    /Result of the Symbol.asyncIterator method is not an object/,
  );
});

test("the method of an asynchronous iterable is read once and called with it", async () => {
  let reads = 0;
  const iterable: any = {
    get [Symbol.asyncIterator]() {
      reads++;
      return function (this: unknown) {
        assert.strictEqual(this, iterable);
        return { next: async () => ({ done: true, value: undefined }) };
      };
    },
  };
  assert.deepStrictEqual(await gather(iterable), []);
  assert.strictEqual(reads, 1);
});

test("Array.fromAsync rejects with the reason of an element", async () => {
  await assert.rejects(Array.fromAsync([1, Promise.reject(failure)]), failure);
  await assert.rejects(Array.fromAsync(plain([Promise.reject(failure)])), failure);
  assert.deepStrictEqual(await Array.fromAsync([1, Promise.resolve(2)]), [1, 2]);
});
