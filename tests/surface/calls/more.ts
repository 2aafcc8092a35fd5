// What the other tables omit: file handles, directories, http2, module, tty, readers and writers of the web's streams, sockets of the web.
import fs from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import module from "node:module";
import { PassThrough } from "node:stream";
import tty from "node:tty";
import { of } from "./table.ts";
import { single } from "./util.ts";

function fn(): void {}
const at = { isImmediate: true };
const web: any = globalThis;

/** The calls that this file is about. */
export async function* calls(): AsyncGenerator<any> {
  const handle: any = await fs.promises.open("handle.txt", "w+");
  const bytes = (): Uint8Array => new Uint8Array(8);
  yield* of("FileHandle#", () => handle, {
    appendFile: ["x", {}],
    chmod: [0o644],
    datasync: [],
    read: [bytes(), 0, 4, 0],
    "read#2": [{ buffer: bytes() }],
    readFile: [{}],
    readv: [[bytes()], 0],
    stat: [{}],
    sync: [],
    truncate: [4],
    utimes: [1, 1],
    write: [bytes(), 0, 4, 0],
    "write#2": ["text", 0, "utf8"],
    writeFile: ["x", {}],
    writev: [[bytes()], 0],
  });
  yield* of(
    "FileHandle#",
    () => handle,
    {
      readLines: [{}],
      createReadStream: [{ autoClose: false }],
      createWriteStream: [{ autoClose: false }],
      readableWebStream: [{ autoClose: false }],
    },
    at,
  );
  for (const option of ["start", "end", "highWaterMark", "encoding", "autoClose"])
    yield* single(`FileHandle#createReadStream:${option}`, (value) => {
      handle.createReadStream({ autoClose: false, [option]: value });
    });
  fs.mkdirSync("listed", { recursive: true });
  const dir = (): any => fs.opendirSync("listed");
  yield* of("Dir#", dir, { read: [fn], close: [fn], readSync: [], closeSync: [] }, at);
  yield* of("Dirent#", () => new (fs as any).Dirent("n", 1, "p"), { isFile: [], isDirectory: [], isSymbolicLink: [] });
  yield* of("fs.Dir ", () => (fs as any).Dir, { new: [{}, "p", {}] }, at);
  yield* http2Calls();
  yield* moduleCalls();
  yield* webCalls();
  yield* of(
    "tty.",
    () => tty,
    { isatty: [1], ReadStream: [-1], WriteStream: [-1] },
    { skip: { isatty: ["1.5"], ReadStream: ["true"], WriteStream: ["true"] } },
  );
  const request = (): any => http.request({ host: "127.0.0.1", port: 9 }).on("error", fn);
  yield* of(
    "ClientRequest#",
    request,
    {
      setHeader: ["a", "b"],
      getHeader: ["a"],
      removeHeader: ["a"],
      setTimeout: [1, fn],
      setNoDelay: [true],
      setSocketKeepAlive: [true, 1],
      flushHeaders: [],
      write: ["a", "utf8", fn],
      end: ["a", "utf8", fn],
      abort: [],
      destroy: [new Error("x")],
      appendHeader: ["a", "b"],
      setHeaders: [new Map()],
      addTrailers: [{}],
      getRawHeaderNames: [],
    },
    at,
  );
  yield* single("ClientRequest#maxHeadersCount=", (value) => {
    const one = request();
    one.maxHeadersCount = value;
  });
}

