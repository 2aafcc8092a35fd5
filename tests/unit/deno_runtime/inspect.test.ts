// The format of `Deno.inspect` and of Deno's console. The behaviour is that of Deno 2.9.
import assert from "node:assert";
import { test } from "../harness.ts";

function compare(cases: [value: unknown, text: string][]): void {
  for (const [value, text] of cases) assert.strictEqual(Deno.inspect(value), text);
}

test("strings are in double quotes where these need no escapes", () => {
  compare([
    ["a", '"a"'],
    ["it's", '"it\'s"'],
    ['say "hi"', "'say \"hi\"'"],
    ["\x1b", '"\\x1b"'],
    [{ a: "x", "b-c": ["y"] }, '{ a: "x", "b-c": [ "y" ] }'],
    [new Map([["a", 1]]), 'Map(1) { "a" => 1 }'],
    [new Set(["a"]), 'Set(1) { "a" }'],
  ]);
});

test("Deno.customInspect returns the text; it receives a function that inspects, and the options", () => {
  const received: unknown[] = [];
  const value = {
    [Symbol.for("Deno.customInspect")](inspect: (value: unknown) => string, options: { depth: number }) {
      received.push(typeof options.depth);
      return `<${inspect({ s: "x" })}>`;
    },
  };
  compare([
    [value, '<{ s: "x" }>'],
    [{ a: [value] }, '{ a: [ <{ s: "x" }> ] }'],
    [{ [Symbol.for("nodejs.util.inspect.custom")]: () => "NODE" }, "NODE"],
  ]);
  assert.deepStrictEqual(received, ["number", "number"]);
});

test("events have the members of their class", () => {
  const common = (type: string, target = "null"): string =>
    `  bubbles: false,\n  cancelable: false,\n  composed: false,\n  currentTarget: ${target},\n  defaultPrevented: false,\n` +
    `  eventPhase: 0,\n  srcElement: ${target},\n  target: ${target},\n  returnValue: true,\n  timeStamp: 0,\n  type: "${type}"`;
  class Derived extends Event {}
  for (const [event, text] of [
    [new Event("e"), `Event {\n${common("e")}\n}`],
    [new Derived("e"), `Derived {\n${common("e")}\n}`],
    [new CustomEvent("e", { detail: [1] }), `CustomEvent {\n${common("e")},\n  detail: [ 1 ]\n}`],
    [
      new MessageEvent("e", { data: "d", origin: "o", lastEventId: "l" }),
      `MessageEvent {\n${common("e")},\n  data: "d",\n  origin: "o",\n  lastEventId: "l"\n}`,
    ],
    [
      new CloseEvent("e", { code: 1001, reason: "r", wasClean: true }),
      `CloseEvent {\n${common("e")},\n  wasClean: true,\n  code: 1001,\n  reason: "r"\n}`,
    ],
    [
      new ErrorEvent("e", { message: "m", filename: "f", lineno: 1, colno: 2, error: 5 }),
      `ErrorEvent {\n${common("e")},\n  message: "m",\n  filename: "f",\n  lineno: 1,\n  colno: 2,\n  error: 5\n}`,
    ],
    [
      new ProgressEvent("e", { lengthComputable: true, loaded: 1, total: 2 }),
      `ProgressEvent {\n${common("e")},\n  lengthComputable: true,\n  loaded: 1,\n  total: 2\n}`,
    ],
  ] as const)
    assert.strictEqual(Deno.inspect(event).replace(/timeStamp: [\d.]+/, "timeStamp: 0"), text);
});

test("derived classes, streams and entries of the web", () => {
  class OwnRequest extends Request {}
  compare([
    [new OwnRequest("http://a/"), Deno.inspect(new Request("http://a/")).replace("Request", "OwnRequest")],
    [new (class Part extends Blob {})(["a"]), 'Part { size: 1, type: "" }'],
    [
      new CountQueuingStrategy({ highWaterMark: 2 }),
      "CountQueuingStrategy { highWaterMark: 2, size: [Function: size] }",
    ],
    [new ReadableStream().getReader(), "ReadableStreamDefaultReader { closed: Promise { <pending> } }"],
    [
      new WritableStream().getWriter(),
      "WritableStreamDefaultWriter {\n  closed: Promise { <pending> },\n  desiredSize: 1,\n  ready: Promise { undefined }\n}",
    ],
    [
      performance.mark("a", { startTime: 1 }),
      'PerformanceMark {\n  name: "a",\n  entryType: "mark",\n  startTime: 1,\n  duration: 0,\n  detail: null\n}',
    ],
    [crypto, "Crypto { subtle: SubtleCrypto {} }"],
    [new FileReader(), "FileReader { error: null, readyState: 0, result: null }"],
  ]);
});

test("objects of the web have the members that Deno shows", () => {
  compare([
    [
      new URL("http://u:p@h:1/p?q=1#f"),
      'URL {\n  href: "http://u:p@h:1/p?q=1#f",\n  origin: "http://h:1",\n  protocol: "http:",\n  username: "u",\n' +
        '  password: "p",\n  host: "h:1",\n  hostname: "h",\n  port: "1",\n  pathname: "/p",\n  hash: "#f",\n  search: "?q=1"\n}',
    ],
    [new Blob(["ab"], { type: "t/x" }), 'Blob { size: 2, type: "t/x" }'],
    [new File(["ab"], "n.txt", { type: "t/x" }), 'File { name: "n.txt", size: 2, type: "t/x" }'],
    [AbortSignal.abort("r"), 'AbortSignal { aborted: true, reason: "r", onabort: null }'],
    [new WritableStream(), "WritableStream { locked: false }"],
    [new TextEncoder(), 'TextEncoder { encoding: "utf-8" }'],
    [
      new Request("http://a/"),
      'Request {\n  bodyUsed: false,\n  headers: Headers {},\n  method: "GET",\n  redirect: "follow",\n  url: "http://a/"\n}',
    ],
    [
      new Response(null, { status: 404, headers: { a: "b" } }),
      'Response {\n  body: null,\n  bodyUsed: false,\n  headers: Headers { a: "b" },\n  ok: false,\n  redirected: false,\n' +
        '  status: 404,\n  statusText: "",\n  url: ""\n}',
    ],
  ]);
});

