// What the modules `vitest` and `@jest/globals` export in a test run, and the globals of the dialects.
import {
  aroundHooks,
  describe,
  hooks,
  onlySuite,
  onlyTest,
  skippedSuite,
  skippedTest,
  test,
} from "internal:test_runner/dialects/define";
import { provided } from "internal:test_runner/dialects/file_settings";
import { onTestFailed, onTestFinished } from "internal:test_runner/dialects/running_test";
import type { Dialect, Fn } from "internal:test_runner/dialects/tree";
import { assertType, expectTypeOf } from "internal:test_runner/expect/types";
import { expect } from "internal:test_runner/expect/expect";
import type { Matcher, MatcherContext } from "internal:test_runner/expect/matcher";
import { BUN, JEST } from "internal:test_runner/jest/mock_function";
import defer * as chai from "internal:test_runner/dialects/installed_chai";
import defer * as jestObjects from "internal:test_runner/jest/jest_object";
import defer * as viObjects from "internal:test_runner/jest/vi_object";
import { captureFrames } from "internal:core/stack/stack";
import { isLoaded, load } from "internal:core/bootstrap";
import { importFrom } from "internal:loader/dynamic_import";

import defer * as snapshots from "internal:test_runner/expect/matchers_snapshot";
import defer * as words from "internal:test_runner/expect/chai_words";
import defer * as moduleMocks from "internal:test_runner/jest/module_mocks";
import defer * as vitestRunner from "internal:test_runner/dialects/vitest_runner";
import defer * as benchmarks from "internal:test_runner/bench/registry";

type Members = Record<string, unknown>;

let testFile = "";
/** Sets the file that runs: relative names in calls that no program's code made belong to it. */
export function setTestFile(file: string): void {
  testFile = file;
}

