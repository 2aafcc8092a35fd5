// `await` in hooks of node:async_hooks: the code behind it runs in a resource of its own.
import assert from "node:assert";
import { createHook, executionAsyncId, executionAsyncResource, triggerAsyncId } from "node:async_hooks";
import { test } from "../harness.ts";

interface Resource {
  type: string;
  trigger: number;
  /** The resource that ran when it was created. */
  from: number;
}

const made = new Map<number, Resource>();
const settled = new Set<number>();
/** The current resources, the innermost last. */
const running: number[] = [];
const mistakes: string[] = [];
const hook = createHook({
  init(id, type, trigger) {
    made.set(id, { type, trigger, from: executionAsyncId() });
  },
  before(id) {
    if (executionAsyncId() !== id) mistakes.push(`before ${id} in ${executionAsyncId()}`);
    running.push(id);
  },
  after(id) {
    // A resource that already runs when the hook is enabled reports only its end.
    if (running.length > 0 && running.pop() !== id) mistakes.push(`after ${id}`);
  },
  promiseResolve: (id) => void settled.add(id),
});

function enable(): void {
  running.length = 0;
  hook.enable();
}

/** Whether the current resource was created, as a promise, while `from` ran. */
function continues(from: number): boolean {
  const resource = made.get(executionAsyncId());
  return (
    resource?.type === "PROMISE" &&
    resource.from === from &&
    resource.trigger === triggerAsyncId() &&
    running.at(-1) === executionAsyncId()
  );
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const KINDS: Record<string, () => unknown> = {
  "a value": () => 1,
  undefined: () => undefined,
  "a settled promise": () => Promise.resolve(1),
  "a pending promise": () => wait(2),
  "an asynchronous function": async () => await 1,
  "a thenable": () => ({ then: (resolve: (value: unknown) => void) => resolve(1) }),
};

for (const [name, make] of Object.entries(KINDS)) {
  test(`the continuation is a promise that was made at the await: ${name}`, async () => {
    enable();
    await (async () => {
      for (let turn = 0; turn < 3; turn++) {
        const value = make();
        const from = executionAsyncId();
        await value;
        assert.ok(continues(from));
        assert.ok(executionAsyncResource() instanceof Promise);
      }
    })();
    hook.disable();
    assert.deepStrictEqual(mistakes, []);
  });
}

test("a rejection continues too", async () => {
  enable();
  await (async () => {
    for (const reason of [Promise.reject(1), wait(1).then(() => Promise.reject(2))]) {
      const from = executionAsyncId();
      try {
        await reason;
        assert.fail("it rejects");
      } catch {
        assert.ok(continues(from));
      }
    }
  })();
  hook.disable();
  assert.deepStrictEqual(mistakes, []);
});

test("each turn of for await continues the one before", async () => {
  enable();
  const source = {
    count: 0,
    [Symbol.asyncIterator]() {
      return this;
    },
    next(): unknown {
      return { then: (resolve: (value: unknown) => void) => resolve({ value: this.count, done: this.count++ >= 3 }) };
    },
  };
  await (async () => {
    let from = executionAsyncId();
    for await (const _ of source as any) {
      assert.ok(continues(from));
      from = executionAsyncId();
    }
    assert.ok(continues(from));
  })();
  hook.disable();
  assert.deepStrictEqual(mistakes, []);
});

test("awaits take as many turns as without a hook", async () => {
  const order = async (): Promise<string[]> => {
    const seen: string[] = [];
    const chain = async (name: string, make: () => unknown): Promise<void> => {
      for (let turn = 0; turn < 4; turn++) {
        await make();
        seen.push(name + turn);
      }
    };
    const reactions = (async () => {
      let promise = Promise.resolve();
      for (let turn = 0; turn < 8; turn++) promise = promise.then(() => void seen.push(`then${turn}`));
      await promise;
    })();
    await Promise.all([
      reactions,
      chain("value", () => 1),
      chain("promise", () => Promise.resolve()),
      chain("async", async () => 1),
      chain("thenable", () => ({ then: (resolve: (value: unknown) => void) => resolve(1) })),
    ]);
    return seen;
  };
  const without = await order();
  enable();
  const watched = await order();
  hook.disable();
  assert.deepStrictEqual(watched, without);
});

test("a tick, a microtask and a timer behind an await are not inside of it", async () => {
  enable();
  const seen: [string, number][] = [];
  let id = 0;
  await (async () => {
    await 1;
    id = executionAsyncId();
    process.nextTick(() => seen.push(["tick", made.get(executionAsyncId())!.trigger]));
    queueMicrotask(() => seen.push(["microtask", made.get(executionAsyncId())!.trigger]));
    setTimeout(() => seen.push(["timer", made.get(executionAsyncId())!.trigger]), 1);
  })();
  await wait(5);
  hook.disable();
  assert.deepStrictEqual(seen.sort(), [
    ["microtask", id],
    ["tick", id],
    ["timer", id],
  ]);
  assert.deepStrictEqual(mistakes, []);
});

test("resolved promises are reported", async () => {
  enable();
  let id = 0;
  await (async () => {
    await 1;
    id = executionAsyncId();
  })();
  await wait(2);
  hook.disable();
  assert.ok(settled.has(id));
});

test("without promises awaits are not reported", async () => {
  let count = 0;
  const timersOnly = createHook({
    init: (_id: number, type: string) => void (count += Number(type === "PROMISE")),
    trackPromises: false,
  } as any).enable();
  await 1;
  await wait(1);
  timersOnly.disable();
  assert.strictEqual(count, 0);
});

test("the resource of the code behind an await is destroyed after it ran, once", async () => {
  const destroyed: number[] = [];
  const ran: number[] = [];
  const ending = createHook({ init: () => undefined, destroy: (id) => void destroyed.push(id) }).enable();
  await (async () => {
    for (const value of [1, wait(1), Promise.resolve(2), { then: (resolve: (value: unknown) => void) => resolve(1) }]) {
      await value;
      ran.push(executionAsyncId());
      assert.ok(!destroyed.includes(ran.at(-1)!));
    }
  })();
  for (let turn = 0; turn < 50 && !ran.every((id) => destroyed.includes(id)); turn++) {
    // Node reports it when the promise is collected.
    Array.from({ length: 20_000 }, () => ({}));
    (globalThis as any).gc?.();
    await wait(1);
  }
  ending.disable();
  const reports = destroyed.filter((id) => ran.includes(id));
  assert.strictEqual(new Set(reports).size, reports.length);
  if ("brio" in process.versions || (globalThis as any).gc !== undefined)
    assert.deepStrictEqual(
      reports.sort((a, b) => a - b),
      ran,
    );
});
