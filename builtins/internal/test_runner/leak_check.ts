// `--detect-leaks` for tests of `node:test`. Deno's tests have sanitizers of their own.
import { current, REPORTER } from "internal:test_runner/scope";
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import type { Test } from "internal:test_runner/test";
import * as processState from "internal:core/process/state";
import defer * as leaks from "internal:test_runner/leaks";

let watch: leaks.LeakWatch | null | undefined;

/** Starts to watch when the command line says so. */
export function start(): void {
  if (watch !== undefined) return;
  const isOn = option("--detect-leaks") !== undefined && home() !== "deno";
  watch = isOn ? new leaks.LeakWatch(owner) : null;
}

/** Owns what a file opens outside of its tests. */
const OUTSIDE = Symbol("outside of tests");

function owner(): unknown {
  const test = current() as Test | typeof REPORTER | undefined;
  if (test === REPORTER) return undefined;
  const isOfTest = test !== undefined && test.reportedType !== "suite" && !OUTER_HOOKS.includes(test.hookType);
  return isOfTest ? test : OUTSIDE;
}

/** They run around several tests. */
const OUTER_HOOKS: unknown[] = ["before", "after"];

/** Rejects when a test left something open. For the root it is what the file opened outside of its tests. */
export async function check(test: Test): Promise<void> {
  if (watch === undefined || watch === null) return;
  const found = await watch.leaksOf(test.parent === null ? OUTSIDE : test);
  if (found.length === 0) return;
  if (test.parent !== null) throw leaks.leakError(found);
  test.harness.success = false;
  processState.setExitCode(1);
  test.reporter.diagnostic(0, undefined, leaks.leakError(found, "this file leaks").message, "error");
}