/** The file of the code that called into the runner. */
function caller(): string {
  const frame = captureFrames(caller, 12).find(
    (found) => !found.isNative && (found.url.startsWith("/") || found.url.startsWith("file:")),
  );
  return frame === undefined ? testFile : frame.url.replace(/[?#].*$/, "");
}

let jest: Members | undefined;
let vi: Members | undefined;

/** The object `jest` of a dialect. */
export function jestObject(dialect: Dialect): Members {
  return (jest ??= jestObjects.makeJest(dialect === "bun" ? BUN : JEST, caller));
}
export function viObject(): Members {
  return (vi ??= viObjects.makeVi(caller));
}

/** What all dialects with `describe` and `it` have. */
function common(): Members {
  return { describe, test, it: test, expect, ...hooks };
}

/** The exports of `@jest/globals`. */
export function jestGlobals(): Members {
  return { ...jestNames(), jest: jestObject("jest") };
}

function jestNames(): Members {
  return {
    ...common(),
    fit: onlyTest,
    xit: skippedTest,
    xtest: skippedTest,
    fdescribe: onlySuite,
    xdescribe: skippedSuite,
  };
}

/** The exports of `vitest`. `assert` and `chai` are those of the installed package `chai`. */
export async function vitestModule(): Promise<Members> {
  const installed = await installedChai();
  return {
    ...vitestWithoutChai(),
    assert: installed?.assert ?? basicAssert(),
    chai: extensible(installed),
    should: installed?.should,
  };
}

let index: Members | undefined;

/** The exports of `vitest` for programs that are no modules of tests, which read them in the global `__vitest_index__`. */
export function vitestIndex(): Members {
  return (index ??= Object.defineProperties(vitestWithoutChai(), {
    assert: { get: vitestAssert, enumerable: true },
    chai: { get: () => extensible(chaiNow()), enumerable: true },
    should: { get: () => chaiNow()?.should, enumerable: true },
  }));
}

/** Few files use it: its module is loaded with the first call. */
const testRunner = {
  createTaskCollector: (define: Fn) => vitestRunner.createTaskCollector(define),
  getCurrentSuite: () => vitestRunner.getCurrentSuite(testFile),
  getCurrentTest: () => vitestRunner.getCurrentTest(testFile),
  getSuiteHooks: (suite: object) => vitestRunner.getSuiteHooks(suite),
};

/** For matchers that a project makes of them. https://vitest.dev/guide/snapshot#custom-snapshot-matchers */
const Snapshots = Object.fromEntries(
  ["toMatchSnapshot", "toMatchInlineSnapshot", "toMatchFileSnapshot"].map((name) => [
    name,
    function (this: MatcherContext, ...args: unknown[]): unknown {
      return snapshots.snapshotMatchers[name]!.apply(this, args as Parameters<Matcher>);
    },
  ]),
);

/** The exports of `vitest` that need no Chai, which is large. */
export function vitestWithoutChai(): Members {
  return {
    ...common(),
    suite: describe,
    vi: viObject(),
    vitest: viObject(),
    onTestFinished,
    onTestFailed,
    expectTypeOf,
    assertType,
    createExpect: () => expect,
    inject: provided,
    Snapshots,
    TestRunner: testRunner,
    bench: () => {
      throw new Error("bench() is not part of a test run");
    },
    ...aroundHooks,
    ...(isLoaded("internal:test_runner/bench/registry") && benchmarks.isBenchRun()
      ? benchmarks.vitestMembers()
      : undefined),
  };
}

/** The exports of `vitest/suite`. */
export function vitestSuite(): Members {
  const { getSuiteHooks: getHooks, ...others } = testRunner;
  return { ...others, getHooks };
}

async function installedChai(): Promise<Members | undefined> {
  for (const importer of chai.chaiImporters(testFile)) {
    try {
      const found = (await importFrom(importer, "chai", undefined, false)) as Members;
      return (found.assert === undefined ? (found.default as Members) : found) ?? undefined;
    } catch {
      // Not installed.
    }
  }
  return undefined;
}

/** `assert` of Vitest's files. */
export function vitestAssert(): unknown {
  return chaiNow()?.assert ?? basicAssert();
}

/** What was found for a file: globals are read often. */
let chaiOfFile: { file: string; installed: Members | undefined } | null = null;

/** The installed Chai, for globals. */
function chaiNow(): Members | undefined {
  if (chaiOfFile?.file !== testFile) chaiOfFile = { file: testFile, installed: requiredChai() };
  return chaiOfFile.installed;
}

function requiredChai(): Members | undefined {
  for (const importer of chai.chaiImporters(testFile)) {
    try {
      const found = moduleMocks.requireActual(importer, "chai") as Members;
      return found.assert === undefined ? (found.default as Members | undefined) : found;
    } catch {
      // Not installed.
    }
  }
  return undefined;
}

/** Chai, whose plugins also add their assertions to `expect`. */
function extensible(installed: Members | undefined): Members {
  if (installed === undefined) return {};
  const use = (plugin: unknown): unknown => {
    const result = (installed.use as (plugin: unknown) => unknown)(plugin);
    words.adopt(installed.Assertion as Parameters<typeof words.adopt>[0]);
    return result;
  };
  return { ...installed, use };
}

/** `assert` where Chai is not installed: as `node:assert`, with Chai's names for what both have. */
function basicAssert(): unknown {
  const assert = load("internal:node/assert").default as Function & Members;
  const wrapped = (value: unknown, message?: string): void => void assert(value, message);
  return Object.assign(wrapped, assert, {
    isTrue: (value: unknown) => expectOf(value).toBe(true),
    isFalse: (value: unknown) => expectOf(value).toBe(false),
    isDefined: (value: unknown) => expectOf(value).toBeDefined(),
    isUndefined: (value: unknown) => expectOf(value).toBeUndefined(),
    isNull: (value: unknown) => expectOf(value).toBeNull(),
    isOk: wrapped,
    exists: (value: unknown) => expectOf(value ?? undefined).toBeDefined(),
    instanceOf: (value: unknown, expected: unknown) => expectOf(value).toBeInstanceOf(expected),
    include: (value: unknown, expected: unknown) => expectOf(value).toContain(expected),
    lengthOf: (value: unknown, expected: unknown) => expectOf(value).toHaveLength(expected),
  });
}

function expectOf(value: unknown): Record<string, (...args: unknown[]) => void> {
  return expect(value) as unknown as Record<string, (...args: unknown[]) => void>;
}

/** The globals of a file. Those that many files do not use are getters. */
export function globalsOf(dialect: Dialect): Members {
  const shared = jestNames();
  if (dialect === "vitest") {
    return {
      ...common(),
      suite: describe,
      ...aroundHooks,
      get vi() {
        return viObject();
      },
      get vitest() {
        return viObject();
      },
      get assert() {
        return vitestAssert();
      },
      get chai() {
        return extensible(chaiNow());
      },
      onTestFinished,
      onTestFailed,
      expectTypeOf,
      assertType,
    };
  }
  if (dialect === "mocha") {
    return {
      ...shared,
      context: describe,
      specify: test,
      xspecify: skippedTest,
      xcontext: skippedSuite,
      before: hooks.beforeAll,
      after: hooks.afterAll,
      suite: describe,
      setup: hooks.beforeEach,
      teardown: hooks.afterEach,
      suiteSetup: hooks.beforeAll,
      suiteTeardown: hooks.afterAll,
      run: () => {},
    };
  }
  if (dialect === "bun")
    return {
      ...shared,
      get jest() {
        return jestObject("bun");
      },
      get vi() {
        return load("internal:test_runner/dialects/bun_test").vi;
      },
    };
  return {
    ...shared,
    get jest() {
      return jestObject("jest");
    },
    before: hooks.beforeAll,
    after: hooks.afterAll,
    context: describe,
    specify: test,
    get vi() {
      return viObject();
    },
    fail,
  };
}

function fail(message?: unknown): never {
  throw message instanceof Error ? message : new Error(String(message ?? "failed"));
}
