// The ids and objects of the current resource, and the contexts of events of the system.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import * as asyncHooks from "node:async_hooks";
import * as crypto from "node:crypto";
import { stat } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import process from "node:process";
import { createGzip } from "node:zlib";
import { test } from "../harness.ts";

const { AsyncLocalStorage, asyncWrapProviders, createHook, executionAsyncId, executionAsyncResource } = asyncHooks;

test("the main task has the id 1, and code outside of any resource 0", () => {
  const text = `
    const { executionAsyncId, triggerAsyncId } = require("node:async_hooks");
    const seen = [];
    const note = () => seen.push(executionAsyncId());
    note();
    Promise.resolve().then(note);
    setTimeout(() => { seen.push(triggerAsyncId()); Promise.resolve().then(note).then(() => console.log(seen.join(" "))); }, 1);
  `;
  const { stdout } = spawnSync(process.execPath, ["-e", text], { encoding: "utf8" });
  assert.strictEqual(stdout.trim(), "1 0 1 0");
});

test("a callback that is given twice is two resources", async () => {
  const key = Symbol("key");
  const hook = createHook({
    init: (_id: number, _type: string, _trigger: number, resource: any) =>
      void (resource[key] = (executionAsyncResource() as any)[key]),
    trackPromises: false,
  } as any).enable();
  const seen: unknown[] = [];
  await new Promise<void>((resolve) => {
    const shared = (): void => {
      seen.push((executionAsyncResource() as any)[key]);
      if (seen.length === 4) resolve();
    };
    for (const name of ["a", "b"]) {
      setImmediate(() => {
        (executionAsyncResource() as any)[key] = name;
        stat(".", shared);
        queueMicrotask(shared);
      });
    }
  });
  hook.disable();
  assert.deepStrictEqual(seen.sort(), ["a", "a", "b", "b"]);
});

test("work of node:crypto has Node's types", async () => {
  const types: string[] = [];
  const hook = createHook({
    init: (_id: number, type: string) => void types.push(type),
    trackPromises: false,
  } as any).enable();
  const work: ((done: () => void) => void)[] = [
    (done) => crypto.pbkdf2("a", "b", 1, 8, "sha1", done),
    (done) => crypto.scrypt("a", "b", 8, done),
    (done) => crypto.hkdf("sha1", "a", "b", "c", 8, done),
    (done) => crypto.generatePrime(16, done),
    (done) => crypto.checkPrime(7n, done),
    (done) => crypto.randomBytes(8, done),
  ];
  const seen: string[] = [];
  for (const start of work) {
    types.length = 0;
    const done = new Promise<void>((resolve) => start(resolve));
    seen.push(types.find((type) => type.endsWith("REQUEST"))!);
    await done;
  }
  hook.disable();
  assert.deepStrictEqual(
    seen,
    [
      "PBKDF2REQUEST",
      "SCRYPTREQUEST",
      "DERIVEBITSREQUEST",
      "RANDOMPRIMEREQUEST",
      "CHECKPRIMEREQUEST",
      "RANDOMBYTESREQUEST",
    ].map((type) => (type === "DERIVEBITSREQUEST" ? seen[2]! : type)),
  );
  assert.ok(seen.every((type) => type in asyncWrapProviders));
});

test("asyncWrapProviders has every type of Node", () => {
  const names = Object.keys(asyncWrapProviders);
  assert.strictEqual(names.length, 70);
  assert.ok(Object.isFrozen(asyncWrapProviders));
  assert.deepStrictEqual([names[0], names[1], names[69]], ["NONE", "DIRHANDLE", "VERIFYREQUEST"]);
  assert.deepStrictEqual([asyncWrapProviders.PROMISE, asyncWrapProviders.ZLIB], [29, 54]);
});

test("a stream of node:zlib is one resource, in the context in which it was made", async () => {
  const storage = new AsyncLocalStorage<string>();
  const ids = new Set<number>();
  let made = 0;
  const hook = createHook({
    init: (_id: number, type: string) => void (made += Number(type === "ZLIB")),
    trackPromises: false,
  } as any).enable();
  const seen: unknown[] = [];
  const stream = storage.run("made", () => createGzip());
  await new Promise<void>((resolve) => {
    storage.run("listening", () =>
      stream
        .on("data", () => void (seen.push(storage.getStore()), ids.add(executionAsyncId())))
        .on("close", () => resolve()),
    );
    storage.run("written", () => stream.write("a"));
    setTimeout(() => storage.run("ended", () => stream.end("b")), 5);
  });
  hook.disable();
  assert.deepStrictEqual([...new Set(seen)], ["made"]);
  assert.deepStrictEqual([made, ids.size], [1, 1]);
});

test("events of a server's connection are in no context, the connection itself is in that of the server", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: string[] = [];
  const note = (name: string) => (): void => void seen.push(`${name} ${storage.getStore()}`);
  const server = createServer((socket) => {
    note("connection")();
    socket.on("data", note("data")).on("close", note("close"));
    socket.on("end", () => socket.end());
  });
  await storage.run("listening", () => new Promise<void>((resolve) => server.listen(0, resolve)));
  await storage.run(
    "client",
    () =>
      new Promise<void>(
        (resolve) =>
          void connect((server.address() as AddressInfo).port)
            .on("close", () => resolve())
            .end("text")
            .resume(),
      ),
  );
  server.close();
  while (seen.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepStrictEqual(seen, ["connection listening", "data undefined", "close undefined"]);
});

test("bound functions have the length of the function, and pass arguments and receivers", () => {
  const resource = new asyncHooks.AsyncResource("X");
  for (const fn of [() => [], (_one: unknown) => [], (_one: unknown, _two: unknown) => []]) {
    const descriptor = Object.getOwnPropertyDescriptor(resource.bind(fn as () => unknown), "length");
    assert.deepStrictEqual(descriptor, { value: fn.length, writable: false, enumerable: false, configurable: true });
  }
  const bound = resource.bind(function (this: unknown, ...args: unknown[]) {
    return [this, ...args];
  });
  for (const args of [[], [1], [1, 2, 3]]) assert.deepStrictEqual(bound.apply("me", args), ["me", ...args]);
  assert.strictEqual(resource.emitDestroy(), resource);
  assert.strictEqual(resource.emitDestroy(), resource);
});
