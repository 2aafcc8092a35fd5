// Native addons by Node-API: an addon in C is built with the system's compiler. The same file passes in Node.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect, types } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";
import { addonFolder, buildAddon } from "./build_addon.ts";

const path = buildAddon("sample");
const addon = createRequire(import.meta.url)(path);

setFlagsFromString("--expose-gc");
const collect = (globalThis as { gc?: () => void }).gc ?? (runInNewContext("gc") as () => void);

/** Collects until `isDone`, at most two hundred times. */
async function collectUntil(isDone: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !isDone(); round++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(isDone(), "the objects were not collected");
}

test("numbers and strings cross", () => {
  assert.strictEqual(addon.add(1, 2), 3);
  assert.strictEqual(addon.add(0.5, -1), -0.5);
  for (const text of ["", "a", "plain", "Übergröße", "日本語 ☕ 😀"]) assert.strictEqual(addon.echo(text), text);
});

test("an error of the addon has its code and message", () => {
  assert.throws(() => addon.add("1", 2), { name: "Error", code: "ERR_SAMPLE", message: "two numbers are needed" });
});

test("the addon catches what a callback throws", () => {
  const thrown = new RangeError("mine");
  assert.strictEqual(
    addon.catching(() => {
      throw thrown;
    }),
    thrown,
  );
  assert.strictEqual(
    addon.catching(() => 1),
    undefined,
  );
});

test("a callback without receiver is called as a plain function", () => {
  let receiver: unknown = "unset";
  addon.catching(function (this: unknown) {
    "use strict";
    receiver = this;
  });
  assert.strictEqual(receiver, undefined);
});

test("values that only native memory holds survive collections", () => {
  const values = addon.many(100_000);
  assert.strictEqual(values.length, 100_000);
  assert.strictEqual(values[99_999], "value number 99999");
  assert.strictEqual(values[0], "value number 0");
});

test("a class with native data can be extended", () => {
  const Counter = addon.Counter as new (start: number) => { next(): number };
  class Twice extends Counter {
    override next(): number {
      return super.next() * 2;
    }
  }
  const counter = new addon.Counter(5);
  assert.strictEqual(counter.next(), 6);
  assert.strictEqual(counter.next(), 7);
  assert.ok(counter instanceof addon.Counter);
  assert.strictEqual(addon.Counter.name, "Counter");
  const twice = new Twice(1);
  assert.strictEqual(twice.next(), 4);
  assert.ok(twice instanceof Twice);
  assert.throws(() => addon.Counter.prototype.next.call({}));
});

test("a method is called on the objects of its class only", () => {
  const { Counter, Other, Unwrapped, removeWrap } = addon;
  const { next } = Counter.prototype;
  const { self } = Unwrapped.prototype;
  const refused = { name: "TypeError", message: "Illegal invocation" };
  class Derived extends Counter {}
  const counter = new Counter(1);
  for (const own of [
    counter,
    Reflect.construct(Derived, [1]),
    Reflect.construct(Counter, [1], Object),
    Object.freeze(new Counter(1)),
  ])
    assert.strictEqual(next.call(own), 2);
  assert.strictEqual(next.call(Object.setPrototypeOf(new Counter(1), null)), 2);
  const foreign = [
    undefined,
    null,
    1,
    "text",
    {},
    new Other(1),
    Object.setPrototypeOf(new Other(1), Counter.prototype),
    Object.create(Counter.prototype),
    Object.create(counter),
    new Proxy(counter, {}),
    Counter.prototype,
    Reflect.construct(Other, [1], Counter),
  ];
  for (const receiver of foreign) assert.throws(() => next.call(receiver), refused);
  assert.throws(() => next(), refused);
  const unwrapped = new Unwrapped();
  assert.strictEqual(unwrapped.self(), unwrapped);
  assert.throws(() => self.call(Object.create(Unwrapped.prototype)), refused);
  assert.throws(() => self.call(counter), refused);
  assert.strictEqual(Object.getOwnPropertyDescriptor(Unwrapped.prototype, "accessor")!.get!.call(counter), counter);
  assert.strictEqual(Unwrapped.static.call(counter), counter);
  // An object stays one of its class without its wrap, which the method then misses.
  assert.throws(() => next.call(removeWrap(new Counter(1))), { message: "not a counter" });
});

