// util.inspect: values of every kind, each option, and the errors of invalid options.
import { test } from "../harness.ts";
import assert from "node:assert";
import { inspect } from "node:util";

const cases: [unknown, string][] = [
  [undefined, "undefined"],
  [null, "null"],
  [-0, "-0"],
  [1n, "1n"],
  [true, "true"],
  [Symbol("a"), "Symbol(a)"],
  ["it's", '"it\'s"'],
  [`"it's"`, '`"it\'s"`'],
  ["\n\u0001", "'\\n\\x01'"],
  [[], "[]"],
  [[1, , 3], "[ 1, <1 empty item>, 3 ]"],
  [Object.assign([1], { x: 2 }), "[ 1, x: 2 ]"],
  [{ a: { b: { c: { d: 1 } } } }, "{ a: { b: { c: [Object] } } }"],
  [Object.create(null), "[Object: null prototype] {}"],
  [new Map([["a", [1]]]), "Map(1) { 'a' => [ 1 ] }"],
  [new Set([1, "b"]), "Set(2) { 1, 'b' }"],
  [new WeakSet(), "WeakSet { <items unknown> }"],
  [Promise.resolve(4), "Promise { 4 }"],
  [new Promise(() => {}), "Promise { <pending> }"],
  [new Date(0), "1970-01-01T00:00:00.000Z"],
  [new Date(NaN), "Invalid Date"],
  [/a\/b/g, "/a\\/b/g"],
  [new Uint8Array([1, 2]), "Uint8Array(2) [ 1, 2 ]"],
  [new ArrayBuffer(2), "ArrayBuffer { [Uint8Contents]: <00 00>, [byteLength]: 2 }"],
  [Object(1), "[Number: 1]"],
  [Object("ab"), "[String: 'ab']"],
  [() => {}, "[Function (anonymous)]"],
  [async function f() {}, "[AsyncFunction: f]"],
  [function* g() {}, "[GeneratorFunction: g]"],
  [class A {}, "[class A]"],
  [class B extends Map {}, "[class B extends Map]"],
  [
    {
      get a() {
        return 1;
      },
      set b(_: number) {},
      get c() {
        return 1;
      },
      set c(_: number) {},
    },
    "{ a: [Getter], b: [Setter], c: [Getter/Setter] }",
  ],
  [{ [Symbol.toStringTag]: "T" }, "{ Symbol(Symbol.toStringTag): 'T' }"],
  [{ "a-b": 1, [Symbol("s")]: 2 }, "{ 'a-b': 1, Symbol(s): 2 }"],
  [new Proxy({ a: 1 }, {}), "Proxy({ a: 1 })"],
];
for (const [value, expected] of cases) {
  test(`inspect gives ${expected.split("\n")[0]}`, () => assert.strictEqual(inspect(value), expected));
}

test("inspect names classes, also without a prototype", () => {
  class Point {
    x = 1;
  }
  assert.strictEqual(inspect(new Point()), "Point { x: 1 }");
  assert.strictEqual(inspect(new (class List extends Array {})(3)), "List(3) [ <3 empty items> ]");
  assert.strictEqual(inspect(Object.setPrototypeOf([1], null)), "[Array(1): null prototype] [ 1 ]");
});

test("inspect numbers circular references", () => {
  const value: any = { list: [] };
  value.self = value;
  value.list.push(value.list);
  assert.strictEqual(inspect(value), "<ref *2> { list: <ref *1> [ [Circular *1] ], self: [Circular *2] }");
});

test("inspect groups long arrays in columns and truncates them", () => {
  const text = inspect(Array.from({ length: 101 }, (_, index) => index));
  assert.strictEqual(text.split("\n")[1], "   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11,");
  assert.match(text, /\.\.\. 1 more item\n\]$/);
});

test("inspect shows the stack, the cause and the properties of errors", () => {
  const error = new TypeError("bad", { cause: "why" }) as any;
  error.stack = "TypeError: bad\n    at place (file.js:1:2)";
  error.code = "E_BAD";
  assert.strictEqual(
    inspect(error),
    "TypeError: bad\n    at place (file.js:1:2) {\n  code: 'E_BAD',\n  [cause]: 'why'\n}",
  );
  error.stack = "TypeError: bad";
  delete error.cause;
  assert.strictEqual(inspect(error), "[TypeError: bad] { code: 'E_BAD' }");
});

test("inspect calls custom functions with depth, options and itself", () => {
  const value = {
    [inspect.custom](depth: number, options: any, own: unknown) {
      return `${depth} ${options.depth} ${own === inspect}`;
    },
  };
  assert.strictEqual(inspect(value, { depth: 5 }), "5 5 true");
  assert.strictEqual(inspect([value], { customInspect: false }).includes("[Function"), true);
});

test("inspect respects its options", () => {
  assert.strictEqual(inspect({ b: 1, a: 2 }, { sorted: true }), "{ a: 2, b: 1 }");
  assert.strictEqual(inspect({ a: { b: 1 } }, { depth: 0 }), "{ a: [Object] }");
  assert.strictEqual(inspect([1, 2, 3], { maxArrayLength: 1 }), "[ 1, ... 2 more items ]");
  assert.strictEqual(inspect("abcdef", { maxStringLength: 2 }), "'ab'... 4 more characters");
  assert.strictEqual(inspect(1234567.8901, { numericSeparator: true }), "1_234_567.890_1");
  assert.strictEqual(inspect({ a: 1, b: [2] }, { compact: false }), "{\n  a: 1,\n  b: [\n    2\n  ]\n}");
  assert.strictEqual(
    inspect(
      {
        get a() {
          return 5;
        },
      },
      { getters: true },
    ),
    "{ a: [Getter: 5] }",
  );
  assert.strictEqual(
    inspect([5, "a", null], { colors: true }),
    "[ \u001b[33m5\u001b[39m, \u001b[32m'a'\u001b[39m, \u001b[1mnull\u001b[22m ]",
  );
  assert.strictEqual(inspect([1], { showHidden: true }), "[ 1, [length]: 1 ]");
  assert.strictEqual(inspect(new Proxy([1], {}), { showProxy: true }), "Proxy [ [ 1 ], {} ]");
});

test("inspect.defaultOptions refuses anything but an object", () => {
  assert.throws(
    () => {
      (inspect as any).defaultOptions = null;
    },
    {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message: 'The "options" argument must be of type object. Received null',
    },
  );
});

test("inspect passes on what a custom function throws", () => {
  assert.throws(
    () =>
      inspect({
        [inspect.custom]() {
          throw new RangeError("no");
        },
      }),
    RangeError,
  );
});

test("showHidden shows the positions of a URL", () => {
  const shown = inspect(new URL("http://u@[::1]:3/p?q#f"), { showHidden: true });
  assert.strictEqual(
    shown.slice(shown.indexOf("  Symbol(context)")),
    `  Symbol(context): URLContext {
    href: 'http://u@[::1]:3/p?q#f',
    protocol_end: 5,
    username_end: 8,
    host_start: 8,
    host_end: 14,
    pathname_start: 16,
    search_start: 18,
    hash_start: 20,
    port: 3,
    scheme_type: 0,
    [hasPort]: [Getter],
    [hasSearch]: [Getter],
    [hasHash]: [Getter]
  }
}`,
  );
  assert.ok(!inspect(new URL("http://x/")).includes("URLContext"));
});
