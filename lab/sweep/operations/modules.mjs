// node:path, url, querystring, util, events, assert, os, process, vm, v8, async_hooks, perf_hooks and timers.
import assert from "node:assert";
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import { EventEmitter, on, once } from "node:events";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import querystring from "node:querystring";
import { setImmediate as immediate, setTimeout as delay } from "node:timers/promises";
import url from "node:url";
import util from "node:util";
import v8 from "node:v8";
import vm from "node:vm";

const record = { id: 1, name: "Ada", tags: ["a", "b"], nested: { x: 1.5, y: [1, 2, 3] } };
const emitter = new EventEmitter();
emitter.on("x", () => {});
emitter.on("x", () => {});
const storage = new AsyncLocalStorage();
const channel = diagnostics.channel("sweep");
channel.subscribe(() => {});
const script = new vm.Script("1 + 1");
const context = vm.createContext({ a: 1 });
const require = createRequire(import.meta.url);
const search = new URLSearchParams("a=1&b=2&c=3");
const href = "https://user:pw@example.com:8080/a/b/../c?x=1&y=2#h";
const parsed = new URL(href);
const map = new Map([
  ["a", 1],
  ["b", { c: 2 }],
]);
const serialized = v8.serialize(record);
const promised = util.promisify((value, callback) => callback(null, value));
const debug = util.debuglog("none");
const controller = new AbortController();