test("a function is called with what a sloppy function would be called with", () => {
  const { receiverOf } = addon;
  const object = { receiverOf };
  const receivers = (): unknown[] => [receiverOf(), (0, object.receiverOf)(), receiverOf.call(null)];
  for (const receiver of receivers()) assert.strictEqual(receiver, globalThis);
  (globalThis as any).receiverOf = receiverOf;
  assert.strictEqual((0, eval)("receiverOf()"), globalThis);
  delete (globalThis as any).receiverOf;
  assert.strictEqual(object.receiverOf(), object);
  assert.strictEqual(typeof receiverOf.call("text"), "object");
  for (const receiver of [[], () => {}, new Map(), new Proxy({}, {}), Buffer.alloc(1)])
    assert.strictEqual(receiverOf.call(receiver), receiver);
});

test("of two properties of a class with one key the later one is defined", () => {
  const instance = new addon.Repeated(1);
  assert.strictEqual(instance.value, 2);
  assert.strictEqual(instance.other, 1);
  const descriptor = Object.getOwnPropertyDescriptor(addon.Repeated.prototype, "value")!;
  assert.strictEqual(descriptor.enumerable, true);
  assert.strictEqual(descriptor.get!.name, "");
});

test("properties that an object refuses are a status, and no exception", () => {
  const GENERIC_FAILURE = 9;
  const INVALID_ARGUMENT = 1;
  const refused = GENERIC_FAILURE * 10_000 + INVALID_ARGUMENT * 100 + INVALID_ARGUMENT;
  assert.strictEqual(addon.defineOn(Object.freeze({})), refused);
  const object = {};
  assert.strictEqual(addon.defineOn(object), 0);
  assert.deepStrictEqual(Reflect.ownKeys(object), ["method", "value", "accessor"]);
});

test("a property of undefined is an exception for an addon that does not look at the status", () => {
  assert.strictEqual(addon.propertyOf({ name: "a" }), "a");
  for (const value of [undefined, null]) {
    assert.throws(() => addon.propertyOf(value), {
      name: "TypeError",
      message: "Cannot convert undefined or null to object",
    });
  }
});

test("a call without a receiver is an invalid argument", () => {
  let isCalled = false;
  assert.strictEqual(
    addon.callWithoutReceiver(() => (isCalled = true)),
    1,
  );
  assert.strictEqual(isCalled, false);
});

// In Node the heap is changed by two threads at once.
const threadTest = process.versions["brio"] === undefined ? () => {} : test;
threadTest("a call on another thread ends the process, and is named", () => {
  const code = `require(${JSON.stringify(path)}).onOtherThread()`;
  const child = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
  assert.strictEqual(child.signal, "SIGABRT");
  assert.match(child.stderr, /FATAL ERROR: napi_create_object was called on a thread/);
});

test("native data leaves no trace on the object", () => {
  const counter = new addon.Counter(1);
  assert.deepStrictEqual(Reflect.ownKeys(counter), []);
  assert.strictEqual(inspect(counter), "Counter {}");
  Object.freeze(counter);
  assert.strictEqual(counter.next(), 2);
});

test("finalizers run once their objects are gone", async () => {
  const before = addon.finalizedCount();
  (() => {
    for (let index = 0; index < 1000; index++) new addon.Counter(index);
  })();
  // Stacks are searched conservatively: single objects may seem to be in use.
  await collectUntil(() => addon.finalizedCount() - before >= 990);
});

