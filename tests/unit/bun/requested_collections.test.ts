// `Bun.gc()` without `true` requests a collection and does not wait for it: Elysia does so after each route that it compiles.
import assert from "node:assert";
import { gc as collect } from "bun";
import { test } from "../harness.ts";

const gc = collect as unknown as (force?: boolean) => number;

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

test("a thousand requested collections take less time than ten that are waited for", () => {
  const objects = Array.from({ length: 200_000 }, (_, index) => ({ index }));
  const waited = milliseconds(() => {
    for (let round = 0; round < 10; round++) gc(true);
  });
  const requested = milliseconds(() => {
    for (let round = 0; round < 1000; round++) gc(false);
  });
  assert.ok(requested < waited, `${requested} ms and ${waited} ms`);
  assert.strictEqual(objects.length, 200_000);
});

test("a requested collection comes with the next tasks", async () => {
  let finalized = 0;
  const registry = new FinalizationRegistry(() => finalized++);
  for (let count = 0; count < 100; count++) registry.register({ count }, count);
  for (let round = 0; round < 50 && finalized === 0; round++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(finalized > 50, `${finalized} of 100 objects`);
  registry.unregister(registry);
});

test("returns the bytes of live objects", () => {
  const before = gc(true);
  const kept = Array.from({ length: 100_000 }, (_, index) => ({ index }));
  assert.ok(gc(true) - before > 1_000_000);
  assert.strictEqual(kept.length, 100_000);
  assert.ok(gc(false) > 0);
});
