// Runs one test of tc39/test262: `host.cjs (--script FILE | --module FILE)…`, in this order and in one realm.
// The last line it prints is `TEST262 ` and a JSON object: { outcome: "done" | "error" | "silent", name, message }.
//
// Scripts need two things that no public API of the Web offers: a real script evaluation in the global scope, and a
// second realm. They come from `globalThis[Symbol.for("brio.test262")]`, which Brio defines when the environment has
// BRIO_TEST262_HOST=1, or else from node:vm:
//   evalScript(source: string, url: string): any   evaluates a script, global declarations included; `import()` in it
//                                                   uses the loader and resolves against `url`
//   createRealm(): { global: object, evalScript }  creates a new realm in the same agent
//   gc(): void                                      collects garbage at once
//   print(text): void                               writes to standard output, whatever the test did to prototypes
// Without either, scripts go through an indirect eval. That is enough for the tests of modules; a few tests of scripts
// (global let and const, deletable globals, `import()`, other realms) then fail although the engine is right.
"use strict";

const { readFileSync, writeSync } = require("node:fs");

// Only tests with several agents need threads.
const threads = builtin("node:worker_threads");
const isMainThread = threads?.isMainThread ?? true;
const realms = globalThis[Symbol.for("brio.test262")] ?? realmsOfVm() ?? realmsOfEval();
let reported = false;

function builtin(name) {
  try {
    return require(name);
  } catch {
    return undefined;
  }
}

/** The same three functions on top of node:vm. */
function realmsOfVm() {
  const vm = builtin("node:vm");
  if (typeof vm?.runInThisContext !== "function") return undefined;
  const importModuleDynamically = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return {
    evalScript: (source, url) => vm.runInThisContext(source, { filename: url, importModuleDynamically }),
    createRealm() {
      const context = vm.createContext(vm.constants?.DONT_CONTEXTIFY ?? {});
      return {
        global: vm.runInContext("globalThis", context),
        evalScript: (source, url) => vm.runInContext(source, context, { filename: url }),
      };
    },
    gc: () => globalThis.gc?.(),
  };
}

/** The fallback without a realm API. */
function realmsOfEval() {
  const evaluate = globalThis.eval;
  return {
    evalScript: (source, url) => evaluate(`${source}\n//# sourceURL=${url}`),
    createRealm() {
      throw new Error("this runtime cannot make a second realm for test262");
    },
    gc: () => globalThis.gc?.(),
  };
}

// Tests change prototypes, so functions that are called afterwards are stored.
const { stringify } = JSON;
const print = realms.print ?? ((text) => void writeSync(1, text));

/** Prints the result, once. */
function report(outcome, name = "", message = "") {
  if (reported) return;
  reported = true;
  print(`\nTEST262 ${stringify({ __proto__: null, outcome, name, message })}\n`);
}

function reportError(error) {
  const isObject = (typeof error === "object" && error !== null) || typeof error === "function";
  report(
    "error",
    isObject ? String(error.constructor?.name ?? error.name) : typeof error,
    isObject ? String(error.message) : String(error),
  );
}

/** The `$262` of a realm, as INTERPRETING.md of test262 describes it. */
function makeHost(global, evalScript) {
  const transfer = ArrayBuffer.prototype.transfer;
  return {
    global,
    evalScript: (source) => evalScript(source, "evalScript.js"),
    createRealm() {
      const realm = realms.createRealm();
      const host = makeHost(realm.global, realm.evalScript);
      Object.defineProperty(realm.global, "$262", {
        value: host,
        writable: true,
        configurable: true,
        enumerable: false,
      });
      return host;
    },
    detachArrayBuffer: (buffer) => void transfer.call(buffer),
    gc: () => realms.gc(),
    get agent() {
      return isMainThread ? mainAgent() : workerAgent();
    },
  };
}

let sharedMainAgent;
/** Starts other agents as worker threads. Reports are fetched synchronously, because tests poll for them. */
function mainAgent() {
  if (sharedMainAgent) return sharedMainAgent;
  const workers = [];
  const reports = [];
  sharedMainAgent = {
    start(script) {
      const { port1, port2 } = new threads.MessageChannel();
      const started = new Int32Array(new SharedArrayBuffer(4));
      const worker = new threads.Worker(__filename, {
        workerData: { script, port: port2, started },
        transferList: [port2],
      });
      worker.unref();
      workers.push({ worker, port: port1 });
      // A broadcast must not arrive before the agent listens.
      Atomics.wait(started, 0, 0, 10_000);
    },
    broadcast(buffer, id) {
      for (const { port } of workers) port.postMessage({ buffer, id });
    },
    getReport() {
      for (const { port } of workers) {
        for (let received; (received = threads.receiveMessageOnPort(port)) !== undefined;)
          reports.push(received.message);
      }
      // Reports are ordered by time, across agents.
      reports.sort((left, right) => left.time - right.time);
      return reports.shift()?.text ?? null;
    },
    sleep: sleepFor,
    monotonicNow: () => performance.now(),
  };
  return sharedMainAgent;
}

let sharedWorkerAgent;
function workerAgent() {
  const { port } = threads.workerData;
  sharedWorkerAgent ??= {
    receiveBroadcast(callback) {
      port.once("message", ({ buffer, id }) => callback(buffer, id));
    },
    report: (value) => port.postMessage({ text: String(value), time: Number(process.hrtime.bigint()) }),
    leaving: () => port.close(),
    sleep: sleepFor,
    monotonicNow: () => performance.now(),
  };
  return sharedWorkerAgent;
}

function sleepFor(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

// Avoids promises of its own: tests count operations on them.
function runFrom(index, steps, isAsync) {
  try {
    for (; index < steps.length; index++) {
      const { kind, file, text } = steps[index];
      if (kind === "--module") {
        const next = index + 1;
        import(`file://${encodeURI(file)}`).then(() => runFrom(next, steps, isAsync), reportError);
        return;
      }
      realms.evalScript(text, file);
    }
  } catch (error) {
    reportError(error);
    return;
  }
  if (!isAsync) report("done");
}

Object.defineProperty(globalThis, "$262", {
  value: makeHost(globalThis, realms.evalScript),
  writable: true,
  configurable: true,
  enumerable: false,
});

if (isMainThread) {
  const argv = process.argv.slice(2);
  const isAsync = argv[0] === "--async" && Boolean(argv.shift());
  const steps = [];
  for (let index = 0; index < argv.length; index += 2) {
    const [kind, file] = [argv[index], argv[index + 1]];
    steps.push({ kind, file, text: kind === "--module" ? "" : readFileSync(file, "utf8") });
  }
  // The harness reports the end of an asynchronous test through a global `print`.
  globalThis.print = (text) => {
    if (text === "Test262:AsyncTestComplete") report("done");
    else if (String(text).startsWith("Test262:AsyncTestFailure:"))
      report(
        "error",
        ...String(text)
          .slice("Test262:AsyncTestFailure:".length)
          .split(/: (.*)/s),
      );
  };
  // Unhandled rejections of a test are ignored; errors that it throws later are not.
  process.on("unhandledRejection", () => {});
  process.on("uncaughtException", reportError);
  process.on("exit", () => {
    report("silent");
    process.exitCode = 0;
  });
  runFrom(0, steps, isAsync);
} else {
  const { script, port, started } = threads.workerData;
  // The agent lives as long as its port is open; `leaving` closes it.
  port.ref();
  Atomics.store(started, 0, 1);
  Atomics.notify(started, 0);
  realms.evalScript(script, "agent.js");
}
