// AsyncLocalStorage and AsyncResource, without `await` between setting and reading.
import assert from "node:assert";
import { AsyncLocalStorage, AsyncResource, executionAsyncId } from "node:async_hooks";
import { stat } from "node:fs";
import { test } from "../harness.ts";

test("run sets the value inside and restores it, also after a throw", () => {
  const storage = new AsyncLocalStorage<number>();
  assert.strictEqual(
    storage.run(1, () => storage.run(2, () => storage.getStore())),
    2,
  );
  assert.throws(
    () =>
      storage.run(3, () => {
        throw new RangeError("x");
      }),
    RangeError,
  );
  assert.strictEqual(storage.getStore(), undefined);
  assert.strictEqual(
    storage.run(1, () => storage.exit(() => storage.getStore())),
    undefined,
  );
  assert.strictEqual(new AsyncLocalStorage({ defaultValue: 7 }).getStore(), 7);
});

test("the value follows timers, ticks, jobs, reactions and callbacks", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: string[] = [];
  const note = (name: string) => () => void seen.push(`${name}:${storage.getStore()}`);
  await new Promise<void>((resolve) => {
    storage.run("v", () => {
      setTimeout(note("timeout"), 1);
      setImmediate(note("immediate"));
      process.nextTick(note("tick"));
      queueMicrotask(note("job"));
      Promise.resolve().then(note("then"));
      Promise.reject(new Error("x")).catch(note("catch"));
      stat("/", note("stat"));
    });
    setTimeout(resolve, 30);
  });
  assert.deepStrictEqual(seen.sort(), ["catch:v", "immediate:v", "job:v", "stat:v", "then:v", "tick:v", "timeout:v"]);
  assert.strictEqual(storage.getStore(), undefined);
});

test("bind and snapshot capture the current context", () => {
  const storage = new AsyncLocalStorage<number>();
  const bound = storage.run(1, () => AsyncLocalStorage.bind(() => storage.getStore()));
  const snapshot = storage.run(2, () => AsyncLocalStorage.snapshot());
  storage.run(3, () => {
    assert.strictEqual(bound(), 1);
    assert.strictEqual(
      snapshot(() => storage.getStore()),
      2,
    );
    assert.strictEqual(storage.getStore(), 3);
  });
});

test("AsyncResource runs functions in its context, with its id", () => {
  const storage = new AsyncLocalStorage<number>();
  const resource = storage.run(5, () => new AsyncResource("TEST"));
  const [store, id, sum] = resource.runInAsyncScope(
    (a: number) => [storage.getStore(), executionAsyncId(), a + 1],
    null,
    2,
  );
  assert.deepStrictEqual([store, id, sum], [5, resource.asyncId(), 3]);
  assert.strictEqual(
    resource.bind(function (this: unknown, _a: number) {
      return this;
      // @ts-expect-error: the published type lacks the second argument
    }, "me").length,
    1,
  );
});

test("wrong arguments throw", () => {
  assert.throws(() => new AsyncResource(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => new AsyncResource("X", { triggerAsyncId: "1" } as never), { code: "ERR_INVALID_ASYNC_ID" });
  assert.throws(() => AsyncLocalStorage.bind(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("a value of another storage that the callback of run enters stays for the rest of the task", async () => {
  const first = new AsyncLocalStorage<string>();
  const second = new AsyncLocalStorage<string>({ defaultValue: "none" } as any);
  await new Promise<void>((resolve) => setImmediate(resolve));
  first.run("outer", () => {
    second.run("inner", () => first.enterWith("changed"));
    assert.deepStrictEqual([first.getStore(), second.getStore()], ["changed", "none"]);
    second.enterWith("kept");
  });
  assert.deepStrictEqual([first.getStore(), second.getStore()], [undefined, "kept"]);
  await 1;
  assert.deepStrictEqual([first.getStore(), second.getStore()], [undefined, "kept"]);
  second.disable();
});

test("run with the current value changes nothing, also with the default value", () => {
  const storage = new AsyncLocalStorage<string>({ defaultValue: "default" } as any);
  storage.run("default", () => storage.enterWith("entered"));
  assert.strictEqual(storage.getStore(), "entered");
  storage.disable();
  assert.strictEqual(storage.getStore(), "default");
});

test("disable inside of the run of another storage holds behind it", () => {
  const first = new AsyncLocalStorage<string>();
  const second = new AsyncLocalStorage<string>();
  first.run("a", () => {
    second.run("b", () => first.disable());
    assert.deepStrictEqual([first.getStore(), second.getStore()], [undefined, undefined]);
  });
  assert.strictEqual(first.getStore(), undefined);
});

test("disable removes the value from started work, and not where another storage was entered since", async () => {
  const first = new AsyncLocalStorage<string>();
  const second = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  await first.run("value", async () => {
    const entered = second.run(
      "b",
      () => new Promise<void>((resolve) => setTimeout(() => resolve(void seen.push(first.getStore())), 1)),
    );
    const tick = new Promise<void>((resolve) => process.nextTick(() => resolve(void seen.push(first.getStore()))));
    first.disable();
    seen.push(first.getStore());
    await tick;
    await entered;
  });
  assert.deepStrictEqual(seen, [undefined, undefined, "value"]);
});

test("the values of many storages are independent, whichever is entered again", async () => {
  const storages = Array.from({ length: 5 }, () => new AsyncLocalStorage<number>());
  const values = (): unknown[] => storages.map((storage) => storage.getStore());
  const enter = (index: number, inside: () => void): void =>
    index === storages.length ? inside() : storages[index]!.run(index, () => enter(index + 1, inside));
  let later: unknown;
  enter(0, () => {
    assert.deepStrictEqual(values(), [0, 1, 2, 3, 4]);
    storages[2]!.run(20, () => assert.deepStrictEqual(values(), [0, 1, 20, 3, 4]));
    storages[0]!.exit(() => assert.deepStrictEqual(values(), [undefined, 1, 2, 3, 4]));
    storages[4]!.enterWith(40);
    assert.deepStrictEqual(values(), [0, 1, 2, 3, 40]);
    setImmediate(() => (later = values()));
    storages[1]!.disable();
    assert.deepStrictEqual(values(), [0, undefined, 2, 3, 40]);
    storages[1]!.run(10, () => assert.deepStrictEqual(values(), [0, 10, 2, 3, 40]));
  });
  await new Promise((resolve) => setTimeout(resolve, 2));
  assert.deepStrictEqual(later, [0, undefined, 2, 3, 40]);
});
