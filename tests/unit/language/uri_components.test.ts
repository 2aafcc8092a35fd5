// `decodeURIComponent` and `encodeURIComponent`: ECMA-262 §19.2.6.
import assert from "node:assert";
import { test } from "../harness.ts";

const long = "a".repeat(40);

test("decodeURIComponent", () => {
  const decoded: [any, string][] = [
    ["", ""],
    ["10", "10"],
    ["a+b", "a+b"],
    ["%41%20", "A "],
    ["%C3%A9", "é"],
    ["%F0%9F%98%80", "\u{1F600}"],
    ["é", "é"],
    [long, long],
    [`${long}%2F`, `${long}/`],
    [5, "5"],
    [null, "null"],
    [["%2C", "b"], ",,b"],
    [{ toString: () => "%3D" }, "="],
    ["\ud800", "\ud800"],
  ];
  for (const [text, result] of decoded) assert.strictEqual(decodeURIComponent(text), result);
  for (const text of ["%", "a%4", "%zz", "%C3", "%FF", `${long}%`])
    assert.throws(() => decodeURIComponent(text), URIError, text);
  assert.throws(() => decodeURIComponent(Symbol() as any), TypeError);
});

test("encodeURIComponent", () => {
  const encoded: [any, string][] = [
    ["", ""],
    ["aZ09-_.!~*'()", "aZ09-_.!~*'()"],
    ["a b", "a%20b"],
    [";/?:@&=+$,#[]%", "%3B%2F%3F%3A%40%26%3D%2B%24%2C%23%5B%5D%25"],
    ["é", "%C3%A9"],
    ["\u{1F600}", "%F0%9F%98%80"],
    [long, long],
    [`${long}\n`, `${long}%0A`],
    [5, "5"],
    [undefined, "undefined"],
  ];
  for (const [text, result] of encoded) assert.strictEqual(encodeURIComponent(text), result);
  assert.throws(() => encodeURIComponent("\ud800"), URIError);
  assert.throws(() => encodeURIComponent(`${long}\udc00`), URIError);
  assert.throws(() => encodeURIComponent(Symbol() as any), TypeError);
});

test("both look like the engine's own", () => {
  for (const name of ["decodeURIComponent", "encodeURIComponent"]) {
    const { value, ...flags }: any = Object.getOwnPropertyDescriptor(globalThis, (globalThis as any)[name].name);
    assert.deepStrictEqual(flags, { writable: true, enumerable: false, configurable: true });
    assert.deepStrictEqual([value.name, value.length, Object.hasOwn(value, "prototype")], [name, 1, false]);
    assert.strictEqual(String(value), `function ${name}() { [native code] }`);
    assert.throws(() => new value("a"), TypeError);
  }
});

test("an error's stack begins with the function", () => {
  for (const [name, bad] of [
    ["decodeURIComponent", "%"],
    ["encodeURIComponent", "\ud800"],
  ]) {
    let error: any;
    try {
      (globalThis as any)[name!](bad);
    } catch (caught) {
      error = caught;
    }
    assert.match(error.stack.split("\n")[1], new RegExp(`^    at ${name} \\(<anonymous>\\)$`));
  }
});
