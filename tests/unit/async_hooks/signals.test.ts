// Signals with listeners are resources: SIGNALWRAP.
import assert from "node:assert";
import { AsyncLocalStorage, createHook, executionAsyncId } from "node:async_hooks";
import process from "node:process";
import { test } from "../harness.ts";

const isSignal = new Map<number, string>();
const seen: string[] = [];

function note(event: string, id: number): void {
  if (isSignal.has(id)) seen.push(event);
}

const hook = createHook({
  init(id, type, trigger, resource) {
    if (type !== "SIGNALWRAP") return;
    isSignal.set(id, type);
    seen.push(`init ${resource.constructor.name} ${Object.keys(resource).length} ${trigger === executionAsyncId()}`);
  },
  before: (id) => note("before", id),
  after: (id) => note("after", id),
  destroy: (id) => note("destroy", id),
});

/** Sends SIGUSR2 to this process and waits for its listeners. */
async function send(isDone: () => boolean): Promise<void> {
  process.kill(process.pid, "SIGUSR2");
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("listeners of a signal run in one resource, with the storage of the first one", async () => {
  hook.enable();
  const storage = new AsyncLocalStorage<string>();
  const calls: unknown[] = [];
  const listener = (): void => void calls.push([storage.getStore(), isSignal.get(executionAsyncId())]);
  storage.run("first", () => process.on("SIGUSR2", listener));
  storage.run("second", () => process.on("SIGUSR2", listener));
  await send(() => calls.length === 2);
  assert.deepStrictEqual(calls, [
    ["first", "SIGNALWRAP"],
    ["first", "SIGNALWRAP"],
  ]);
  process.removeAllListeners("SIGUSR2");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepStrictEqual(seen, ["init Signal 0 true", "before", "after", "destroy"]);
});

test("a listener that is added after the last one was removed has another resource", async () => {
  seen.length = 0;
  let isCalled = false;
  process.once("SIGUSR2", () => (isCalled = true));
  await send(() => isCalled);
  await new Promise((resolve) => setTimeout(resolve, 20));
  hook.disable();
  // The only listener is gone before it runs, so the resource may be destroyed while it does.
  assert.deepStrictEqual([...seen].sort(), ["after", "before", "destroy", "init Signal 0 true"]);
});

test("both names of a signal are reported", async () => {
  const calls: unknown[] = [];
  for (const name of ["SIGABRT", "SIGIOT"] as const) process.on(name, (...args) => calls.push([name, ...args]));
  process.kill(process.pid, "SIGABRT");
  while (calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  process.removeAllListeners("SIGABRT");
  process.kill(process.pid, "SIGABRT");
  while (calls.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  process.removeAllListeners("SIGIOT");
  const [first, second, third] = calls as string[][];
  assert.deepStrictEqual(
    [...[first, second].sort(), third],
    [
      ["SIGABRT", "SIGABRT", 6],
      ["SIGIOT", "SIGIOT", 6],
      ["SIGIOT", "SIGIOT", 6],
    ],
  );
});
