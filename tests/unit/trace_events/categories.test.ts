// What each category of trace events records. https://nodejs.org/api/tracing.html
import assert from "node:assert";
import { test } from "../harness.ts";
import { trace, type TraceEvent } from "./traced_process.ts";

const shown = ({ ph, name, args }: TraceEvent): unknown[] => [ph, name, args];
/** Begin and end of an event have the same id. */
function pairsOf(events: TraceEvent[]): Map<string, TraceEvent[]> {
  return Map.groupBy(events, ({ id, name }) => `${name} ${id}`);
}

test("timers and counters of consoles are recorded with their labels", () => {
  const { events, pid } = trace(
    "node.console",
    `console.time("a"); console.timeLog("a"); console.timeEnd("a"); console.timeEnd("other");
     console.count("b"); console.count("b"); console.countReset("b"); console.countReset("c");`,
  );
  assert.deepStrictEqual(events.map(shown), [
    ["b", "time::a", {}],
    ["n", "time::a", {}],
    ["e", "time::a", {}],
    ["e", "time::other", {}],
    ["C", "count::b", { data: 1 }],
    ["C", "count::b", { data: 2 }],
    ["C", "count::b", { data: 0 }],
  ]);
  for (const event of events) {
    assert.strictEqual(event.cat, "node,node.console");
    assert.strictEqual(event.pid, pid);
    assert.strictEqual(event.tid, pid);
  }
  assert.ok(events.every(({ ts }, index) => index === 0 || ts >= events[index - 1]!.ts));
});

test("direct file calls are recorded as system calls, also those of complete files", () => {
  const { events } = trace(
    "node.fs.sync",
    `const fs = require("node:fs");
     fs.writeFileSync("file", "text"); const bytes = fs.readFileSync("file"); fs.renameSync("file", "other");
     try { fs.statSync("file") } catch {} fs.unlinkSync("other");`,
  );
  const begun = events.filter(({ ph }) => ph === "B").map(({ name }) => name.slice("fs.sync.".length));
  assert.deepStrictEqual(begun, [
    ...["open", "write", "close"],
    ...["open", "fstat", "read", "close"],
    ...["rename", "stat", "unlink"],
  ]);
  assert.deepStrictEqual(events.find(({ ph, name }) => ph === "E" && name === "fs.sync.read")!.args, { bytesRead: 4 });
  assert.strictEqual(events.filter(({ ph }) => ph === "E").length, begun.length);
  assert.ok(events.every(({ cat }) => cat === "node,node.fs,node.fs.sync"));
});

test("file calls of a traced program have the results and errors of one that is not traced", () => {
  const code = `const fs = require("node:fs");
    const outcome = (call) => { try { return call() } catch ({ code, syscall, path }) { return [code, syscall, path] } };
    console.log(JSON.stringify([
      outcome(() => fs.writeFileSync("file", "\\uFEFFgr\\u00fc\\u00df", { mode: 0o600 })),
      outcome(() => fs.readFileSync("file", "utf8")), outcome(() => fs.readFileSync("file").length),
      outcome(() => fs.statSync("file").mode & 0o777),
      outcome(() => fs.readFileSync("missing", "utf8")), outcome(() => fs.readFileSync("/")),
      outcome(() => fs.writeFileSync("/missing/file", "")), outcome(() => fs.writeFileSync("file", "", { flag: "wx" })),
      outcome(() => { fs.appendFileSync("file", "more"); return fs.readFileSync("file", "latin1"); }),
    ]))`;
  assert.deepStrictEqual(JSON.parse(trace("node.fs.sync", code).stdout), JSON.parse(trace("other", code).stdout));
});

test("file requests are recorded from their begin to their result", () => {
  const { events } = trace(
    "node.fs.async",
    `const fs = require("node:fs");
     fs.stat(".", () => fs.open("missing", () => fs.promises.access(".").then(() => fs.promises.rename("old", "new")).catch(() => {})));`,
  );
  assert.deepStrictEqual(events.map(shown), [
    ["b", "stat", { path: "." }],
    ["e", "stat", { result: 0 }],
    ["b", "open", { path: "missing" }],
    ["e", "open", { result: -2 }],
    ["b", "access", { path: "." }],
    ["e", "access", { result: 0 }],
    ["b", "rename", { old_path: "old", new_path: "new" }],
    ["e", "rename", { result: -2 }],
  ]);
  for (const [begin, end] of pairsOf(events).values()) assert.ok(end!.ts >= begin!.ts);
});

test("requests of clients and servers of node:http are recorded with their status", () => {
  const { events } = trace(
    "node.http",
    `const http = require("node:http");
     const server = http.createServer((request, response) => { response.statusCode = 404; response.end(); server.close(); });
     server.listen(0, () => http.get({ port: server.address().port, path: "/page?a=1" }, (r) => r.resume()));`,
  );
  assert.deepStrictEqual(
    events
      .filter(({ ph }) => ph === "e")
      .map(shown)
      .sort(),
    [
      ["e", "http.client.request", { data: { path: "/page?a=1", statusCode: 404 } }],
      ["e", "http.server.request", { data: { url: "/page?a=1", statusCode: 404 } }],
    ],
  );
  assert.deepStrictEqual(
    [...pairsOf(events).values()].map((pair) => pair.map(({ ph }) => ph)),
    [
      ["b", "e"],
      ["b", "e"],
    ],
  );
});

