import assert from "node:assert";
import { once } from "node:events";
import { Writable } from "node:stream";
import { test } from "../harness.ts";

test("write, drain, finish and close: the order of events and callbacks", async () => {
  const order: string[] = [];
  const stream = new Writable({
    highWaterMark: 2,
    write(chunk, _encoding, callback) {
      order.push(`write ${chunk}`);
      setImmediate(callback);
    },
    final(callback) {
      order.push("final");
      callback();
    },
  });
  for (const name of ["drain", "prefinish", "finish", "close"]) stream.on(name, () => order.push(name));
  assert.strictEqual(
    stream.write("ab", () => order.push("callback")),
    false,
  );
  order.push("written");
  await once(stream, "drain");
  stream.end("c", () => order.push("end callback"));
  await once(stream, "close");
  assert.deepStrictEqual(order, [
    "write ab",
    "written",
    "drain",
    "callback",
    "write c",
    "final",
    "prefinish",
    "end callback",
    "finish",
    "close",
  ]);
});

test("cork joins writes for writev", async () => {
  const calls: string[][] = [];
  const stream = new Writable({
    writev(chunks, callback) {
      calls.push(chunks.map(({ chunk }) => String(chunk)));
      callback();
    },
  });
  stream.cork();
  stream.write("a");
  stream.write("b");
  assert.strictEqual(stream.writableCorked, 1);
  assert.strictEqual(stream.writableLength, 2);
  stream.uncork();
  stream.end("c");
  await once(stream, "finish");
  assert.deepStrictEqual(calls, [["a", "b"], ["c"]]);
});

test("strings are decoded to bytes unless decodeStrings is off", async () => {
  const seen: unknown[] = [];
  const write = (chunk: any, encoding: string, callback: () => void): void => {
    seen.push([chunk, encoding]);
    callback();
  };
  new Writable({ write }).write("00ff", "hex");
  new Writable({ write, decodeStrings: false }).write("00ff", "hex");
  new Writable({ write }).write(new Uint16Array([1]) as any);
  assert.deepStrictEqual(seen, [
    [Buffer.from([0, 255]), "buffer"],
    ["00ff", "hex"],
    [Buffer.from([1, 0]), "buffer"],
  ]);
});

test("a failing write calls back with the error, then emits error and close", async () => {
  const order: unknown[] = [];
  const error = new Error("full");
  const stream = new Writable({
    write(_chunk, _encoding, callback) {
      setImmediate(callback, error);
    },
  });
  stream.on("error", (value) => order.push(["error", value])).on("close", () => order.push("close"));
  stream.write("a", (value) => order.push(["first", value]));
  stream.write("b", (value) => order.push(["second", value]));
  await new Promise((resolve) => stream.on("close", resolve));
  assert.deepStrictEqual(order, [["first", error], ["second", error], ["error", error], "close"]);
  assert.strictEqual(stream.errored, error);
  assert.strictEqual(stream.writable, false);
});

test("writing after end fails with ERR_STREAM_WRITE_AFTER_END, after destroy with ERR_STREAM_DESTROYED", async () => {
  const ended = new Writable({
    write(_chunk, _encoding, callback) {
      callback();
    },
  });
  ended.end();
  assert.strictEqual(ended.write("late"), false);
  const [afterEnd] = await once(ended, "error");
  assert.deepStrictEqual([afterEnd.code, afterEnd.message], ["ERR_STREAM_WRITE_AFTER_END", "write after end"]);

  const destroyed = new Writable({
    write(_chunk, _encoding, callback) {
      callback();
    },
  });
  destroyed.destroy();
  const error = await new Promise<any>((resolve) => {
    destroyed.write("late", resolve);
  });
  assert.deepStrictEqual(
    [error.code, error.message],
    ["ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed"],
  );
});

test("wrong chunks and encodings throw", () => {
  const stream = new Writable({ write() {} });
  assert.throws(() => stream.write(null), {
    code: "ERR_STREAM_NULL_VALUES",
    message: "May not write null values to stream",
  });
  assert.throws(() => stream.write(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => stream.write("a", "none" as any), {
    code: "ERR_UNKNOWN_ENCODING",
    message: "Unknown encoding: none",
  });
  assert.throws(() => new Writable().write("a"), { code: "ERR_METHOD_NOT_IMPLEMENTED" });
});

test("a callback that is called twice is an error", async () => {
  const stream = new Writable({
    write(_chunk, _encoding, callback) {
      callback();
      callback();
    },
  });
  stream.write("a");
  const [error] = await once(stream, "error");
  assert.deepStrictEqual([error.code, error.message], ["ERR_MULTIPLE_CALLBACK", "Callback called multiple times"]);
});

test("end after the finish calls back with ERR_STREAM_ALREADY_FINISHED", async () => {
  const stream = new Writable({
    write(_chunk, _encoding, callback) {
      callback();
    },
  });
  stream.end();
  await once(stream, "finish");
  const error = await new Promise<any>((resolve) => {
    stream.end(resolve);
  });
  assert.deepStrictEqual(
    [error.code, error.message],
    ["ERR_STREAM_ALREADY_FINISHED", "Cannot call end after a stream was finished"],
  );
});

test("a signal in the options destroys the stream", async () => {
  const controller = new AbortController();
  const stream = new Writable({ write() {}, signal: controller.signal });
  controller.abort("why");
  const [error] = await once(stream, "error");
  assert.deepStrictEqual([error.name, error.code, error.cause], ["AbortError", "ABORT_ERR", "why"]);
});
