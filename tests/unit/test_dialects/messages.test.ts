// The messages of failed assertions in the words of Jest, Vitest and Bun. The expected ones are those of Jest 30.5, Vitest 5.1 and
// Bun 1.4.5, which run the same files.
import { deepStrictEqual } from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const CHECK = `
async function messageOf(fn) {
  try { await fn(); } catch (error) { return error.message; }
  return undefined;
}
const check = (name, fn, message) => test(name, async () => { expect(await messageOf(fn)).toBe(message); });
`;

const VITEST = `
import { expect, test, vi } from "vitest";
${CHECK}
const long = Array.from({ length: 30 }, (_item, index) => index);
check("toBe", () => expect(1).toBe(2), "expected 1 to be 2 // Object.is equality");
check("not.toBe", () => expect("a").not.toBe("a"), "expected 'a' not to be 'a' // Object.is equality");
check("toBe of equal objects", () => expect({ a: 1 }).toBe({ a: 1 }),
  'expected { a: 1 } to be { a: 1 } // Object.is equality\\n\\nIf it should pass with deep equality, replace "toBe" with "toStrictEqual"\\n\\nExpected: { a: 1 }\\nReceived: serializes to the same string\\n');
check("toEqual", () => expect({ a: [1], b: -0 }).toEqual({ a: [2], b: expect.any(Number) }),
  "expected { a: [ 1 ], b: -0 } to deeply equal { a: [ 2 ], b: Any<Number> }");
check("a long list", () => expect(long).toEqual([]), "expected [ Array(30) ] to deeply equal []");
check("a long object", () => expect({ alpha: "aaaaaaaaaaaa", beta: "bbbbbbbbbbbbbb", gamma: 1, delta: [1] }).toBe(1),
  "expected { alpha: 'aaaaaaaaaaaa', …(3) } to be 1 // Object.is equality");
check("classes", () => expect(new (class A { x = 1 })()).toStrictEqual({ x: 1 }), "expected A{ x: 1 } to strictly equal { x: 1 }");
check("collections", () => expect(new Map([[1, new Set([2])]])).toBe(new Error("e")),
  "expected Map{ 1 => Set{ 2 } } to be Error: e // Object.is equality");
check("toMatchObject", () => expect({ a: { b: 1, c: 2 }, d: 3 }).toMatchObject({ a: { b: 2 } }),
  "expected { a: { b: 1, c: 2 }, d: 3 } to match object { a: { b: 2 } }\\n(2 matching properties omitted from actual)");
check("toContain", () => expect([1]).toContain(2), "expected [ 1 ] to include 2");
check("toContain of a string", () => expect("abc").not.toContain("a"), "expected 'abc' not to contain 'a'");
check("toBeGreaterThan", () => expect(0).toBeGreaterThan(1), "expected 0 to be greater than 1");
check("toHaveLength", () => expect([1]).toHaveLength(2), "expected [ 1 ] to have a length of 2 but got 1");
check("toHaveProperty", () => expect({ a: 1 }).toHaveProperty("a", 2), 'expected { a: 1 } to have property "a" with value 2');
check("toThrow", () => expect(() => { throw new Error("boom"); }).toThrow("x"),
  "expected [Function] to throw error including 'x' but got 'boom'");
check("toThrow of nothing", () => expect(function none() {}).toThrow(), "expected [Function none] to throw an error");
check("not.toThrow", () => expect(() => { throw new Error("boom"); }).not.toThrow(),
  "expected [Function] to not throw an error but 'Error: boom' was thrown");
check("toHaveBeenCalled", () => expect(vi.fn()).toHaveBeenCalled(), 'expected "vi.fn()" to be called at least once');
check("toHaveBeenCalledWith", () => { const fn = vi.fn(); fn(1); expect(fn).toHaveBeenCalledWith(2); },
  'expected "vi.fn()" to be called with arguments: [ 2 ]\\n\\nReceived:\\n\\n  1st vi.fn() call:\\n\\n  [\\n-   2,\\n+   1,\\n  ]\\n\\n\\nNumber of calls: 1\\n');
check("a function that is no mock", () => expect(1).toHaveBeenCalled(), "1 is not a spy or a call to a spy!");
check("resolves", () => expect(Promise.reject(new Error("no"))).resolves.toBe(1), 'promise rejected "Error: no" instead of resolving');
check("resolves of a number", () => expect(1).resolves.toBe(1),
  "You must provide a Promise to expect() when using .resolves, not 'number'.");
check("a message in front", () => expect(1, "own").toBe(2), "own: expected 1 to be 2 // Object.is equality");
test("toThrow compares values and all of an error", () => {
  const thrower = (value) => () => { throw value; };
  expect(thrower({ a: 1 })).toThrow({ a: 1 });
  expect(thrower(5)).toThrow(5);
  expect(thrower(5)).not.toThrow(6);
  expect(thrower(new Error("m"))).not.toThrow({ message: "m" });
  expect(thrower(new TypeError("m"))).not.toThrow(new Error("m"));
  expect(thrower(Object.assign(new Error("m"), { code: 1 }))).not.toThrow(Object.assign(new Error("m"), { code: 2 }));
});
check("resolves of a function", () => expect(async () => 1).resolves.toBe(1),
  "You must provide a Promise to expect() when using .resolves, not 'function'.");
check("resolves.toThrow", () => expect(Promise.resolve(1)).resolves.toThrow("x"), "expected promise to throw an error, but it didn't");
check("unreachable", () => expect.unreachable("here"), 'expected "here" not to be reached');
check("Chai's words", () => expect({ a: "x".repeat(50) }).to.deep.equal({ a: 0 }), "expected { Object (a) } to deeply equal { a: +0 }");
test("the names of errors", async () => {
  expect.extend({ custom: () => ({ pass: false, message: () => "own words" }) });
  expect(() => expect(1).toBe(2)).toThrowErrorMatchingInlineSnapshot("[AssertionError: expected 1 to be 2 // Object.is equality]");
  expect(() => expect(1).custom()).toThrowErrorMatchingInlineSnapshot("[Error: own words]");
});
test("a failed assertion of a promise that was awaited does not fail the test again", async () => {
  const assertion = expect(Promise.resolve(1)).resolves.toBe(2);
  await expect(assertion).rejects.toThrow("expected 1 to be 2");
});
`;

