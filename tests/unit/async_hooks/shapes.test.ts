// Every form of asynchronous function has its normal result, with and without a context: the transformer changes all of them.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<string>();

class Shapes {
  #number = async () => await 3;
  async method() {
    // @ts-expect-error: `super` is Object.prototype here, which the compiler refuses
    return super.toString();
  }
  static async named() {
    return (await this).name;
  }
  async *generate() {
    yield await 1;
    return await 2;
  }
  number() {
    return this.#number();
  }
}

const shapes: [run: () => unknown, expected: unknown][] = [
  [async () => ({ then: 1 }).then, 1],
  [async () => (await 1, await 2), 2],
  [async () => /* a comment */ await 10, 10],
  [
    async () =>
      // a line
      await 11,
    11,
  ],
  [
    async () => {
      return 12;
    },
    12,
  ],
  [
    async function () {
      "use strict";
      return await arguments.length;
    },
    0,
  ],
  [async (given = async () => await 5) => (await given()) + 1, 6],
  [
    async () => {
      try {
        return await Promise.reject(1);
      } catch ($f) {
        return $f;
      }
    },
    1,
  ],
  [
    async () => {
      label: for (const _ of [1]) {
        for await (const each of [2]) {
          if (each) continue label;
        }
      }
      return;
    },
    undefined,
  ],
  [
    async () => {
      switch (await 1) {
        case await 1:
          return 14;
      }
      return 0;
    },
    14,
  ],
  [
    async () =>
      await (async () => {
        await 1;
        return 16;
      })(),
    16,
  ],
  [async () => await await 17, 17],
  [
    async () =>
      (
        await (
          async () => async () =>
            await 13
        )()
      )(),
    13,
  ],
  [async () => (/re/.test(await "re") ? `${await "yes"}` : "no"), "yes"],
  [
    async () =>
      ({
        async [await "key"]() {
          return await 7;
        },
      }).key!(),
    7,
  ],
  [() => new Shapes().method(), "[object Object]"],
  [() => Shapes.named(), "Shapes"],
  [
    async () => {
      const made = new Shapes().generate();
      return [(await made.next()).value, (await made.next()).value].join();
    },
    "1,2",
  ],
  [() => new Shapes().number(), 3],
  [() => new Promise((resolve) => setTimeout(resolve, 1, 9)), 9],
];

for (const [context, enter] of [
  ["without a context", (run: () => unknown) => run()],
  ["in one", (run: () => unknown) => storage.run("mine", run)],
] as const) {
  test(`asynchronous functions ${context}`, async () => {
    for (const [run, expected] of shapes) assert.strictEqual(await enter(run), expected, String(run));
  });
}
