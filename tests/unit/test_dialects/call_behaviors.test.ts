// `vi.when`, as Vitest 5.1 has it: the same file passes there.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const SUITE = `import { expect, test, vi } from "vitest";
test("calls with equal arguments have their own results", async () => {
  const fn = vi.fn((value) => "original " + value);
  const chain = vi.when(fn).calledWith(1).thenReturn("one").thenReturnOnce("once");
  chain.calledWith({ a: expect.any(Number) }).thenThrow(new Error("object"));
  chain.calledWith("p").thenResolve("yes", { times: 2 }).thenRejectOnce("no");
  expect([fn(1), fn(1), fn(1), fn(2)]).toEqual(["once", "one", "one", "original 2"]);
  expect(() => fn({ a: 5 })).toThrow("object");
  await expect(fn("p")).rejects.toBe("no");
  expect([await fn("p"), await fn("p"), fn("p")]).toEqual(["yes", "yes", "original p"]);
  expect(chain).toHaveBeenExhausted();
  expect(fn).toHaveBeenCalledTimes(9);
});
test("calls without a behavior", () => {
  const strict = vi.fn();
  vi.when(strict, { onUnmatched: "throw" }).calledWith(1).thenReturn(2);
  expect(() => strict("x", { a: 1 })).toThrow('vi.when: no behavior defined when called with ["x", Object {\\n  "a": 1,\\n}]');
  const own = vi.fn();
  vi.when(own, { onUnmatched: (...args) => args.length }).calledWith(1).thenReturn("one");
  expect([own(), own(1, 2), own(1)]).toEqual([0, 2, "one"]);
});
test("disposal restores the implementation", () => {
  const fn = vi.fn(() => "original");
  {
    using chain = vi.when(fn);
    chain.calledWith().thenReturn("other");
    expect(fn()).toBe("other");
  }
  expect(fn()).toBe("original");
});
test("what was not called is listed", () => {
  const fn = vi.fn();
  const chain = vi.when(fn);
  expect(chain).not.toHaveBeenExhausted();
  chain.calledWith(1, "a").thenReturn(1).thenReturnOnce(2).thenReturn(3, { times: 2 });
  chain.calledWith();
  fn(1, "a");
  expect(() => expect(chain).toHaveBeenExhausted()).toThrow(
    'expected all behaviors to have been exhausted, but some remain:\\n\\n' +
    '  calledWith(1, "a")\\n' +
    '    ✗ thenReturn(1)                never called\\n' +
    '    ✗ thenReturn(2, { times: 1 })  1 remaining (out of 1)\\n' +
    '    ✗ thenReturn(3, { times: 2 })  1 remaining (out of 2)\\n\\n' +
    '  calledWith()  → no actions');
});
test("chains and mocks are distinguished", () => {
  const fn = vi.fn();
  expect([vi.isWhenChain(vi.when(fn)), vi.isWhenChain(vi.when(fn).calledWith(1)), vi.isWhenChain(fn)]).toEqual([true, true, false]);
  expect(() => vi.when(() => {})).toThrow("vi.when: the argument must be a mock function");
  expect(() => vi.when(fn).calledWith(1).thenReturn(1, { times: 0 })).toThrow(RangeError);
  expect(() => expect(fn).toHaveBeenExhausted()).toThrow("is not a \`vi.when\` instance");
});
test("expect.assert is the assertions of Chai", () => {
  expect.assert(true);
  expect(() => expect.assert(false, "wrong")).toThrow("wrong");
});
test.aroundEach(async (run) => { await run(); });
`;

test("calls with some arguments of a mock of Vitest have results of their own", () => {
  const { statuses, messages, errors } = runSuite({ "a.test.js": SUITE });
  assert.deepStrictEqual([messages, errors], [{}, []]);
  assert.strictEqual(Object.values(statuses).filter((status) => status === "pass").length, 6);
});
