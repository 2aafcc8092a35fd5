// Functions of node:stream that accept web streams: isDisturbed, isErrored, isReadable, isWritable, addAbortSignal.
import assert from "node:assert";
import * as stream from "node:stream";
import { test } from "../harness.ts";

const any: any = stream;

test("the state of a ReadableStream: disturbed, errored, readable", async () => {
  const source = new ReadableStream({
    start: (controller) => {
      controller.enqueue("a");
      controller.close();
    },
  });
  assert.deepStrictEqual(
    [any.isDisturbed(source), any.isErrored(source), any.isReadable(source)],
    [false, false, true],
  );
  const reader = source.getReader();
  await reader.read();
  await reader.read();
  assert.deepStrictEqual(
    [any.isDisturbed(source), any.isErrored(source), any.isReadable(source)],
    [true, false, false],
  );
  const failed = new ReadableStream({ start: (controller) => controller.error(new Error("x")) });
  assert.deepStrictEqual([any.isErrored(failed), any.isReadable(failed)], [true, false]);
});

test("the state of a WritableStream: errored, writable", async () => {
  const sink = new WritableStream();
  assert.deepStrictEqual([any.isErrored(sink), any.isWritable(sink)], [false, true]);
  await sink.abort(new Error("x"));
  assert.deepStrictEqual([any.isErrored(sink), any.isWritable(sink)], [true, false]);
});

test("an aborted signal puts a ReadableStream into the error state", async () => {
  const abort = new AbortController();
  const source = new ReadableStream();
  assert.strictEqual(any.addAbortSignal(abort.signal, source), source);
  abort.abort();
  await assert.rejects(source.getReader().read(), { name: "AbortError", code: "ABORT_ERR" });
});

test("an aborted signal puts a WritableStream into the error state", async () => {
  const abort = new AbortController();
  const sink = new WritableStream();
  any.addAbortSignal(abort.signal, sink);
  abort.abort();
  await assert.rejects(sink.getWriter().write("a"), { name: "AbortError" });
});
