// `Bun.JSONL`: what is complete is parsed; the rest is incomplete or invalid. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const JSONL = (Bun as any).JSONL;

/** [values, read, done, isInvalid] of a chunk. */
function chunk(input: unknown, ...range: unknown[]): [unknown[], number, boolean, boolean] {
  const { values, read, done, error } = JSONL.parseChunk(input, ...range);
  if (error !== null) assert(error instanceof SyntaxError && error.message === "Failed to parse JSONL");
  return [values, read, done, error !== null];
}

test("parseChunk returns the complete values and where the last ends", () => {
  assert.deepStrictEqual(chunk('{"a":1}\n{"b":2}\n'), [[{ a: 1 }, { b: 2 }], 15, true, false]);
  assert.deepStrictEqual(chunk('{"a":1}\n{"b":2'), [[{ a: 1 }], 7, false, false]);
  assert.deepStrictEqual(chunk("1\n2"), [[1, 2], 3, true, false]);
  assert.deepStrictEqual(chunk('  {"a":1}  \r\n\r\n"x"\n'), [[{ a: 1 }, "x"], 18, true, false]);
  assert.deepStrictEqual(chunk("\n\n"), [[], 0, true, false]);
  assert.deepStrictEqual(chunk('{"a":\n1}\n'), [[{ a: 1 }], 8, true, false]);
});

test("what more input could complete is not an error", () => {
  for (const text of [
    "tru",
    '"abc',
    '"ab\\',
    "[",
    "[1\n",
    '{"a"',
    '{"a":-',
    '{"a":1.',
    "[1, 2",
    "nul",
    "-",
    "1.",
    "[1,]",
  ])
    assert.deepStrictEqual(chunk(text), [[], 0, false, false], text);
});

test("what more input cannot complete is an error", () => {
  for (const text of [
    "xx\n",
    '"ab\n',
    "[1,] ",
    "{a:1}",
    "tr\n",
    '"\\x"',
    '"ab\\u12',
    "//c\n1\n",
    "@",
    "} ",
    '{"a":1,}\n',
  ])
    assert.deepStrictEqual(chunk(text), [[], 0, false, true], text);
  assert.deepStrictEqual(chunk('{"a":1}{"b":2}\n'), [[{ a: 1 }], 7, false, true]);
  assert.deepStrictEqual(chunk("[1,2] 3 4\n"), [[[1, 2]], 5, false, true]);
  assert.deepStrictEqual(chunk("01\n"), [[0], 1, false, true]);
});

test("a range of a string, and of bytes, whose positions are bytes", () => {
  assert.deepStrictEqual(chunk('{"a":1}\n{"b":2}\n{"c":3}\n', 8, 16), [[{ b: 2 }], 15, true, false]);
  assert.deepStrictEqual(chunk("1\n2\n", 100), [[], 4, true, false]);
  assert.deepStrictEqual(chunk("1\n2\n", -1, NaN), [[1, 2], 3, true, false]);
  assert.deepStrictEqual(chunk("1\n2\n", 3, 1), [[], 1, true, false]);
  const bytes = new TextEncoder().encode('{"é":"日本"}\n{"x":1}\n{"x"');
  assert.deepStrictEqual(chunk(bytes), [[{ é: "日本" }, { x: 1 }], 23, false, false]);
  assert.deepStrictEqual(chunk(bytes, 15, 20), [[], 15, false, false]);
  assert.deepStrictEqual(chunk(new Uint8Array([0xef, 0xbb, 0xbf, 0x31, 10])), [[1], 4, true, false]);
  assert.deepStrictEqual(chunk(new Uint16Array([0x3131])), [[11], 2, true, false]);
  assert.deepStrictEqual(chunk(new DataView(new ArrayBuffer(1))), [[], 0, false, true]);
});

test("a stream of chunks that break anywhere", () => {
  const source = Array.from({ length: 50 }, (_, index) => `${JSON.stringify({ index, text: "日本\n" })}\n`).join("");
  const values: any[] = [];
  let rest = "";
  for (let at = 0; at < source.length; at += 7) {
    rest += source.slice(at, at + 7);
    const part = JSONL.parseChunk(rest);
    values.push(...part.values);
    rest = rest.slice(part.read);
  }
  assert.deepStrictEqual(
    values.map(({ index }) => index),
    Array.from({ length: 50 }, (_, index) => index),
  );
});

test("parse throws only when the first value is invalid", () => {
  assert.deepStrictEqual(JSONL.parse('{"a":1}\nxx\n{"b":2}\n'), [{ a: 1 }]);
  assert.deepStrictEqual(JSONL.parse('{"a"'), []);
  assert.throws(() => JSONL.parse("xx\n"), SyntaxError);
  assert.throws(() => JSONL.parse(), { name: "TypeError", message: "JSONL.parse requires a string argument" });
  assert.throws(() => JSONL.parseChunk(null), {
    name: "TypeError",
    message: "JSONL.parseChunk requires a string argument",
  });
});
