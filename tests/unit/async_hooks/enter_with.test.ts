// `enterWith` holds for the rest of the synchronous execution, also in the callers of the function that called it.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<string>();
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

async function enter(name: string): Promise<void> {
  storage.enterWith(name);
  await turn();
}

test("a value that a called function enters before its first await stays", async () => {
  await storage.run("outside", async () => {
    await enter("inside");
    assert.strictEqual(storage.getStore(), "inside");
  });
});

test("a value that it enters afterwards does not stay", async () => {
  await storage.run("outside", async () => {
    await (async () => {
      await turn();
      storage.enterWith("late");
    })();
    assert.strictEqual(storage.getStore(), "outside");
  });
});

test("an executor that enters", async () => {
  await storage.run("outside", async () => {
    await new Promise<void>((resolve) => {
      storage.enterWith("executor");
      resolve();
    });
    assert.strictEqual(storage.getStore(), "executor");
  });
});

test("middleware that enters before it calls the next one", async () => {
  const seen: unknown[] = [];
  const middleware = [
    async (next: () => Promise<void>) => {
      storage.enterWith("first");
      await next();
      seen.push(storage.getStore());
    },
    async (next: () => Promise<void>) => {
      await turn();
      storage.enterWith("second");
      await next();
      seen.push(storage.getStore());
    },
    async () => {
      seen.push(storage.getStore());
      await turn();
      seen.push(storage.getStore());
    },
  ];
  const dispatch = (index: number): Promise<void> => Promise.resolve(middleware[index]!(() => dispatch(index + 1)));
  await storage.run("outside", async () => {
    await dispatch(0);
    seen.push(storage.getStore());
  });
  assert.deepStrictEqual(seen, ["second", "second", "second", "first", "first"]);
});

test("concurrent functions do not see each other's values", async () => {
  const run = async (name: string): Promise<string | undefined> => {
    storage.enterWith(name);
    await turn();
    await turn();
    return storage.getStore();
  };
  const runs = ["a", "b", "c"].map((name) => storage.run("outside", () => run(name)));
  assert.deepStrictEqual(await Promise.all(runs), ["a", "b", "c"]);
});

test("the source of functions is unchanged", () => {
  const functions = [
    async (a: any) => await a,
    async (a: any) => a,
    async function f(a: any) {
      "use strict";
      return a(await a);
    },
    async (a: any) => ({ a: await a }),
  ];
  for (const written of functions) assert.doesNotMatch(String(written), /\$|\/\*/);
  assert.match(String(functions[0]), /^async \(a\s*\) => await a$/);
  assert.match(String(functions[3]), /^async \(a\s*\) => \(\{ a: await a \}\)$/);
});
