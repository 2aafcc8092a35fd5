// The life of a Worker: data in, messages out, exit codes, errors.
import assert from "node:assert";
import { once } from "node:events";
import { Worker, isMainThread, parentPort, threadId, workerData } from "node:worker_threads";
import { test } from "../harness.ts";
import { head, runWorker } from "./start.ts";

test("the main thread has number 0, no parentPort and null as workerData", () => {
  assert.deepStrictEqual([isMainThread, parentPort, threadId, workerData], [true, null, 0, null]);
});

test("workerData is a clone, primitives and objects alike", async () => {
  for (const data of [1000, -0, "text", true, null, undefined, { map: new Map([[1, new Date(5)]]) }]) {
    const { messages, code } = await runWorker(`${head}parentPort.postMessage(workerData)`, { workerData: data });
    assert.deepStrictEqual(messages, [data]);
    assert.strictEqual(code, 0);
  }
});

test("messages arrive in order and before 'exit'", async () => {
  const { messages } = await runWorker(`${head}for (let i = 0; i < 100; i++) parentPort.postMessage(i)`);
  assert.deepStrictEqual(
    messages,
    Array.from({ length: 100 }, (_, index) => index),
  );
});

test("a worker with a message listener runs until its parentPort is closed", async () => {
  const code = `${head}parentPort.on("message", (m) => { parentPort.postMessage(m * 2); if (m === 3) parentPort.close(); })`;
  const { messages } = await runWorker(code, {}, (worker) => [1, 2, 3].forEach((value) => worker.postMessage(value)));
  assert.deepStrictEqual(messages, [2, 4, 6]);
});

test("process.exit ends only the worker, with its code, after 'exit'", async () => {
  const code = `${head}process.on("exit", (c) => parentPort.postMessage(c)); try { process.exit(7); } finally { parentPort.postMessage("no"); }`;
  const { code: exitCode, messages } = await runWorker(code);
  assert.deepStrictEqual([exitCode, messages], [7, [7]]);
});

test("an uncaught error is emitted with class, message and properties, then exit code 1", async () => {
  const { errors, code } = await runWorker('throw Object.assign(new TypeError("broken"), { code: "EBROKEN" })');
  assert.strictEqual(code, 1);
  assert.strictEqual(errors.length, 1);
  assert.ok(errors[0] instanceof TypeError);
  assert.deepStrictEqual([errors[0].message, (errors[0] as NodeJS.ErrnoException).code], ["broken", "EBROKEN"]);
});

test("a thrown value that is not an error arrives unchanged", async () => {
  assert.deepStrictEqual((await runWorker("throw 5")).errors, [5]);
  assert.deepStrictEqual((await runWorker("throw { a: 1 }")).errors, [{ a: 1 }]);
});

test("an unhandled rejection is an error of the worker", async () => {
  const { errors, code } = await runWorker('Promise.reject(new RangeError("late"))');
  assert.deepStrictEqual([errors[0].name, errors[0].message, code], ["RangeError", "late", 1]);
});

test("running out of stack is a RangeError of the worker", async () => {
  const { errors, code } = await runWorker("(function again() { again(); })()");
  assert.deepStrictEqual([errors[0].name, code], ["RangeError", 1]);
});

test("process.exitCode is the exit code", async () => {
  assert.strictEqual((await runWorker("process.exitCode = 5")).code, 5);
});

test("ticks, promise jobs, timers and immediates run in the order of the main thread", async () => {
  const code = `${head}const say = (text) => parentPort.postMessage(text);
    setTimeout(() => { say("timer"); process.nextTick(say, "tick in timer"); Promise.resolve("job in timer").then(say); }, 0);
    Promise.resolve("job").then(say); process.nextTick(say, "tick"); say("script");`;
  assert.deepStrictEqual((await runWorker(code)).messages, [
    "script",
    "tick",
    "job",
    "timer",
    "tick in timer",
    "job in timer",
  ]);
});

