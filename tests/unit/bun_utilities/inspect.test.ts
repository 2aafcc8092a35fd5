// The format of `Bun.inspect` and of Bun's console. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

/** Compares the text of each value. */
function compare(cases: [value: unknown, text: string][], options?: object): void {
  for (const [value, text] of cases) assert.strictEqual(Bun.inspect(value, options as undefined), text);
}

test("primitives", () => {
  compare([
    ["a", '"a"'],
    ['say "hi"\n\t\\', '"say \\"hi\\"\\n\\t\\\\"'],
    ["\x1b\0", '"\\u001B\\u0000"'],
    [-0, "-0"],
    [1e21, "1e+21"],
    [12n, "12n"],
    [Symbol("s"), "Symbol(s)"],
    [undefined, "undefined"],
    [null, "null"],
  ]);
  assert.strictEqual((Bun.inspect as unknown as () => string)(), "");
});

test("each member of an object is on a line of its own, with a comma", () => {
  compare([
    [{}, "{}"],
    [{ a: 1 }, "{\n  a: 1,\n}"],
    [{ a: { b: ["x"] }, c: null }, '{\n  a: {\n    b: [ "x" ],\n  },\n  c: null,\n}'],
    [{ "a-b": 1, 2: 3, é: 4, "": 5, $x: 6 }, '{\n  "2": 3,\n  "a-b": 1,\n  "é": 4,\n  "": 5,\n  $x: 6,\n}'],
    [{ [Symbol("s")]: 1 }, "{\n  [Symbol(s)]: 1,\n}"],
    [{ get a() { return 1; } }, "{\n  a: [Getter],\n}"], // prettier-ignore
    [{ set a(_value: unknown) {} }, "{\n  a: [Setter],\n}"],
    [Object.create(null, { a: { value: 1, enumerable: true } }), "[Object: null prototype] {\n  a: 1,\n}"],
    [Object.defineProperty({}, "hidden", { value: 1 }), "{\n  hidden: 1,\n}"],
    [{ [Symbol.toStringTag]: "Tag", a: 1 }, "Tag {\n  a: 1,\n}"],
  ]);
});

test("instances have the members of their classes", () => {
  class Base {
    x = 1;
    base(): void {}
  }
  class Derived extends Base {
    y = "s";
    get area(): number {
      return 1;
    }
    derived(): void {}
  }
  compare([
    [new (class Empty {})(), "Empty {}"],
    [
      new Derived(),
      'Derived {\n  x: 1,\n  y: "s",\n  area: [Getter],\n  derived: [Function: derived],\n  base: [Function: base],\n}',
    ],
    [Derived, "[class Derived extends Base]"],
    [class {}, "[class (anonymous)]"],
    [Object.create({ inherited: 1 }), "{\n  inherited: 1,\n}"],
  ]);
});

test("functions", () => {
  compare([
    [function foo() {}, "[Function: foo]"],
    [() => {}, "[Function]"],
    [async function af() {}, "[AsyncFunction: af]"],
    [function* gf() {}, "[GeneratorFunction: gf]"],
    [async function* agf() {}, "[AsyncGeneratorFunction: agf]"],
    [function foo() {}.bind(null), "[Function: foo]"],
    [Math.max, "[Function: max]"],
    [{ ["a b"]() {} }, '{\n  "a b": [Function],\n}'],
  ]);
});

