// Jest's old fake timers, whose functions are mocks; the same file passes in Jest 30.5.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const FILE = `
test("mocks", () => {
  jest.useFakeTimers({ legacyFakeTimers: true });
  const now = Date.now;
  const fn = jest.fn();
  setTimeout(fn, 100, 1);
  expect(setTimeout).toHaveBeenCalledTimes(1);
  expect(setTimeout).toHaveBeenLastCalledWith(expect.any(Function), 100, 1);
  expect(setTimeout._isMockFunction).toBe(true);
  jest.advanceTimersByTime(100);
  expect(fn).toHaveBeenCalledWith(1);
  expect(jest.isMockFunction(process.nextTick)).toBe(true);
  expect(jest.isMockFunction(queueMicrotask)).toBe(false);
  expect(Math.abs(new Date() - now()) < 1000).toBe(true);
  clearTimeout(1);
  expect(clearTimeout).toHaveBeenCalled();
  jest.clearAllMocks();
  expect(setTimeout).not.toHaveBeenCalled();
  jest.useRealTimers();
  expect(jest.isMockFunction(setTimeout)).toBe(false);
});
`;

test("legacyFakeTimers replaces timers by mocks, and leaves dates", () => {
  const run = runSuite({ "package.json": "{}", "legacy.test.js": FILE });
  assert.deepEqual([run.statuses, run.messages], [{ mocks: "pass" }, {}]);
});
