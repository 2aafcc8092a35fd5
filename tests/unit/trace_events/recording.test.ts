// When trace events are recorded, and where they are written. https://nodejs.org/api/tracing.html
import assert from "node:assert";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { createTracing, getEnabledCategories } from "node:trace_events";
import { test } from "../harness.ts";
import { runTraced, trace } from "./traced_process.ts";

const COUNT = `console.count("a");`;
const names = ({ events }: ReturnType<typeof trace>): string[] => events.map(({ name }) => name);

test("without categories there is no file", () => {
  for (const flags of [[], ["--trace-event-categories", ""], ["--trace-event-file-pattern", "x"]])
    assert.deepStrictEqual(
      runTraced(flags, COUNT, (folder) => assert.deepStrictEqual(readdirSync(folder), [])).all,
      null,
    );
});

test("the name of the file has the process and the number of the file", () => {
  const flags = ["--trace-event-categories", "node.console", "--trace-event-file-pattern", "${pid}-${rotation}.json"];
  let files: string[] = [];
  const { pid } = runTraced(flags, COUNT, (folder) => (files = readdirSync(folder)));
  assert.deepStrictEqual(files, [`${pid}-1.json`]);
});

test("the process, its versions and its threads are described", () => {
  const { all } = runTraced(["--trace-event-categories", "x", "--title=first"], `process.title = "second"`);
  const described = (name: string): any[] => all!.filter((event) => event.name === name).map(({ args }) => args);
  const titles = described("process_name").map(({ name }) => name);
  assert.ok(titles.includes("first") && titles.includes("second"), String(titles));
  assert.deepStrictEqual(described("version")[0], { node: process.versions.node });
  assert.ok(described("thread_name").some(({ name }) => name === "JavaScriptMainThread"));
  const [{ process: about }] = described("node");
  assert.strictEqual(about.arch, process.arch);
  assert.strictEqual(about.versions.v8, process.versions.v8);
  assert.ok(all!.every(({ cat }) => cat === "__metadata"));
});

test("the file is complete after exits, exceptions and a process that ends itself", () => {
  for (const end of [
    "process.exit(3)",
    "process.reallyExit(3)",
    "throw new Error('thrown')",
    "setTimeout(() => process.exit(), 5)",
  ])
    assert.deepStrictEqual(names(trace("node.console", COUNT + end)), ["count::a"], end);
});

test("--trace-events-enabled records the engine, the process and asynchronous resources", () => {
  const { events } = runTraced(["--trace-events-enabled"], `setTimeout(() => {}, 1)`);
  assert.ok(events.some(({ cat, name }) => cat === "v8" && name.startsWith("V8.")));
  assert.ok(events.some(({ name }) => name === "Environment"));
  assert.ok(events.some(({ cat, name }) => cat === "node,node.async_hooks" && name === "Timeout"));
});

test("a category records the groups that it is in", () => {
  assert.deepStrictEqual(
    names(trace("node.vm,node.console", COUNT)).filter((name) => name === "count::a"),
    ["count::a"],
  );
  assert.deepStrictEqual(names(trace("node.conso", COUNT)), []);
});

test("workers are recorded under their names, also those that ran before", () => {
  const { all, events, pid } = runTraced(
    [],
    `const { Worker } = require("node:worker_threads");
     const early = new Worker("require('node:worker_threads').parentPort.once('message', () => console.count('early'))", { eval: true });
     early.once("online", () => {
       require("node:trace_events").createTracing({ categories: ["node.console"] }).enable();
       new Worker("console.count('late')", { eval: true, name: "mine" });
       early.postMessage(0);
     });`,
  );
  assert.deepStrictEqual(events.map(({ name }) => name).sort(), ["count::early", "count::late"]);
  const late = events.find(({ name }) => name === "count::late")!;
  assert.notStrictEqual(late.tid, pid);
  const described = all!.find(({ name, tid }) => name === "thread_name" && tid === late.tid);
  assert.deepStrictEqual(described!.args, { name: "[worker 2] mine" });
});

