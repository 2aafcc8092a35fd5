// A thenable's `then` runs in the context of the code that awaits it, wherever thenables are accepted: query builders start their work there.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<string>();

/** Resolves with the contexts in which its `then` and its continuation ran. */
function query(): PromiseLike<unknown> {
  return {
    then(resolve: any): any {
      const context = storage.getStore();
      setTimeout(() => resolve(`${context} ${storage.getStore()}`), 1);
    },
  };
}

class Query extends Promise<unknown> {
  override then(resolve: any, reject?: any): any {
    return resolve === undefined ? super.then(resolve, reject) : (query().then(resolve, reject) as any);
  }
}

async function returned(): Promise<unknown> {
  return query();
}
const arrow = async (): Promise<unknown> => query();
async function* yielded(): AsyncGenerator<unknown> {
  yield await query();
}

const WAYS: Record<string, () => Promise<unknown>> = {
  await: async () => await query(),
  "the second await": async () => [await query(), await query()][1],
  "await of a subclass": async () => await (new Query(() => undefined) as PromiseLike<unknown>),
  return: returned,
  "body of an arrow function": arrow,
  "body with an await": async () => query() ?? (await query()),
  resolve: () => Promise.resolve(query()),
  all: async () => (await Promise.all([query(), 1]))[0],
  race: () => Promise.race([query()]),
  "resolve of the constructor": () => new Promise((resolve) => resolve(query())),
  "resolve of the constructor, later": () => new Promise((resolve) => setTimeout(() => resolve(query()), 1)),
  withResolvers: () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    resolve(query());
    return promise;
  },
  try: () => Promise.try(() => query()),
  "result of a reaction": () => Promise.resolve().then(() => query()),
  generator: async () => (await yielded().next()).value,
};

for (const [name, wait] of Object.entries(WAYS)) {
  test(`then runs in the context: ${name}`, async () => {
    let inside: Promise<unknown> | undefined;
    storage.run("mine", () => void (inside = wait()));
    storage.run("another", () => void queueMicrotask(() => undefined));
    assert.strictEqual(await inside, "mine mine");
    assert.strictEqual(storage.getStore(), undefined);
  });
}

/** Iterates as `method` says, with thenables for results. */
function cursor(): AsyncIterable<unknown> {
  let count = 0;
  const result = (make: (inside: string) => object): any => ({
    then(resolve: any): void {
      const context = storage.getStore();
      setTimeout(() => resolve(make(`${context} ${storage.getStore()}`)), 1);
    },
  });
  return {
    [Symbol.asyncIterator]() {
      return {
        next: (...values: unknown[]) => result((value) => ({ value: `${value} ${values.length}`, done: count++ >= 2 })),
        return: () => result((value) => ({ value, done: true })),
      };
    },
  };
}

async function* passedOn(): AsyncGenerator<unknown> {
  yield* cursor();
}

for (const [name, make, values] of [
  ["for await", cursor, 0],
  ["yield*", passedOn, 1],
] as const) {
  test(`thenables that an iterator gives run in the context: ${name}`, async () => {
    const seen: unknown[] = [];
    const loop = async (): Promise<void> => {
      for await (const value of make()) seen.push(value, storage.getStore());
      for await (const value of make()) {
        seen.push(value);
        break;
      }
      seen.push(storage.getStore());
    };
    const done = storage.run("mine", loop);
    storage.run("another", () => void queueMicrotask(() => undefined));
    await done;
    const value = `mine mine ${values}`;
    assert.deepStrictEqual(seen, [value, "mine", value, "mine", value, "mine"]);
  });
}

test("iterators without return and throw have none in a context", async () => {
  const bare = { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 1, done: false }) }) };
  await storage.run("mine", async () => {
    for await (const _ of bare) break;
    const generator = (async function* () {
      yield* bare as AsyncIterable<number>;
    })();
    await generator.next();
    await assert.rejects(generator.throw(new Error("passed on")), TypeError);
    for await (const _ of [1, 2]) break;
    for await (const _ of passedOn()) break;
  });
});

test("values that are not thenables are passed on unchanged", async () => {
  await storage.run("a", async () => {
    const value = { then: 1 };
    assert.strictEqual(await value, value);
    const method = (): void => undefined;
    assert.strictEqual(await method, method);
    await assert.rejects(
      async () =>
        await ({
          get then(): never {
            throw new RangeError("getter");
          },
        } as unknown),
      RangeError,
    );
    await assert.rejects(
      async () =>
        await ({
          then() {
            throw new RangeError("call");
          },
        } as unknown),
      RangeError,
    );
    await assert.rejects(async () => {
      return { then: (_: unknown, reject: any) => reject(new RangeError("rejected")) } as unknown;
    }, RangeError);
  });
});

test("then is called with its own receiver", async () => {
  class Builder {
    readonly #table = "users";
    then(resolve: (value: string) => void): void {
      resolve(this.#table);
    }
  }
  assert.strictEqual(await storage.run("a", async () => await new Builder()), "users");
  assert.strictEqual(await storage.run("a", () => Promise.resolve(new Builder())), "users");
});

test("the constructor calls its executor as the engine does", async () => {
  await storage.run("a", async () => {
    const seen: unknown[] = [];
    const promise = new Promise(function (this: unknown, resolve, reject) {
      seen.push(this, arguments.length, resolve.length, reject.length, resolve.name, resolve(1), resolve(2));
    });
    assert.deepStrictEqual(seen, [undefined, 2, 1, 1, "", undefined, undefined]);
    assert.strictEqual(await promise, 1);
    assert.throws(() => new Promise(undefined as never), TypeError);
    await assert.rejects(
      new Promise(() => {
        throw new RangeError("thrown");
      }),
      RangeError,
    );
    await assert.rejects(
      Promise.try(() => {
        throw new RangeError("thrown");
      }),
      RangeError,
    );
    await assert.rejects(Promise.try(undefined as never), TypeError);
    assert.strictEqual(await Promise.try((a: number, b: number) => a + b, 1, 2), 3);
    const { promise: rejected, reject } = Promise.withResolvers();
    reject(new RangeError("rejected"));
    await assert.rejects(rejected, RangeError);
  });
});

test("the source of functions shows none of it", () => {
  const make = (): unknown => new Promise((resolve) => resolve(1));
  assert.match(make.toString(), /^\(\)(: unknown)? *=> new Promise\(\(resolve\) => resolve\(1\)\)$/);
});
