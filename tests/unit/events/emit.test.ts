import assert from "node:assert";
import { EventEmitter, errorMonitor } from "node:events";
import { test } from "../harness.ts";

test("emit calls the listeners in order with this and all arguments, and says whether there were any", () => {
  const emitter = new EventEmitter();
  const calls: unknown[] = [];
  for (let count = 0; count <= 5; count++) {
    emitter.once("a", function (this: unknown, ...args: unknown[]) {
      calls.push([this === emitter, args]);
    });
    assert.strictEqual(emitter.emit("a", ...Array.from({ length: count }, (_, index) => index)), true);
  }
  assert.deepStrictEqual(calls, [
    [true, []],
    [true, [0]],
    [true, [0, 1]],
    [true, [0, 1, 2]],
    [true, [0, 1, 2, 3]],
    [true, [0, 1, 2, 3, 4]],
  ]);
  assert.strictEqual(emitter.emit("a"), false);
});

test("emit calls the listeners that there were when it began", () => {
  const emitter = new EventEmitter();
  const calls: string[] = [];
  const second = (): void => {
    calls.push("second");
  };
  const third = (): void => {
    calls.push("third");
  };
  emitter.on("a", () => {
    calls.push("first");
    emitter.removeListener("a", second);
    emitter.on("a", third);
  });
  emitter.on("a", second);
  emitter.emit("a");
  assert.deepStrictEqual(calls, ["first", "second"]);
  emitter.emit("a");
  assert.deepStrictEqual(calls, ["first", "second", "first", "third"]);
});

test("a listener that throws ends the emit and leaves the listeners intact", () => {
  const emitter = new EventEmitter();
  const error = new Error("boom");
  let calls = 0;
  emitter.on("a", () => {
    throw error;
  });
  emitter.on("a", () => {
    calls++;
  });
  assert.throws(() => emitter.emit("a"), error);
  assert.strictEqual(calls, 0);
  assert.strictEqual(emitter.listenerCount("a"), 2);
});

test("an error event without listener throws its error", () => {
  const emitter = new EventEmitter();
  const error = new RangeError("lost");
  assert.throws(
    () => emitter.emit("error", error),
    (thrown) => thrown === error,
  );
});

test("an error event that carries no error throws ERR_UNHANDLED_ERROR with the value as context", () => {
  const emitter = new EventEmitter();
  assert.throws(
    () => emitter.emit("error", { a: 1 }),
    (error: any) => {
      assert.strictEqual(error.code, "ERR_UNHANDLED_ERROR");
      assert.strictEqual(error.name, "Error");
      assert.strictEqual(error.message, "Unhandled error. ({ a: 1 })");
      assert.deepStrictEqual(error.context, { a: 1 });
      return true;
    },
  );
  assert.throws(() => emitter.emit("error"), { message: "Unhandled error. (undefined)" });
  assert.throws(() => emitter.emit("error", "text" as never), { message: "Unhandled error. ('text')" });
});

test("a listener of errorMonitor sees the error first and does not count as a handler", () => {
  const emitter = new EventEmitter();
  const error = new Error("seen");
  const seen: unknown[] = [];
  emitter.on(errorMonitor, (value) => seen.push(value));
  assert.throws(() => emitter.emit("error", error), error);
  assert.deepStrictEqual(seen, [error] as unknown[]);
  emitter.on("error", () => seen.push("handled"));
  emitter.emit("error", error);
  assert.deepStrictEqual(seen, [error, error, "handled"]);
});

test("listeners receive any number of arguments, as their own and in order", () => {
  const emitter = new EventEmitter();
  let seen: unknown[] = [];
  const listener = function (this: unknown, ...args: unknown[]): void {
    seen = [this === emitter, arguments.length, ...args];
  };
  for (const add of ["on", "once"] as const)
    for (let count = 0; count < 8; count++) {
      const args = Array.from({ length: count }, (_value, index) => index);
      emitter[add]("it", listener);
      emitter.emit("it", ...args);
      emitter.off("it", listener);
      assert.deepStrictEqual(seen, [true, count, ...args]);
    }
});
