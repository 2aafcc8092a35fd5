// The state of `expect` that belongs to the running test: counted assertions, soft failures, the snapshot file; and the
// custom testers of `expect.addEqualityTesters`.
import type { Tester } from "internal:test_runner/expect/equality";
import type { SnapshotFile } from "internal:test_runner/expect/snapshot_file";
import type { AsyncLocalStorage } from "internal:core/async/async_local_storage";
import defer * as storages from "internal:core/async/async_local_storage";

/** The state of one test. */
export interface AssertionState {
  /** The names of the suites around it and its own. */
  currentTestName: string | undefined;
  testPath: string | undefined;
  assertionCalls: number;
  expectedAssertionsNumber: number | null;
  isExpectingAssertions: boolean;
  suppressedErrors: unknown[];
  snapshots: SnapshotFile | null;
  /** How many snapshots the test has by name, for their numbers; null: none. */
  snapshotCounts: Map<string, number> | null;
  /** Errors of `expect.soft`. */
  softFailures: unknown[];
  /** Promises of assertions that were not awaited. */
  pending: Promise<unknown>[];
  /** Calls of `expect.poll` that nothing awaits; null: none yet. */
  unawaited: Set<Error> | null;
}

/** A new state, of the test with that name. */
export function newState(name?: string, path?: string, snapshots: SnapshotFile | null = null): AssertionState {
  return {
    currentTestName: name,
    testPath: path,
    assertionCalls: 0,
    expectedAssertionsNumber: null,
    isExpectingAssertions: false,
    suppressedErrors: [],
    snapshots,
    snapshotCounts: null,
    softFailures: [],
    pending: [],
    unawaited: null,
  };
}

/** Of tests that run at the same time. */
let concurrent: AsyncLocalStorage<AssertionState> | undefined;
let running: AssertionState = newState();

/** The state of the test that the running code belongs to. */
export function state(): AssertionState {
  return concurrent?.getStore() ?? running;
}
/** Makes `next` the state of all code outside of concurrent tests. */
export function setState(next: AssertionState): void {
  running = next;
}
/** Calls `callback` with a state of its own, for tests that run at the same time. */
export function runWithState<R>(own: AssertionState, callback: () => R): R {
  concurrent ??= new storages.AsyncLocalStorage();
  return concurrent.run(own, callback);
}

let findTask = (): object | undefined => undefined;
/** Sets how the running test is found in Vitest's form. */
export function setTaskFinder(find: () => object | undefined): void {
  findTask = find;
}
/** The running test as matchers of Vitest see it; undefined outside of tests and in other dialects. */
export function runningTask(): object | undefined {
  return findTask();
}

const testers: Tester[] = [];

/** The testers of `expect.addEqualityTesters`. */
export function customTesters(): readonly Tester[] {
  return testers;
}
/** Removes the testers of programs. */
export function forgetTesters(): void {
  testers.length = 0;
}
/** Adds testers. Throws a TypeError for an argument that is no array. */
export function addEqualityTesters(added: unknown): void {
  if (!Array.isArray(added)) {
    throw new TypeError(
      `expect.customEqualityTesters: Must be set to an array of Testers. Was given "${typeof added}"`,
    );
  }
  testers.push(...(added as Tester[]));
}
