// Promises of contexts of node:vm retain the asynchronous context as those of the program do, whether the context was created before the
// first storage was used or later.
import assert from "node:assert";
import { AsyncLocalStorage, createHook, executionAsyncId } from "node:async_hooks";
import { createContext, runInContext } from "node:vm";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<string>();
const kinds = { setTimeout, store: () => storage.getStore() };
const early = createContext({ ...kinds });
storage.run("first", () => undefined);
const late = createContext({ ...kinds });

const TEXT = `(async () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1));
  const seen = [];
  const note = () => seen.push(store());
  await Promise.all([wait().then(note), wait().then(() => { throw 1; }).catch(note), wait().finally(note)]);
  await wait();
  note();
  await { then(resolve) { note(); resolve(); } };
  await Promise.resolve({ then(resolve) { note(); resolve(); } });
  await (async () => ({ then(resolve) { note(); resolve(); } }))();
  note();
  return seen.join(" ");
})()`;

for (const [name, context] of Object.entries({ early, late })) {
  test(`the store follows promises of a context: ${name}`, async () => {
    const inside = storage.run("mine", () => runInContext(TEXT, context)) as Promise<string>;
    const foreign = storage.run("foreign", async () => {
      for (let turn = 0; turn < 5; turn++) await turn;
    });
    const outside = runInContext(TEXT, context) as Promise<string>;
    await foreign;
    assert.strictEqual(await inside, Array(8).fill("mine").join(" "));
    assert.strictEqual(await outside, " ".repeat(7));
  });
}

test("awaits in a context are resources", async () => {
  const made = new Map<number, number>();
  const hook = createHook({
    init: (id, type) => void (type === "PROMISE" && made.set(id, executionAsyncId())),
  }).enable();
  const context = createContext({ ...kinds, id: executionAsyncId });
  const text = `(async () => {
    const seen = [];
    for (const value of [1, undefined, { then(resolve) { setTimeout(resolve, 1); } }, new Promise((resolve) => setTimeout(resolve, 1)), (async () => 1)()]) {
      const from = id();
      await value;
      seen.push(from, id());
    }
    return seen.join();
  })()`;
  const seen = (await runInContext(text, context)).split(",").map(Number);
  hook.disable();
  assert.strictEqual(seen.length, 10);
  for (let index = 0; index < seen.length; index += 2)
    assert.strictEqual(made.get(seen[index + 1]), seen[index], `${index}`);
});
