// `bun:test`. https://bun.com/docs/test
import {
  describe,
  hooks,
  onlySuite,
  onlyTest,
  skippedSuite,
  skippedTest,
  test,
} from "internal:test_runner/dialects/define";
import { jestObject } from "internal:test_runner/dialects/faces";
import { fileSettings } from "internal:test_runner/dialects/file_settings";
import { onTestFinished } from "internal:test_runner/dialects/running_test";
import { expect } from "internal:test_runner/expect/expect";
import { expectTypeOf } from "internal:test_runner/expect/types";
import defer * as clocks from "internal:test_runner/jest/clock_control";
import defer * as bunTimes from "internal:test_runner/jest/bun_times";
import { BUN, clearAllMocks, makeMock, restoreAllMocks } from "internal:test_runner/jest/mock_function";
import defer * as modules from "internal:test_runner/jest/module_mocks";
import defer * as spies from "internal:test_runner/jest/spy";
import { placeOfCall } from "internal:test_runner/scope";

const { beforeAll, beforeEach, afterEach, afterAll } = hooks;

/** A mock function; with members for modules and all mocks. */
function mock(implementation?: unknown): unknown {
  return makeMock(BUN, implementation);
}

/** Replaces the exports of a module, also for modules that have imported it. */
function mockModule(specifier: unknown, factory: unknown): unknown {
  if (typeof specifier !== "string") throw new TypeError("mock(module, fn) requires a module name string");
  if (typeof factory !== "function") throw new TypeError("mock(module, fn) requires a function");
  const parent = placeOfCall(mockModule)?.file ?? "";
  return modules.replaceModule({
    parent,
    specifier,
    factory: factory as () => unknown,
    options: undefined,
    dialect: BUN,
  });
}

function restore(): void {
  restoreAllMocks();
  spies.restoreProperties();
}
Object.assign(mock, { module: mockModule, restore, clearAllMocks });

function spyOn(object: unknown, key: PropertyKey, access?: "get" | "set"): unknown {
  return spies.spyOn(BUN, object, key, access);
}

/** Fakes the time of dates; without an argument they are real again. */
function setSystemTime(now?: number | Date): void {
  const time = bunTimes.bunSystemTime(now);
  if (time === undefined) clocks.useRealDate();
  else clocks.fakeDate(time);
}

/** The time-out of tests without one, in milliseconds. */
function setDefaultTimeout(ms: number): void {
  fileSettings().timeoutMs = ms;
}

const jest = jestObject("bun");
const vi: Record<string, unknown> = { ...jest, module: mockModule };
jest.spyOn = spyOn;

export {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  expectTypeOf,
  jest,
  mock,
  onTestFinished,
  setDefaultTimeout,
  setSystemTime,
  spyOn,
  test,
  test as it,
  vi,
};
export const xit = skippedTest;
export const xtest = skippedTest;
export const xdescribe = skippedSuite;
export const fit = onlyTest;
export const ftest = onlyTest;
export const fdescribe = onlySuite;

export default {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  expectTypeOf,
  it: test,
  jest,
  mock,
  onTestFinished,
  setDefaultTimeout,
  setSystemTime,
  spyOn,
  test,
  vi,
  xit,
  xtest,
  xdescribe,
};
