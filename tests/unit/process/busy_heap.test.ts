// The heap of a program whose loop is never idle.
import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";

function makeGarbage(): object | null {
  let last: { next: object | null } | null = null;
  for (let index = 0; index < 200; index++) last = { next: index % 7 === 0 ? null : last };
  return last;
}

async function work(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve, makeGarbage()));
}

test("memory of objects that die after surviving a collection is freed while the loop is busy", async () => {
  let old: object[] | undefined = Array.from({ length: 80_000 }, (_, index) => ({ index, a: 1, b: 2 }));
  await work(300);
  const before = process.memoryUsage().heapTotal;
  assert(before > 8e6 && old.length > 0, `${before}`);
  old = undefined;
  const end = performance.now() + 8000;
  let least = before;
  while (least > before * 0.85 && performance.now() < end) {
    await work(20);
    least = Math.min(least, process.memoryUsage().heapTotal);
  }
  assert(least <= before * 0.85, `${before} and ${least} bytes`);
});