test("memory of the addon under a Buffer is given back", async () => {
  const before = addon.finalizedCount();
  (() => {
    for (let index = 0; index < 100; index++) {
      const buffer = addon.externalBuffer();
      assert.ok(Buffer.isBuffer(buffer));
      assert.strictEqual(buffer.toString("latin1"), "x".repeat(64));
    }
  })();
  await collectUntil(() => addon.finalizedCount() - before >= 90);
});

test("memory of the addon under a SharedArrayBuffer is shared with workers, and given back", async () => {
  const FIRST = 7;
  const SECOND = 9;
  await (async () => {
    const buffer = addon.externalShared() as SharedArrayBuffer;
    assert.ok(buffer instanceof SharedArrayBuffer);
    assert.strictEqual(buffer.byteLength, 64);
    new Uint8Array(buffer)[0] = FIRST;
    assert.strictEqual(addon.sharedByte(), FIRST);
    const code = `const { parentPort } = require("node:worker_threads");
      parentPort.once("message", (buffer) => {
        const bytes = new Uint8Array(buffer);
        const seen = Atomics.exchange(bytes, 0, ${SECOND});
        parentPort.postMessage(seen);
      });`;
    const worker = new Worker(code, { eval: true });
    worker.postMessage(buffer);
    const seen = await new Promise((resolve) => worker.once("message", resolve));
    assert.strictEqual(seen, FIRST);
    assert.strictEqual(addon.sharedByte(), SECOND);
    await worker.terminate();
    assert.strictEqual(addon.sharedGivenBack(), 0);
    // The engine may collect a buffer that is not used any more.
    assert.strictEqual(new Uint8Array(buffer)[0], SECOND);
  })();
  await collectUntil(() => {
    // Objects of other tests' stacks are overwritten.
    addon.externalShared();
    return addon.sharedGivenBack() > 1;
  });
});

test("externals are known as such", () => {
  const external = addon.external();
  assert.ok(types.isExternal(external));
  assert.ok(!types.isExternal({}));
  assert.strictEqual(typeof external, "object");
  assert.strictEqual(Object.getPrototypeOf(external), null);
  assert.match(inspect(external), /^\[External: [0-9a-f]+\]$/);
});

test("externals are frozen", () => {
  const external = addon.external();
  assert.ok(Object.isFrozen(external));
  assert.ok(!Reflect.set(external, "added", 1));
  assert.ok(!Reflect.defineProperty(external, "added", { value: 1 }));
  assert.ok(!Reflect.setPrototypeOf(external, {}));
  assert.strictEqual(external.added, undefined);
  assert.strictEqual(new WeakMap([[external, 1]]).get(external), 1);
});

test("external memory is added to what the engine has", () => {
  const before = addon.adjustMemory(0);
  assert.ok(before > 0, String(before));
  assert.strictEqual(addon.adjustMemory(1000), before + 1000);
  assert.strictEqual(addon.adjustMemory(-1000), before);
});

