// Code outside of all contexts has none, whatever ran before it in the same task.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<string>();
storage.run("first", () => undefined);

const thenable = (seen: unknown[]): any => ({
  then(resolve: (value?: unknown) => void): void {
    seen.push(storage.getStore());
    resolve();
  },
});

const WAYS: Record<string, (seen: unknown[]) => Promise<unknown>> = {
  "a reaction": (seen) => Promise.resolve().then(() => seen.push(storage.getStore())),
  "a rejection's reaction": (seen) => Promise.reject(1).catch(() => seen.push(storage.getStore())),
  finally: (seen) => Promise.resolve().finally(() => seen.push(storage.getStore())),
  "a chain": (seen) =>
    Promise.resolve()
      .then(() => undefined)
      .then(() => seen.push(storage.getStore())),
  await: async (seen) => (await 1, seen.push(storage.getStore())),
  "an awaited thenable": async (seen) => await thenable(seen),
  "a returned thenable": async (seen) => thenable(seen),
  "a thenable of a reaction": (seen) => Promise.resolve().then(() => thenable(seen)),
  "a thenable of Promise.resolve": (seen) => Promise.resolve(thenable(seen)),
  queueMicrotask: (seen) =>
    new Promise<void>((resolve) => queueMicrotask(() => resolve(void seen.push(storage.getStore())))),
};

for (const [name, way] of Object.entries(WAYS)) {
  test(`no context of another job: ${name}`, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const seen: unknown[] = [];
    const busy = storage.run("foreign", async () => {
      for (let turn = 0; turn < 5; turn++) await turn;
    });
    const done = way(seen);
    await Promise.all([busy, done]);
    assert.deepStrictEqual(seen, [undefined]);
  });
}
