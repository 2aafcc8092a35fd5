// `Bun.TOML`, `Bun.YAML`, `Bun.JSON5`, `Bun.JSONC` and `Bun.JSONL`. Values follow the specifications. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("TOML: tables, arrays of tables, dotted keys", () => {
  const text = `title = "x" # comment\n[a.b]\nc = 1\nd = [1, 2,\n 3]\nsite."google.com" = true\n[[e]]\nf = 'li\\t'\n[[e]]\ng = { x = 1.5, y.z = 0x1F }\n[e.sub]\nh = """\nmulti\nline"""\n`;
  assert.deepStrictEqual(Bun.TOML.parse(text), {
    title: "x",
    a: { b: { c: 1, d: [1, 2, 3], site: { "google.com": true } } },
    e: [{ f: "li\\t" }, { g: { x: 1.5, y: { z: 31 } }, sub: { h: "multi\nline" } }],
  });
});

test("TOML: numbers and strings", () => {
  const { inf, nan, ...rest }: any = Bun.TOML.parse(
    'i = 1_000\nf = 6.26e-3\no = 0o17\nb = 0b11\ninf = -inf\nnan = nan\ns = "t\\tq\\"\\u00e9"\nt = true\nm = """a \\\n   b"""\n',
  );
  assert.deepStrictEqual(rest, { i: 1000, f: 0.00626, o: 15, b: 3, s: 't\tq"é', t: true, m: "a b" });
  assert.deepStrictEqual([inf, nan], [-Infinity, NaN]);
});

test("TOML: mistakes are SyntaxErrors", () => {
  for (const text of [
    "a = ",
    "a = 1\na = 2",
    "[a]\n[a]",
    "a = [1",
    'a = "x',
    "a = 01",
    "a = -0x1F",
    "a.b = 1\na = 2",
    "= 1",
  ])
    assert.throws(() => Bun.TOML.parse(text), SyntaxError, text);
});

test("YAML: collections, scalars, anchors", () => {
  const text =
    "a: 1\nb: [x, y]\nc:\n  - d: true\n    e: null\n  - - 1\n    - 2\nf: |\n  text\n  more\ng: >-\n  fold\n  ed\nh: &x {k: v}\ni: *x\nj: 2020-01-01\nk: \"q\\n\\u00e9\"\nl: 'it''s'\nm: ~\nn:\n- same\n- column\no: 0x1F\np: -.inf\nq: 1e3\n";
  assert.deepStrictEqual(Bun.YAML.parse(text), {
    a: 1,
    b: ["x", "y"],
    c: [{ d: true, e: null }, [1, 2]],
    f: "text\nmore\n",
    g: "fold ed",
    h: { k: "v" },
    i: { k: "v" },
    j: "2020-01-01",
    k: "q\né",
    l: "it's",
    m: null,
    n: ["same", "column"],
    o: 31,
    p: -Infinity,
    q: 1000,
  });
});

test("YAML: comments, keys, several lines, several documents", () => {
  assert.deepStrictEqual(
    Bun.YAML.parse('# head\na: x # tail\n"b c": url http://x/#y\n? d\n: e\nplain: one\n  two\n\n  three\n'),
    { a: "x", "b c": "url http://x/#y", d: "e", plain: "one two\nthree" },
  );
  assert.deepStrictEqual(Bun.YAML.parse("a: 1\n---\nb: 2\n"), [{ a: 1 }, { b: 2 }]);
  assert.deepStrictEqual((Bun.YAML.parse("base: &b {x: 1, y: 2}\nderived:\n  <<: *b\n  y: 3\n") as any).derived, {
    y: 3,
    x: 1,
  });
  assert.deepStrictEqual(Bun.YAML.parse('- a\n-\n  b: 1\n- [c, {d: e}]\n- "f: g"\n- !!str 5\n'), [
    "a",
    { b: 1 },
    ["c", { d: "e" }],
    "f: g",
    "5",
  ]);
  assert.deepStrictEqual(
    [Bun.YAML.parse("just text"), Bun.YAML.parse("42"), Bun.YAML.parse("")],
    ["just text", 42, null],
  );
});

test("YAML: block scalars keep or drop their ends", () => {
  assert.deepStrictEqual(Bun.YAML.parse("a: |-\n  x\n\n  y\n\nb: |+\n  x\n\nc: >\n  a\n  b\n\n  c\n   d\n"), {
    a: "x\n\ny",
    b: "x\n\n",
    c: "a b\nc\n d\n",
  });
});

test("YAML: mistakes are SyntaxErrors", () => {
  for (const text of ["a: [1", "a: b: c", "a: *none", 'a: "x', "a:\n  b: 1\n c: 2"])
    assert.throws(() => Bun.YAML.parse(text), SyntaxError, text);
});

test("YAML is written in one line or as a block", () => {
  const value = { a: 1, b: ["x", { c: null }], d: "yes", e: "multi\nline", f: {}, g: [] };
  assert.strictEqual(Bun.YAML.stringify({ a: 1, b: ["x", { c: null }], d: "yes" }), '{a: 1,b: [x,{c: null}],d: "yes"}');
  assert.strictEqual(
    Bun.YAML.stringify(value, null, 2),
    'a: 1\nb:\n  - x\n  - c: null\nd: "yes"\ne: "multi\\nline"\nf: {}\ng: []',
  );
  assert.deepStrictEqual(Bun.YAML.parse(Bun.YAML.stringify(value, null, 2)), value);
});

