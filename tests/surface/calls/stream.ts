// node:stream with its promises and web forms, and the classes of the web.
import stream from "node:stream";
import streamPromises from "node:stream/promises";
import consumers from "node:stream/consumers";
import { CALLBACK as CB } from "../outcome.ts";
import { of } from "./table.ts";
import { single } from "./util.ts";

function fn(): void {}
const at = { isImmediate: true };
const web: any = globalThis;

/** The calls that this file is about. */
export function* calls(): Generator<any> {
  const readable = (): any => stream.Readable.from(["a"]);
  const writable = (): any => new stream.Writable({ write: (_chunk, _encoding, done) => done() });
  const any: any = stream;
  yield* of(
    "stream.",
    () => stream,
    {
      finished: [readable(), {}, fn],
      pipeline: [readable(), writable(), fn],
      addAbortSignal: [new AbortController().signal, readable()],
      compose: [readable(), new stream.PassThrough()],
      setDefaultHighWaterMark: [false, 65536],
      getDefaultHighWaterMark: [false],
      isErrored: [readable()],
      isReadable: [readable()],
      isWritable: [writable()],
      isDisturbed: [readable()],
      isDestroyed: [readable()],
      duplexPair: [{}],
      destroy: [readable(), new Error("x")],
    },
    { isImmediate: true, skip: { setDefaultHighWaterMark: ["1.5", "null", "[]", "true"] } },
  );
  yield* of("stream.promises.", () => streamPromises, {
    finished: [readable(), {}],
    pipeline: [readable(), writable(), {}],
  });
  yield* of(
    "consumers.",
    () => consumers,
    {
      text: [readable()],
      json: [readable()],
      buffer: [readable()],
      arrayBuffer: [readable()],
      blob: [readable()],
      bytes: [readable()],
      array: [readable()],
    },
    {
      skip: Object.fromEntries(
        ["text", "json", "buffer", "arrayBuffer", "blob", "bytes", "array"].map((name) => [
          name,
          ["''", "'x'", "1 given"],
        ]),
      ),
    },
  );
  for (const name of ["Readable", "Writable", "Duplex", "Transform", "PassThrough"]) {
    yield* of(`stream.${name} `, () => any[name], { new: [{}] });
    for (const option of [
      "highWaterMark",
      "objectMode",
      "readableHighWaterMark",
      "writableHighWaterMark",
      "encoding",
      "read",
      "write",
      "writev",
      "destroy",
      "final",
      "construct",
      "transform",
      "flush",
      "autoDestroy",
      "signal",
      "emitClose",
      "decodeStrings",
      "defaultEncoding",
      "readable",
      "writable",
      "allowHalfOpen",
    ]) {
      yield* single(`stream.${name}:${option}`, (value) => {
        new any[name]({ [option]: value });
      });
    }
  }
  yield* of(
    "Readable.",
    () => stream.Readable,
    {
      from: [["a"], {}],
      fromWeb: [new web.ReadableStream(), {}],
      toWeb: [readable(), {}],
      isDisturbed: [readable()],
      wrap: [readable(), {}],
    },
    at,
  );
  yield* of("Writable.", () => stream.Writable, { fromWeb: [new web.WritableStream(), {}], toWeb: [writable()] }, at);
  yield* of(
    "Duplex.",
    () => stream.Duplex,
    {
      from: [readable()],
      fromWeb: [{ readable: new web.ReadableStream(), writable: new web.WritableStream() }, {}],
      toWeb: [new stream.PassThrough(), {}],
    },
    at,
  );
  yield* of(
    "Readable#",
    () => new stream.Readable({ read: fn }).on("error", fn),
    {
      push: ["a", "utf8"],
      unshift: ["a", "utf8"],
      read: [1],
      setEncoding: ["utf8"],
      pipe: [writable(), {}],
      unpipe: [writable()],
      pause: [],
      resume: [],
      isPaused: [],
      destroy: [new Error("x")],
      wrap: [new stream.PassThrough()],
      iterator: [{}],
      on: ["data", fn],
      compose: [new stream.PassThrough(), {}],
      asIndexedPairs: [{}],
      map: [fn, {}],
      filter: [fn, {}],
      flatMap: [fn, {}],
      drop: [1, {}],
      take: [1, {}],
    },
    at,
  );
  yield* of("Readable.from#", readable, {
    forEach: [fn, {}],
    toArray: [{}],
    some: [fn, {}],
    every: [fn, {}],
    find: [fn, {}],
    reduce: [fn, 1, {}],
  });
  for (const option of ["concurrency", "highWaterMark", "signal"])
    yield* single(`Readable#map:${option}`, (value) => readable().map(fn, { [option]: value }));
  yield* of(
    "Writable#",
    () => writable().on("error", fn),
    {
      write: ["a", "utf8", fn],
      end: ["a", "utf8", fn],
      setDefaultEncoding: ["utf8"],
      cork: [],
      uncork: [],
      destroy: [new Error("x")],
      pipe: [],
    },
    at,
  );
  yield* webStreams();
  yield* webClasses();
}

