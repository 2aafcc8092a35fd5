// buffer, zlib, timers, diagnostics_channel, async_hooks, perf_hooks, readline, process, cluster, console.
import asyncHooks from "node:async_hooks";
import buffer, { Buffer } from "node:buffer";
import cluster from "node:cluster";
import diagnostics from "node:diagnostics_channel";
import perfHooks from "node:perf_hooks";
import process from "node:process";
import readline from "node:readline";
import readlinePromises from "node:readline/promises";
import { PassThrough } from "node:stream";
import timers from "node:timers";
import timersPromises from "node:timers/promises";
import zlib from "node:zlib";
import { CALLBACK as CB } from "../outcome.ts";
import { of } from "./table.ts";
import { single } from "./util.ts";

function fn(): void {}

/** The calls that this file is about. */
export function* calls(): Generator<any> {
  yield* of("Buffer.", () => Buffer, {
    alloc: [8, "a", "utf8"],
    allocUnsafe: [8],
    allocUnsafeSlow: [8],
    byteLength: ["a", "utf8"],
    compare: [Buffer.from("a"), Buffer.from("b")],
    concat: [[Buffer.from("a")], 1],
    copyBytesFrom: [new Uint8Array(8), 0, 1],
    from: ["a", "utf8"],
    "from#2": [new ArrayBuffer(8), 0, 8],
    isBuffer: [1],
    isEncoding: ["utf8"],
    of: [1],
  });
  yield* of("buffer.", () => buffer, {
    transcode: [Buffer.from("a"), "utf8", "latin1"],
    isUtf8: [Buffer.from("a")],
    isAscii: [Buffer.from("a")],
    btoa: ["a"],
    atob: ["YQ=="],
    resolveObjectURL: ["blob:x"],
  });
  yield* of("buffer.", () => buffer.Blob, { new: [["a"], {}] });
  yield* of("File ", () => buffer.File, { new: [["a"], "n", {}] });
  yield* of("Blob#", () => new buffer.Blob(["abc"]), {
    slice: [0, 1, "t"],
    text: [],
    arrayBuffer: [],
    bytes: [],
    stream: [],
  });
  const eight = (): Buffer => Buffer.alloc(8);
  yield* of(
    "Buffer#",
    eight,
    {
      compare: [Buffer.from("a"), 0, 1, 0, 1],
      copy: [Buffer.alloc(8), 0, 0, 1],
      equals: [Buffer.from("a")],
      fill: ["a", 0, 8, "utf8"],
      includes: ["a", 0, "utf8"],
      indexOf: ["a", 0, "utf8"],
      lastIndexOf: ["a", 0, "utf8"],
      slice: [0, 1],
      subarray: [0, 1],
      swap16: [],
      swap32: [],
      swap64: [],
      toJSON: [],
      toString: ["utf8", 0, 1],
      write: ["a", 0, 1, "utf8"],
      toLocaleString: ["utf8", 0, 1],
      asciiSlice: [0, 1],
      utf8Slice: [0, 1],
      hexSlice: [0, 1],
      latin1Slice: [0, 1],
      base64Slice: [0, 1],
      ucs2Slice: [0, 1],
      utf8Write: ["a", 0, 1],
      hexWrite: ["aa", 0, 1],
      asciiWrite: ["a", 0, 1],
      latin1Write: ["a", 0, 1],
      base64Write: ["aaaa", 0, 1],
      ucs2Write: ["a", 0, 2],
      // Node.js aborts with a failed assertion there.
    },
    { skip: Object.fromEntries(["includes", "indexOf", "lastIndexOf"].map((name) => [name, ["2"]])) },
  );
  const reads: Record<string, unknown[]> = {};
  for (const name of Object.getOwnPropertyNames(Buffer.prototype)) {
    if (/^(?:read)(?:Big|Double|Float|Int|UInt)/.test(name)) reads[name] = /U?Int[BL]E$/.test(name) ? [0, 2] : [0];
    if (/^(?:write)(?:Big|Double|Float|Int|UInt)/.test(name))
      reads[name] = name.includes("Big") ? [1n, 0] : /U?Int[BL]E$/.test(name) ? [1, 0, 2] : [1, 0];
  }
  yield* of("Buffer#", eight, reads);
  yield* single("buffer.INSPECT_MAX_BYTES=", (value) => {
    const was = buffer.INSPECT_MAX_BYTES;
    try {
      (buffer as any).INSPECT_MAX_BYTES = value;
    } finally {
      (buffer as any).INSPECT_MAX_BYTES = was;
    }
  });
  yield* zlibCalls();
  yield* hookCalls();
  yield* processCalls();
  yield* readlineCalls();
}

