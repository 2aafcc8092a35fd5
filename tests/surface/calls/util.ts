// util, events, path, url, querystring, os, assert, string_decoder.
import assert from "node:assert";
import events from "node:events";
import os from "node:os";
import path from "node:path";
import querystring from "node:querystring";
import stringDecoder from "node:string_decoder";
import url from "node:url";
import util from "node:util";
import { CALLBACK as CB } from "../outcome.ts";
import { of } from "./table.ts";

function fn(): void {}

/** The calls that this file is about. */
export function* calls(): Generator<any> {
  yield* of(
    "util.",
    () => util,
    {
      callbackify: [async () => {}],
      convertProcessSignalToExitCode: ["SIGTERM"],
      debuglog: ["x", fn],
      deprecate: [fn, "text", "DEP9"],
      format: ["%s", 1],
      styleText: ["red", "text", {}],
      formatWithOptions: [{}, "%s", 1],
      getCallSites: [2, {}],
      getSystemErrorName: [-2],
      getSystemErrorMessage: [-2],
      inherits: [function A() {}, function B() {}],
      inspect: [{}, {}],
      isDeepStrictEqual: [1, 1, true],
      promisify: [fn],
      stripVTControlCharacters: ["x"],
      toUSVString: ["x"],
      transferableAbortSignal: [new AbortController().signal],
      parseEnv: ["A=1"],
      parseArgs: [{}],
      diff: ["a", "b"],
      debounce: [fn, 1, {}],
      throttle: [fn, 1, 1, {}],
      isArray: [[]],
      _extend: [{}, {}],
      setTraceSigInt: [false],
      markPromiseAsHandled: [Promise.resolve()],
      getSystemErrorMap: [],
    },
    { skip: { setTraceSigInt: ["true"] } },
  );
  yield* of("util.", () => util, { aborted: [new AbortController().signal, {}] });
  const types = util.types as any;
  const checks: Record<string, unknown[]> = {};
  for (const name of Object.keys(types)) checks[name] = [{}];
  yield* of("util.types.", () => types, checks);
  yield* of("util.", () => util.MIMEType, { new: ["text/plain"] });
  const mime = (): any => new util.MIMEType("text/plain;a=b");
  yield* of("MIMEParams#", () => mime().params, { get: ["a"], has: ["a"], set: ["a", "b"], delete: ["a"] });
  for (const option of ["args", "options", "strict", "allowPositionals", "allowNegative", "tokens"])
    yield* single("util.parseArgs:" + option, (value) => util.parseArgs({ [option]: value } as any));
  for (const option of ["type", "multiple", "short", "default"])
    yield* single("util.parseArgs:options.a." + option, (value) =>
      util.parseArgs({ args: [], options: { a: { type: "string", [option]: value } } } as any),
    );
  for (const option of [
    "depth",
    "colors",
    "maxArrayLength",
    "maxStringLength",
    "breakLength",
    "compact",
    "sorted",
    "getters",
    "numericSeparator",
  ]) {
    yield* single("util.inspect:" + option, (value) => util.inspect([1, "text", { a: 1 }], { [option]: value } as any));
  }
  for (const option of ["validateStream", "stream"])
    yield* single("util.styleText:" + option, (value) => util.styleText("red", "x", { [option]: value } as any));
  yield* of("TextDecoder ", () => TextDecoder, { new: ["utf-8", {}] });
  yield* of("TextDecoder#", () => new TextDecoder(), { decode: [new Uint8Array(1), {}] });
  yield* of("TextEncoder#", () => new TextEncoder(), { encode: ["x"], encodeInto: ["x", new Uint8Array(4)] });
  yield* eventCalls();
  yield* smallModules();
}

function* eventCalls(): Generator<any> {
  const emitter = (): any => new events.EventEmitter();
  const target = (): any => new EventTarget();
  yield* of("EventEmitter#", emitter, {
    on: ["x", fn],
    once: ["x", fn],
    addListener: ["x", fn],
    prependListener: ["x", fn],
    prependOnceListener: ["x", fn],
    off: ["x", fn],
    removeListener: ["x", fn],
    removeAllListeners: ["x"],
    emit: ["x", 1],
    "emit#2": ["error", 1],
    setMaxListeners: [1],
    getMaxListeners: [],
    listeners: ["x"],
    rawListeners: ["x"],
    listenerCount: ["x", fn],
    eventNames: [],
  });
  yield* of(
    "events.",
    () => events,
    {
      on: [emitter(), "x", {}],
      getEventListeners: [emitter(), "x"],
      listenerCount: [emitter(), "x"],
      setMaxListeners: [5, emitter()],
      "setMaxListeners#2": [5, target()],
      getMaxListeners: [emitter()],
      addAbortListener: [new AbortController().signal, fn],
    },
    { isImmediate: true },
  );
  yield* of("events.", () => events, { once: [emitter(), "x", {}], "once#2": [target(), "x", {}] });
  yield* of("events.", () => events.EventEmitter, { new: [{}] });
  yield* of("events.", () => events.EventEmitterAsyncResource, { new: [{ name: "x" }] });
  yield* single("events.captureRejections", (value) => {
    new events.EventEmitter({ captureRejections: value } as any);
  });
  yield* single("events.captureRejections=", (value) => {
    const was = events.captureRejections;
    try {
      events.captureRejections = value as any;
    } finally {
      events.captureRejections = was;
    }
  });
  yield* single("events.defaultMaxListeners=", (value) => {
    const was = events.defaultMaxListeners;
    try {
      events.defaultMaxListeners = value as any;
    } finally {
      events.defaultMaxListeners = was;
    }
  });
}

