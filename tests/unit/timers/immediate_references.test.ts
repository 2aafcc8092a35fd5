// An immediate that ran or was cleared keeps nothing alive, and says so.
import assert from "node:assert";
import { setImmediate, clearImmediate, setTimeout } from "node:timers";
import { test } from "../harness.ts";

test("a cleared immediate is not referenced, and ref() does not change that", () => {
  const immediate = setImmediate(() => {});
  assert.strictEqual(immediate.hasRef(), true);
  assert.strictEqual(immediate.unref().hasRef(), false);
  assert.strictEqual(immediate.ref().hasRef(), true);
  clearImmediate(immediate);
  assert.strictEqual(immediate.hasRef(), false);
  assert.strictEqual(immediate.ref().hasRef(), false);
});

test("an immediate is not referenced from the time when it runs", async () => {
  const during = await new Promise((resolve) => {
    const immediate = setImmediate(() => resolve(immediate.hasRef()));
  });
  assert.strictEqual(during, false);
});

test("a cleared timer keeps the flag that unref() set", () => {
  const timer = setTimeout(() => {}, 1000);
  clearTimeout(timer);
  assert.strictEqual(timer.hasRef(), true);
  assert.strictEqual(timer.unref().hasRef(), false);
});
