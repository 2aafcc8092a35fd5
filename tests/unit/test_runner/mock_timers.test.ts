// `mock.timers`.
import assert from "node:assert";
import { mock } from "node:test";
import nodeTimers from "node:timers";
import timerPromises from "node:timers/promises";
import { test } from "../harness.ts";

const timers: any = mock.timers;

/** Runs a test with mocked timers and puts them back. */
function mocked(name: string, options: object | undefined, body: () => void | Promise<void>): void {
  test(name, async () => {
    timers.enable(options);
    try {
      await body();
    } finally {
      timers.reset();
    }
  });
}

mocked("timers run when time passes, in order", undefined, () => {
  const log: string[] = [];
  setTimeout(() => log.push("b"), 20);
  setTimeout((text: string) => log.push(text), 10, "a");
  nodeTimers.setTimeout(() => log.push("c"), 20);
  setImmediate(() => log.push("i"));
  timers.tick(9);
  assert.deepStrictEqual(log, ["i"]);
  timers.tick();
  timers.tick(10);
  assert.deepStrictEqual(log, ["i", "a", "b", "c"]);
});

mocked("intervals repeat until they are cleared", { apis: ["setInterval"] }, () => {
  let count = 0;
  const interval = setInterval(() => {
    if (++count === 3) clearInterval(interval);
  }, 10);
  timers.tick(100);
  assert.strictEqual(count, 3);
});

mocked("cleared timers do not run", { apis: ["setTimeout"] }, () => {
  const timer: any = setTimeout(() => assert.fail("it ran"), 10);
  clearTimeout(timer);
  const closed: any = setTimeout(() => assert.fail("it ran"), 10);
  assert.deepStrictEqual(
    [closed.hasRef(), closed.ref(), closed.unref(), closed.refresh()],
    [true, closed, closed, closed],
  );
  closed.close();
  timers.tick(10);
});

mocked("runAll runs all that wait, and moves the time to the last", undefined, () => {
  const log: number[] = [];
  for (const delay of [1000, 2000, 3000]) setTimeout(() => log.push(Date.now()), delay);
  timers.runAll();
  assert.deepStrictEqual(log, [3000, 3000, 3000]);
});

mocked("Date returns the mocked time", { apis: ["Date"], now: new Date(1000) }, () => {
  assert.deepStrictEqual(
    [Date.now(), new Date().getTime(), new Date(5).getTime(), new Date(2020, 1).getMonth()],
    [1000, 1000, 5, 1],
  );
  timers.tick(500);
  assert.strictEqual(Date.now(), 1500);
  timers.setTime(100);
  assert.strictEqual(Date.now(), 100);
  assert.strictEqual((Date as any).isMock, true);
  assert.ok(new Date() instanceof Date);
  assert.strictEqual(typeof Date(), "string");
});

mocked("promises of timers settle when time passes", undefined, async () => {
  const later = timerPromises.setTimeout(10, "value");
  const waiting = timerPromises.scheduler.wait(10);
  const controller = new AbortController();
  const aborted = timerPromises.setTimeout(10, undefined, { signal: controller.signal });
  controller.abort();
  await assert.rejects(aborted, { name: "AbortError", code: "ABORT_ERR" });
  timers.tick(10);
  assert.strictEqual(await later, "value");
  await waiting;
});

mocked("the iterator of intervals gives a value each time", { apis: ["setInterval"] }, async () => {
  const iterator = timerPromises.setInterval(10, "x")[Symbol.asyncIterator]();
  const first = iterator.next();
  timers.tick(10);
  assert.deepStrictEqual(await first, { value: "x", done: false });
  const second = iterator.next();
  timers.tick(10);
  assert.deepStrictEqual(await second, { value: "x", done: false });
  await iterator.return!();
});

mocked("AbortSignal.timeout aborts when time passes", { apis: ["AbortSignal.timeout"] }, () => {
  const signal = AbortSignal.timeout(50);
  timers.tick(49);
  assert.strictEqual(signal.aborted, false);
  timers.tick(1);
  assert.strictEqual(signal.aborted, true);
});

test("everything is put back", () => {
  const before = [
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout,
    Date,
    AbortSignal.timeout,
    nodeTimers.setTimeout,
    timerPromises.setTimeout,
    timerPromises.scheduler.wait,
  ];
  timers.enable();
  assert.notStrictEqual(setTimeout, before[0]);
  timers.reset();
  const after = [
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout,
    Date,
    AbortSignal.timeout,
    nodeTimers.setTimeout,
    timerPromises.setTimeout,
  ];
  assert.deepStrictEqual(
    after.map((value, index) => value === before[index]),
    after.map(() => true),
  );
});

test("wrong use throws", () => {
  assert.throws(() => timers.tick(), {
    code: "ERR_INVALID_STATE",
    message: "Invalid state: You should enable MockTimers first by calling the .enable function",
  });
  assert.throws(() => timers.runAll(), { code: "ERR_INVALID_STATE" });
  assert.throws(() => timers.enable({ apis: "setTimeout" }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => timers.enable({ apis: ["nothing"] }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: /option nothing is not supported/,
  });
  assert.throws(() => timers.enable({ now: -1 }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => timers.enable({ now: "1" }), { code: "ERR_INVALID_ARG_TYPE" });
  timers.enable();
  try {
    assert.throws(() => timers.enable(), {
      code: "ERR_INVALID_STATE",
      message: "Invalid state: MockTimers is already enabled!",
    });
    assert.throws(() => timers.tick(-1), { code: "ERR_INVALID_ARG_VALUE" });
  } finally {
    timers.reset();
  }
});
