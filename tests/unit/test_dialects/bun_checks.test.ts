// What the matchers of Bun refuse or accept beyond those of Jest, and their messages. The expected ones are those of Bun 1.4.5,
// which runs the same file.
import { deepStrictEqual } from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const SUITE = `
import { expect, mock, test } from "bun:test";
async function messageOf(fn) {
  try { await fn(); } catch (error) { return error.name + ": " + error.message; }
  return undefined;
}
const check = (name, fn, message) => test(name, async () => { expect(await messageOf(fn)).toBe(message); });
const head = (name, parameters = "expected") => "Error: expect(received)." + name + "(" + parameters + ")\\n\\n";
const NO_LIST = "Error: Received value must be an array type, or both received and expected values must be strings.";

check("toBe without an argument", () => expect(undefined).toBe(), "TypeError: toBe() takes 1 argument");
check("not.toEqual without an argument", () => expect(1).not.toEqual(), "TypeError: toEqual() requires 1 argument");
check("toContain of a number", () => expect(1).toContain(1), NO_LIST);
check("not.toContain of a number", () => expect(1).not.toContain(2), NO_LIST);
check("not.toContain of a number in a string", () => expect("1").not.toContain(2), NO_LIST);
check("toBeOneOf a string", () => expect("a").toBeOneOf("abc"), NO_LIST);
check("toBeGreaterThan a string", () => expect(1).toBeGreaterThan("0"), "Error: Expected and actual values must be numbers or bigints");
check("toBeCloseTo of a string", () => expect("1").toBeCloseTo(1), "TypeError: Expected received to be a number for 'expect'.");
check("toBeInstanceOf a number", () => expect(1).toBeInstanceOf(3), "Error: Expected value must be a function: 3");
check("toBeInstanceOf an arrow function", () => expect([]).toBeInstanceOf(() => {}), "Error: Expected value must be a function: [Function]");
check("toHaveLength of a number", () => expect(1).toHaveLength(1), "Error: Received value does not have a length property: 1");
check("toHaveLength with a fraction", () => expect([]).toHaveLength(1.5), "Error: Expected value must be a non-negative integer: 1.5");
check("toMatch of a number", () => expect(1).toMatch("a"), "Error: Received value must be a string: 1");
check("toMatchObject of a number", () => expect(1).toMatchObject({}), head("toMatchObject") + "Matcher error: received value must be a non-null object\\n");
check("toHaveBeenCalled of a function", () => expect(1).toHaveBeenCalled(), "Error: Expected value must be a mock function: 1");
check("toHaveBeenCalledWith of a number", () => expect(1).not.toHaveBeenCalledWith(1),
  head("toHaveBeenCalledWith", "...expected") + "Matcher error: received value must be a mock function\\nReceived: 1");
check("toThrow of a number", () => expect(1).toThrow(), "Error: Expected value must be a function");
check("toThrow a number", () => expect(() => {}).toThrow(3), "Error: Expected value must be string or Error: 3");
check("toStartWith a number", () => expect("a").toStartWith(1), "Error: toStartWith() requires the first argument to be a string");
check("toBeWithin a string", () => expect(1).toBeWithin(1, "2"), "Error: toBeWithin() requires the second argument to be a number");
check("toBeWithin", () => expect(3).toBeWithin(1, 2), head("toBeWithin", "start, end") + "Expected: between 1 (inclusive) and 2 (exclusive)\\nReceived: 3\\n");
check("toIncludeRepeated", () => expect("abc").toIncludeRepeated("a", 2), head("toIncludeRepeated") + 'Expected to include: "a" 2 times \\nReceived: "abc"\\n');
check("toSatisfy", () => expect(1).toSatisfy(function isOdd() { return false; }), head("toSatisfy") + "Expected: [Function: isOdd]\\nReceived: 1\\n");
check("toContainKey of null", () => expect(null).toContainKey("a"), "TypeError: Expected value must be an object\\nReceived: null");
check("values of different kinds", () => expect(undefined).toEqual({ a: 1 }),
  head("toEqual") + '- {\\n-   "a": 1,\\n- }\\n+ undefined\\n\\n- Expected  - 3\\n+ Received  + 1\\n');
check("equal objects that are not the same", () => expect([1]).toBe([1]), head("toBe") + "Expected: [ 1 ]\\nReceived: serializes to the same string\\n");
check("toHaveReturnedTimes", () => expect(mock()).toHaveReturnedTimes(1),
  head("toHaveReturnedTimes") + "Expected number of succesful returns: == 1\\nReceived number of succesful returns:    0\\nReceived number of calls:                0\\n");
check("toHaveLastReturnedWith", () => { const fn = mock(() => 1); fn(); expect(fn).toHaveLastReturnedWith(2); },
  head("toHaveBeenLastReturnedWith") + "Expected: 2\\nReceived: 1");
check("toHaveNthReturnedWith", () => { const fn = mock(() => 1); fn(); expect(fn).toHaveNthReturnedWith(2, 1); },
  head("toHaveNthReturnedWith", "n, expected") + "The mock function was called 1 time, but call 2 was requested.\\n");
check("a name with another one", () => { const fn = mock(); fn(1); expect(fn).lastCalledWith(1, 2); },
  head("toHaveBeenLastCalledWith", "...expected") + "  [\\n    1,\\n-   2,\\n  ]\\n\\n- Expected  - 1\\n+ Received  + 0\\n");
check("resolves of a function", () => expect(() => Promise.resolve(1)).resolves.toBe(1),
  "Error: expect(received).resolves.toBe(expected)\\n\\nExpected promise\\nReceived: [Function]\\n");
check("resolves of a rejected promise", () => expect(Promise.reject(new Error("no"))).resolves.toBe(1),
  "Error: expect(received).resolves.toBe(expected)\\n\\nExpected promise that resolves\\nReceived promise that rejected: Promise { <rejected> }\\n");
check("rejects with a message in front", () => expect(Promise.resolve(1), "own").rejects.toBe(1),
  "Error: own\\n\\nExpected promise that rejects\\nReceived promise that resolved: Promise { <resolved> }\\n");

test("lengths are those of collections and buffers too", () => {
  expect(new Set([1, 2])).toHaveLength(2);
  expect(new Map()).toHaveLength(0);
  expect(new ArrayBuffer(3)).toHaveLength(3);
  expect(new Blob(["ab"])).toHaveLength(2);
});
test("values that cannot contain something do not", () => {
  expect(undefined).not.toInclude("a");
  expect(1).not.toEqualIgnoringWhitespace("a");
  expect(null).not.toHaveProperty("a.b");
  expect(new String("abc")).toStartWith("a");
  expect(new Map([[1, 2]])).not.toBeEmptyObject();
  expect(1).toBeEmpty();
});
test("matchers without an argument ignore one", () => {
  expect(null).toBeNull(1);
});
`;

test("matchers of Bun refuse what they are not made for", () => {
  const { statuses, messages, errors } = runSuite({ "bun.test.js": SUITE });
  const failed = Object.keys(statuses).filter((name) => statuses[name] !== "pass");
  deepStrictEqual(
    { failed: failed.map((name) => [name, messages[name]]), errors, count: Object.keys(statuses).length },
    { failed: [], errors: [], count: 36 },
  );
});