test("a worker can have workers", async () => {
  const inner = 'require("node:worker_threads").parentPort.postMessage(require("node:worker_threads").threadId > 1)';
  const code = `${head}const { Worker } = require("node:worker_threads");
    new Worker(${JSON.stringify(inner)}, { eval: true }).on("message", (m) => parentPort.postMessage(m));`;
  assert.deepStrictEqual((await runWorker(code)).messages, [true]);
});

test("env, argv and the refused members of process", async () => {
  const code = `${head}let refused; try { process.chdir("/"); } catch (error) { refused = error.code; }
    parentPort.postMessage([process.env.ONLY, Object.keys(process.env).length, process.argv.slice(2), refused]);`;
  const { messages } = await runWorker(code, { env: { ONLY: "1" }, argv: ["a", 2] });
  assert.deepStrictEqual(messages, [["1", 1, ["a", "2"], "ERR_WORKER_UNSUPPORTED_OPERATION"]]);
});

test("resourceLimits has defaults for missing limits once the thread runs", async () => {
  const worker = new Worker("setTimeout(() => {}, 50)", { eval: true, resourceLimits: { maxOldGenerationSizeMb: 64 } });
  const limits = await new Promise((resolve) => worker.on("online", () => resolve(worker.resourceLimits)));
  assert.deepStrictEqual(limits, {
    maxYoungGenerationSizeMb: 96,
    maxOldGenerationSizeMb: 64,
    codeRangeSizeMb: 0,
    stackSizeMb: 4,
  });
  await worker.terminate();
});

test("after the end threadId is -1, resourceLimits are empty and postMessage does nothing", async () => {
  const { worker } = await runWorker("");
  assert.strictEqual(worker.threadId, -1);
  assert.deepStrictEqual(worker.resourceLimits, {});
  assert.strictEqual(worker.postMessage(1), undefined);
});

test("wrong arguments", () => {
  const cases: [() => unknown, object][] = [
    [
      () => new (Worker as any)(1),
      {
        name: "TypeError",
        code: "ERR_INVALID_ARG_TYPE",
        message: 'The "filename" argument must be of type string or an instance of URL. Received type number (1)',
      },
    ],
    [
      () => new Worker("bare.js"),
      {
        name: "TypeError",
        code: "ERR_WORKER_PATH",
        message:
          "The worker script or module filename must be an absolute path or a relative path starting with './' or '../'. Received \"bare.js\"",
      },
    ],
    [() => new Worker(new URL("https://example.org/")), { code: "ERR_INVALID_URL_SCHEME" }],
    [
      () => new Worker("", { eval: true, execArgv: ["--no-such-flag"] }),
      { code: "ERR_WORKER_INVALID_EXEC_ARGV", message: "Initiated Worker with invalid execArgv flags: --no-such-flag" },
    ],
    [() => new Worker("", { eval: true, argv: 1 as any }), { code: "ERR_INVALID_ARG_TYPE" }],
    [() => new Worker("", { eval: true, env: 1 as any }), { code: "ERR_INVALID_ARG_TYPE" }],
    [() => new Worker("", { eval: true, workerData: () => {} }), { name: "DataCloneError", code: 25 }],
  ];
  for (const [start, expected] of cases) assert.throws(start, expected);
});

test("the stack of an uncaught error is the one that the thread's prepareStackTrace makes, or none if it throws", async () => {
  const stackFrom = async (body: string): Promise<unknown> => {
    const worker = new Worker(`Error.prepareStackTrace = (error) => { ${body} }; throw new TypeError("mine");`, {
      eval: true,
    });
    const [error] = (await once(worker, "error")) as [TypeError];
    assert.deepStrictEqual([error.name, error.message], ["TypeError", "mine"]);
    return error.stack;
  };
  // Node writes the line of the source above it.
  assert.match(String(await stackFrom("return error.name + '!'")), /(?:^|\n)TypeError!$/);
  assert.strictEqual(await stackFrom("if (error.message === 'mine') throw new Error('other'); return 'x'"), undefined);
});