test("connections and lookups are recorded with their address and outcome", () => {
  const { events } = trace(
    "node.net.native,node.dns.native",
    `const net = require("node:net");
     const server = net.createServer((socket) => { socket.destroy(); server.close(); });
     server.listen(0, "127.0.0.1", () => {
       net.connect({ port: server.address().port, host: "localhost", family: 4 }).on("error", () => {});
       net.connect("missing.sock").on("error", () => {});
       console.log(server.address().port);
     });`,
  );
  const found = (name: string, ph: string) => events.filter((event) => event.name === name && event.ph === ph);
  assert.ok(found("connect", "b").some(({ args }) => args.path_type === "file" && args.pipe_path === "missing.sock"));
  assert.ok(found("connect", "b").some(({ args }) => args.ip === "127.0.0.1" && args.port > 0));
  assert.deepStrictEqual(
    found("connect", "e")
      .map(({ args }) => args.status)
      .sort(),
    [-2, 0],
  );
  assert.deepStrictEqual(
    found("lookup", "b").map(({ args }) => args),
    [{ hostname: "localhost", family: "ipv4" }],
  );
  assert.strictEqual(found("lookup", "e")[0]!.args.count, 1);
});

test("jobs of cryptography and compression are recorded, with the threads that run them", () => {
  const { events, pid } = trace(
    "node.threadpoolwork.sync,node.threadpoolwork.async",
    `require("node:crypto").pbkdf2("a", "b", 20000, 64, "sha256", () => {});
     require("node:zlib").deflate(Buffer.alloc(100000), () => {});`,
  );
  for (const name of ["crypto", "zlib"]) {
    const one = events.filter((event) => event.name === name);
    const [begin, start, stop, end] = ["b", "B", "E", "e"].map((ph) => one.find((event) => event.ph === ph)!);
    assert.ok(begin!.ts <= start!.ts && start!.ts <= stop!.ts && stop!.ts <= end!.ts, name);
    assert.strictEqual(begin!.tid, pid);
    assert.notStrictEqual(start!.tid, pid);
    assert.strictEqual(start!.tid, stop!.tid);
    assert.strictEqual(start!.cat, "node,node.threadpoolwork,node.threadpoolwork.sync");
    assert.deepStrictEqual(end!.args, { result: 0 });
  }
});

test("asynchronous resources are recorded with the scopes that they began in", () => {
  const { events } = trace("node.async_hooks", `setTimeout(() => Promise.resolve().then(() => {}), 1)`);
  const [begin] = events.filter(({ ph, name }) => ph === "b" && name === "Timeout");
  assert.deepStrictEqual(begin!.args, { data: { executionAsyncId: 1, triggerAsyncId: 1 } });
  const callback = events.filter(({ name }) => name === "Timeout_CALLBACK");
  assert.deepStrictEqual(
    callback.map(({ ph, id }) => [ph, id]),
    [
      ["B", begin!.id],
      ["E", begin!.id],
    ],
  );
  const inside = events.find(
    ({ ph, name, args }) => ph === "b" && name === "PROMISE" && args.data.executionAsyncId !== 1,
  );
  assert.strictEqual(`0x${inside!.args.data.executionAsyncId.toString(16)}`, begin!.id);
});

test("rejected promises without a handler are counted", () => {
  const { events } = trace(
    "node.promises.rejections",
    `process.on("unhandledRejection", () => {}); process.on("rejectionHandled", () => {});
     const first = Promise.reject(1); Promise.reject(2); setTimeout(() => first.catch(() => {}), 5);`,
  );
  assert.deepStrictEqual(events.map(shown), [
    ["C", "rejections", { unhandled: 1, handledAfter: 0 }],
    ["C", "rejections", { unhandled: 2, handledAfter: 0 }],
    ["C", "rejections", { unhandled: 2, handledAfter: 1 }],
  ]);
});

test("scripts of node:vm are recorded as they are compiled and run", () => {
  const { events } = trace(
    "node.vm.script",
    `const vm = require("node:vm"); new vm.Script("1", { filename: "mine.js" }).runInNewContext();`,
  );
  const at = events.findIndex(({ ph, args }) => ph === "B" && args.filename === "mine.js");
  assert.deepStrictEqual(
    events.slice(at, at + 3).map(({ ph, name }) => [ph, name]),
    [
      ["B", "ContextifyScript::New"],
      ["E", "ContextifyScript::New"],
      ["X", "RunInContext"],
    ],
  );
});

test("the phases of the loop and the milestones of the process are recorded", () => {
  const { events } = trace("node.environment,node.bootstrap", `setTimeout(() => {}, 1); setImmediate(() => {});`);
  const times = new Map(events.map((event) => [event.name, event.ts]));
  const order = ["nodeStart", "v8Start", "loopStart", "loopExit"].map((name) => times.get(name)!);
  assert.deepStrictEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  for (const name of ["RunTimers", "CheckImmediate", "BeforeExit", "RunCleanup", "AtExit"])
    assert.ok(
      events.some((event) => event.name === name && event.ph === "X" && event.dur >= 0),
      name,
    );
  const [begin, end] = events.filter(({ name }) => name === "Environment");
  assert.strictEqual(begin!.id, end!.id);
  assert.deepStrictEqual([begin!.ph, end!.ph], ["b", "e"]);
});

test("calls of require are recorded in their nesting, also those that fail", () => {
  const { events } = trace(
    "node.module_timer",
    `const fs = require("node:fs"); fs.writeFileSync("one.cjs", "require('node:url')");
     require("./one.cjs"); try { require("./missing") } catch {}`,
  );
  const named = events.filter(({ name }) => name !== "require('module')").map(({ ph, name }) => `${ph} ${name}`);
  assert.deepStrictEqual(named, [
    ...["b require('node:fs')", "e require('node:fs')"],
    ...["b require('./one.cjs')", "b require('node:url')", "e require('node:url')", "e require('./one.cjs')"],
    ...["b require('./missing')", "e require('./missing')"],
  ]);
});
