import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<number>();
const fail = async (): Promise<never> => {
  throw new Error("no");
};
const ask = async (): Promise<number | undefined> => storage.getStore();

// As minifiers write it: no space between a brace and the await behind it.
test("an await right behind the brace of catch and finally", async () => {
  const seen: unknown[] = [];
  await storage.run(7, async () => {
    try {
      await fail();
    } catch {
      await ask();
      seen.push(storage.getStore());
    } finally {
      await ask();
      seen.push(storage.getStore());
    }
  });
  assert.deepStrictEqual(seen, [7, 7]);
});

test("finally alone", async () => {
  const value = await storage.run(8, async () => {
    try {
      await ask();
    } finally {
      await ask();
      return storage.getStore();
    }
  });
  assert.strictEqual(value, 8);
});

test("nested, and in loops over asynchronous iterators", async () => {
  const seen: unknown[] = [];
  async function* values() {
    yield 1;
    yield 2;
  }
  await storage.run(9, async () => {
    for await (const one of values()) {
      try {
        try {
          await fail();
        } finally {
          await ask();
        }
      } catch (error) {
        await ask();
        seen.push([one, (error as Error).message, storage.getStore()]);
      }
    }
  });
  assert.deepStrictEqual(seen, [
    [1, "no", 9],
    [2, "no", 9],
  ]);
});