const JEST = `
import { expect, test } from "@jest/globals";
${CHECK}
const head = (name, parameters = "expected", comment = "") => "expect(received)." + name + "(" + parameters + ")" + comment + "\\n\\n";
const deep = " // deep equality";
const thrower = (value) => () => { throw value; };
check("another depth", () => expect([1, 2, 3]).toEqual([1, [2, { a: 3 }]]),
  head("toEqual", "expected", deep) + '- Expected  - 5\\n+ Received  + 1\\n\\n  Array [\\n    1,\\n-   Array [\\n    2,\\n-     Object {\\n-       "a": 3,\\n-     },\\n-   ],\\n+   3,\\n  ]');
check("matchers that match are no difference", () => expect({ a: 1, b: [new Map([["k", "x"]])] }).toEqual({ a: expect.any(String), b: [new Map([["k", expect.anything()]])] }),
  head("toEqual", "expected", deep) + '- Expected  - 1\\n+ Received  + 1\\n\\n@@ -1,7 +1,7 @@\\n  Object {\\n-   "a": Any<String>,\\n+   "a": 1,\\n    "b": Array [\\n      Map {\\n        "k" => Anything,\\n      },\\n    ],');
check("empty lines", () => expect("a\\n").toBe("a"), head("toBe", "expected", " // Object.is equality") + "- Expected  - 0\\n+ Received  + 1\\n\\n  a\\n+");
check("errors", () => expect(new Error("one")).toEqual(new Error("two")), head("toEqual", "expected", deep) + "Expected: [Error: two]\\nReceived: [Error: one]");
check("promises", () => expect(Promise.resolve(1)).toBeNull(), head("toBeNull", "") + "Received: Promise {}");
check("values of properties", () => expect({ a: { b: 1 } }).toHaveProperty("a", { b: 2 }),
  head("toHaveProperty", "path, value") + 'Expected path: "a"\\n\\n- Expected value  - 1\\n+ Received value  + 1\\n\\n  Object {\\n-   "b": 2,\\n+   "b": 1,\\n  }');
check("toHaveLength", () => expect((a, b) => {}).toHaveLength(1), head("toHaveLength") + "Expected length:   1\\nReceived length:   2\\nReceived function: [Function anonymous]");
check("thrown null", () => expect(thrower(null)).toThrow("x"), head("toThrow") + 'Expected substring: "x"\\nReceived value:     null\\n');
check("a thrown string and a class", () => expect(thrower("s")).toThrow(TypeError),
  head("toThrow") + 'Expected constructor: TypeError\\nReceived constructor: String\\n\\nReceived value: "s"\\n');
test("causes and classes count", () => {
  const error = new Error("m", { cause: "c" });
  expect(thrower(error)).toThrow(new Error("m", { cause: "c" }));
  expect(thrower(error)).not.toThrow(new Error("m"));
  expect(thrower(new Error("m"))).not.toThrow(error);
  expect(thrower(new Error("m"))).not.toThrow(new TypeError("m"));
});
test("a promise throws errors only", async () => {
  await expect(Promise.reject("s")).rejects.not.toThrow();
  await expect(Promise.reject(new Error("e"))).rejects.toThrow("e");
});
test("NaN is in no list", () => expect([NaN]).not.toContain(NaN));
test("misuse is a TypeError", () => {
  for (const fn of [() => expect(1).toMatch("a"), () => expect({}).toHaveLength(1), () => expect("a").toBeCloseTo(1), () => expect({}).toBeInstanceOf(1), () => expect("a1").toContain(1)])
    expect(fn).toThrow(TypeError);
});
check("toContain of another type", () => expect("a1").toContain(1),
  "expect(a1).toContain(1) // indexOf\\n\\nMatcher error: expected value must be a string if received value is a string\\n\\nExpected has type:  number\\nExpected has value: 1\\nReceived has type:  string\\nReceived has value: \\"a1\\"");
check("two arguments", () => expect(1, "own"), "Expect takes at most one argument.");
expect.extend({ toDiffer(received, expected) { return { pass: false, message: () => String(this.utils.diff(expected, received)) }; } });
check("utils.diff", () => expect({ a: 1 }).toDiffer({ a: 2 }), '- Expected\\n+ Received\\n\\n  Object {\\n-   "a": 2,\\n+   "a": 1,\\n  }');
`;

