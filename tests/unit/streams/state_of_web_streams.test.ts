// The state of web streams, as functions of node:stream report it.
import assert from "node:assert";
import { addAbortSignal, isDisturbed, isErrored, isReadable, isWritable } from "node:stream";
import { test } from "../harness.ts";

for (const type of [undefined, "bytes"] as any[]) {
  const kind = type ?? "default";
  test(`a ReadableStream (${kind}) is readable until it is closed or errored`, async () => {
    let controller!: ReadableStreamDefaultController;
    const make = (): any => new ReadableStream({ type, start: (given: any) => void (controller = given) });
    const open = make();
    assert.deepStrictEqual([isReadable(open), isErrored(open), isDisturbed(open)], [true, false, false]);
    controller.error(new Error("mine"));
    assert.deepStrictEqual([isReadable(open), isErrored(open)], [false, true]);
    const closed = make();
    controller.close();
    assert.deepStrictEqual([isReadable(closed), isErrored(closed)], [false, false]);
    await closed.cancel();
    assert.strictEqual(isDisturbed(closed), true);
  });
}

test("an aborted signal ends a ReadableStream", async () => {
  const stream: any = new ReadableStream();
  const abort = new AbortController();
  addAbortSignal(abort.signal, stream);
  const read = stream.getReader().read();
  abort.abort();
  await assert.rejects(read, { name: "AbortError", code: "ABORT_ERR" });
  assert.strictEqual(isErrored(stream), true);
});

test("a WritableStream is writable until it is closed or errored", async () => {
  const open: any = new WritableStream();
  assert.deepStrictEqual([isWritable(open), isErrored(open), isReadable(open)], [true, false, null]);
  await open.abort(new Error("mine"));
  assert.deepStrictEqual([isWritable(open), isErrored(open)], [false, true]);
  const closed: any = new WritableStream();
  await closed.close();
  assert.deepStrictEqual([isWritable(closed), isErrored(closed)], [false, false]);
});

test("an aborted signal ends a WritableStream", async () => {
  const stream: any = new WritableStream();
  const abort = new AbortController();
  addAbortSignal(abort.signal, stream);
  abort.abort();
  await assert.rejects(stream.getWriter().closed, { name: "AbortError" });
});