test("buffers, proxies and tagged objects", () => {
  compare([
    [new ArrayBuffer(2), "ArrayBuffer { [Uint8Contents]: <00 00>, byteLength: 2 }"],
    [
      new DataView(new ArrayBuffer(1)),
      "DataView {\n  byteLength: 1,\n  byteOffset: 0,\n  buffer: ArrayBuffer { [Uint8Contents]: <00>, byteLength: 1 }\n}",
    ],
    [new Proxy({ a: 1 }, {}), "{ a: 1 }"],
    [new Proxy([1], {}), "[ 1 ]"],
    [{ [Symbol.toStringTag]: "Tag", a: 1 }, 'Object [Tag] { a: 1, Symbol(Symbol.toStringTag): "Tag" }'],
  ]);
});

test("Deno.inspect: trailing commas, and limits of items and strings", () => {
  const options = { trailingComma: true, compact: false };
  assert.strictEqual(
    Deno.inspect({ a: [1], b: new Map([["k", {}]]) }, options),
    '{\n  a: [\n    1,\n  ],\n  b: Map(1) {\n    "k" => {},\n  },\n}',
  );
  assert.strictEqual(Deno.inspect({ a: 1 }, { trailingComma: true }), "{ a: 1 }");
  const items = Array.from({ length: 120 }, (_value, index) => index);
  assert.strictEqual(Deno.inspect(items, { iterableLimit: Infinity, compact: false }).split("\n").length, 122);
  assert.strictEqual(Deno.inspect(items, { iterableLimit: 1, compact: false }), "[\n  0,\n  ... 119 more items\n]");
});

test("Deno.inspect: without escape sequences only quotes and backslashes are escaped", () => {
  const inspect = (value: unknown): string => Deno.inspect(value, { escapeSequences: false });
  assert.strictEqual(inspect("a\nb\tc\\d"), '"a\nb\tc\\\\d"');
  assert.strictEqual(inspect(["\"'`"]), '[ "\\"\'`" ]');
  assert.strictEqual(Deno.inspect("a\nb"), '"a\\nb"');
});

test("objects of the web show their members at every depth, and hidden ones never", () => {
  const deep = { a: { b: new Headers({ a: "b" }), c: new Blob(["x"]), d: { e: 1 } } };
  assert.strictEqual(Deno.inspect(deep, { depth: 0 }), "{ a: [Object] }");
  assert.strictEqual(
    Deno.inspect(deep, { depth: 1 }),
    '{\n  a: { b: Headers { a: "b" }, c: Blob { size: 1, type: "" }, d: [Object] }\n}',
  );
  assert.strictEqual(
    Deno.inspect(new AbortController(), { depth: 0 }),
    "AbortController {\n  signal: AbortSignal { aborted: false, reason: undefined, onabort: null }\n}",
  );
  assert.strictEqual(Deno.inspect(new Blob(["x"]), { showHidden: true }), 'Blob { size: 1, type: "" }');
});

test("colors: regular expressions in one, members of buffers in none", () => {
  const paint = (value: unknown): string => Deno.inspect(value, { colors: true }).replaceAll("\u001b[", "^");
  assert.strictEqual(paint(/a\/b/g), "^31m/a\\/b/g^39m");
  assert.strictEqual(paint(Object.assign(/a/, { x: 1 })), "/a/ { x: ^33m1^39m }");
  assert.strictEqual(paint(new ArrayBuffer(1)), "ArrayBuffer { ^36m[Uint8Contents]^39m: <00>, byteLength: ^33m1^39m }");
});

test("descriptions of symbols that are no words are in quotes", () => {
  compare([
    [Symbol("a.b1"), "Symbol(a.b1)"],
    [Symbol("a b"), 'Symbol("a b")'],
    [Symbol(""), 'Symbol("")'],
    [Symbol(), "Symbol()"],
    [{ [Symbol("a b")]: Symbol.iterator }, "{ Symbol(a b): Symbol(Symbol.iterator) }"],
  ]);
});

test("weak collections, classes of Intl, exceptions, and the bodies of responses", () => {
  assert.strictEqual(Deno.inspect(new WeakMap(), { showHidden: true }), "WeakMap {  }");
  compare([[new Intl.NumberFormat("en"), "NumberFormat [Intl.NumberFormat] {}"]]);
  assert.match(Deno.inspect(new DOMException("m", "AbortError")), /^AbortError: m(?:\n {4}at .*)+$/);
  assert.ok(Deno.inspect(new Response("x")).includes("supportsBYOB: false"));
  assert.ok(Deno.inspect(new Uint8Array(1), { showHidden: true }).includes("[BYTES_PER_ELEMENT]: 1"));
});

test("what a custom method prints with its options is indented", () => {
  const long = { aaaaaaaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: 2, ccccccccccccccccccccccccc: 3 };
  const value = {
    [Symbol.for("Deno.customInspect")]: (inspect: (value: unknown, options: object) => string, options: object) =>
      `X ${inspect(long, options)}`,
  };
  const shown = Object.entries(long).map(([key, number]) => `    ${key}: ${number}`); // prettier-ignore
  compare([[{ x: value }, `{\n  x: X {\n${shown.join(",\n")}\n  }\n}`]]);
});