const BUN = `
import { expect, mock, test } from "bun:test";
${CHECK}
const head = (name, parameters = "expected") => "expect(received)." + name + "(" + parameters + ")\\n\\n";
check("toBe", () => expect(1).toBe(2), head("toBe") + "Expected: 2\\nReceived: 1\\n");
check("not.toBe", () => expect(1).not.toBe(1), head("not.toBe") + "Expected: not 1\\n");
check("toBe of an object", () => expect({ a: 1 }).toBe(2), head("toBe") + "Expected: 2\\nReceived: {\\n  a: 1,\\n}\\n");
check("toEqual", () => expect({ a: 1, b: [1] }).toEqual({ a: 1, b: [2] }),
  head("toEqual") + '  {\\n    "a": 1,\\n    "b": [\\n-     2,\\n+     1,\\n    ],\\n  }\\n\\n- Expected  - 1\\n+ Received  + 1\\n');
check("lines", () => expect("a\\nb").toBe("a\\nc"), head("toBe") + '  "a\\n- c"\\n+ b"\\n\\n- Expected  - 1\\n+ Received  + 1\\n');
check("toBeTruthy", () => expect(0).toBeTruthy(), head("toBeTruthy", "") + "Received: 0\\n");
check("toContain", () => expect([1]).toContain(2), head("toContain") + "Expected to contain: 2\\nReceived: [ 1 ]\\n");
check("toHaveLength", () => expect([1]).toHaveLength(2), head("toHaveLength") + "Expected length: 2\\nReceived length: 1\\n");
check("toHaveProperty", () => expect({ a: 1 }).toHaveProperty("b"), head("toHaveProperty", "path") + 'Expected path: "b"\\n\\nUnable to find property\\n');
check("toMatch", () => expect("a").toMatch(/b/), head("toMatch") + 'Expected substring or pattern: /b/\\nReceived: "a"\\n');
check("toThrow", () => expect(() => { throw new Error("boom"); }).toThrow("x"),
  head("toThrow") + 'Expected substring: "x"\\nReceived message: "boom"\\n');
check("toThrow of nothing", () => expect(() => {}).toThrow(), head("toThrow", "") + "Received function did not throw\\nReceived value: undefined\\n");
check("toHaveBeenCalledTimes", () => expect(mock(() => {})).toHaveBeenCalledTimes(1),
  head("toHaveBeenCalledTimes") + "Expected number of calls: 1\\nReceived number of calls: 0\\n");
check("toHaveBeenCalledWith", () => { const fn = mock(); fn(1); fn(2); expect(fn).toHaveBeenCalledWith(3); },
  head("toHaveBeenCalledWith", "...expected") + "    Expected: [ 3 ]\\n    Received:\\n              1: [ 1 ]\\n              2: [ 2 ]\\n\\n    Number of calls: 2\\n");
check("a message in front", () => expect(1, "own").toBe(2), "own\\n\\nExpected: 2\\nReceived: 1\\n");
check("rejects.toThrow", () => expect(Promise.reject(new Error("no"))).rejects.toThrow("x"),
  head("toThrow") + 'Expected substring: "x"\\nReceived message: "no"\\n');
check("rejects.not.toThrow", () => expect(Promise.reject("s")).rejects.not.toThrow(), head("not.toThrow", "") + 'Thrown value: "s"\\n');
check("resolves.toThrow", () => expect(Promise.resolve(1)).resolves.toThrow("x"),
  head("toThrow") + 'Expected substring: "x"\\nReceived message: "1"\\n');
check("matchers among arguments", () => { const fn = mock(); fn(1); fn("t"); expect(fn).toHaveBeenCalledWith(expect.any(Boolean)); },
  head("toHaveBeenCalledWith", "...expected") + '    Expected: [\\n  Any<Boolean>\\n]\\n    Received:\\n              1: [ 1 ]\\n              2: [ "t" ]\\n\\n    Number of calls: 2\\n');
check("quotes and backslashes", () => expect('a"b').toBe("a\\\\c"), head("toBe") + 'Expected: "a\\\\c"\\nReceived: "a"b"\\n');
check("NaN in a list", () => expect([NaN]).toContain(NaN), head("toContain") + "Expected to contain: NaN\\nReceived: [ NaN ]\\n");
check("all equal lines", () => expect(Array.from({ length: 15 }, (_item, index) => index)).toEqual(Array.from({ length: 15 }, (_item, index) => index || 9)),
  head("toEqual") + "  [\\n-   9,\\n+   0,\\n" + Array.from({ length: 14 }, (_item, index) => "    " + (index + 1) + ",\\n").join("") + "  ]\\n\\n- Expected  - 1\\n+ Received  + 1\\n");
expect.extend({ toFit: (_received, low, { high }) => ({ pass: false, message: () => "does not fit" }) });
check("custom matchers", () => expect(1).toFit(2, { high: 3 }), head("toFit", "low, { high }") + "does not fit");
test("functions are objects", () => {
  expect(() => {}).toBeObject();
  expect([]).toBeEmptyObject();
});
`;

/** The tests that did not pass, with their messages. */
function failuresOf(files: Record<string, string>): unknown {
  const { statuses, messages, errors } = runSuite(files);
  const failed = Object.keys(statuses).filter((name) => statuses[name] !== "pass");
  return { failed: failed.map((name) => [name, messages[name]]), errors, isRun: Object.keys(statuses).length > 10 };
}

test("failed assertions have the messages of Jest", () => {
  deepStrictEqual(failuresOf({ "jest.test.js": JEST }), { failed: [], errors: [], isRun: true });
});

test("failed assertions have the messages of Vitest", () => {
  deepStrictEqual(failuresOf({ "vitest.test.js": VITEST }), { failed: [], errors: [], isRun: true });
});

test("failed assertions have the messages of Bun", () => {
  deepStrictEqual(failuresOf({ "bun.test.js": BUN }), { failed: [], errors: [], isRun: true });
});
