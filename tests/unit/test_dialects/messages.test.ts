// The messages of failed assertions in Vitest's and Bun's words. The expected ones are those of Vitest 4.1 and Bun 1.4.5, which run
// the same files.
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

test("failed assertions have the messages of Vitest", () => {
  deepStrictEqual(failuresOf({ "vitest.test.js": VITEST }), { failed: [], errors: [], isRun: true });
});

test("failed assertions have the messages of Bun", () => {
  deepStrictEqual(failuresOf({ "bun.test.js": BUN }), { failed: [], errors: [], isRun: true });
});
