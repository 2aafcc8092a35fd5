// How the tests of a file run, and the result of each.
import type { EventHandler } from "internal:test_runner/dialects/environment_events";
import type { Dialect, Case } from "internal:test_runner/dialects/tree";
import type { AssertionState } from "internal:test_runner/expect/state";
import type { SnapshotFile } from "internal:test_runner/expect/snapshot_file";
import type { TagFilter } from "internal:test_runner/tags";
import type { LeakWatch } from "internal:test_runner/leaks";

/** The result of a test. */
export interface TestResult {
  test: Case;
  status: "pass" | "fail" | "skip" | "todo" | "filtered";
  durationMs: number;
  errors: unknown[];
  note: string | undefined;
  /** How often it was tried again. */
  retries: number;
  assertions: number;
}

/** The settings of a file's run. */
export interface RunSettings {
  dialect: Dialect;
  file: string;
  timeoutMs: number;
  hookTimeoutMs: number;
  retry: number;
  repeats: number;
  concurrencyMax: number;
  pattern: RegExp | null;
  /** Null: all tests are selected. */
  tagFilter: TagFilter | null;
  runsTodo: boolean;
  /** A test without an assertion fails. */
  requiresAssertions: boolean;
  onlyMarked: boolean;
  /** Null: in their order. */
  seed: number | null;
  /** Ends after as many failures. */
  bail: number;
  isAllConcurrent: boolean;
  /** Vitest's hooks after tests are called in the order of their definition. */
  hooksInOrder: boolean;
  /** After each test: what the configuration says of mocks. */
  beforeTest(): void;
  snapshots: SnapshotFile | null;
  /** The functions of the test context that Vitest passes. */
  contextOf(test: Case, own: AssertionState): Record<string, unknown>;
  /** What handles the events of tests in the environment of Jest; null: nothing. */
  handleEvent: EventHandler | null;
  /** Fails tests that leave something open; null: they may. */
  leaks: LeakWatch | null;
  report(result: TestResult): void;
  /** An error outside of tests. */
  fail(error: unknown): void;
}
