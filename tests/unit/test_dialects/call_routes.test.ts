// `whenCalledWith` of Jest 30.5, and the asymmetric matchers that only Bun 1.4 has.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("whenCalledWith of Jest routes calls by their arguments", () => {
  const { messages } = runSuite({
    "routes.test.js": `test("routes", () => {
      const fn = jest.fn(() => "other");
      fn.whenCalledWith(1, expect.any(String)).mockReturnValue("a");
      fn.whenCalledWith(2).mockReturnValueOnce("once").mockReturnValue("two");
      expect([fn(1, "x"), fn(2), fn(2), fn(3), fn()]).toEqual(["a", "once", "two", "other", "other"]);
      fn.mockImplementation(() => "new");
      expect([fn(2), fn(9)]).toEqual(["two", "new"]);
      expect(fn).toHaveBeenCalledTimes(7);
      fn.mockReset();
      expect(fn(2)).toBe(undefined);
    });`,
  });
  assert.deepStrictEqual(messages, {});
});

test("resolvesTo and rejectsTo of Bun look into settled promises", () => {
  const { messages } = runSuite({
    "settled.test.ts": `import { expect, test } from "bun:test";
      test("resolved", () => { expect({ a: Promise.resolve(1) }).toEqual({ a: expect.resolvesTo.any(Number) }); expect({ a: Promise.resolve("x") }).not.toEqual({ a: expect.resolvesTo.any(Number) }); });
      test("rejected", () => { expect({ a: Promise.reject(new Error("x")) }).toEqual({ a: expect.rejectsTo.objectContaining({ message: "x" }) }); });
      test("others", () => { expect({ a: 1 }).not.toEqual({ a: expect.resolvesTo.anything() }); expect({ a: 1 }).toEqual({ a: expect.not.any(String) }); });`,
  });
  assert.deepStrictEqual(messages, {});
});

test("the members of test that can be enumerated have an end, as in Jest", () => {
  const { messages } = runSuite({
    "members.test.js": `const { test: given } = require("@jest/globals");
      const names = (value, depth) => { let found = []; for (const key in value) if (typeof value[key] === "function") found.push(key, ...names(value[key], depth + 1).map((name) => key + "." + name)); if (depth > 4) throw new Error("no end"); return found; };
      test("members", () => { const found = names(given, 0); for (const name of ["each", "only.each", "skip.each", "failing.each", "concurrent.only.each", "only.failing", "todo"]) expect(found).toContain(name); });`,
  });
  assert.deepStrictEqual(messages, {});
});
