// Readable, writable and transform streams: behaviour, Node's errors, and edge cases of the standard.
import assert from "node:assert";
import { test } from "../harness.ts";

const text = async (stream: ReadableStream) => {
  let all = "";
  for await (const chunk of stream as any) all += chunk;
  return all;
};
const from = (...chunks: unknown[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test("a stream gives its chunks in order and then ends", async () => {
  const reader = from("a", "b").getReader();
  assert.deepStrictEqual(await reader.read(), { value: "a", done: false });
  assert.deepStrictEqual(await reader.read(), { value: "b", done: false });
  assert.deepStrictEqual(await reader.read(), { value: undefined, done: true });
  assert.strictEqual(await reader.closed, undefined);
});

test("pull is called until the high-water mark is reached", async () => {
  let pulled = 0;
  const stream = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(pulled++);
      },
    },
    { highWaterMark: 3 },
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.strictEqual(pulled, 3);
  await stream.getReader().read();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.strictEqual(pulled, 4);
});

test("cancel reaches the source, with its reason", async () => {
  let reason: unknown;
  await new ReadableStream({
    cancel(given) {
      reason = given;
    },
  }).cancel("why");
  assert.strictEqual(reason, "why");
});

test("a failing pull fails the reads", async () => {
  const error = new Error("pull");
  const reader = new ReadableStream({
    pull() {
      throw error;
    },
  }).getReader();
  await assert.rejects(reader.read(), error);
  await assert.rejects(reader.closed, error);
});

test("iteration cancels the stream when it is left early", async () => {
  let cancelled = false;
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(1);
    },
    cancel() {
      cancelled = true;
    },
  });
  for await (const _ of stream as any) break;
  assert.strictEqual(cancelled, true);
  assert.strictEqual(stream.locked, false);
});

test("tee gives two streams with all chunks", async () => {
  const [first, second] = from("a", "b").tee();
  assert.deepStrictEqual(await Promise.all([text(first!), text(second!)]), ["ab", "ab"]);
});

test("ReadableStream.from takes sync and async iterables", async () => {
  assert.strictEqual(await text((ReadableStream as any).from(["a", Promise.resolve("b")])), "ab");
  assert.strictEqual(
    await text(
      (ReadableStream as any).from(
        (async function* () {
          yield "a";
          yield "b";
        })(),
      ),
    ),
    "ab",
  );
  assert.throws(() => (ReadableStream as any).from({}), { name: "TypeError", code: "ERR_ARG_NOT_ITERABLE" });
});

test("pipeTo moves chunks, closes the destination and respects back-pressure", async () => {
  const written: unknown[] = [];
  let writing = 0;
  await from(1, 2, 3).pipeTo(
    new WritableStream({
      async write(chunk) {
        assert.strictEqual(++writing, 1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        writing--;
        written.push(chunk);
      },
      close() {
        written.push("end");
      },
    }),
  );
  assert.deepStrictEqual(written, [1, 2, 3, "end"]);
});

test("pipeTo aborts the destination and cancels the source on a signal", async () => {
  const controller = new AbortController();
  const seen: unknown[] = [];
  const piped = new ReadableStream({
    cancel(reason) {
      seen.push(reason);
    },
  }).pipeTo(
    new WritableStream({
      abort(reason) {
        seen.push(reason);
      },
    }),
    { signal: controller.signal },
  );
  controller.abort("stop");
  await piped.then(
    () => assert.fail("fulfilled"),
    (reason) => assert.strictEqual(reason, "stop"),
  );
  assert.deepStrictEqual(seen, ["stop", "stop"]);
});

test("pipeThrough transforms", async () => {
  const upper = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.toUpperCase());
    },
    flush(controller) {
      controller.enqueue("!");
    },
  });
  assert.strictEqual(await text(from("a", "b").pipeThrough(upper)), "AB!");
});

test("a failing transform fails both sides", async () => {
  const error = new Error("transform");
  const stream = new TransformStream({
    transform() {
      throw error;
    },
  });
  const writer = stream.writable.getWriter();
  const read = stream.readable.getReader().read();
  await assert.rejects(writer.write("x"), error);
  await assert.rejects(read, error);
});

test("a BYOB reader fills the view that it is given", async () => {
  const stream = new ReadableStream({
    type: "bytes",
    pull(controller: any) {
      controller.byobRequest.view[0] = 7;
      controller.byobRequest.respond(1);
    },
  } as any);
  const reader = stream.getReader({ mode: "byob" } as any) as any;
  const view = new Uint8Array(4);
  const { value } = await reader.read(view);
  assert.deepStrictEqual([view.byteLength, value.byteLength, value.buffer.byteLength, value[0]], [0, 1, 4, 7]);
});

