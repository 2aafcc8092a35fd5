import assert from "node:assert";
import { Readable } from "node:stream";
import { test } from "../harness.ts";

test("Readable.from reads iterables, async iterables, promises among the values, strings and buffers", async () => {
  assert.deepStrictEqual(await Readable.from([1, 2]).toArray(), [1, 2]);
  assert.deepStrictEqual(
    await Readable.from(
      (async function* () {
        yield "a";
        yield "b";
      })(),
    ).toArray(),
    ["a", "b"],
  );
  assert.deepStrictEqual(await Readable.from([1, Promise.resolve(2), 3]).toArray(), [1, 2, 3]);
  assert.deepStrictEqual(await Readable.from("text").toArray(), ["text"]);
  assert.deepStrictEqual(await Readable.from(Buffer.from("x")).toArray(), [Buffer.from("x")]);
  assert.throws(() => Readable.from(5 as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "iterable" argument must be an instance of Iterable. Received type number (5)',
  });
  await assert.rejects(Readable.from([null]).toArray(), {
    code: "ERR_STREAM_NULL_VALUES",
    message: "May not write null values to stream",
  });
});

test("leaving a loop destroys the stream and closes the underlying iterator", async () => {
  let returned = false;
  const stream = Readable.from(
    (function* () {
      try {
        for (let count = 0; ; count++) yield count;
      } finally {
        returned = true;
      }
    })(),
  );
  for await (const value of stream) if (value === 2) break;
  assert.strictEqual(stream.destroyed, true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.strictEqual(returned, true);
});

test("iterator with destroyOnReturn false leaves the stream usable", async () => {
  const stream = Readable.from(["a", "b", "c"]);
  for await (const value of stream.iterator({ destroyOnReturn: false })) {
    assert.strictEqual(value, "a");
    break;
  }
  assert.strictEqual(stream.destroyed, false);
  assert.deepStrictEqual(await stream.toArray(), ["b", "c"]);
});

test("requests of an iterator are served in order", async () => {
  const iterator = Readable.from(["a", "b"])[Symbol.asyncIterator]();
  const results = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
  assert.deepStrictEqual(
    results.map((result) => [result.value, result.done]),
    [
      ["a", false],
      ["b", false],
      [undefined, true],
      [undefined, true],
    ],
  );
});

test("an error of the stream makes the loop throw after the buffered chunks", async () => {
  const error = new Error("broken");
  const stream = new Readable({ read() {} });
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = iterator.next();
  stream.destroy(error);
  await assert.rejects(waiting, error);
  assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
});

test("a stream that closes without its end rejects with ERR_STREAM_PREMATURE_CLOSE", async () => {
  const stream = new Readable({ read() {} });
  const waiting = stream[Symbol.asyncIterator]().next();
  stream.destroy();
  await assert.rejects(waiting, { code: "ERR_STREAM_PREMATURE_CLOSE", message: "Premature close" });
});

test("map keeps the order with concurrency, filter, flatMap, take and drop chain", async () => {
  let running = 0;
  let most = 0;
  const delays = [15, 1, 8, 1];
  const mapped = Readable.from(delays).map(
    async (delay) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, delay));
      running--;
      return delay * 2;
    },
    { concurrency: 2 },
  );
  assert.deepStrictEqual(await mapped.toArray(), [30, 2, 16, 2]);
  assert.strictEqual(most, 2);
  const chained = Readable.from([1, 2, 3, 4, 5, 6])
    .filter((value) => value % 2 === 0)
    .flatMap((value) => [value, value])
    .drop(1)
    .take(3);
  assert.deepStrictEqual(await chained.toArray(), [2, 4, 4]);
});

test("some, every, find, forEach and reduce give their promise", async () => {
  assert.strictEqual(await Readable.from([1, 2, 3]).some((value) => value === 2), true);
  assert.strictEqual(await Readable.from([1, 2, 3]).every((value) => value < 3), false);
  assert.strictEqual(await Readable.from([1, 2, 3]).find((value) => value > 1), 2);
  const seen: number[] = [];
  assert.strictEqual(
    await Readable.from([1, 2]).forEach((value) => {
      seen.push(value);
    }),
    undefined,
  );
  assert.deepStrictEqual(seen, [1, 2]);
  assert.strictEqual(await Readable.from([1, 2, 3]).reduce((sum: number, value: number) => sum + value), 6);
  assert.strictEqual(await Readable.from([]).reduce((sum: number) => sum, 5), 5);
});

test("the helpers refuse wrong arguments", async () => {
  assert.throws(() => Readable.from([]).map(1 as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "fn" argument must be of type function. Received type number (1)',
  });
  assert.throws(() => Readable.from([]).map(() => {}, { concurrency: 0 }), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "options.concurrency" is out of range. It must be >= 1 && <= 9007199254740991. Received 0',
  });
  assert.throws(() => Readable.from([]).take(-1), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "number" is out of range. It must be >= 0. Received -1',
  });
  await assert.rejects(
    Readable.from([]).reduce(() => {}),
    {
      code: "ERR_MISSING_ARGS",
      message: "Reduce of an empty stream requires an initial value",
    },
  );
  await assert.rejects(Readable.from([1]).toArray({ signal: AbortSignal.abort("why") }), {
    name: "AbortError",
    cause: "why",
  });
});
