// Contexts that a package stores by `executionAsyncId()`, as those written before AsyncLocalStorage do: each chain of calls has its own,
// over every kind of `await`.
import assert from "node:assert";
import { createHook, executionAsyncId } from "node:async_hooks";
import { EventEmitter, on, once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "../harness.ts";

type Values = Map<string, unknown>;

/** Stores the values of each resource from its `init` to its `destroy`. */
class Namespace {
  active: Values | undefined;
  readonly contexts = new Map<number, Values>();
  readonly entered: (Values | undefined)[] = [];
  readonly hook = createHook({
    init: (id) => {
      // Outside of callbacks the current resource is looked up.
      const values = this.active ?? this.contexts.get(executionAsyncId());
      if (values !== undefined) this.contexts.set(id, values);
    },
    before: (id) => {
      this.entered.push(this.active);
      this.active = this.contexts.get(id);
    },
    after: () => void (this.active = this.entered.pop()),
    destroy: (id) => void this.contexts.delete(id),
  });

  run<T>(body: () => T): T {
    const before = this.active;
    this.active = new Map(before);
    try {
      return body();
    } finally {
      this.active = before;
    }
  }

  get(name: string): unknown {
    return this.active?.get(name);
  }

  set(name: string, value: unknown): void {
    this.active!.set(name, value);
  }

  bind<F extends (...args: any[]) => any>(callback: F): F {
    const values = this.active;
    return ((...args: any[]) => {
      const before = this.active;
      this.active = values;
      try {
        return callback(...args);
      } finally {
        this.active = before;
      }
    }) as F;
  }
}

const namespace = new Namespace();
namespace.hook.enable();

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function nested(depth: number): Promise<unknown> {
  if (depth === 0) return namespace.get("id");
  await (depth % 2 === 0 ? wait(depth % 3) : depth);
  return await nested(depth - 1);
}

async function* numbers(): AsyncGenerator<number> {
  yield 1;
  await wait(1);
  yield 2;
}

const WAYS: Record<string, (id: number) => Promise<unknown>> = {
  "a value": async () => (await 1, namespace.get("id")),
  "a timer": async (id) => (await wait(id % 5), namespace.get("id")),
  "nested functions": async () => await nested(6),
  "a rejection": async () => {
    try {
      await wait(1).then(() => Promise.reject(new Error("refused")));
    } catch {
      await 1;
      return namespace.get("id");
    }
    return undefined;
  },
  "a rejection in finally": async () => {
    try {
      return await Promise.reject(1);
    } catch {
      return undefined;
    } finally {
      // The value before the `return` does not count.
      assert.ok(namespace.get("id") !== undefined);
      // eslint-disable-next-line no-unsafe-finally
      return namespace.get("id");
    }
  },
  "a thenable": async () => {
    const inside = await { then: (resolve: (value: unknown) => void) => setTimeout(resolve, 1, namespace.get("id")) };
    return inside === namespace.get("id") ? inside : [inside, namespace.get("id")];
  },
  "a loop": async () => {
    for await (const _ of numbers()) await 1;
    return namespace.get("id");
  },
  "turns of a loop": async () => {
    const seen = new Set<unknown>();
    for await (const _ of [wait(1), 2, wait(2)]) seen.add(namespace.get("id"));
    for await (const _ of numbers()) seen.add(namespace.get("id"));
    return seen.size === 1 ? [...seen][0] : [...seen];
  },
  "events.once": async () => {
    const emitter = new EventEmitter();
    setTimeout(() => emitter.emit("ready"), 1);
    await once(emitter, "ready");
    return namespace.get("id");
  },
  "events.on": async () => {
    const emitter = new EventEmitter();
    setTimeout(() => emitter.emit("ready"), 1);
    for await (const _ of on(emitter, "ready")) return namespace.get("id");
    return undefined;
  },
  "Promise.all": async () => (await Promise.all([wait(1), 2, nested(1)]))[2],
  "a bound callback": async () => {
    const bound = namespace.bind(() => namespace.get("id"));
    return await new Promise((resolve) =>
      namespace.run(() => (namespace.set("id", "inner"), setTimeout(() => resolve(bound()), 1))),
    );
  },
};

for (const [name, way] of Object.entries(WAYS)) {
  test(`chains side by side have their own context: ${name}`, async () => {
    const chains = Array.from({ length: 20 }, (_, id) =>
      namespace.run(async () => {
        namespace.set("id", id);
        return await way(id);
      }),
    );
    assert.deepStrictEqual(
      await Promise.all(chains),
      Array.from({ length: 20 }, (_, id) => id),
    );
  });
}

test("fifty requests at a time have their own context", async () => {
  const server = createServer((request, response) => {
    namespace.run(async () => {
      namespace.set("url", request.url);
      await wait(Number(request.url!.slice(1)) % 7);
      await nested(3);
      let body = "";
      for await (const chunk of request) body += chunk;
      response.end(`${namespace.get("url")}${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get({ port, path, agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk)).on("end", () => resolve(text));
      }).on("error", reject);
    });
  const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
  assert.deepStrictEqual(await Promise.all(paths.map(ask)), paths);
  server.close();
});

test("everything that was entered was exited", async () => {
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(namespace.entered.length <= 1);
  namespace.hook.disable();
});