test("arrays are on one line up to ten elements, unless the first is an object", () => {
  const numbers = Array.from({ length: 101 }, (_, index) => index);
  compare([
    [[], "[]"],
    [[1, 2, 3], "[ 1, 2, 3 ]"],
    [["a", "b"], '[ "a", "b" ]'],
    [[[1, 2], [3]], "[\n  [ 1, 2 ], [ 3 ]\n]"],
    [[{ a: 1 }, { b: 2 }], "[\n  {\n    a: 1,\n  }, {\n    b: 2,\n  }\n]"],
    [[1, { a: 1 }, 2], "[ 1, {\n    a: 1,\n  }, 2 ]"],
    [[() => {}, 1], "[\n  [Function], 1\n]"],
    [[1, , 3], "[ 1, empty item, 3 ]"], // prettier-ignore
    [new Array(5), "[ 5 x empty items ]"],
    [Object.assign([1], { foo: "bar" }), '[ 1, foo: "bar" ]'],
    [numbers.slice(0, 10), "[ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 ]"],
    [numbers.slice(0, 11), "[\n  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\n]"],
    [["x".repeat(80), 1], `[ "${"x".repeat(80)}",\n  1\n]`],
  ]);
  const lines = Bun.inspect(numbers).split("\n");
  assert.strictEqual(lines[1], `  ${numbers.slice(0, 23).join(", ")},`);
  assert.strictEqual(lines.at(-2), "  ... 1 more items");
});

test("collections, bytes, dates and promises", () => {
  compare([
    [new Map<unknown, unknown>([["a", 1], [{ b: 1 }, [2]]]), 'Map(2) {\n  "a": 1,\n  {\n    b: 1,\n  }: [ 2 ],\n}'], // prettier-ignore
    [new Map(), "Map {}"],
    [new Set([1, "a"]), 'Set(2) {\n  1,\n  "a",\n}'],
    [new WeakMap(), "WeakMap {}"],
    [new Map([["a", 1]]).entries(), 'MapIterator { \n  [ "a", 1 ],\n}'],
    [new Uint8Array([1, 2]), "Uint8Array(2) [ 1, 2 ]"],
    [new ArrayBuffer(2), "ArrayBuffer(2) [ 0, 0 ]"],
    [Buffer.from("ab"), "<Buffer 61 62>"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [new Date(NaN), "Invalid Date"],
    [[/a/g], "[ /a/g ]"],
    [Promise.resolve(1), "Promise { <resolved> }"],
    [new Promise(() => {}), "Promise { <pending> }"],
    [new Number(3), "[Number: 3]"],
    [(function* () {})(), "{}"],
    [(function (..._given: unknown[]) { return arguments; })(1, "a"), '[ 1, "a" ]'], // prettier-ignore
  ]);
});

test("objects of the web", () => {
  compare([
    [new Headers({ a: "b" }), 'Headers {\n  "a": "b",\n}'],
    [new Headers(), "Headers {}"],
    [new URLSearchParams("a=1"), 'URLSearchParams {\n  "a": "1",\n}'],
    [new Blob(["ab"], { type: "t/x" }), 'Blob (2 bytes) {\n  type: "t/x"\n}'],
    [{ h: new Headers({ a: "b" }) }, '{\n  h: Headers {\n    "a": "b",\n  },\n}'],
  ]);
});

test("circles, depth and options", () => {
  const circle: Record<string, unknown> = { a: 1 };
  circle.self = circle;
  const shared = {};
  const deep = { a: { b: { c: { d: 1 } } } };
  compare([
    [circle, "{\n  a: 1,\n  self: [Circular],\n}"],
    [[shared, shared], "[\n  {}, {}\n]"],
  ]);
  compare([[deep, "{\n  a: {\n    b: [Object ...],\n  },\n}"]], { depth: 1 });
  compare([[{ a: [1], m: new Map([[1, 2]]), e: [] }, "{\n  a: [Array ...],\n  m: [Map ...],\n  e: [],\n}"]], {
    depth: 0,
  });
  compare([[{ a: 1, b: [1, { c: 2 }] }, "{ a: 1, b: [ 1, { c: 2 } ] }"]], { compact: true });
  compare([[{ b: 1, a: 2 }, "{\n  a: 2,\n  b: 1,\n}"]], { sorted: true });
  compare([[1, "\u001b[0m\u001b[33m1\u001b[0m"]], { colors: true });
  assert.ok(Bun.inspect({ a: { b: { c: { d: { e: { f: 1 } } } } } }).includes("f: 1"));
});

test("a custom method returns a string or another value", () => {
  compare([
    [{ [Bun.inspect.custom]: () => "CUSTOM" }, "CUSTOM"],
    [{ [Bun.inspect.custom]: () => ({ a: 1 }) }, "{\n  a: 1,\n}"],
    [{ a: { [Bun.inspect.custom]: (depth: number) => `depth ${depth}` } }, "{\n  a: depth 7,\n}"],
  ]);
});

test("the console prints strings as they are, and replaces placeholders in every string that others follow", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "inspect-"));
  const program = path.join(folder, "program.ts");
  fs.writeFileSync(
    program,
    `void Bun;
console.log("a", 1, { a: "x" }, [1], "b\\n");
console.log({ a: { b: { c: { d: 1 } } } });
console.dir({ a: { b: { c: { d: 1 } } } }, { depth: null });
console.log("%s is %d, %i, %f %j %o %c%%", "x", 42.5, 7.9, "1.5", { a: 1 }, { b: 1 }, "css", "rest");
console.log(1, "%s", 2, "%s");
console.log("100%", 1, null, undefined, -0, () => {});
console.group("G");
console.log({ a: 1 });
console.groupEnd();
console.assert(false, "as", [1]);
`,
  );
  const output = String(execFileSync(process.execPath, [program], { stdio: ["ignore", "pipe", "ignore"] }));
  fs.rmSync(folder, { recursive: true });
  const expected = [
    'a 1 {\n  a: "x",\n} [ 1 ] b\n',
    "{\n  a: {\n    b: {\n      c: [Object ...],\n    },\n  },\n}",
    "{\n  a: {\n    b: {\n      c: {\n        d: 1,\n      },\n    },\n  },\n}",
    'x is 42, 7, 1.5 {"a":1} {\n  b: 1,\n} % rest',
    "1 2 %s",
    "100% 1 null undefined -0 [Function]",
    "G\n  {\n    a: 1,\n  }",
  ];
  assert.strictEqual(output, `${expected.join("\n")}\n`);
});