function* webStreams(): Generator<any> {
  const rs = (): any => new web.ReadableStream();
  yield* of("", () => web.ReadableStream, { new: [{}, {}] });
  yield* of("ReadableStream.", () => web.ReadableStream, { from: [["a"]] });
  yield* of(
    "ReadableStream#",
    rs,
    {
      getReader: [{}],
      pipeTo: [new web.WritableStream(), {}],
      pipeThrough: [new web.TransformStream(), {}],
      tee: [],
      cancel: ["r"],
      values: [{}],
    },
    { isImmediate: true },
  );
  yield* of("ReadableStream#p.", rs, { cancel: ["r"], pipeTo: [1] });
  for (const option of ["start", "pull", "cancel", "type", "autoAllocateChunkSize"])
    yield* single(`ReadableStream:${option}`, (value) => new web.ReadableStream({ [option]: value }));
  for (const option of ["highWaterMark", "size"])
    for (const name of ["ReadableStream", "WritableStream"])
      yield* single(`${name} strategy:${option}`, (value) => new web[name]({}, { [option]: value }));
  for (const name of ["ReadableStreamDefaultReader", "ReadableStreamBYOBReader"])
    yield* of(`${name} `, () => web[name], { new: [rs()] });
  yield* of("WritableStream ", () => web.WritableStream, { new: [{}, {}] });
  for (const option of ["start", "write", "close", "abort", "type"])
    yield* single(`WritableStream:${option}`, (value) => new web.WritableStream({ [option]: value }));
  yield* of("WritableStream#", () => new web.WritableStream(), { getWriter: [], abort: ["r"], close: [] });
  yield* of("WritableStreamDefaultWriter ", () => web.WritableStreamDefaultWriter, { new: [new web.WritableStream()] });
  yield* of("TransformStream ", () => web.TransformStream, { new: [{}, {}, {}] });
  for (const name of ["CountQueuingStrategy", "ByteLengthQueuingStrategy"])
    yield* of(`${name} `, () => web[name], { new: [{ highWaterMark: 1 }] });
  for (const name of ["CompressionStream", "DecompressionStream"])
    yield* of(`${name} `, () => web[name], { new: ["gzip"] });
  for (const name of ["TextEncoderStream", "TextDecoderStream"])
    yield* of(`${name} `, () => web[name], { new: ["utf-8", {}] });
  for (const name of [
    "ReadableStreamBYOBRequest",
    "ReadableByteStreamController",
    "ReadableStreamDefaultController",
    "WritableStreamDefaultController",
    "TransformStreamDefaultController",
  ])
    yield* of(`${name} `, () => web[name], { new: [] });
}

function* webClasses(): Generator<any> {
  yield* of("Event ", () => web.Event, { new: ["x", {}] });
  yield* of("CustomEvent ", () => web.CustomEvent, { new: ["x", {}] });
  yield* of("MessageEvent ", () => web.MessageEvent, { new: ["x", {}] });
  yield* of("CloseEvent ", () => web.CloseEvent, { new: ["x", {}] });
  yield* of(
    "EventTarget#",
    () => new web.EventTarget(),
    { addEventListener: ["x", fn, {}], removeEventListener: ["x", fn, {}], dispatchEvent: [new web.Event("x")] },
    { skip: {} },
  );
  yield* of(
    "AbortSignal.",
    () => web.AbortSignal,
    { abort: ["r"], timeout: [1000], any: [[new AbortController().signal]] },
    { skip: { timeout: [] } },
  );
  yield* of("AbortSignal ", () => web.AbortSignal, { new: [] });
  yield* of("AbortController#", () => new web.AbortController(), { abort: ["r"] });
  yield* of("DOMException ", () => web.DOMException, { new: ["m", "n"] });
  yield* of("Headers ", () => web.Headers, { new: [{}] });
  yield* of("Headers#", () => new web.Headers(), {
    append: ["a", "b"],
    delete: ["a"],
    get: ["a"],
    has: ["a"],
    set: ["a", "b"],
    forEach: [fn],
    getSetCookie: [],
  });
  yield* of("Request ", () => web.Request, { new: ["http://a/", {}] });
  for (const option of [
    "method",
    "headers",
    "body",
    "referrer",
    "referrerPolicy",
    "mode",
    "credentials",
    "cache",
    "redirect",
    "integrity",
    "keepalive",
    "signal",
    "duplex",
    "window",
  ])
    yield* single(`Request:${option}`, (value) => new web.Request("http://a/", { [option]: value }));
  yield* of("Response ", () => web.Response, { new: ["b", {}] });
  for (const option of ["status", "statusText", "headers"])
    yield* single(`Response:${option}`, (value) => new web.Response(null, { [option]: value }));
  yield* of("Response.", () => web.Response, { json: [{}, {}], redirect: ["http://a/", 302], error: [] });
  yield* of("FormData ", () => web.FormData, { new: [] });
  yield* of("FormData#", () => new web.FormData(), {
    append: ["a", "b", "c"],
    delete: ["a"],
    get: ["a"],
    getAll: ["a"],
    has: ["a"],
    set: ["a", "b", "c"],
    forEach: [fn],
  });
  yield* of("", () => web, { fetch: ["data:,x", {}] }, { skip: { fetch: [] } });
  yield* of("WebSocket ", () => web.WebSocket, { new: ["ws://127.0.0.1:9/", []] }, { isImmediate: true });
  yield* of("BroadcastChannel ", () => web.BroadcastChannel, { new: ["x"] }, at);
  yield* of("MessagePort#", () => new web.MessageChannel().port1, { postMessage: [1, []], start: [], close: [] }, at);
  yield* of("crypto.", () => web.crypto, { getRandomValues: [new Uint8Array(1)], randomUUID: [] });
  yield* of("Performance ", () => web.Performance, { new: [] });
  yield* of("File ", () => web.File, { new: [["a"], "n", {}] });
}

export { CB };
