import assert from "node:assert";
import { PassThrough, Readable, Transform, Writable, compose, finished, pipeline } from "node:stream";
import promises from "node:stream/promises";
import { test } from "../harness.ts";

function collector(): Writable & { text: string } {
  const stream: any = new Writable({
    write(chunk, _encoding, callback) {
      stream.text += chunk;
      callback();
    },
  });
  stream.text = "";
  return stream;
}

test("pipeline connects streams, iterables and functions and calls back once", async () => {
  const sink = collector();
  const result = await new Promise<any>((resolve) => {
    const last = pipeline(
      ["a", "b"],
      new Transform({
        transform(chunk, _encoding, callback) {
          callback(null, `${chunk}1`);
        },
      }),
      async function* (source: AsyncIterable<unknown>) {
        for await (const chunk of source) yield `<${chunk}>`;
      },
      sink,
      (error) => resolve([last, error]),
    );
  });
  assert.deepStrictEqual(result, [sink, undefined]);
  assert.strictEqual(sink.text, "<a1><b1>");
});

test("an error in one stage destroys all and is reported", async () => {
  const error = new Error("middle");
  const source = new Readable({
    read() {
      this.push("a");
    },
  });
  const middle = new Transform({
    transform(_chunk, _encoding, callback) {
      callback(error);
    },
  });
  const sink = collector();
  await assert.rejects(promises.pipeline(source, middle, sink), error);
  assert.deepStrictEqual([source.destroyed, middle.destroyed, sink.destroyed], [true, true, true]);
});

test("the promise resolves with the value of a last async function, and end: false keeps the last stream open", async () => {
  const value = await promises.pipeline(Readable.from(["a", "b"]), async (source: AsyncIterable<string>) => {
    let text = "";
    for await (const chunk of source) text += chunk;
    return text;
  });
  assert.strictEqual(value, "ab");
  const sink = collector();
  await promises.pipeline(Readable.from(["a"]), sink, { end: false });
  assert.strictEqual(sink.writableEnded, false);
  sink.end();
});

test("a signal aborts a pipeline with its reason as cause", async () => {
  const controller = new AbortController();
  const source = new Readable({ read() {} });
  const running = promises.pipeline(source, collector(), { signal: controller.signal });
  controller.abort("why");
  await assert.rejects(running, { name: "AbortError", code: "ABORT_ERR", cause: "why" });
  assert.strictEqual(source.destroyed, true);
});

test("pipeline refuses too few stages, a missing callback and closed streams", () => {
  assert.throws(() => (pipeline as any)(new PassThrough(), () => {}), {
    code: "ERR_MISSING_ARGS",
    message: 'The "streams" argument must be specified',
  });
  assert.throws(() => (pipeline as any)(new PassThrough(), new PassThrough()), { code: "ERR_INVALID_ARG_TYPE" });
  const closed = new PassThrough();
  closed.destroy();
  assert.throws(() => pipeline(new PassThrough(), closed, () => {}), {
    code: "ERR_STREAM_UNABLE_TO_PIPE",
    message: "Cannot pipe to a closed or destroyed stream",
  });
});

test("finished reports the end, an error, a premature close, and can be cancelled", async () => {
  const good = new PassThrough();
  good.resume().end();
  await promises.finished(good);
  const bad = new PassThrough();
  const error = new Error("bad");
  bad.destroy(error);
  await assert.rejects(promises.finished(bad), error);
  const cut = new PassThrough();
  cut.destroy();
  await assert.rejects(promises.finished(cut), { code: "ERR_STREAM_PREMATURE_CLOSE" });
  const left = new PassThrough();
  const cleanUp = finished(left, () => assert.fail("was taken back"));
  cleanUp();
  left.destroy();
  assert.throws(() => finished({} as any, () => {}), {
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "stream" argument must be an instance of ReadableStream, WritableStream, or Stream. Received an instance of Object',
  });
});

test("pipe waits for drain and ends the destination, unpipe detaches it", async () => {
  const source = Readable.from(["a", "b", "c"]);
  const sink: any = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, callback) {
      sink.text += chunk;
      setImmediate(callback);
    },
  });
  sink.text = "";
  assert.strictEqual(source.pipe(sink), sink);
  await promises.finished(sink);
  assert.strictEqual(sink.text, "abc");
  const [open, other] = [new PassThrough(), new PassThrough()];
  open.pipe(other);
  assert.strictEqual(open.unpipe(other), open);
  open.end("x");
  assert.strictEqual(other.writableEnded, false);
});

test("compose makes one duplex of several stages", async () => {
  const composed = compose(
    new Transform({
      transform(chunk, _encoding, callback) {
        callback(null, `${chunk}1`);
      },
    }),
    async function* (source: AsyncIterable<unknown>) {
      for await (const chunk of source) yield `${chunk}2`;
    },
  );
  composed.end("a");
  assert.strictEqual((await composed.toArray()).join(""), "a12");
  assert.throws(() => (compose as any)(), { code: "ERR_MISSING_ARGS" });
  assert.throws(() => compose(new Writable() as never, new PassThrough()), {
    code: "ERR_INVALID_ARG_VALUE",
    message: /^The argument 'streams\[0\]' must be readable\. Received/,
  });
});