function* zlibCalls(): Generator<any> {
  const any: any = zlib;
  const table: Record<string, unknown[]> = {};
  for (const name of Object.keys(any)) {
    if (/Zip/.test(name)) continue;
    if (/Sync$/.test(name)) {
      const input = /^(?:deflate|gzip|brotliCompress|zstdCompress)/.test(name)
        ? Buffer.from("a")
        : any[
            name
              .replace("gunzip", "gzip")
              .replace("inflate", "deflate")
              .replace("unzip", "gzip")
              .replace("Decompress", "Compress")
          ](Buffer.from("a"));
      table[name] = [input, {}];
      table[name.slice(0, -4)] = [input, {}, CB];
    } else if (/^create/.test(name)) table[name] = [{}];
  }
  yield* of("zlib.", () => zlib, { ...table, crc32: ["a", 0] });
  for (const option of [
    "flush",
    "finishFlush",
    "chunkSize",
    "windowBits",
    "level",
    "memLevel",
    "strategy",
    "dictionary",
    "info",
    "maxOutputLength",
    "params",
    "pledgedSrcSize",
    "rejectGarbageAfterEnd",
  ]) {
    for (const method of [
      "gzipSync",
      "createDeflate",
      "brotliCompressSync",
      "zstdCompressSync",
      "createBrotliDecompress",
    ])
      yield* single(`zlib.${method}:${option}`, (value) => {
        const made = any[method](method.startsWith("create") ? { [option]: value } : Buffer.from("a"), {
          [option]: value,
        });
        made.destroy?.();
        return made;
      });
  }
  yield* of(
    "Deflate#",
    () => zlib.createDeflate(),
    { params: [1, 0, CB], flush: [0, CB], close: [CB], reset: [], write: ["a", "utf8", CB], end: ["a", "utf8", CB] },
    { isImmediate: true },
  );
}