function* smallModules(): Generator<any> {
  const paths: Record<string, unknown[]> = {
    basename: ["/a/b.c", ".c"],
    dirname: ["/a"],
    extname: ["a.b"],
    format: [{}],
    isAbsolute: ["/a"],
    join: ["a", "b"],
    matchesGlob: ["a", "*"],
    normalize: ["a"],
    parse: ["a"],
    relative: ["a", "b"],
    resolve: ["/a", "b"],
    toNamespacedPath: ["a"],
  };
  yield* of("path.posix.", () => path.posix, paths);
  yield* of("path.win32.", () => path.win32, paths);
  const { URL, URLSearchParams } = url;
  yield* of("url.", () => url, {
    domainToASCII: ["a.b"],
    domainToUnicode: ["a.b"],
    fileURLToPath: ["file:///a", {}],
    fileURLToPathBuffer: ["file:///a", {}],
    format: ["http://a/", {}],
    "format#2": [new URL("http://a/"), {}],
    pathToFileURL: ["/a", {}],
    urlToHttpOptions: [new URL("http://a")],
    parse: ["http://a/", true, true],
    resolve: ["http://a/", "b"],
    resolveObject: ["http://a/", "b"],
  });
  yield* of("URL ", () => URL, { new: ["http://a/", "http://b/"] });
  yield* of("URL.", () => URL, {
    canParse: ["http://a/", "http://b/"],
    parse: ["http://a/", "http://b/"],
    createObjectURL: [new Blob([])],
    revokeObjectURL: ["blob:x"],
  });
  yield* of("URLSearchParams ", () => URLSearchParams, { new: ["a=b"] });
  yield* of("URLSearchParams#", () => new URLSearchParams("a=b"), {
    append: ["a", "b"],
    delete: ["a", "b"],
    get: ["a"],
    getAll: ["a"],
    has: ["a", "b"],
    set: ["a", "b"],
    sort: [],
    forEach: [fn, {}],
    entries: [],
    keys: [],
    values: [],
    toString: [],
  });
  for (const name of ["href", "protocol", "host", "port", "hash", "search", "username", "pathname"])
    yield* single(`URL#${name}=`, (value) => {
      const made = new URL("http://a/b");
      (made as any)[name] = value;
      return made.href === "http://a/b" ? "same" : made;
    });
  yield* of("URLPattern ", () => (globalThis as any).URLPattern, {
    new: ["/a", "http://a/", {}],
    "new#2": [{ pathname: "/a" }, {}],
  });
  yield* of("URLPattern#", () => new (globalThis as any).URLPattern({ pathname: "/a" }), {
    test: [{}, "http://a"],
    exec: [{}, "http://a"],
  });
  yield* of("querystring.", () => querystring, {
    parse: ["a=b", "&", "=", {}],
    stringify: [{}, "&", "=", {}],
    escape: ["a"],
    unescape: ["a"],
    unescapeBuffer: ["a", true],
  });
  yield* of(
    "os.",
    () => os,
    { getPriority: [0], setPriority: [0, 0], userInfo: [{}] },
    { skip: { setPriority: ["-1", "1.5", "undefined"] } },
  );
  yield* of("StringDecoder ", () => stringDecoder.StringDecoder, { new: ["utf8"] });
  yield* of("StringDecoder#", () => new stringDecoder.StringDecoder("utf8"), {
    write: [Buffer.from("a")],
    end: [Buffer.from("a")],
  });
  yield* assertions();
}

function* assertions(): Generator<any> {
  const throwing = (): never => {
    throw new Error("x");
  };
  const table: Record<string, unknown[]> = {
    ok: [true, "m"],
    equal: [1, 1, "m"],
    notEqual: [1, 2, "m"],
    deepEqual: [{}, {}, "m"],
    notDeepEqual: [{}, [1], "m"],
    strictEqual: [1, 1, "m"],
    notStrictEqual: [1, 2, "m"],
    deepStrictEqual: [{}, {}, "m"],
    notDeepStrictEqual: [{}, [], "m"],
    throws: [throwing, {}, "m"],
    doesNotThrow: [fn, Error, "m"],
    ifError: [null],
    match: ["a", /a/, "m"],
    doesNotMatch: ["a", /b/, "m"],
    fail: ["m"],
    rejects: [async () => throwing(), {}, "m"],
    doesNotReject: [async () => {}, Error, "m"],
    partialDeepStrictEqual: [{}, {}, "m"],
  };
  yield* of("assert.", () => assert, table, {
    skip: { throws: ["1:{}", "1:[]", "1:date"], rejects: ["1:{}", "1:[]", "1:date"] },
  });
  yield* of("AssertionError ", () => assert.AssertionError, { new: [{}] });
  yield* of("Assert ", () => (assert as any).Assert, { new: [{}] });
}

/** One function of one value as a call. */
export function* single(name: string, use: (value: unknown) => unknown): Generator<any> {
  for (const one of of("", () => ({ use }), { use: [undefined] })) {
    one.call.name = name;
    yield one;
  }
}

export { CB };
