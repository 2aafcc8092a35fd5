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
