import assert from "node:assert";
import { EventEmitter, on } from "node:events";
import { test } from "../harness.ts";

test("on iterates over events that came before and after next was called", async () => {
  const emitter = new EventEmitter();
  const iterator = on(emitter, "a");
  emitter.emit("a", 1);
  assert.deepStrictEqual(await iterator.next(), { value: [1], done: false });
  const waiting = [iterator.next(), iterator.next()];
  emitter.emit("a", 2, 3);
  emitter.emit("a");
  assert.deepStrictEqual(await Promise.all(waiting), [
    { value: [2, 3], done: false },
    { value: [], done: false },
  ]);
  await iterator.return!();
  assert.deepStrictEqual(emitter.eventNames(), []);
  assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
});

test("an error event makes next reject once and ends the iteration", async () => {
  const emitter = new EventEmitter();
  const iterator = on(emitter, "a");
  const error = new Error("no");
  emitter.emit("a", 1);
  emitter.emit("error", error);
  assert.deepStrictEqual(await iterator.next(), { value: [1], done: false });
  await assert.rejects(iterator.next(), error);
  assert.deepStrictEqual(await iterator.next(), { value: undefined, done: true });
});

test("close events end the iteration, throw() fails it, and its argument must be an Error", async () => {
  const emitter = new EventEmitter();
  const closing = on(emitter, "a", { close: ["end"] } as any);
  emitter.emit("a", 1);
  emitter.emit("end");
  const values: unknown[] = [];
  for await (const value of closing) values.push(value);
  assert.deepStrictEqual(values, [[1]]);

  const failing = on(emitter, "a");
  assert.throws(() => failing.throw!("text"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"EventEmitter.AsyncIterator\" property must be an instance of Error. Received type string ('text')",
  });
  const waiting = failing.next();
  void failing.throw!(new Error("out"));
  await assert.rejects(waiting, { message: "out" });
  assert.deepStrictEqual(emitter.eventNames(), []);
});

test("high and low water marks pause and resume the emitter", async () => {
  const emitter: any = new EventEmitter();
  const calls: string[] = [];
  emitter.pause = () => calls.push("pause");
  emitter.resume = () => calls.push("resume");
  const iterator = on(emitter, "a", { highWaterMark: 2, lowWaterMark: 1 } as any);
  for (let count = 0; count < 4; count++) emitter.emit("a", count);
  assert.deepStrictEqual(calls, ["pause"]);
  for (let count = 0; count < 4; count++) await iterator.next();
  assert.deepStrictEqual(calls, ["pause", "resume"]);
  assert.throws(() => on(emitter, "a", { highWaterMark: 0 } as any), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "options.highWaterMark" is out of range. It must be >= 1 && <= 9007199254740991. Received 0',
  });
});

test("an aborted signal throws at once, an aborting one rejects", async () => {
  const emitter = new EventEmitter();
  assert.throws(() => on(emitter, "a", { signal: AbortSignal.abort() }), { name: "AbortError", code: "ABORT_ERR" });
  const controller = new AbortController();
  const iterator = on(emitter, "a", { signal: controller.signal });
  const waiting = iterator.next();
  controller.abort();
  await assert.rejects(waiting, { name: "AbortError", message: "The operation was aborted" });
});