test("a BYOB read with min waits for that many", async () => {
  let next = 0;
  const stream = new ReadableStream({
    type: "bytes",
    pull(controller: any) {
      controller.enqueue(new Uint8Array([next++]));
    },
  } as any);
  const reader = stream.getReader({ mode: "byob" } as any) as any;
  assert.deepStrictEqual([...(await reader.read(new Uint8Array(8), { min: 3 })).value], [0, 1, 2]);
});

test("a writer reports backpressure and what the sink throws", async () => {
  const error = new Error("write");
  let fail = false;
  const writer = new WritableStream(
    {
      write() {
        if (fail) throw error;
      },
    },
    { highWaterMark: 1 },
  ).getWriter();
  assert.strictEqual(writer.desiredSize, 1);
  const written = writer.write("a");
  assert.strictEqual(writer.desiredSize, 0);
  await written;
  await writer.ready;
  fail = true;
  await assert.rejects(writer.write("b"), error);
  await assert.rejects(writer.closed, error);
  assert.strictEqual(writer.desiredSize, null);
});

test("strategies count", () => {
  assert.strictEqual(new CountQueuingStrategy({ highWaterMark: 2 }).size(), 1);
  assert.strictEqual(new ByteLengthQueuingStrategy({ highWaterMark: 2 }).size(new Uint8Array(5)), 5);
  assert.throws(() => new CountQueuingStrategy({} as any), { name: "TypeError", code: "ERR_MISSING_OPTION" });
  assert.throws(() => new ReadableStream({}, { highWaterMark: -1 }), {
    name: "RangeError",
    code: "ERR_INVALID_ARG_VALUE",
  });
});

test("wrong arguments give Node's errors", async () => {
  const refuse = (run: () => unknown, code: string, message: string) => assert.throws(run, { code, message });
  refuse(
    () => new ReadableStream(1 as any),
    "ERR_INVALID_ARG_TYPE",
    'The "source" argument must be of type object. Received type number (1)',
  );
  refuse(
    () => new ReadableStream({ pull: 1 } as any),
    "ERR_INVALID_ARG_TYPE",
    'The "source.pull" property must be of type function. Received type number (1)',
  );
  refuse(
    () => new ReadableStream({ type: "x" } as any),
    "ERR_INVALID_ARG_VALUE",
    "The property 'source.type' is invalid. Received 'x'",
  );
  refuse(
    () => new (ReadableStreamDefaultReader as any)({}),
    "ERR_INVALID_ARG_TYPE",
    'The "stream" argument must be an instance of ReadableStream. Received an instance of Object',
  );
  refuse(() => new (ReadableStreamDefaultController as any)(), "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
  refuse(
    () => new WritableStream({ type: "x" } as any),
    "ERR_INVALID_ARG_VALUE",
    "The argument 'type' is invalid. Received 'x'",
  );
  const stream = new ReadableStream();
  stream.getReader();
  refuse(() => stream.getReader(), "ERR_INVALID_STATE", "Invalid state: ReadableStream is locked");
  await assert.rejects(stream.cancel(), {
    code: "ERR_INVALID_STATE",
    message: "Invalid state: ReadableStream is locked",
  });
  await assert.rejects((stream as any).pipeTo({}), { code: "ERR_INVALID_ARG_TYPE" });
});

test("streams are transferred, not cloned", async () => {
  assert.throws(() => structuredClone(new ReadableStream()), { name: "DataCloneError" });
  const source = from({ a: 1 }, "b");
  const moved = structuredClone(source, { transfer: [source as any] });
  assert.strictEqual(source.locked, true);
  const reader = moved.getReader();
  assert.deepStrictEqual(await reader.read(), { value: { a: 1 }, done: false });
  assert.deepStrictEqual(await reader.read(), { value: "b", done: false });
  assert.strictEqual((await reader.read()).done, true);
  const written: unknown[] = [];
  let closed!: () => void;
  const end = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const sink = new WritableStream({
    write(chunk) {
      written.push(chunk);
    },
    close() {
      closed();
    },
  });
  const writer = structuredClone(sink, { transfer: [sink as any] }).getWriter();
  await writer.write("x");
  await writer.close();
  await end;
  assert.deepStrictEqual(written, ["x"]);
});

test("a released reader fails", async () => {
  const reader = new ReadableStream().getReader();
  const pending = reader.read();
  reader.releaseLock();
  await assert.rejects(pending, { code: "ERR_INVALID_STATE", message: "Invalid state: Releasing reader" });
  await assert.rejects(reader.closed, { message: "Invalid state: Reader released" });
  await assert.rejects(reader.read(), { message: "Invalid state: The reader is not attached to a stream" });
});