function* hookCalls(): Generator<any> {
  const timed: Record<string, unknown[]> = {
    setTimeout: [fn, 1],
    setInterval: [fn, 100000],
    setImmediate: [fn],
    clearTimeout: [1],
    clearInterval: [1],
    clearImmediate: [1],
  };
  yield* of("timers.", () => timers, timed, { isImmediate: true, skip: { setInterval: ["0", "1"] } });
  yield* of("timers.promises.", () => timersPromises, { setTimeout: [1, "v", {}], setImmediate: ["v", {}] });
  yield* of("timers.promises.", () => timersPromises, { setInterval: [1000, "v", {}] }, { isImmediate: true });
  yield* single("timers.promises.setInterval.next", (value) =>
    (timersPromises.setInterval as any)(1, "v", value).next(),
  );
  yield* of("timers.promises.scheduler.", () => timersPromises.scheduler, { wait: [1, {}], yield: [] });
  for (const option of ["signal", "ref"])
    yield* single(`timers.promises.setTimeout:${option}`, (value) =>
      timersPromises.setTimeout(1, 1, { [option]: value } as any),
    );
  yield* of("", () => globalThis, {
    queueMicrotask: [fn],
    structuredClone: [{}, {}],
    setTimeout: [fn, 1],
    atob: ["YQ=="],
    btoa: ["a"],
  });
  yield* of("diagnostics_channel.", () => diagnostics, {
    channel: ["x"],
    hasSubscribers: ["x"],
    subscribe: ["x", fn],
    unsubscribe: ["x", fn],
    tracingChannel: ["x"],
    boundedChannel: ["x"],
  });
  yield* of("Channel#", () => diagnostics.channel("y"), {
    subscribe: [fn],
    unsubscribe: [fn],
    publish: [{}],
    bindStore: [new asyncHooks.AsyncLocalStorage(), fn],
    unbindStore: [new asyncHooks.AsyncLocalStorage()],
    runStores: [{}, fn, {}],
  });
  yield* of("TracingChannel#", () => diagnostics.tracingChannel("z"), {
    subscribe: [{}],
    unsubscribe: [{}],
    traceSync: [fn, {}],
    tracePromise: [async () => {}, {}],
    traceCallback: [fn, -1, {}, null, fn],
  });
  yield* of("async_hooks.", () => asyncHooks, {
    createHook: [{}],
    executionAsyncId: [],
    triggerAsyncId: [],
    executionAsyncResource: [],
  });
  yield* of("AsyncResource ", () => asyncHooks.AsyncResource, { new: ["x", {}] });
  yield* of("AsyncResource.", () => asyncHooks.AsyncResource, { bind: [fn, "x", {}] });
  yield* of("AsyncResource#", () => new asyncHooks.AsyncResource("x"), {
    runInAsyncScope: [fn, {}],
    bind: [fn],
    emitDestroy: [],
    asyncId: [],
    triggerAsyncId: [],
  });
  yield* of("AsyncLocalStorage ", () => asyncHooks.AsyncLocalStorage, { new: [{}] });
  yield* of("AsyncLocalStorage.", () => asyncHooks.AsyncLocalStorage, { bind: [fn], snapshot: [] });
  yield* of("AsyncLocalStorage#", () => new asyncHooks.AsyncLocalStorage(), {
    run: [1, fn],
    exit: [fn],
    enterWith: [1],
    disable: [],
    getStore: [],
    withScope: [1],
  });
  yield* of(
    "perf_hooks.",
    () => perfHooks,
    { createHistogram: [{}], monitorEventLoopDelay: [{}], timerify: [fn, {}], eventLoopUtilization: [{}, {}] },
    { isImmediate: true },
  );
  for (const option of ["lowest", "highest", "figures"])
    yield* single(`perf_hooks.createHistogram:${option}`, (value) =>
      perfHooks.createHistogram({ [option]: value } as any),
    );
  yield* single("perf_hooks.monitorEventLoopDelay:resolution", (value) =>
    perfHooks.monitorEventLoopDelay({ resolution: value } as any),
  );
  yield* of("Histogram#", () => perfHooks.createHistogram(), {
    record: [1],
    recordDelta: [],
    percentile: [50],
    percentileBigInt: [50],
    add: [perfHooks.createHistogram()],
    reset: [],
  });
  const performance: any = perfHooks.performance;
  yield* of("performance.", () => performance, {
    now: [],
    mark: ["a", {}],
    measure: ["a", "a", "a"],
    "measure#2": ["a", {}],
    clearMarks: ["a"],
    clearMeasures: ["a"],
    clearResourceTimings: [],
    getEntries: [],
    getEntriesByName: ["a", "mark"],
    getEntriesByType: ["mark"],
    setResourceTimingBufferSize: [100],
    timerify: [fn, {}],
    toJSON: [],
  });
  for (const option of ["startTime", "detail"])
    yield* single(`performance.mark:${option}`, (value) => performance.mark("a", { [option]: value }));
  for (const option of ["start", "end", "duration"])
    yield* single(`performance.measure:${option}`, (value) => performance.measure("b", { [option]: value }));
  yield* of("PerformanceObserver ", () => perfHooks.PerformanceObserver, { new: [fn] });
  yield* of("PerformanceObserver#", () => new perfHooks.PerformanceObserver(fn), {
    observe: [{ type: "mark" }],
    disconnect: [],
    takeRecords: [],
  });
}