test("in a worker the module is not available", () => {
  const { stdout } = runTraced(
    [],
    `new (require("node:worker_threads").Worker)("require('node:trace_events')", { eval: true }).on("error", (e) => console.log(e.code))`,
  );
  assert.strictEqual(stdout, "ERR_TRACE_EVENTS_UNAVAILABLE\n");
});

test("Tracing objects record while they are enabled", () => {
  const { events, stdout } = runTraced(
    [],
    `const { createTracing, getEnabledCategories } = require("node:trace_events");
     const first = createTracing({ categories: ["node.console", "b"] }), second = createTracing({ categories: ["a", "b"] });
     console.count("before"); first.enable(); first.enable(); second.enable();
     console.log(first.enabled, first.categories, getEnabledCategories());
     console.count("during"); first.disable(); first.disable(); console.count("after");
     console.log(first.enabled, getEnabledCategories()); second.disable();
     console.log(getEnabledCategories(), require("node:util").inspect(first));
     first.enable(); console.count("again");`,
  );
  assert.deepStrictEqual(
    events.map(({ name }) => name),
    ["count::during", "count::again"],
  );
  assert.deepStrictEqual(
    stdout.split("\n").filter((line) => !line.includes(": 1")),
    [
      "true node.console,b a,b,node.console",
      "false a,b",
      "undefined Tracing { enabled: false, categories: 'node.console,b' }",
      "",
    ],
  );
});

test("the enabled categories begin with those of the command line", () => {
  const code = `console.log(require("node:trace_events").getEnabledCategories())`;
  assert.strictEqual(trace("node.b,node.a,node.b", code).stdout, "node.a,node.b\n");
});

test("createTracing checks its arguments", () => {
  for (const options of [1, "node", null, undefined, { categories: "node" }, {}])
    assert.throws(() => createTracing(options as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createTracing({ categories: [] }), { code: "ERR_TRACE_EVENTS_CATEGORY_REQUIRED" });
  assert.strictEqual(createTracing({ categories: ["a", "b"] }).enabled, false);
  assert.strictEqual(getEnabledCategories(), undefined);
});

test("a policy denies a file of trace events", () => {
  const code = `try { require("node:trace_events").createTracing({ categories: ["node"] }).enable(); console.log("enabled") }
    catch (error) { console.log(error.code) }`;
  const { stdout, all } = runTraced(["--permission", "--allow-fs-read=*"], code);
  assert.deepStrictEqual([stdout, all], ["ERR_ACCESS_DENIED\n", null]);
});

test("a session of the inspector receives what it recorded", () => {
  const session = new Session();
  session.connect();
  const received: any[] = [];
  let isComplete = false;
  session.on("NodeTracing.dataCollected", ({ params }: any) => received.push(...params.value));
  session.on("NodeTracing.tracingComplete", () => (isComplete = true));
  const post = (method: string, parameters?: object): any => {
    let outcome: any;
    (session as any).post(method, parameters, (error: any, result: any) => (outcome = error ?? result));
    return outcome;
  };
  assert.ok(post("NodeTracing.getCategories").categories.includes("node.fs.sync"));
  assert.match(post("NodeTracing.start", {}).message, /-32602/);
  assert.match(post("NodeTracing.start", { traceConfig: { includedCategories: [] } }).message, /-32600/);
  const traceConfig = { includedCategories: ["node.fs.sync"] };
  assert.deepStrictEqual(post("NodeTracing.start", { traceConfig }), {});
  assert.match(post("NodeTracing.start", { traceConfig }).message, /-32600/);
  assert.strictEqual(existsSync("/"), true);
  assert.deepStrictEqual(post("NodeTracing.stop"), {});
  readFileSync(process.execPath, { flag: "r" }).subarray(0, 1);
  assert.ok(isComplete);
  assert.deepStrictEqual(
    received.filter(({ cat }) => cat !== "__metadata").map(({ ph, name }) => `${ph} ${name}`),
    ["B fs.sync.access", "E fs.sync.access"],
  );
  assert.ok(received.some(({ name }) => name === "thread_name"));
  session.disconnect();
});