test("headers are in Bun's order: those of the standards, cookies, others", () => {
  const headers = new Headers([
    ["x-b", "1"],
    ["content-type", "a"],
    ["set-cookie", "x=1"],
    ["host", "h"],
    ["set-cookie", "y"],
    ["x-a", "2"],
  ]);
  const shown =
    '  "content-type": "a",\n  "host": "h",\n  "set-cookie": [ "x=1", "y" ],\n  "x-b": "1",\n  "x-a": "2",\n';
  compare([[headers, `Headers {\n${shown}}`]]);
  assert.deepStrictEqual(Object.keys(headers.toJSON()), ["content-type", "host", "set-cookie", "x-b", "x-a"]);
});

test("requests and responses show a body that is in memory", () => {
  const request = new Request("http://x/", { method: "POST", body: new Blob(["ab"], { type: "a/b" }) });
  const lines = [
    "Request (2 bytes) {",
    '  method: "POST",',
    '  url: "http://x/",',
    "  headers: Headers {",
    '    "content-type": "a/b",',
    "  }",
    "  Blob (2 bytes) {",
    '    type: "a/b"',
    "  }",
    "}",
  ];
  compare([[request, lines.join("\n")]]);
  const text = Bun.inspect({ r: Response.json({ a: 1 }) });
  assert.ok(text.startsWith("{\n  r: Response (7 bytes) {\n    ok: true,\n"), text);
  assert.ok(
    text.includes('    headers: Headers {\n      "content-type": "application/json;charset=utf-8",\n    },\n'),
    text,
  );
  assert.ok(text.endsWith("    bodyUsed: false,\n    Blob (7 bytes)\n  },\n}"), text);
});

