import assert from "node:assert";
import { Duplex, PassThrough, Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { test } from "../harness.ts";

test("Readable.toWeb gives the chunks as Uint8Array and closes", async () => {
  const reader = Readable.toWeb(Readable.from([Buffer.from("ab")], { objectMode: false })).getReader();
  const { value } = await reader.read();
  assert.strictEqual(Object.getPrototypeOf(value), Uint8Array.prototype);
  assert.deepStrictEqual([...value], [97, 98]);
  assert.strictEqual((await reader.read()).done, true);
});

test("Readable.toWeb passes an error on, turns an early end into an abort, and cancel destroys", async () => {
  const failing = new Readable({ read() {} });
  const failed = Readable.toWeb(failing).getReader().read();
  const error = new Error("broken");
  failing.destroy(error);
  await assert.rejects(failed, (thrown) => thrown === error);

  const cut = new Readable({ read() {} });
  const aborted = Readable.toWeb(cut).getReader().read();
  cut.destroy();
  await assert.rejects(aborted, { name: "AbortError", code: "ABORT_ERR" });

  const cancelled = new Readable({ read() {} });
  cancelled.on("error", () => {});
  await Readable.toWeb(cancelled).cancel(new Error("enough"));
  assert.strictEqual(cancelled.destroyed, true);
});

test("Readable.fromWeb reads a ReadableStream, and destroy cancels it", async () => {
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue("a");
      controller.enqueue("b");
      controller.close();
    },
  });
  assert.deepStrictEqual(await Readable.fromWeb(source as any, { objectMode: true }).toArray(), ["a", "b"]);
  let reason: unknown;
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue("x");
    },
    cancel(why) {
      reason = why;
    },
  });
  const stream = Readable.fromWeb(endless as any, { objectMode: true });
  const error = new Error("stop");
  stream.destroy(error);
  await assert.rejects(finished(stream), error);
  assert.strictEqual(reason, error);
});

test("Writable.toWeb writes, waits for drain and ends", async () => {
  const written: string[] = [];
  const writable = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, callback) {
      written.push(String(chunk));
      setImmediate(callback);
    },
  });
  const writer = Writable.toWeb(writable).getWriter();
  await writer.write(Buffer.from("ab"));
  await writer.write(Buffer.from("c"));
  await writer.close();
  assert.deepStrictEqual(written, ["ab", "c"]);
  assert.strictEqual(writable.writableFinished, true);
});

test("Writable.fromWeb gives strings as bytes and reports a failing sink", async () => {
  const written: unknown[] = [];
  const sink = new WritableStream({
    write(chunk) {
      written.push(chunk);
    },
  });
  const writable = Writable.fromWeb(sink as any);
  writable.write("a");
  writable.end(Buffer.from("b"));
  await finished(writable);
  assert.deepStrictEqual(
    written.map((chunk) => String.fromCharCode(...(chunk as Uint8Array))),
    ["a", "b"],
  );
  const error = new Error("full");
  const failing = Writable.fromWeb(
    new WritableStream({
      write() {
        throw error;
      },
    }) as any,
  );
  failing.write("a");
  await assert.rejects(finished(failing), error);
});

test("Duplex.toWeb and Duplex.fromWeb keep both directions", async () => {
  const { readable, writable } = Duplex.toWeb(new PassThrough());
  const duplex = Duplex.fromWeb({ readable, writable } as any, { encoding: "utf8" });
  duplex.end("there and back");
  assert.strictEqual((await duplex.toArray()).join(""), "there and back");
});

test("wrong arguments are refused", () => {
  assert.throws(() => Readable.toWeb({} as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "streamReadable" argument must be an stream.Readable. Received an instance of Object',
  });
  assert.throws(() => Writable.toWeb({} as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => Readable.fromWeb({} as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "readableStream" argument must be an instance of ReadableStream. Received an instance of Object',
  });
  assert.throws(() => Writable.fromWeb({} as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => Duplex.fromWeb({ readable: new ReadableStream() } as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "pair.writable" property must be an instance of WritableStream. Received undefined',
  });
  assert.throws(() => Duplex.toWeb({} as any), { code: "ERR_INVALID_ARG_TYPE" });
});
