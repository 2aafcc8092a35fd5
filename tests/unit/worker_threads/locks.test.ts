// Web Locks: `worker_threads.locks` and `navigator.locks`.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { locks as threadLocks, Worker } from "node:worker_threads";
import { test } from "../harness.ts";
import { head, runWorker } from "./start.ts";

const { locks } = navigator as any;

/** A lock that is held until `release` is called. */
async function hold(name: string, options: object = {}): Promise<{ release: () => void; done: Promise<any> }> {
  const held = Promise.withResolvers<void>();
  let release!: () => void;
  const done = locks.request(name, options, () => {
    held.resolve();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await held.promise;
  return { release, done };
}

test("request calls back with the lock and gives the callback's result", async () => {
  assert.strictEqual(threadLocks as any, locks);
  assert.deepStrictEqual(
    await locks.request("a", (lock: any) => [lock.name, lock.mode, Object.prototype.toString.call(lock)]),
    ["a", "exclusive", "[object Lock]"],
  );
  assert.strictEqual(await locks.request("a", { mode: "shared" }, async (lock: any) => lock.mode), "shared");
  const thrown = { name: "mine" };
  await assert.rejects(
    locks.request("a", () => {
      throw thrown;
    }),
    thrown,
  );
});

test("an exclusive lock waits until it is granted", async () => {
  const order: string[] = [];
  const first = await hold("turn");
  const second = locks.request("turn", () => order.push("second"));
  const third = locks.request("turn", () => order.push("third"));
  assert.strictEqual(await locks.request("turn", { ifAvailable: true }, (lock: any) => lock), null);
  order.push("released");
  first.release();
  await Promise.all([second, third]);
  assert.deepStrictEqual(order, ["released", "second", "third"]);
});

test("query lists held and pending locks", async () => {
  const first = await hold("asked", { mode: "shared" });
  const waiting = locks.request("asked", () => {});
  const { held, pending } = await locks.query();
  assert.deepStrictEqual(
    held.filter(({ name }: any) => name === "asked").map(({ mode, clientId }: any) => [mode, typeof clientId]),
    [["shared", "string"]],
  );
  assert.deepStrictEqual(
    pending.filter(({ name }: any) => name === "asked").map(({ mode }: any) => mode),
    ["exclusive"],
  );
  first.release();
  await waiting;
});

test("a stolen lock rejects with an AbortError", async () => {
  const first = await hold("stolen");
  assert.strictEqual(await locks.request("stolen", { steal: true }, () => "mine"), "mine");
  await assert.rejects(first.done, { name: "AbortError" });
});

test("a signal ends a request that waits, not one that holds", async () => {
  const first = await hold("signal");
  const controller = new AbortController();
  const waiting = locks.request("signal", { signal: controller.signal }, () => "never");
  controller.abort("enough");
  await assert.rejects(waiting, (reason: any) => reason === "enough");
  first.release();
  const other = new AbortController();
  const holding = await hold("signal", { signal: other.signal });
  other.abort();
  holding.release();
  await holding.done;
  await assert.rejects(
    locks.request("signal", { signal: AbortSignal.abort() }, () => {}),
    { name: "AbortError" },
  );
  const late = new AbortController();
  const granted = locks.request("signal", { signal: late.signal }, () => "called");
  late.abort();
  await assert.rejects(granted, { name: "AbortError" });
  assert.strictEqual(await locks.request("signal", () => "free"), "free");
});

test("wrong arguments and options that contradict each other are refused", async () => {
  for (const wrong of [
    [],
    ["a"],
    ["a", null],
    ["a", 1],
    ["a", {}],
    ["a", { mode: "other" }, () => {}],
    ["a", { signal: {} }, () => {}],
    [Symbol("a"), () => {}],
  ]) {
    await assert.rejects((locks.request as any)(...wrong), TypeError);
  }
  const { signal } = new AbortController();
  for (const options of [
    { steal: true, ifAvailable: true },
    { steal: true, mode: "shared" },
    { signal, steal: true },
    { signal, ifAvailable: true },
  ]) {
    await assert.rejects(
      locks.request("a", options, () => {}),
      { name: "NotSupportedError" },
    );
  }
  await assert.rejects(
    locks.request("-a", () => {}),
    { name: "NotSupportedError" },
  );
  assert.throws(() => new (locks.constructor as any)(), TypeError);
  await assert.rejects(
    locks.request("a", { mode: "other" }, () => {}),
    { code: "ERR_INVALID_ARG_VALUE", message: "mode 'other' is not a valid enum value of type LockMode." },
  );
  await assert.rejects(locks.request("a"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "callback" argument must be of type function. Received undefined',
  });
});

test("the callback has the context of the request", async () => {
  const storage = new AsyncLocalStorage();
  assert.strictEqual(await storage.run("mine", () => locks.request("context", async () => storage.getStore())), "mine");
});

test("threads exclude each other, and a thread that exits releases its locks", async () => {
  const worker: any = new Worker(
    `${head}navigator.locks.request("threads", () => { parentPort.postMessage("held"); return new Promise(() => setTimeout(() => {}, 1e6)); })`,
    { eval: true },
  );
  await new Promise((resolve) => worker.once("message", resolve));
  assert.strictEqual(await locks.request("threads", { ifAvailable: true }, (lock: any) => lock), null);
  await worker.terminate();
  assert.strictEqual(await locks.request("threads", () => "mine"), "mine");
  const first = await hold("threads");
  const outcome = runWorker(
    `${head}parentPort.on("message", () => {}); parentPort.postMessage("asks"); navigator.locks.request("threads", () => { parentPort.postMessage("got it"); parentPort.close(); })`,
    {},
    () => setTimeout(first.release, 50),
  );
  assert.deepStrictEqual((await outcome).messages, ["asks", "got it"]);
});
