// Listeners of 'unhandledRejection' run in the context in which the promise rejected.
import assert from "node:assert";
import { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } from "node:async_hooks";
import process from "node:process";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<string>();
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const late = (): Promise<void> => wait(1).then(() => Promise.reject("late"));

/** Starts an unhandled rejection in a context. */
const WAYS: Record<string, () => unknown> = {
  "Promise.reject": () => void Promise.reject("now"),
  "a reaction": () =>
    void Promise.resolve().then(() => {
      throw "thrown";
    }),
  "an asynchronous reaction": () =>
    void Promise.resolve().then(async () => {
      throw "thrown";
    }),
  "a promise that follows": () => void late().then(() => undefined),
  finally: () => void late().finally(() => undefined),
  "an asynchronous function that run calls": async () => {
    throw "at once";
  },
  "one that waits": async () => {
    await wait(1);
    throw "later";
  },
  "reject of the constructor": () => void new Promise((_, reject) => reject("now")),
  "reject of the constructor, later": () => void new Promise((_, reject) => setTimeout(reject, 1)),
  "an executor that throws": () =>
    void new Promise(() => {
      throw "thrown";
    }),
  "resolve with a promise that rejects": () => void new Promise((resolve) => resolve(late())),
  "an executor inside of an executor": () =>
    void new Promise((_, reject) => {
      new Promise((resolve) => resolve(1));
      reject("now");
    }),
  "Promise.try": () =>
    void Promise.try(() => {
      throw "thrown";
    }),
  "Promise.withResolvers": () => void Promise.withResolvers().reject("now"),
  "one that a resource calls": () =>
    void new AsyncResource("X").runInAsyncScope(async () => {
      await 1;
      throw "later";
    }),
};

async function rejection(start: () => void): Promise<[string | undefined, number, Promise<unknown>]> {
  return await new Promise((resolve) => {
    process.once("unhandledRejection", (_reason, promise) =>
      resolve([storage.getStore(), executionAsyncId(), promise]),
    );
    start();
  });
}

for (const [name, way] of Object.entries(WAYS)) {
  test(`the context is that of the rejection: ${name}`, async () => {
    const [store] = await rejection(() => {
      storage.run("mine", way);
      storage.run("another", async () => {
        await 1;
      });
    });
    assert.strictEqual(store, "mine");
  });
}

test("other contexts of the same task are not affected", async () => {
  const seen: unknown[] = [];
  const listener = (reason: unknown): void => void seen.push([reason, storage.getStore()]);
  process.on("unhandledRejection", listener);
  void Promise.reject("outside");
  for (const name of ["a", "b"]) {
    storage.run(name, async () => {
      await 1;
      throw name;
    });
    void (async () => {
      await 1;
      throw `outside ${name}`;
    })();
  }
  await wait(5);
  process.off("unhandledRejection", listener);
  assert.deepStrictEqual(seen, [
    ["outside", undefined],
    ["a", "a"],
    ["outside a", undefined],
    ["b", "b"],
    ["outside b", undefined],
  ]);
});

test("'uncaughtException' of a rejection has the context, 'rejectionHandled' has none", async () => {
  const seen: unknown[] = [];
  process.once("uncaughtException", (error) => void seen.push([(error as Error).message, storage.getStore()]));
  storage.run("mine", () => void Promise.reject(new Error("refused")));
  await wait(2);
  process.once("unhandledRejection", () => undefined);
  const handled = new Promise<void>((resolve) =>
    process.once("rejectionHandled", () => resolve(void seen.push(storage.getStore()))),
  );
  storage.run("mine", () => {
    const promise = Promise.reject(1);
    setTimeout(() => void promise.catch(() => undefined), 2);
  });
  await handled;
  assert.deepStrictEqual(seen, [["refused", "mine"], undefined]);
});

test("the current resource is the promise, if hooks saw it", async () => {
  let id = 0;
  const hook = createHook({ init: (asyncId, type) => void (type === "PROMISE" && (id = asyncId)) }).enable();
  let rejected = 0;
  const [, current] = await rejection(() => {
    void Promise.reject("watched");
    rejected = id;
  });
  hook.disable();
  assert.strictEqual(current, rejected);
});

test("the context of a rejection is known after many other calls of run, in the same task and later", async () => {
  for (const late of [false, true]) {
    const [store] = await rejection(() => {
      storage.run("mine", async () => {
        await (late ? wait(2) : 1);
        throw "later";
      });
      for (let index = 0; index < 100; index++)
        storage.run(`other ${index}`, async () => {
          await (index % 2 === 0 ? 1 : wait(1));
        });
    });
    assert.strictEqual(store, "mine");
  }
});
