// `Bun.TOML.stringify`: its layout and its errors. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const { stringify, parse } = (Bun as any).TOML;

test("values precede tables, and implied headers are left out", () => {
  assert.strictEqual(stringify({ x: { y: 1 }, z: 2 }), "z = 2\n\n[x]\ny = 1\n");
  assert.strictEqual(stringify({ a: { b: { c: 1 } }, d: { e: {} } }), "[a.b]\nc = 1\n\n[d.e]\n");
  assert.strictEqual(stringify({ a: { b: { c: 1 }, d: 2 } }), "[a]\nd = 2\n\n[a.b]\nc = 1\n");
  assert.strictEqual(stringify({ "a.b": { "c d": { "": 1 } } }), '["a.b"."c d"]\n"" = 1\n');
  assert.strictEqual(stringify({}), "");
});

test("arrays of tables have a header for each table, other arrays are inline", () => {
  assert.strictEqual(stringify({ a: [{ b: { c: 1 } }, { d: 1 }] }), "[[a]]\n\n[a.b]\nc = 1\n\n[[a]]\nd = 1\n");
  assert.strictEqual(stringify({ a: [{}, {}] }), "[[a]]\n\n[[a]]\n");
  assert.strictEqual(
    stringify({ a: [1, { b: { c: {} }, "d e": [{ f: 1 }] }], g: [], h: [[{ i: 1 }]] }),
    'a = [1, { b = { c = {} }, "d e" = [{ f = 1 }] }]\ng = []\nh = [[{ i = 1 }]]\n',
  );
});

test("numbers, strings and dates", () => {
  assert.strictEqual(
    stringify({ a: 1.5, b: -0, c: NaN, d: -Infinity, e: 1e21, f: 2 ** 53, g: -5, h: true }),
    "a = 1.5\nb = -0.0\nc = nan\nd = -inf\ne = 1e+21\nf = 9007199254740992.0\ng = -5\nh = true\n",
  );
  assert.strictEqual(
    stringify({ a: 'q"\\\n\t\u0001\u007fé😀', b: "\ud800" }),
    'a = "q\\"\\\\\\n\\t\\u0001\\u007fé😀"\nb = "\ufffd"\n',
  );
  assert.strictEqual(
    stringify({ a: new Date(0), b: new Date("2024-01-02T03:04:05.678Z") }),
    "a = 1970-01-01T00:00:00Z\nb = 2024-01-02T03:04:05.678Z\n",
  );
  assert.strictEqual(stringify({ a: Object("x"), b: Object(3), c: Object(false) }), 'a = "x"\nb = 3\nc = false\n');
});

test("members that JSON leaves out are left out; toJSON is not called", () => {
  assert.strictEqual(stringify({ a: undefined, b: () => 1, c: Symbol("x"), d: { e: undefined } }), "[d]\n");
  assert.strictEqual(stringify({ a: { toJSON: () => 5 } }), "[a]\n");
  for (const value of [undefined, () => 1, Symbol("x")]) assert.strictEqual(stringify(value), undefined);
});

test("what TOML cannot represent is refused", () => {
  const circular: any = { list: [1] };
  circular.list.push(circular);
  const top = "TOML.stringify expects an object at the top level (a TOML document is a table)";
  for (const [value, message] of [
    [{ a: { b: null } }, "TOML cannot represent null (key 'b'); remove the key or use a sentinel value"],
    [{ a: [null] }, "TOML cannot represent null in an array"],
    [{ a: [undefined] }, "TOML cannot represent undefined in an array"],
    [{ a: [() => 1] }, "TOML cannot represent a function in an array"],
    [{ a: 10n }, "TOML.stringify cannot serialize BigInt"],
    [{ a: new Date(NaN) }, "TOML.stringify cannot serialize an invalid Date"],
    [{ a: new Date(8.64e15) }, "TOML.stringify cannot serialize a Date outside years 0000-9999"],
    [circular, "Converting circular structure to TOML"],
    [[1], top],
    [null, top],
    [new Date(0), top],
    ["x", top],
  ])
    assert.throws(() => stringify(value), { name: "Error", message });
  assert.throws(() => stringify({}, []), { message: "TOML.stringify does not support the replacer argument" });
});

test("the reader returns what was written", () => {
  const value = {
    title: "a\u0000b \\ '''",
    list: [[1, 2], ["x"], [], [{ y: 1.25 }]],
    owner: { "first name": "Ada", born: { year: 1815 } },
    servers: [
      { name: "a", ports: [{ from: 1 }, { from: 2 }] },
      { name: "b", empty: {} },
    ],
  };
  assert.deepStrictEqual(parse(stringify(value)), value);
});