test("files are references", () => {
  compare([
    [Bun.file("no.json", { type: "x/y" }), 'FileRef ("no.json") {\n  type: "x/y"\n}'],
    [{ f: Bun.file(3) }, '{\n  f: FileRef (fd: 3) {\n    type: "application/octet-stream"\n  },\n}'],
  ]);
});

test("cookies are shown by what JSON has of them", () => {
  compare([
    [new Bun.CookieMap("a=1"), '{\n  "a": "1",\n}'],
    [
      Bun.Cookie.parse("x=1; Path=/"),
      '[Object: null prototype] {\n  "name": "x",\n  "value": "1",\n  "path": "/",\n  "secure": false,\n  "sameSite": "lax",\n  "httpOnly": false,\n  "partitioned": false,\n}',
    ],
  ]);
});

test("what classes of the web compute is shown", () => {
  const shown = Bun.inspect(new CustomEvent("c", { detail: 1 }));
  for (const line of ["CustomEvent {\n", '\n  type: "c",\n', "\n  detail: 1,\n", "\n  eventPhase: 0,\n"])
    assert.ok(shown.includes(line), shown);
  assert.ok(Bun.inspect(new TextEncoder()).startsWith('TextEncoder {\n  encoding: "utf-8",\n'));
  assert.ok(Bun.inspect(crypto.subtle).includes("\n  digest: [Function: digest],\n"));
});

