// Promises of the constructor in hooks of node:async_hooks.
import assert from "node:assert";
import { createHook } from "node:async_hooks";
import { create } from "node:domain";
import { test } from "../harness.ts";

/** The events of promises while `body` runs, and until the work that it started is done; the first promise is number 0. */
async function events(body: (seen: string[]) => void): Promise<string[]> {
  const seen: string[] = [];
  const numbers = new Map<number, number>();
  const note = (kind: string) => (id: number) => void (numbers.has(id) && seen.push(`${kind} ${numbers.get(id)}`));
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (type !== "PROMISE") return;
      assert(resource instanceof Promise);
      seen.push(`init ${numbers.size}`);
      numbers.set(id, numbers.size);
    },
    before: note("before"),
    after: note("after"),
    promiseResolve: note("resolve"),
  }).enable();
  body(seen);
  seen.push("--");
  hook.disable();
  await 1;
  return seen;
}

const thenable = { then: (resolve: (value: unknown) => void) => resolve(1) };

const KINDS: [name: string, body: (seen: string[]) => void, events: string[]][] = [
  [
    "once, before the executor runs",
    (seen) =>
      void new Promise((resolve) => {
        seen.push("runs");
        resolve(1);
        resolve(2);
      }),
    ["init 0", "runs", "resolve 0", "--"],
  ],
  [
    "rejected",
    () => void new Promise((_, reject) => reject(1)).catch(() => undefined),
    ["init 0", "resolve 0", "init 1", "--"],
  ],
  [
    "an executor that throws",
    () =>
      void new Promise(() => {
        throw 1;
      }).catch(() => undefined),
    ["init 0", "resolve 0", "init 1", "--"],
  ],
  ["pending", () => void new Promise(() => undefined), ["init 0", "--"]],
  [
    "resolved with another",
    () => void new Promise((resolve) => resolve(new Promise(() => undefined))),
    ["init 0", "init 1", "--"],
  ],
  [
    "inside of an executor",
    () => void new Promise((resolve) => resolve([new Promise(() => undefined)])),
    ["init 0", "init 1", "resolve 0", "--"],
  ],
];

for (const [name, body, expected] of KINDS) {
  test(`hooks see promises of the constructor: ${name}`, async () => {
    assert.deepStrictEqual(await events(body), expected);
  });
}

test("hooks see the job of a thenable that resolve is given", async () => {
  const seen: string[] = [];
  let id = -1;
  const hook = createHook({
    init: (made) => void (id === -1 && (id = made)),
    before: (run) => void (run === id && seen.push("before")),
    after: (run) => void (run === id && seen.push("after")),
    promiseResolve: (resolved) => void (resolved === id && seen.push("resolve")),
  }).enable();
  const promise = new Promise((resolve) => resolve(thenable));
  assert.deepStrictEqual(seen, []);
  assert.strictEqual(await promise, 1);
  hook.disable();
  assert.deepStrictEqual(seen, ["before", "resolve", "after"]);
});

test("a domain gets the reason with which a promise of the constructor rejects", async () => {
  const domain = create();
  const error = new Error("refused");
  const caught = new Promise((resolve) => domain.on("error", resolve));
  domain.run(() => void new Promise((_, reject) => setTimeout(reject, 1, error)));
  assert.strictEqual(await caught, error);
});

test("hooks may be disabled between the events of a resource", async () => {
  const hook = createHook({ init: () => undefined });
  const stop = <T>(value: T): T => (hook.disable(), value);
  const returning = async (): Promise<number> => stop(3);
  for (const way of [
    async () => await stop(1),
    async () => await new Promise((resolve) => resolve(stop(1))),
    async () => await new Promise(stop((resolve: (value: number) => void) => resolve(2))),
    returning,
    async () => await new Promise((_, reject) => reject(stop(4))).catch((reason) => reason),
    async () => await stop({ then: (resolve: (value: number) => void) => resolve(5) }),
  ]) {
    hook.enable();
    assert(Number.isInteger(await way()));
  }
  for (const start of [<T>(value: T): T => (hook.enable(), value)]) {
    assert.strictEqual(await new Promise(start((resolve: (value: number) => void) => resolve(1))), 1);
    hook.disable();
    assert.strictEqual(await start(2), 2);
    hook.disable();
  }
});
