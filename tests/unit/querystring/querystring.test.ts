import assert from "node:assert";
import querystring from "node:querystring";
import { test } from "../harness.ts";

test("parse collects values and retains malformed parts", () => {
  assert.deepStrictEqual(
    { ...querystring.parse("a=b=c&a&=x&&b+c=d+e%zz") },
    { a: ["b=c", ""], "": "x", "b c": "d e%zz" },
  );
  assert.deepStrictEqual({ ...querystring.parse("a:1;b:2", ";", ":") }, { a: "1", b: "2" });
  assert.deepStrictEqual({ ...querystring.parse("a&b&c", undefined, undefined, { maxKeys: 2 }) }, { a: "", b: "" });
  assert.deepStrictEqual({ ...querystring.parse("foo=%EDx") }, { foo: "\ufffdx" });
});

test("stringify writes primitives and arrays", () => {
  assert.strictEqual(
    querystring.stringify({ a: 1e21, b: 1n, c: true, d: [], e: ["x", 2], f: null, h: Number.NaN } as never),
    "a=1e%2B21&b=1&c=true&e=x&e=2&f=&h=",
  );
  assert.strictEqual(querystring.stringify({ "a b": "é" }, ";", ":"), "a%20b:%C3%A9");
});

test("escape refuses a lone surrogate at the end", () => {
  assert.strictEqual(querystring.escape("ÿ€😀!'()"), "%C3%BF%E2%82%AC%F0%9F%98%80!'()");
  assert.throws(() => querystring.escape("\ud800"), {
    name: "URIError",
    code: "ERR_INVALID_URI",
    message: "URI malformed",
  });
});

test("maxKeys counts empty pairs, and text without an escape is not decoded", () => {
  assert.deepStrictEqual({ ...querystring.parse("&a", null as any, null as any, { maxKeys: 1 }) }, {});
  assert.deepStrictEqual(
    { ...querystring.parse("a&&b&c", null as any, null as any, { maxKeys: 3 }) },
    { a: "", b: "" },
  );
  assert.deepStrictEqual({ ...querystring.parse("%\u0100=%\u0101") }, { "%\u0100": "%\u0101" });
});

test("a decoder of the program gets non-empty strings only", () => {
  const decodeURIComponent = (text: string) => `<${text}>`;
  const parse = (text: string) => ({ ...querystring.parse(text, "&", "=", { decodeURIComponent }) });
  assert.deepStrictEqual(parse("=&a=&=b&c=d&e"), { "": ["", "<b>"], "<a>": "", "<c>": "<d>", "<e>": "" });
  assert.deepStrictEqual(parse("a+b=%41"), { "<a%20b>": "<%41>" });
});

test("the usual separators and others give the same pairs", () => {
  for (const text of [
    "a=1&b=2",
    "&a=1&&b&",
    "a=b&=d",
    "a+b=%20c&d=%zz",
    "a=1&a=2&a=3",
    "__proto__=1&x",
    "\u20ac=\u00e9&%E2%82%AC=%C3%A9",
  ]) {
    const usual = querystring.parse(text);
    assert.deepStrictEqual(
      querystring.parse(text.replaceAll("&", ";;").replaceAll("=", "::"), ";;", "::"),
      usual,
      text,
    );
    assert.strictEqual(Object.getPrototypeOf(usual), null);
  }
});