test("console.table has no head for the rows, and strings without quotes", () => {
  const source =
    'console.table([{ a: 1, b: "x" }, { a: 2 }]); console.table(new Map([["k", 1]])); console.table(["s"]);';
  const expected = [
    "┌───┬───┬───┐",
    "│   │ a │ b │",
    "├───┼───┼───┤",
    "│ 0 │ 1 │ x │",
    "│ 1 │ 2 │   │",
    "└───┴───┴───┘",
    "┌───┬─────┬────────┐",
    "│   │ Key │ Values │",
    "├───┼─────┼────────┤",
    "│ 0 │ k   │ 1      │",
    "└───┴─────┴────────┘",
    "┌───┬────────┐",
    "│   │ Values │",
    "├───┼────────┤",
    "│ 0 │ s      │",
    "└───┴────────┘",
    "",
  ];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "table-"));
  try {
    // The use of `Bun` says whose program it is.
    const program = path.join(folder, "program.js");
    fs.writeFileSync(program, `Bun.version; ${source}`);
    assert.strictEqual(execFileSync(process.execPath, [program], { encoding: "utf8" }), expected.join("\n"));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("sorted: the own members by name, each element on a line", () => {
  class Base {
    z = 1;
    a = [1, "x"];
    method(): void {}
  }
  compare(
    [
      [[1, [2]], "[\n  1,\n  [\n    2\n  ]\n]"],
      [new Base(), 'Base {\n  a: [\n    1,\n    "x"\n  ],\n  z: 1,\n}'],
      [Object.create({ inherited: 1 }), "{}"],
    ],
    { sorted: true },
  );
  compare([[{ b: [1, { d: 1, c: 2 }], a: 1 }, "{ a: 1, b: [ 1, { c: 2, d: 1 } ] }"]], { sorted: true, compact: true });
});

test("colors: strings of members and elements, keys, lists of the web, placeholders", () => {
  const paint = (text: string): string => text.replaceAll("^", "\u001b[");
  compare(
    [
      ["", '""'],
      [["a", ""], paint('[ ^0m^32m"a"^0m^0m^0m^2m,^0m ""^0m ]')],
      [{ s: "a", e: "" }, paint('{\n  ^0ms^2m:^0m ^0m^32m^0m^32m"a"^0m^0m^0m^2m,^0m\n  ^0me^2m:^0m ^0m^32m""^0m^0m^2m,^0m\n}')],
      [new Headers({ a: "b" }), paint('^0mHeaders {\n  ^0m^32m"a"^0m^2m:^0m ^0m^32m^0m^32m"b"^0m^0m^0m^2m,^0m\n}')],
      [new Blob(["ab"], { type: "t/x" }), paint('^0mBlob^0m (^33m2 bytes^0m) {\n  type^2m:^0m ^32m"t/x"^0m\n}')],
      [new Request("http://x/"), paint('Request (0 KB) {\n  ^0mmethod^2m:^0m "GET"^0m^2m,^0m\n  ^0murl^2m:^0m "^1mhttp://x/^0m"^0m^2m,^0m\n  ^0mheaders^2m:^0m ^0mHeaders {}\n}')],
    ],
    { colors: true },
  ); // prettier-ignore
  compare([[{ a: { b: 1 } }, paint("{\n  ^0ma^2m:^0m ^0m^36m[Object ...]^0m^0m^2m,^0m\n}")]], {
    colors: true,
    depth: 0,
  });
});

test("what is too deep: names of tags, one blank more on a single line", () => {
  const values = { o: { a: 1 }, u: new URLSearchParams("a=1"), h: new Headers(), i: ""[Symbol.iterator]() };
  compare([[values, "{\n  o: [Object ...],\n  u: [URLSearchParams ...],\n  h: Headers [Object ...],\n  i: {},\n}"]], {
    depth: 0,
  });
  compare([[{ o: { a: 1 }, l: [1] }, "{ o:  [Object ...], l: [Array ...] }"]], { depth: 0, compact: true });
  let deep: object = {};
  for (let count = 0; count < 12; count++) deep = { deep };
  const levels = (depth: number | null): number =>
    Bun.inspect(deep, { depth: depth as number }).split("deep").length - 1;
  assert.deepStrictEqual([levels(null), levels(5), levels(Infinity)], [9, 6, 12]);
  const expected = { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" };
  assert.throws(() => levels(-1), { ...expected, message: "expected depth to be greater than or equal to 0, got -1" });
  assert.throws(() => levels(1.5), { ...expected, message: "expected depth to be an integer, got 1.5" });
});

test("names are those of the source; built-in constructors are classes; proxies run no traps", () => {
  const trapped = new Proxy({ a: 1 }, { get: () => assert.fail("a trap ran") });
  compare([
    [Object.defineProperty(function first() {}, "name", { value: "second" }), "[Function: first]"],
    [new (class X { static name = "Y"; a = 1 })(), "X {\n  a: 1,\n}"], // prettier-ignore
    [[Map, Uint8Array, Buffer, TypeError], "[\n  [class Map], [class Uint8Array extends TypedArray], [class Buffer extends Uint8Array], [class TypeError extends Error]\n]"], // prettier-ignore
    [Promise, "[Function: Promise]"],
    [trapped, "{\n  a: 1,\n}"],
    [new Proxy(class Inner {}, {}), "[class Inner]"],
    [Object.assign([1], { [Symbol("p")]: 2 }), "[ 1, [Symbol(p)]: 2 ]"],
    [((strings: TemplateStringsArray, _value: number) => strings)`a${1}b`, '[ "a", "b", raw: [ "a", "b" ] ]'],
    [new (class Bytes extends Uint8Array {})([1]), "Uint8Array(1) [ 1 ]"],
    [new Float32Array([-0]), "Float32Array(1) [ 0 ]"],
    [[new Number(1)], "[ [Number: 1] ]"],
    [{ [Symbol.toStringTag]: "Tag" }, 'Tag {\n  [Symbol(Symbol.toStringTag)]: "Tag",\n}'],
  ]);
});

test("a custom method receives util.inspect and the greatest depth", () => {
  const value = {
    [Bun.inspect.custom]: (depth: number, options: { depth: number }, inspect: (value: unknown) => string) =>
      `${depth} ${options.depth} ${inspect({ a: { b: "s" } })}`,
  };
  compare([[{ value }, "{\n  value: 7 8 { a: { b: 's' } },\n}"]]);
});

test("members of errors: one level, a code last, other errors after the stack, circles", () => {
  const strip = (text: string): string => text.replaceAll(/^ *\d+ \|.*\n|^ +\^\n|^ +at .*\n/gm, "");
  const shown = (members: object): string => strip(Bun.inspect(Object.assign(new Error("m"), members)));
  assert.strictEqual(shown({ code: "C", v: { a: [1] } }), 'error: m\n    v: {\n  a: [Array ...],\n},\n code: "C"\n\n');
  assert.strictEqual(shown({ code: 5 }), "error: m\n code: 5,\n\n");
  assert.strictEqual(shown({ inner: new TypeError("t"), z: 1 }), "error: m\n     z: 1,\n\n\nTypeError: t\n");
  assert.strictEqual(shown({ bytes: new TextEncoder().encode("ab") }), 'error: m\n bytes: "ab",\n\n');
  const circle: Error & { self?: Error } = new Error("c");
  circle.self = circle;
  circle.cause = circle;
  assert.strictEqual(strip(Bun.inspect(circle)), "error: c\n  self: [Circular],\n cause: [Circular],\n\n");
});

test("events, decoders and signals have their members in Bun's order", () => {
  const names = (value: object): string[] =>
    Bun.inspect(value).split("\n").slice(1, 5).map((line) => line.trim().split(":")[0]!); // prettier-ignore
  assert.deepStrictEqual(names(new Event("e")).slice(1), ["type", "target", "currentTarget"]);
  assert.deepStrictEqual(names(new TextDecoder()), ["decode", "encoding", "fatal", "ignoreBOM"]);
  assert.deepStrictEqual(names(AbortSignal.abort("why")), ["aborted", "reason", "onabort", "throwIfAborted"]);
  compare([[new File(["ab"], "n", { lastModified: 5 }), 'File (2 bytes) {\n  name: "n",\n  lastModified: 5\n}']]);
});

test("a literal shows all its symbols, its accessors and its tag, and no constructor", () => {
  assert.strictEqual(
    Bun.inspect({ [Symbol("kFoo")]: 1, [Symbol("events.x")]: 2 }, { compact: true } as never),
    "{ [Symbol(kFoo)]: 1, [Symbol(events.x)]: 2 }",
  );
  assert.strictEqual(
    Bun.inspect(
      {
        constructor: 1,
        get a() {
          return 1;
        },
        set b(_value: number) {},
      },
      { compact: true } as never,
    ),
    "{ a: [Getter], b: [Setter] }",
  );
  assert.strictEqual(Bun.inspect({ [Symbol.toStringTag]: "T", a: 1 }, { compact: true } as never), "T { a: 1 }");
  assert.strictEqual(
    Bun.inspect(Object.defineProperty({}, "hidden", { value: 1 }), { compact: true } as never),
    "{ hidden: 1 }",
  );
  assert.strictEqual(
    Bun.inspect(['a"b', "c\\d", "\u007f", "é"], { compact: true } as never),
    String.raw`[ "a\"b", "c\\d", "` + '\u007f", "é" ]',
  );
});

test("a table shows primitives as they are", () => {
  const rows = [
    { a: -0, b: "é日", c: null },
    { a: 1.5, b: true, c: undefined },
    { a: 10n, b: [1], c: "" },
  ];
  assert.strictEqual(
    Bun.inspect.table(rows),
    [
      "┌───┬─────┬───────┬───────────┐",
      "│   │ a   │ b     │ c         │",
      "├───┼─────┼───────┼───────────┤",
      "│ 0 │ -0  │ é日   │ null      │",
      "│ 1 │ 1.5 │ true  │ undefined │",
      "│ 2 │ 10n │ [ 1 ] │           │",
      "└───┴─────┴───────┴───────────┘",
      "",
    ].join("\n"),
  );
});