function* http2Calls(): Generator<any> {
  yield* of(
    "http2.",
    () => http2,
    {
      getDefaultSettings: [],
      getPackedSettings: [{}],
      getUnpackedSettings: [Buffer.alloc(0), {}],
      createServer: [{}, fn],
      createSecureServer: [{}, fn],
      performServerHandshake: [new PassThrough(), {}],
    },
    { isImmediate: true, skip: { performServerHandshake: ["missing", "0"] } },
  );
  for (const option of [
    "headerTableSize",
    "enablePush",
    "initialWindowSize",
    "maxFrameSize",
    "maxConcurrentStreams",
    "maxHeaderListSize",
    "maxHeaderSize",
    "enableConnectProtocol",
    "customSettings",
  ]) {
    yield* single(`http2.getPackedSettings:${option}`, (value) => http2.getPackedSettings({ [option]: value } as any));
  }
  for (const option of [
    "maxSessionInvalidFrames",
    "maxSessionRejectedStreams",
    "unknownProtocolTimeout",
    "settings",
    "Http1IncomingMessage",
    "Http1ServerResponse",
    "Http2ServerRequest",
    "Http2ServerResponse",
    "maxDeflateDynamicTableSize",
    "maxSettings",
    "maxSessionMemory",
    "maxHeaderListPairs",
    "maxOutstandingPings",
    "maxSendHeaderBlockLength",
    "paddingStrategy",
    "peerMaxConcurrentStreams",
    "strictFieldWhitespaceValidation",
    "streamResetBurst",
    "streamResetRate",
    "remoteCustomSettings",
    "strictSingleValueFields",
    "http1Options",
  ]) {
    yield* single(`http2.createServer:${option}`, (value) => {
      http2.createServer({ [option]: value } as any);
    });
    yield* single(`http2.connect:${option}`, (value) => {
      const session = http2.connect("http://127.0.0.1:9", { [option]: value } as any);
      session.on("error", fn);
      session.destroy();
    });
  }
  yield* of(
    "http2.",
    () => http2,
    { connect: ["http://127.0.0.1:9", {}, fn] },
    { isImmediate: true, skip: { connect: ["{}", "function", "'x'"] } },
  );
  const session = (): any => http2.connect("http://127.0.0.1:9").on("error", fn);
  yield* of(
    "ClientHttp2Session#",
    session,
    {
      request: [{}, {}],
      settings: [{}, fn],
      ping: [Buffer.alloc(8), fn],
      goaway: [0, 0, Buffer.alloc(0)],
      setLocalWindowSize: [1000],
      setTimeout: [1, fn],
      close: [fn],
      destroy: [new Error("x"), 0],
      ref: [],
      unref: [],
    },
    at,
  );
}

function* moduleCalls(): Generator<any> {
  const any: any = module;
  yield* of(
    "module.",
    () => any,
    {
      createRequire: [import.meta.url],
      isBuiltin: ["fs"],
      findPackageJSON: ["./x", import.meta.url],
      findSourceMap: ["x"],
      stripTypeScriptTypes: ["let a: number", {}],
      wrap: ["x"],
      _nodeModulePaths: ["/a"],
      getSourceMapsSupport: [],
      setSourceMapsSupport: [false, {}],
      enableCompileCache: ["x"],
      flushCompileCache: [],
      getCompileCacheDir: [],
      registerHooks: [{}],
      syncBuiltinESMExports: [],
    },
    { skip: { enableCompileCache: ["missing", "0"], setSourceMapsSupport: ["true"] } },
  );
  yield* of("module.SourceMap ", () => any.SourceMap, { new: [{ version: 3, sources: [], mappings: "" }, {}] });
  yield* of("require", () => ({ call: module.createRequire(import.meta.url) }), { call: ["fs"] });
  yield* of("require.", () => module.createRequire(import.meta.url), { resolve: ["fs", {}] });
}

