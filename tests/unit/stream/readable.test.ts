import assert from "node:assert";
import { once } from "node:events";
import { Readable } from "node:stream";
import { test } from "../harness.ts";

/** Yields until everything that is due has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("data, end and close come in this order, each after the call that caused it", async () => {
  const order: string[] = [];
  const stream = new Readable({ read() {} });
  for (const name of ["data", "end", "close", "readable", "resume"]) {
    if (name !== "readable") stream.on(name, () => order.push(name));
  }
  stream.push("a");
  stream.push(null);
  order.push("pushed");
  await once(stream, "close");
  assert.deepStrictEqual(order, ["pushed", "resume", "data", "end", "close"]);
});

test("read returns the requested amount, or null when there is less", async () => {
  const stream = new Readable({ read() {} });
  stream.push(Buffer.from("abc"));
  stream.push(Buffer.from("defgh"));
  assert.strictEqual(stream.read(9), null);
  assert.strictEqual(String(stream.read(2)), "ab");
  assert.strictEqual(String(stream.read(4)), "cdef");
  assert.strictEqual(stream.readableLength, 2);
  assert.strictEqual(String(stream.read()), "gh");
  stream.push("xyz");
  stream.push(null);
  assert.strictEqual(String(stream.read(10)), "xyz");
  assert.strictEqual(stream.read(), null);
});

test("strings and bytes are decoded with the encoding, also characters split over chunks", async () => {
  const stream = new Readable({ read() {}, encoding: "utf8" });
  const bytes = Buffer.from("a€b");
  stream.push(bytes.subarray(0, 2));
  stream.push(bytes.subarray(2));
  stream.push(null);
  let text = "";
  for await (const chunk of stream) {
    assert.strictEqual(typeof chunk, "string");
    text += chunk;
  }
  assert.strictEqual(text, "a€b");
  assert.strictEqual(stream.readableEncoding, "utf8");
});

test("push returns whether the buffer is below the high-water mark", () => {
  const stream = new Readable({ highWaterMark: 4, read() {} });
  assert.strictEqual(stream.push("ab"), true);
  assert.strictEqual(stream.push("cd"), false);
  assert.strictEqual(stream.readableHighWaterMark, 4);
  const objects = new Readable({ objectMode: true, read() {} });
  assert.strictEqual(objects.readableHighWaterMark, 16);
  assert.strictEqual(new Readable().readableHighWaterMark, 65536);
});

test("unshift puts a chunk back in front", () => {
  const stream = new Readable({ read() {} });
  stream.push("world");
  stream.unshift("hello ");
  assert.strictEqual(String(stream.read(11)), "hello world");
});

test("destroy emits error and close in the next tick and drops buffered data", async () => {
  const order: string[] = [];
  const stream = new Readable({ read() {} });
  stream.push("a");
  stream.on("error", (error) => order.push(error.message)).on("close", () => order.push("close"));
  assert.strictEqual(stream.destroy(new Error("gone")), stream);
  order.push("sync");
  assert.strictEqual(stream.destroyed, true);
  await settled();
  assert.deepStrictEqual(order, ["sync", "gone", "close"]);
  assert.strictEqual(stream.push("b"), false);
  assert.strictEqual(stream.errored!.message, "gone");
});

test("errors of the source: push after the end, a chunk of a wrong type, a missing _read", async () => {
  const ended = new Readable({ read() {} });
  ended.push(null);
  ended.push("late");
  const [late] = await once(ended, "error");
  assert.deepStrictEqual([late.code, late.message], ["ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF"]);

  const wrong = new Readable({ read() {} });
  wrong.push(5 as any);
  const [type] = await once(wrong, "error");
  assert.strictEqual(type.code, "ERR_INVALID_ARG_TYPE");
  assert.strictEqual(
    type.message,
    'The "chunk" argument must be of type string or an instance of Buffer, ' +
      "TypedArray, or DataView. Received type number (5)",
  );

  const without = new Readable();
  without.read();
  const [missing] = await once(without, "error");
  assert.deepStrictEqual(
    [missing.code, missing.message],
    ["ERR_METHOD_NOT_IMPLEMENTED", "The _read() method is not implemented"],
  );
});

test("wrong options throw when the stream is made", () => {
  assert.throws(() => new Readable({ highWaterMark: -1 }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The property 'options.highWaterMark' is invalid. Received -1",
  });
  assert.throws(() => new Readable({ defaultEncoding: "none" } as any), {
    code: "ERR_UNKNOWN_ENCODING",
    message: "Unknown encoding: none",
  });
});

test("listening for readable stops the flow, and removing the listener resumes it", async () => {
  const stream = Readable.from(["a", "b"]);
  const chunks: string[] = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  const listener = (): void => {};
  stream.on("readable", listener);
  assert.strictEqual(stream.readableFlowing, false);
  await settled();
  assert.deepStrictEqual(chunks, []);
  stream.removeListener("readable", listener);
  await once(stream, "end");
  assert.deepStrictEqual(chunks, ["a", "b"]);
});

test("construct runs before read, and destroy waits for it", async () => {
  const order: string[] = [];
  const stream = new Readable({
    construct(callback) {
      setImmediate(() => {
        order.push("construct");
        callback();
      });
    },
    read() {
      order.push("read");
      this.push(null);
    },
    destroy(error, callback) {
      order.push("destroy");
      callback(error);
    },
  });
  stream.resume();
  await once(stream, "close");
  assert.deepStrictEqual(order, ["construct", "read", "destroy"]);
});
