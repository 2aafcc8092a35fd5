// The application/x-www-form-urlencoded format (URL Standard §5), and changes of a list of pairs.
import assert from "node:assert";
import { test } from "../harness.ts";

const parse = (query: string): string | null => new URLSearchParams(`a=${query}`).get("a");

test("escapes of characters of every length are decoded", () => {
  const strings = ["é", "ß\u07ff", "日本", "\u0800\ud7ff\ue000\uffff", "🎉", "\u{10ffff}", "\ufeff", "a b+c%d&e=f"];
  for (const string of strings) {
    assert.strictEqual(parse(encodeURIComponent(string)), string);
    assert.strictEqual(parse(encodeURIComponent(string).toLowerCase()), string);
    assert.strictEqual(parse(`x${encodeURIComponent(string)}y+z`), `x${string}y z`);
  }
});

test("malformed escapes stay, and malformed bytes become U+FFFD", () => {
  const expected: Record<string, string> = {
    "%": "%",
    "%4": "%4",
    "%zz": "%zz",
    "1%2": "1%2",
    "%25%": "%%",
    "a+%+b": "a % b",
    "%E9": "\ufffd",
    "%C3%28": "\ufffd(",
    "%c3": "\ufffd",
    "%E6%97": "\ufffd",
    "%E6%97x": "\ufffdx",
    "%C0%80": "\ufffd\ufffd",
    "%E0%80%80": "\ufffd\ufffd\ufffd",
    "%ED%A0%80": "\ufffd\ufffd\ufffd",
    "%F4%90%80%80": "\ufffd\ufffd\ufffd\ufffd",
    "%F8": "\ufffd",
    "é%E9+日": "é\ufffd 日",
    "%80%41": "\ufffdA",
  };
  for (const [query, string] of Object.entries(expected)) assert.strictEqual(parse(query), string, query);
});

test("characters outside the set are written as the bytes of UTF-8", () => {
  const expected: Record<string, string> = {
    "a*-._Z9": "a*-._Z9",
    "a b": "a+b",
    "!'()~": "%21%27%28%29%7E",
    "\u0000\u007f": "%00%7F",
    é: "%C3%A9",
    "\u0080\u07ff": "%C2%80%DF%BF",
    "日!": "%E6%97%A5%21",
    "\u0800\ud7ff\ue000\uffff": "%E0%A0%80%ED%9F%BF%EE%80%80%EF%BF%BF",
    "x🎉 y": "x%F0%9F%8E%89+y",
    "\u{10ffff}": "%F4%8F%BF%BF",
    "\ud800x": "%EF%BF%BDx",
  };
  for (const [string, query] of Object.entries(expected))
    assert.strictEqual(new URLSearchParams([["a", string]]).toString(), `a=${query}`);
});

test("set changes the first pair and removes the others, delete removes all", () => {
  const params = new URLSearchParams("a=1&b=2&a=3&c=4&a=5");
  params.set("a", "x");
  assert.strictEqual(params.toString(), "a=x&b=2&c=4");
  params.set("d", "y");
  params.append("b", "6");
  params.append("b", "2");
  params.delete("b", "2");
  assert.strictEqual(params.toString(), "a=x&c=4&d=y&b=6");
  params.delete("a");
  params.delete("none");
  assert.deepStrictEqual(
    [...params],
    [
      ["c", "4"],
      ["d", "y"],
      ["b", "6"],
    ],
  );
});

test("a value whose conversion changes the list", () => {
  const url = new URL("http://a/?a=1&a=2");
  const { searchParams } = url;
  const value = {
    toString() {
      url.search = "?b=3";
      return "4";
    },
  };
  searchParams.set("a", value as unknown as string);
  assert.strictEqual(url.search, "?b=3&a=4");
});

test("pairs of any iterables, and keys that are equal after their surrogates are replaced", () => {
  assert.strictEqual(new URLSearchParams([["a", "b"], new Set(["c", "d"])] as any).toString(), "a=b&c=d");
  assert.throws(() => new URLSearchParams([["a"]] as any), TypeError);
  assert.throws(() => new URLSearchParams([["a", "b", "c"]] as any), TypeError);
  assert.strictEqual(
    new URLSearchParams({ "\ud800": "1", x: "2", "\ufffd": "3", y: "4" }).toString(),
    "%EF%BF%BD=3&x=2&y=4",
  );
});

test("toString follows each change", () => {
  const url = new URL("http://a/?x=1");
  for (const params of [new URLSearchParams("x=1"), url.searchParams]) {
    assert.strictEqual(String(params), "x=1");
    params.append("y", "2");
    assert.strictEqual(String(params), "x=1&y=2");
    params.set("x", "3");
    assert.strictEqual(String(params), "x=3&y=2");
    params.append("a", "é");
    params.sort();
    assert.strictEqual(String(params), "a=%C3%A9&x=3&y=2");
    params.delete("x");
    assert.strictEqual(String(params), "a=%C3%A9&y=2");
  }
  assert.strictEqual(url.search, "?a=%C3%A9&y=2");
  url.search = "?z";
  assert.strictEqual(String(url.searchParams), "z=");
});

test("lone surrogates are replaced in short and long names and values", () => {
  for (const length of [0, 10, 30]) {
    const text = "x".repeat(length);
    const params = new URLSearchParams([[`${text}\ud800`, `\udc00${text}`]]);
    assert.deepStrictEqual([...params], [[`${text}\ufffd`, `\ufffd${text}`]]);
    assert.strictEqual(params.get(`${text}\udfff`), `\ufffd${text}`);
    params.set("\ud83d\ude00", text);
    assert.strictEqual(params.get("\u{1f600}"), text);
  }
});

test("an iterator reads the current pairs, and its method checks its receiver", () => {
  const params = new URLSearchParams("a=1&b=2");
  const iterator = params.entries();
  assert.deepStrictEqual(iterator.next(), { done: false, value: ["a", "1"] });
  params.append("c", "3");
  assert.deepStrictEqual(
    [...iterator],
    [
      ["b", "2"],
      ["c", "3"],
    ],
  );
  assert.deepStrictEqual(iterator.next(), { done: true, value: undefined });
  assert.deepStrictEqual([...params.keys()], ["a", "b", "c"]);
  assert.deepStrictEqual([...params.values()], ["1", "2", "3"]);
  const prototype = Object.getPrototypeOf(iterator);
  assert.deepStrictEqual(Object.keys(prototype), ["next"]);
  assert.strictEqual(Object.hasOwn(prototype, "constructor"), false);
  assert.strictEqual(Object.getPrototypeOf(prototype), Iterator.prototype);
  assert.strictEqual(Object.prototype.toString.call(iterator), "[object URLSearchParams Iterator]");
  for (const receiver of [undefined, {}, params, prototype])
    assert.throws(() => prototype.next.call(receiver), TypeError);
});