async function* webCalls(): AsyncGenerator<any> {
  const reader = (): any =>
    new web.ReadableStream({
      start: (controller: any) => {
        controller.enqueue("a");
        controller.close();
      },
    }).getReader();
  yield* of("ReadableStreamDefaultReader#", reader, { read: [], cancel: ["r"], releaseLock: [] });
  const byob = (): any =>
    new web.ReadableStream({
      type: "bytes",
      start: (controller: any) => {
        controller.enqueue(new Uint8Array(4));
      },
    }).getReader({ mode: "byob" });
  yield* of("ReadableStreamBYOBReader#", byob, { read: [new Uint8Array(4), {}], cancel: ["r"], releaseLock: [] });
  yield* single("ReadableStreamBYOBReader#read:min", (value) => byob().read(new Uint8Array(4), { min: value }));
  const writer = (): any => new web.WritableStream().getWriter();
  yield* of("WritableStreamDefaultWriter#", writer, { write: ["a"], close: [], abort: ["r"], releaseLock: [] });
  for (const option of ["preventClose", "preventAbort", "preventCancel", "signal"])
    yield* single(`ReadableStream#pipeTo:${option}`, (value) =>
      new web.ReadableStream({ start: (controller: any) => controller.close() }).pipeTo(new web.WritableStream(), {
        [option]: value,
      }),
    );
  const controller = (use: (one: any) => unknown): void => {
    new web.ReadableStream({
      start: (one: any) => {
        use(one);
      },
    });
  };
  yield* single("ReadableStreamDefaultController#enqueue", (value) => controller((one) => one.enqueue(value)));
  yield* single("ReadableStreamDefaultController#error", (value) => controller((one) => one.error(value)));
  const byteController = (use: (one: any) => unknown): void => {
    new web.ReadableStream({
      type: "bytes",
      start: (one: any) => {
        use(one);
      },
    });
  };
  yield* single("ReadableByteStreamController#enqueue", (value) => byteController((one) => one.enqueue(value)));
  const socket = (): any => {
    const one = new web.WebSocket("ws://127.0.0.1:9/");
    one.onerror = fn;
    return one;
  };
  yield* of("WebSocket#", socket, { send: ["a"], close: [1000, "r"], addEventListener: ["x", fn] }, at);
  yield* single("WebSocket#binaryType=", (value) => {
    const one = socket();
    one.binaryType = value;
    return one.binaryType;
  });
  for (const option of ["protocols", "dispatcher", "headers"])
    yield* single(`WebSocket:${option}`, (value) => {
      const one = new web.WebSocket("ws://127.0.0.1:9/", { [option]: value });
      one.onerror = fn;
    });
  yield* of("Response#", () => new web.Response("{}"), {
    json: [],
    text: [],
    arrayBuffer: [],
    blob: [],
    bytes: [],
    formData: [],
    clone: [],
  });
  yield* of("AbortSignal#", () => AbortSignal.abort(), { throwIfAborted: [] });
  yield* of("Event#", () => new Event("x"), {
    initEvent: ["x", true, true],
    composedPath: [],
    preventDefault: [],
    stopPropagation: [],
  });
  yield* of("EventTarget ", () => EventTarget, { new: [] });
  for (const option of ["bubbles", "cancelable", "composed"])
    yield* single(`Event:${option}`, (value) => {
      const event: any = new Event("x", { [option]: value });
      return event[option];
    });
  for (const option of ["once", "passive", "capture", "signal"])
    yield* single(`EventTarget#addEventListener:${option}`, (value) => {
      new EventTarget().addEventListener("x", fn, { [option]: value } as any);
    });
  for (const name of ["fatal", "ignoreBOM", "stream"])
    yield* single(`TextDecoder:${name}`, (value) =>
      name === "stream"
        ? new TextDecoder().decode(new Uint8Array(1), { stream: value as any })
        : new TextDecoder("utf-8", { [name]: value } as any),
    );
  for (const option of ["type", "endings", "lastModified"])
    yield* single(`File:${option}`, (value) => new File(["a"], "n", { [option]: value } as any));
  yield* of("Blob ", () => Blob, { new: [["a"], {}] });
  yield* single("Blob parts", (value) => new Blob([value as any]));
  yield* of("CryptoKey ", () => (globalThis as any).CryptoKey, { new: [] });
  yield* of("BroadcastChannel#", () => new BroadcastChannel("x"), { postMessage: [1], close: [] }, at);
  yield* of("MessageChannel ", () => MessageChannel, { new: [] }, at);
}
