// The types of resources of Node's modules in createHook, and the order in which hooks change.
import assert from "node:assert";
import { AsyncResource, createHook } from "node:async_hooks";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import dns from "node:dns";
import fs from "node:fs";
import net from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { gzip } from "node:zlib";
import { test } from "../harness.ts";

interface Events {
  init: number;
  before: number;
  after: number;
  destroy: number;
}

/** The events of the first resource of `type` that `start` creates; `start` calls back when it is done. */
async function watch(type: string, start: (done: () => void) => void): Promise<Events> {
  const ids: number[] = [];
  const events: Events = { init: 0, before: 0, after: 0, destroy: 0 };
  const count = (name: keyof Events) => (id: number) => {
    if (id === ids[0]) events[name]++;
  };
  const hook = createHook({
    init(id, kind) {
      if (kind !== type) return;
      ids.push(id);
      if (ids.length === 1) events.init++;
    },
    before: count("before"),
    after: count("after"),
    destroy: count("destroy"),
  });
  hook.enable();
  await new Promise<void>((resolve) => start(resolve));
  await new Promise((resolve) => setTimeout(resolve, 20));
  hook.disable();
  return events;
}

const file = fileURLToPath(import.meta.url);
const once: Record<string, (done: () => void) => void> = {
  FSREQCALLBACK: (done) => fs.access(file, done),
  RANDOMBYTESREQUEST: (done) => {
    randomBytes(4, done);
  },
  GETADDRINFOREQWRAP: (done) => dns.lookup("localhost", done),
  GETNAMEINFOREQWRAP: (done) => dns.lookupService("127.0.0.1", 80, done),
};
for (const [type, start] of Object.entries(once)) {
  test(`${type} is made, runs once and ends`, async () => {
    assert.deepStrictEqual(await watch(type, start), { init: 1, before: 1, after: 1, destroy: 1 });
  });
}

test("a connection is a resource of its own, and so is ending it", async () => {
  for (const type of ["TCPCONNECTWRAP", "SHUTDOWNWRAP"]) {
    const events = await watch(type, (done) => {
      const server = net.createServer((socket) =>
        socket
          .on("error", () => {})
          .resume()
          .on("end", () => server.close(() => done())),
      );
      server.listen(0, () =>
        net.connect((server.address() as any).port, function (this: net.Socket) {
          this.end();
        }),
      );
    });
    assert.deepStrictEqual([type, events], [type, { init: 1, before: 1, after: 1, destroy: 1 }]);
  }
});

test("children, watchers and compression have their types", async () => {
  const process_ = await watch("PROCESSWRAP", (done) =>
    spawn(process.execPath, ["--version"]).on("close", () => done()),
  );
  assert.deepStrictEqual([process_.init, process_.before, process_.after], [1, 1, 1]);
  const watcher = await watch("FSEVENTWRAP", (done) => {
    const made = fs.watch(file);
    made.close();
    setTimeout(done, 10);
  });
  assert.deepStrictEqual([watcher.init, watcher.destroy], [1, 1]);
  const poll = await watch("STATWATCHER", (done) => {
    fs.watchFile(file, () => {});
    fs.unwatchFile(file);
    done();
  });
  assert.strictEqual(poll.init, 1);
  const compression = await watch("ZLIB", (done) => gzip("text", () => done()));
  assert.strictEqual(compression.init, 1);
});

test("a hook that is disabled by another one still sees the current event", () => {
  const seen: string[] = [];
  const second: any = createHook({
    init: () => {
      seen.push("second");
    },
  });
  const first = createHook({
    init: () => {
      seen.push("first");
      second.disable();
    },
  }).enable();
  second.enable();
  new AsyncResource("UNIT");
  new AsyncResource("UNIT");
  first.disable();
  assert.deepStrictEqual(seen, ["first", "second", "first"]);
});

test("destroy comes after ticks and promise jobs, in the next turn", async () => {
  const order: string[] = [];
  let id = 0;
  const hook = createHook({
    init() {},
    destroy: (ended) => {
      if (ended === id) order.push("destroy");
    },
  }).enable();
  const resource = new AsyncResource("UNIT");
  id = resource.asyncId();
  resource.emitDestroy();
  process.nextTick(() => order.push("tick"));
  queueMicrotask(() => order.push("microtask"));
  await new Promise((resolve) => setTimeout(resolve, 10));
  hook.disable();
  // The test itself runs as a promise job, so the microtask comes first.
  assert.deepStrictEqual(order, ["microtask", "tick", "destroy"]);
});

test("trackPromises is checked, and false excludes promises", async () => {
  const wrong: any[] = [0, 1, null, "true", Symbol("x")];
  for (const trackPromises of wrong)
    assert.throws(() => createHook({ init() {}, trackPromises } as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createHook({ trackPromises: false, promiseResolve() {} } as any), {
    code: "ERR_INVALID_ARG_VALUE",
  });
  const types: string[] = [];
  const hook = createHook({
    init: (_id: number, type: string) => {
      types.push(type);
    },
    trackPromises: false,
  } as any).enable();
  Promise.resolve(1).then(() => {});
  hook.disable();
  assert.deepStrictEqual(types, []);
});

test("a hook that throws ends the process, and only its stack is shown", () => {
  const code =
    'const { createHook, AsyncResource } = require("async_hooks"); process.on("uncaughtException", () => {}); createHook({ init() { throw new Error("from the hook"); } }).enable(); new AsyncResource("X");';
  const { status, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
  assert.strictEqual(status, 1);
  assert.match(stderr, /^Error: from the hook\n {4}at /);
});
