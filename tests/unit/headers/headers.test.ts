// Headers: reading, changing, iterating, and invalid arguments.
import assert from "node:assert";
import { test } from "../harness.ts";

const invalidThis = { name: "TypeError", code: "ERR_INVALID_THIS", message: "Illegal invocation" };

test("Headers takes pairs, a record or other headers", () => {
  for (const init of [
    [
      ["A", "1"],
      ["b", "2"],
    ],
    { A: "1", b: "2" },
    new Headers({ A: "1", b: "2" }),
    new Map([
      ["A", "1"],
      ["b", "2"],
    ]),
  ]) {
    assert.deepStrictEqual(
      [...new Headers(init as any)],
      [
        ["a", "1"],
        ["b", "2"],
      ],
    );
  }
});

test("Headers refuses values that are not objects", () => {
  for (const init of [null, 1, "a", Symbol("s")]) {
    assert.throws(() => new Headers(init as any), {
      name: "TypeError",
      message:
        "Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.",
    });
  }
});

test("Headers refuses pairs of another length and entries that are not pairs", () => {
  assert.throws(() => new Headers([["a"]] as any), {
    message: "Headers constructor: expected name/value pair to be length 2, found 1.",
  });
  assert.throws(() => new Headers([["a", "b", "c"]] as any), {
    message: "Headers constructor: expected name/value pair to be length 2, found 3.",
  });
  assert.throws(() => new Headers([1] as any), { message: "Headers constructor: init[0] (1) is not iterable." });
});

test("append joins values with a comma and keeps Set-Cookie apart", () => {
  const headers = new Headers();
  headers.append("X", "1");
  headers.append("x", "2");
  headers.append("Set-Cookie", "a=1");
  headers.append("set-cookie", "b=2");
  assert.strictEqual(headers.get("x"), "1, 2");
  assert.strictEqual(headers.get("set-cookie"), "a=1, b=2");
  assert.deepStrictEqual(headers.getSetCookie(), ["a=1", "b=2"]);
  assert.deepStrictEqual(
    [...headers],
    [
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["x", "1, 2"],
    ],
  );
});

test("set replaces all values, delete removes them, has checks for them", () => {
  const headers = new Headers([
    ["a", "1"],
    ["a", "2"],
    ["b", "3"],
  ]);
  headers.set("A", "9");
  assert.strictEqual(headers.get("a"), "9");
  headers.delete("B");
  assert.strictEqual(headers.has("b"), false);
  assert.strictEqual(headers.get("b"), null);
});

test("values lose outer white space", () => {
  assert.strictEqual(new Headers({ a: " \t x y \r\n" }).get("a"), "x y");
});

test("names and values are checked", () => {
  const headers = new Headers();
  assert.throws(() => headers.append("a b", "x"), {
    name: "TypeError",
    message: 'Headers.append: "a b" is an invalid header name.',
  });
  assert.throws(() => headers.set("", "x"), { message: 'Headers.set: "" is an invalid header name.' });
  assert.throws(() => headers.get("é"), { message: 'Headers.get: "é" is an invalid header name.' });
  assert.throws(() => headers.has("a:"), { message: 'Headers.has: "a:" is an invalid header name.' });
  assert.throws(() => headers.delete("a\n"), { message: 'Headers.delete: "a\n" is an invalid header name.' });
  assert.throws(() => headers.append("a", "x\ny"), { message: 'Headers.append: "x\ny" is an invalid header value.' });
  assert.throws(() => headers.append("a", "€"), {
    message:
      "Cannot convert argument to a ByteString because the character at index 0 has a value of 8364 which is greater than 255.",
  });
  assert.throws(() => new Headers({ a: Symbol("s") } as any), {
    message: 'Headers constructor: init["a"] is a symbol, which cannot be converted to a ByteString.',
  });
});

test("methods need their arguments and a Headers object", () => {
  const headers: any = new Headers();
  assert.throws(() => headers.append(), { message: "Headers.append: 2 arguments required, but 0 found." });
  assert.throws(() => headers.append("a"), { message: "Headers.append: 2 arguments required, but only 1 found." });
  assert.throws(() => headers.get(), { message: "Headers.get: 1 argument required, but 0 found." });
  assert.throws(() => headers.forEach(), { message: "Headers.forEach: 1 argument required, but 0 found." });
  assert.throws(() => headers.forEach(1), {
    message: "Failed to execute 'forEach' on 'Headers': parameter 1 is not of type 'Function'.",
  });
  assert.throws(() => Headers.prototype.get.call({} as any, "a"), invalidThis);
});

test("iteration is sorted and sees concurrent changes", () => {
  const headers = new Headers({ c: "3", a: "1" });
  const seen: string[] = [];
  for (const [name] of headers) {
    seen.push(name);
    if (name === "a") headers.append("b", "2");
  }
  assert.deepStrictEqual(seen, ["a", "b", "c"]);
  assert.deepStrictEqual([...headers.keys()], ["a", "b", "c"]);
  assert.deepStrictEqual([...headers.values()], ["1", "2", "3"]);
});

test("members are enumerable and the class string is Headers", () => {
  assert.ok(Object.prototype.propertyIsEnumerable.call(Headers.prototype, "get"));
  assert.strictEqual(Object.prototype.toString.call(new Headers()), "[object Headers]");
  assert.strictEqual(Object.prototype.toString.call(new Headers().entries()), "[object Headers Iterator]");
});