test("JSON5, JSONC and JSONL", () => {
  assert.deepStrictEqual(Bun.JSON5.parse("{a:1,/*x*/b:'q',c:[1,],d:+Infinity,e:.5,f:0xFF}"), {
    a: 1,
    b: "q",
    c: [1],
    d: Infinity,
    e: 0.5,
    f: 255,
  });
  assert.strictEqual(Bun.JSON5.stringify({ a: 1, "b-c": "x'y" }, null, 2), "{\n  a: 1,\n  'b-c': 'x\\'y',\n}");
  assert.deepStrictEqual(Bun.JSONC.parse('{"a":1, // x\n "b":[1,],}'), { a: 1, b: [1] });
  assert.deepStrictEqual(Bun.JSONL.parse('{"a":1}\n[2]\n'), [{ a: 1 }, [2]]);
  assert.throws(() => Bun.JSON5.parse("{a:}"), SyntaxError);
  assert.throws(() => Bun.JSONC.parse('{"a" 1}'), SyntaxError);
});

test("TOML: an integer that a number cannot hold is refused", () => {
  assert.deepStrictEqual(
    { ...Bun.TOML.parse("a = 9007199254740991\nb = -9007199254740991\nc = 0x1fffffffffffff") },
    {
      a: Number.MAX_SAFE_INTEGER,
      b: -Number.MAX_SAFE_INTEGER,
      c: Number.MAX_SAFE_INTEGER,
    },
  );
  for (const text of ["9007199254740992", "-9007199254740993", "9223372036854775807", "0x7fffffffffffffff"])
    assert.throws(() => Bun.TOML.parse(`a = ${text}`), { name: "SyntaxError", message: /cannot be losslessly/ });
  for (const text of ["9223372036854775808", "0xffffffffffffffff"])
    assert.throws(() => Bun.TOML.parse(`a = ${text}`), { name: "SyntaxError", message: /64-bit signed range/ });
});

test("YAML: an alias can refer to the collection that it is in", () => {
  const list = Bun.YAML.parse("&a [1, *a]") as unknown[];
  assert.strictEqual(list[1], list);
  const block = Bun.YAML.parse("&a\n- *a\n") as unknown[];
  assert.strictEqual(block[0], block);
  const { a } = Bun.YAML.parse("a: &x\n  b: *x\n") as { a: { b: unknown } };
  assert.strictEqual(a.b, a);
  const flow = Bun.YAML.parse("&x {self: *x}") as { self: unknown };
  assert.strictEqual(flow.self, flow);
  const nested = Bun.YAML.parse("a: &x\n  - &y {p: *x}\n  - *y") as { a: [{ p: unknown }, unknown] };
  assert.strictEqual(nested.a[0].p, nested.a);
  assert.strictEqual(nested.a[1], nested.a[0]);
  assert.throws(() => Bun.YAML.parse("a: *unknown"), { name: "SyntaxError", message: /Unresolved alias/ });
  assert.throws(() => Bun.YAML.parse("a: &x\n  <<: *x\n  b: 1"), { message: /cannot reference an enclosing node/ });
});

test("YAML: values that occur twice, and cycles, are written with anchors", () => {
  const cycle: any = { a: 1 };
  cycle.self = cycle;
  cycle.list = [cycle];
  const one = { q: 1 };
  const two = [1];
  const write = (value: unknown): string | undefined => Bun.YAML.stringify(value, null, 2);
  assert.strictEqual(write(cycle), "&root\na: 1\nself:\n  *root\nlist:\n  - *root");
  assert.strictEqual(write({ a: one, b: one }), "a:\n  &a\n  q: 1\nb:\n  *a");
  assert.strictEqual(write([one, one, two, two]), "- &item0\n  q: 1\n- *item0\n- &item1\n  - 1\n- *item1");
  assert.strictEqual(
    write({ a: one, b: { a: two, c: [two, one] } }),
    "a:\n  &a1\n  q: 1\nb:\n  a:\n    &a\n    - 1\n  c:\n    - *a\n    - *a1",
  );
  assert.strictEqual(
    write({ "a b": two, root: one, c: [two, one] }),
    "a b:\n  &value0\n  - 1\nroot:\n  &root1\n  q: 1\nc:\n  - *value0\n  - *root1",
  );
  assert.strictEqual(Bun.YAML.stringify({ a: one, b: [one] }), "{a: &a {q: 1},b: [*a]}");
  assert.deepStrictEqual(Bun.YAML.parse(write({ a: one, b: [one] })!), { a: one, b: [one] });
});

test("a pipe exists as a file", async () => {
  const { execFileSync } = await import("node:child_process");
  const fs = await import("node:fs");
  const folder = fs.mkdtempSync("/tmp/brio-pipe-");
  try {
    execFileSync("mkfifo", [`${folder}/pipe`]);
    assert.deepStrictEqual(
      await Promise.all([
        Bun.file(`${folder}/pipe`).exists(),
        Bun.file(folder).exists(),
        Bun.file("/dev/null").exists(),
      ]),
      [true, false, false],
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("YAML with an anchor that has a colon and no key behind it ends with an error", () => {
  assert.throws(() => Bun.YAML.parse("x: 1\n&a: b\n"), { name: "SyntaxError" });
});

test("YAML's comments, colons and indicators inside of plain scalars", () => {
  const cases: [string, unknown][] = [
    ["v: a#b", { v: "a#b" }],
    ["v: a #b", { v: "a" }],
    ["url: http://a:80/b", { url: "http://a:80/b" }],
    ["t: a, [b]", { t: "a, [b]" }],
    ["[a:b, c:d]", ["a:b", "c:d"]],
    ["a : b\r\nc:\r\n- d\r\n", { a: "b", c: ["d"] }],
    ["multi: one\n  two\n\n  three\nnext: 1", { multi: "one two\nthree", next: 1 }],
    ["- --\n- .x", ["--", ".x"]],
  ];
  for (const [source, value] of cases) assert.deepStrictEqual(Bun.YAML.parse(source), value, source);
});
