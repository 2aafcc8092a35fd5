// node:timers/promises and the promisified timers.
import assert from "node:assert";
import timers from "node:timers";
import {
  scheduler,
  setImmediate as nextImmediate,
  setInterval as everyInterval,
  setTimeout as wait,
} from "node:timers/promises";
import { promisify } from "node:util";
import { test } from "../harness.ts";

test("setTimeout and setImmediate fulfil with their value", async () => {
  assert.strictEqual(await wait(1, "a"), "a");
  assert.strictEqual(await nextImmediate("b"), "b");
  assert.strictEqual(await scheduler.wait(1), undefined);
  assert.strictEqual(await scheduler.yield(), undefined);
  assert.strictEqual(timers.promises.setTimeout, wait);
});

test("util.promisify gives these functions", async () => {
  assert.strictEqual(promisify(setTimeout), wait);
  assert.strictEqual(await promisify(setImmediate)("c"), "c");
});

test("a signal ends the wait with an AbortError that has the cause", async () => {
  const controller = new AbortController();
  const waiting = wait(10_000, undefined, { signal: controller.signal });
  const reason = new Error("enough");
  controller.abort(reason);
  await assert.rejects(waiting, {
    name: "AbortError",
    code: "ABORT_ERR",
    message: "The operation was aborted",
    cause: reason,
  });
  await assert.rejects(nextImmediate(1, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("setInterval yields until the loop ends or the signal aborts", async () => {
  let count = 0;
  for await (const value of everyInterval(1, "x")) {
    assert.strictEqual(value, "x");
    if (++count === 3) break;
  }
  const controller = new AbortController();
  await assert.rejects(
    async () => {
      for await (const _ of everyInterval(1, 0, { signal: controller.signal })) controller.abort();
    },
    { name: "AbortError" },
  );
});

test("wrong arguments reject", async () => {
  await assert.rejects(wait("1" as never), {
    code: "ERR_INVALID_ARG_TYPE",
    message: `The "delay" argument must be of type number. Received type string ('1')`,
  });
  await assert.rejects(wait(1, 1, { ref: 1 as never }), { code: "ERR_INVALID_ARG_TYPE" });
  await assert.rejects(everyInterval(1, 1, { signal: 1 as never }).next(), { code: "ERR_INVALID_ARG_TYPE" });
});
