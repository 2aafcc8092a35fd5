import assert from "node:assert";
import { once } from "node:events";
import { Duplex, PassThrough, Readable, Transform, Writable, duplexPair } from "node:stream";
import { test } from "../harness.ts";

test("a Duplex is a Readable and a Writable and closes when both sides are done", async () => {
  const written: string[] = [];
  const stream = new Duplex({
    read() {
      this.push("out");
      this.push(null);
    },
    write(chunk, _encoding, callback) {
      written.push(String(chunk));
      callback();
    },
  });
  assert.ok(stream instanceof Readable);
  assert.ok(stream instanceof Writable);
  let closed = false;
  stream.on("close", () => {
    closed = true;
  });
  stream.resume();
  await once(stream, "end");
  assert.strictEqual(closed, false);
  stream.end("in");
  await once(stream, "close");
  assert.deepStrictEqual(written, ["in"]);
});

test("allowHalfOpen false ends the writable side with the readable one", async () => {
  const stream = new Duplex({
    allowHalfOpen: false,
    read() {
      this.push(null);
    },
    write(_c, _e, callback) {
      callback();
    },
  });
  stream.resume();
  await once(stream, "finish");
  assert.strictEqual(stream.writableEnded, true);
});

test("a Transform changes chunks and flushes at the end", async () => {
  const stream = new Transform({
    transform(chunk, _encoding, callback) {
      callback(null, String(chunk).toUpperCase());
    },
    flush(callback) {
      callback(null, "!");
    },
  });
  stream.write("a");
  stream.end("b");
  assert.strictEqual(Buffer.concat(await stream.toArray()).toString(), "AB!");
});

test("a full Transform delays the callbacks of writes", async () => {
  const stream = new PassThrough({ readableHighWaterMark: 1, writableHighWaterMark: 1 });
  let calledBack = 0;
  stream.write("a", () => calledBack++);
  stream.write("b", () => calledBack++);
  await new Promise((resolve) => setImmediate(resolve));
  assert.strictEqual(calledBack, 0);
  assert.strictEqual(String(stream.read()), "a");
  await new Promise((resolve) => setImmediate(resolve));
  assert.strictEqual(calledBack, 1);
});

test("an error of _transform destroys the stream, and a missing _transform is an error", async () => {
  const error = new Error("bad");
  const stream = new Transform({
    transform(_chunk, _encoding, callback) {
      callback(error);
    },
  });
  stream.write("a");
  assert.deepStrictEqual(await once(stream, "error"), [error]);
  assert.throws(() => new Transform().write("a"), {
    code: "ERR_METHOD_NOT_IMPLEMENTED",
    message: "The _transform() method is not implemented",
  });
});

test("duplexPair returns two connected ends", async () => {
  const [left, right] = duplexPair();
  left.end("to the right");
  right.end("to the left");
  assert.strictEqual(String(Buffer.concat(await right.toArray())), "to the right");
  assert.strictEqual(String(Buffer.concat(await left.toArray())), "to the left");
});

test("Duplex.from takes generators, functions, pairs and promises", async () => {
  const upper = Duplex.from(async function* (source: AsyncIterable<string>) {
    for await (const chunk of source) yield String(chunk).toUpperCase();
  });
  upper.end("a");
  assert.deepStrictEqual(await upper.toArray(), ["A"]);
  assert.deepStrictEqual(await Duplex.from([1, 2]).toArray(), [1, 2]);
  assert.deepStrictEqual(await Duplex.from(Promise.resolve("later")).toArray(), ["later"]);
  const through = new PassThrough();
  const pair = Duplex.from({ readable: through, writable: through } as never);
  pair.end("x");
  assert.deepStrictEqual(await pair.toArray(), [Buffer.from("x")]);
  const stream = new PassThrough();
  assert.strictEqual(Duplex.from(stream), stream);
  assert.throws(() => Duplex.from(5 as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => Duplex.from((() => 5) as any), {
    code: "ERR_INVALID_RETURN_VALUE",
    message:
      'Expected Iterable, AsyncIterable or AsyncFunction to be returned from the "body" function but got type number (5).',
  });
});