test("a callback enters the domain of its receiver once there are domains", () => {
  const program = `const addon = require(${JSON.stringify(path)});
    const seen = [];
    const receiver = new Proxy({}, { get: (_, key) => void seen.push(key) });
    addon.makeCallback(receiver, () => {});
    const domain = require("node:domain");
    addon.makeCallback(receiver, () => {});
    const made = domain.create();
    const current = () => process.domain === made;
    addon.makeCallback(receiver, () => {});
    process.on("warning", (warning) => console.log(warning.code, warning.message.split("Triggered")[1]));
    console.log(seen.length, addon.makeCallback({ domain: made }, current), process.domain ?? "none");
    made.run(() => addon.makeCallback({ domain: made }, current));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  assert.strictEqual(stdout, "1 true none\nDEP0097  by calling current on Object.)\n", stderr);
});

test("work on the thread pool resolves its promise", async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, index) => addon.twiceLater(index)));
  assert.deepStrictEqual(
    results,
    Array.from({ length: 20 }, (_, index) => index * 2),
  );
});

test("work whose name is a C string, as of packages built with early versions of napi-rs 2", async () => {
  for (const offset of [0, 9, 11]) assert.strictEqual(await addon.twiceLater(4, offset), 8);
});

test("AsyncLocalStorage sees the context in which work was begun", async () => {
  const storage = new AsyncLocalStorage();
  const seen = await storage.run("inside", async () => {
    await addon.twiceLater(1);
    return storage.getStore();
  });
  assert.strictEqual(seen, "inside");
});

// Node loses threads that wait for room when more than one does.
const queueTest = process.versions.brio === undefined ? () => {} : test;
queueTest(
  "threads call JavaScript through a queue with a limit",
  async () => {
    let sum = 0;
    let calls = 0;
    await new Promise<void>((resolve) => {
      addon.fromThreads((value: number) => {
        sum += value;
        if (++calls === 100) resolve();
      });
    });
    assert.strictEqual(sum, 4 * 300);
  },
  60_000,
);

test("a file is loaded once for all requests of it", () => {
  assert.strictEqual(createRequire(import.meta.url)(path), addon);
  const module = { exports: {} as typeof addon };
  process.dlopen(module, path);
  assert.notStrictEqual(module.exports, addon);
  assert.strictEqual(module.exports.add(2, 2), 4);
});

test("import() of an addon has its exports as default, which require shares", async () => {
  const module = (await import(path)) as { default: typeof addon; "module.exports": typeof addon };
  assert.strictEqual(module.default, addon);
  assert.strictEqual(module["module.exports"], addon);
  assert.deepStrictEqual(Object.keys(module), ["default", "module.exports"]);
});

test("cleanup hooks run in reverse order as the process ends", () => {
  const code = `require(${JSON.stringify(path)}).printAtEnd()`;
  assert.strictEqual(
    execFileSync(process.execPath, ["-e", code], { encoding: "utf8" }),
    "cleanup second\ncleanup first\n",
  );
});

test("cleanup hooks do not run when process.exit or an exception ends the process", () => {
  const listen = (code: string) => `process.on("exit", () => { ${code} });`;
  for (const code of [
    "process.exit(1);",
    "throw 1;",
    listen("process.exit(1);"),
    listen("throw 1;"),
    "Promise.reject(1);",
  ]) {
    const program = `require(${JSON.stringify(path)}).printAtEnd(); process.exitCode = 1; ${code}`;
    const { stdout, status } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
    assert.deepStrictEqual([stdout, status], ["", 1], code);
  }
});

test("each worker has an environment of its own", async () => {
  const code = `const addon = require(${JSON.stringify(path)});
    const counter = new addon.Counter(1);
    addon.twiceLater(21).then((value) => require("node:worker_threads").parentPort.postMessage([value, counter.next()]));`;
  const workers = Array.from({ length: 4 }, () => new Worker(code, { eval: true }));
  const answers = await Promise.all(
    workers.map(
      (worker) =>
        new Promise((resolve, reject) => {
          worker.once("message", resolve);
          worker.once("error", reject);
        }),
    ),
  );
  assert.deepStrictEqual(answers, Array(4).fill([42, 2]));
  await Promise.all(workers.map((worker) => worker.terminate()));
});

test("a worker is terminated while threads of an addon call it", async () => {
  for (let round = 0; round < 5; round++) {
    const code = `const addon = require(${JSON.stringify(path)});
      addon.fromThreads(() => { const end = Date.now() + 2; while (Date.now() < end); });
      require("node:worker_threads").parentPort.postMessage("started");`;
    const worker = new Worker(code, { eval: true });
    await new Promise((resolve) => worker.once("message", resolve));
    await worker.terminate();
  }
});

test("a worker exits, or is terminated, while an addon works for it", () => {
  const program = `const { Worker } = require("node:worker_threads");
    const FOREVER = "setInterval(() => {}, 1000);";
    const code = (end) => \`const addon = require(${JSON.stringify(path)});
      for (let i = 0; i < 6; i++) addon.sleepLater(5);
      require("node:worker_threads").parentPort.postMessage("started");
      \${end}\`;
    (async () => {
      for (const end of ["process.exit(3);", FOREVER, "process.exit(3);", FOREVER]) {
        const worker = new Worker(code(end), { eval: true });
        const exit = new Promise((resolve) => worker.once("exit", resolve));
        await new Promise((resolve) => worker.once("message", resolve));
        if (end === FOREVER) worker.terminate();
        console.log(await exit);
      }
    })();`;
  const { stdout, status, signal, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  assert.deepStrictEqual([stdout, status, signal], ["3\n1\n3\n1\n", 0, null], stderr);
});

test("a file that is not an addon is refused with ERR_DLOPEN_FAILED", () => {
  const require = createRequire(import.meta.url);
  const noElf = join(addonFolder, "no_elf.node");
  writeFileSync(noElf, "this is no library");
  const loadIt = (): unknown => require(noElf);
  assert.throws(loadIt, (error: NodeJS.ErrnoException) => {
    assert.strictEqual(error.code, "ERR_DLOPEN_FAILED");
    assert.strictEqual(error.stack!.startsWith(`Error: ${error.message}`), true);
    return /\bloadIt\b/.test(error.stack!);
  });
  const empty = join(addonFolder, "empty.c");
  writeFileSync(empty, "int unused;");
  const noEntry = join(addonFolder, "no_entry.node");
  execFileSync("cc", ["-shared", "-fPIC", empty, "-o", noEntry]);
  assert.throws(() => require(noEntry), { code: "ERR_DLOPEN_FAILED", message: /Module did not self-register/ });
  const missing = join(addonFolder, "missing.c");
  writeFileSync(
    missing,
    "extern void no_such_function_anywhere(void); void napi_register_module_v1(void) { no_such_function_anywhere(); }",
  );
  const unresolved = join(addonFolder, "unresolved.node");
  execFileSync("cc", ["-shared", "-fPIC", missing, "-o", unresolved]);
  if (process.versions.brio !== undefined)
    assert.throws(() => require(unresolved), { code: "ERR_DLOPEN_FAILED", message: /no_such_function_anywhere/ });
  assert.throws(() => process.dlopen({ exports: {} }, join(addonFolder, "absent.node")), { code: "ERR_DLOPEN_FAILED" });
  const copy = join(addonFolder, "copy.node");
  copyFileSync(path, copy);
  assert.strictEqual(require(copy).add(1, 1), 2);
});

test("arguments of process.dlopen are converted", () => {
  const load = process.dlopen as (module: unknown, file: unknown, flags?: unknown) => void;
  const missing = (name: string): object => ({
    code: "ERR_DLOPEN_FAILED",
    message: new RegExp(`^${name}: cannot open`),
  });
  assert.throws(() => load({ exports: {} }, 5), missing("5"));
  assert.throws(() => load({ exports: {} }, null), missing("null"));
  const module = { exports: {} };
  load(module, Buffer.from(path), "1");
  assert.notDeepStrictEqual(Object.keys(module.exports), []);
  load({ exports: {} }, path, 2 ** 32 + 1);
  const throws = { valueOf: () => assert.fail() };
  for (const flags of [1n, throws]) {
    const expected = { code: "ERR_INVALID_ARG_TYPE", message: "flag argument must be an integer." };
    assert.throws(() => load({ exports: {} }, path, flags), expected);
  }
});

test("arguments of process.dlopen are checked", () => {
  assert.throws(() => (process.dlopen as (module: unknown) => void)({}), { code: "ERR_MISSING_ARGS" });
  assert.throws(() => process.dlopen({} as { exports: object }, path), {
    name: "TypeError",
    message: "Cannot convert undefined or null to object",
  });
  const unknown = spawnSync(process.execPath, ["-e", "process.dlopen({ exports: {} }, '/')"], { encoding: "utf8" });
  assert.strictEqual(unknown.status, 1);
});