export const operations = {
  "path join": () => path.join("/a", "..", "b", "./c", "d.txt"),
  "path resolve": () => path.resolve("a", "b"),
  "path relative": () => path.relative("/a/b/c", "/a/d/e"),
  "path parse and format": () => path.format(path.parse("/a/b/c.txt")),
  "path normalize": () => path.normalize("/a/./b//../c"),
  "path dirname basename extname": () =>
    path.dirname("/a/b.c") + path.basename("/a/b.c", ".c") + path.extname("/a/b.c"),
  "path win32 join": () => path.win32.join("C:\\a", "..", "b"),
  "path matchesGlob": () => path.matchesGlob?.("/a/b.js", "/a/*.js"),
  "new URL": () => new URL(href),
  "new URL relative": () => new URL("../x?y#z", parsed),
  "URL href and pathname": () => parsed.href.length + parsed.pathname.length + parsed.host.length,
  "URL set search": () => {
    const copy = new URL("http://a/b");
    copy.searchParams.set("q", "1 2");
    return copy.href;
  },
  "URL.canParse": () => URL.canParse(href),
  "url.parse": () => url.parse("http://a.com:80/b?c=d#e").pathname,
  "url.format": () => url.format(parsed),
  fileURLToPath: () => url.fileURLToPath("file:///a/b%20c"),
  pathToFileURL: () => url.pathToFileURL("/a/b c").href,
  domainToASCII: () => url.domainToASCII("español.com"),
  "new URLSearchParams": () => new URLSearchParams("a=1&b=2&c=3%20x").get("c"),
  "URLSearchParams object": () => new URLSearchParams({ a: "1", b: "x y" }).toString(),
  "URLSearchParams iterate": () => [...search].length,
  "querystring parse": () => querystring.parse("a=1&b=2&c=3%20x&a=5"),
  "querystring stringify": () => querystring.stringify({ a: 1, b: ["x y", "z"] }),
  "util.format": () => util.format("%s is %d years and %j", "Bob", 42, { a: 1 }),
  "util.format plain": () => util.format("a", 1, "b"),
  "util.inspect": () => util.inspect(record, { depth: 5 }),
  "util.inspect map": () => util.inspect(map),
  "util.inspect error": () => util.inspect(new TypeError("x")).length,
  "util.inspect array 100": (() => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    return () => util.inspect(list);
  })(),
  "util.isDeepStrictEqual": () => util.isDeepStrictEqual(record, { ...record }),
  "util.promisify call": async () => promised(1),
  "util.types": () => util.types.isDate(record) || util.types.isPromise(record) || util.types.isRegExp(record),
  "util.debuglog off": () => debug("x %s", 1),
  "util.styleText": () => util.styleText?.("red", "x"),
  "util.stripVTControlCharacters": () => util.stripVTControlCharacters("\u001b[31mx\u001b[39m"),
  "util.parseArgs": () =>
    util.parseArgs({
      args: ["-f", "--bar", "b"],
      options: { f: { type: "boolean", short: "f" }, bar: { type: "string" } },
    }),
  "util.toUSVString": () => util.toUSVString("a\ud800"),
  "assert.ok": () => assert.ok(true),
  "assert.deepStrictEqual": () => assert.deepStrictEqual({ ...record }, record),
  "assert.throws": () =>
    assert.throws(() => {
      throw new TypeError("x");
    }, TypeError),
  "assert failure": () => {
    try {
      assert.strictEqual(1, 2);
    } catch (error) {
      return error.message.length;
    }
  },
  "emitter emit": () => emitter.emit("x", 1, 2),
  "emitter on and off": () => {
    const listener = () => {};
    emitter.on("y", listener);
    emitter.off("y", listener);
  },
  "emitter once": () => {
    emitter.once("z", () => {});
    emitter.emit("z");
  },
  "new EventEmitter": () => new EventEmitter().listenerCount("x"),
  "events.once": async () => {
    const waiting = once(emitter, "w");
    emitter.emit("w", 1);
    return waiting;
  },
  "events.on": async () => {
    const events = on(emitter, "v");
    emitter.emit("v", 1);
    await events.next();
    return events.return();
  },
  "als run": () => storage.run(1, () => storage.getStore()),
  "als run with await": async () =>
    storage.run(1, async () => {
      await 0;
      return storage.getStore();
    }),
  "als enter through timer": async () =>
    storage.run(1, async () => {
      await immediate();
      return storage.getStore();
    }),
  AsyncResource: () => new AsyncResource("X").runInAsyncScope(() => 1),
  "diagnostics publish": () => channel.publish(record),
  "process.nextTick": () => new Promise((resolve) => process.nextTick(resolve)),
  "process.nextTick 100": () =>
    new Promise((resolve) => {
      let count = 0;
      const step = () => (++count === 100 ? resolve() : process.nextTick(step));
      step();
    }),
  "process.hrtime.bigint": () => process.hrtime.bigint(),
  "process.memoryUsage": () => process.memoryUsage().rss,
  "process.env read": () => process.env.PATH.length,
  "process.cwd": () => process.cwd(),
  "os.cpus": () => os.cpus().length,
  "os.hostname": () => os.hostname(),
  "performance.now": () => performance.now(),
  "performance mark and measure": () => {
    performance.mark("a");
    performance.measure("b", "a");
    performance.clearMarks();
    performance.clearMeasures();
  },
  "setTimeout and clear": () => clearTimeout(setTimeout(() => {}, 1000)),
  setImmediate: async () => immediate(),
  "setTimeout 0": async () => delay(0),
  "AbortController abort": () => {
    const aborting = new AbortController();
    aborting.signal.addEventListener("abort", () => {});
    aborting.abort();
  },
  "AbortSignal.any": () => AbortSignal.any([controller.signal]).aborted,
  "AbortSignal.timeout": () => AbortSignal.timeout(100000).aborted,
  "vm.Script run": () => script.runInThisContext(),
  "vm.runInContext": () => vm.runInContext("a + 1", context),
  "vm.runInThisContext": () => vm.runInThisContext("1 + 2"),
  "v8.serialize": () => v8.serialize(record),
  "v8.deserialize": () => v8.deserialize(serialized),
  "require cached": () => require("node:fs"),
  "import cached": async () => import("node:fs"),
  "import.meta.resolve": () => import.meta.resolve("node:fs"),
};