function* processCalls(): Generator<any> {
  yield* of(
    "process.",
    () => process,
    {
      chdir: ["."],
      cwd: [],
      cpuUsage: [{ user: 0, system: 0 }],
      hrtime: [[0, 0]],
      emitWarning: ["w", "T", "C", fn],
      "emitWarning#2": ["w", {}],
      loadEnvFile: ["missing"],
      memoryUsage: [],
      nextTick: [fn],
      resourceUsage: [],
      threadCpuUsage: [{ user: 0, system: 0 }],
      setSourceMapsEnabled: [false],
      uptime: [],
      getBuiltinModule: ["fs"],
      hasUncaughtExceptionCaptureCallback: [],
      getActiveResourcesInfo: [],
      constrainedMemory: [],
      availableMemory: [],
      umask: [0o22],
      ref: [{}],
      unref: [{}],
      addUncaughtExceptionCaptureCallback: [fn],
      features: [],
    },
    { skip: { umask: ["''"], setSourceMapsEnabled: ["true"], features: ["missing"], chdir: ["'x'"] } },
  );
  yield* of(
    "process.",
    () => process,
    {
      setuid: ["nobodyhere"],
      setgid: ["nobodyhere"],
      seteuid: ["nobodyhere"],
      setegid: ["nobodyhere"],
      setgroups: [["nobodyhere"]],
      initgroups: ["nobodyhere", "nobodyhere"],
    },
    {
      skip: Object.fromEntries(
        ["setuid", "setgid", "seteuid", "setegid", "setgroups", "initgroups"].map((name) => [
          name,
          ["[]", "1.5", "-1", "NaN"],
        ]),
      ),
    },
  );
  yield* single("process.setUncaughtExceptionCaptureCallback", (value) => {
    try {
      return process.setUncaughtExceptionCaptureCallback(value as any);
    } finally {
      try {
        process.setUncaughtExceptionCaptureCallback(null);
      } catch {
        /* It was not set. */
      }
    }
  });
  yield* single("process.exitCode=", (value) => {
    const was = process.exitCode;
    try {
      process.exitCode = value as any;
    } finally {
      process.exitCode = was;
    }
  });
  yield* single("process.title=", (value) => {
    const was = process.title;
    try {
      process.title = value as any;
    } finally {
      process.title = was;
    }
  });
  yield* single("process.env.x=", (value) => {
    process.env["SURFACE_TEST"] = value as any;
    return process.env["SURFACE_TEST"];
  });
  yield* single("process.hrtime.bigint", (value) => (process.hrtime as any).bigint(value));
  yield* of(
    "process.report.",
    () => process.report,
    { writeReport: [""], getReport: [new Error("x")] },
    {
      skip: {
        writeReport: ["missing", "undefined", "null", "''", "'x'", "{}", "[]", "date", "function", "0"],
        getReport: [],
      },
    },
  );
  yield* of("cluster.", () => cluster, { setupPrimary: [{}], disconnect: [CB] }, { isImmediate: true });
  yield* of(
    "console.",
    () => console,
    {
      time: ["label"],
      timeEnd: ["none"],
      timeLog: ["none"],
      count: ["label"],
      countReset: ["label"],
      groupEnd: [],
      assert: [true],
    },
    {
      isImmediate: true,
      skip: Object.fromEntries(
        ["time", "timeEnd", "timeLog", "count", "countReset", "assert"].map((name) => [
          name,
          name === "time" || name === "assert"
            ? []
            : [
                "missing",
                "undefined",
                "null",
                "{}",
                "[]",
                "true",
                "-1",
                "1.5",
                "NaN",
                "''",
                "'x'",
                "function",
                "1n",
                "date",
              ],
        ]),
      ),
    },
  );
  yield* of("Console ", () => (console as any).Console, {
    new: [process.stdout, process.stderr, true],
    "new#2": [{ stdout: process.stdout }],
  });
}

function* readlineCalls(): Generator<any> {
  const output = new PassThrough();
  yield* of(
    "readline.",
    () => readline,
    {
      clearLine: [output, 0, CB],
      clearScreenDown: [output, CB],
      cursorTo: [output, 0, 0, CB],
      moveCursor: [output, 0, 0, CB],
      emitKeypressEvents: [new PassThrough()],
    },
    { isImmediate: true },
  );
  yield* of("readline.", () => readline, { createInterface: [{ input: new PassThrough() }] }, { isImmediate: true });
  for (const option of [
    "input",
    "output",
    "completer",
    "terminal",
    "history",
    "historySize",
    "removeHistoryDuplicates",
    "prompt",
    "crlfDelay",
    "escapeCodeTimeout",
    "tabSize",
    "signal",
  ]) {
    yield* single(`readline.createInterface:${option}`, (value) => {
      readline.createInterface({ input: new PassThrough(), [option]: value } as any).close();
    });
  }
  const made = (): any => readline.createInterface({ input: new PassThrough(), output: new PassThrough() });
  yield* of(
    "Interface#",
    made,
    {
      question: ["q", {}, fn],
      setPrompt: ["p"],
      getPrompt: [],
      prompt: [true],
      write: ["x", {}],
      close: [],
      pause: [],
      resume: [],
      getCursorPos: [],
    },
    { isImmediate: true },
  );
  const promised = (): any => readlinePromises.createInterface({ input: new PassThrough(), output: new PassThrough() });
  yield* of("promises.Interface#", promised, { question: ["q", {}] }, { isImmediate: true });
  yield* of("Readline ", () => readlinePromises.Readline, { new: [output, {}] });
  yield* of("Readline#", () => new readlinePromises.Readline(output), {
    clearLine: [0],
    clearScreenDown: [],
    cursorTo: [0, 0],
    moveCursor: [0, 0],
    commit: [],
    rollback: [],
  });
}
