// `--detect-leaks` for tests of `node:test`. Deno's tests have sanitizers of their own.
import { current, REPORTER } from "internal:test_runner/scope";
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import type { Test } from "internal:test_runner/test";
import defer * as leaks from "internal:test_runner/leaks";

let watch: leaks.LeakWatch | null | undefined;

/** Starts to watch when the command line says so. */
export function start(): void {
  if (watch !== undefined) return;
  const isOn = option("--detect-leaks") !== undefined && home() !== "deno";
  watch = isOn ? new leaks.LeakWatch(owner) : null;
}

function owner(): unknown {
  const test: unknown = current();
  return test === REPORTER ? undefined : test;
}

/** Rejects when a test left something open. */
export async function check(test: Test): Promise<void> {
  if (watch === undefined || watch === null) return;
  const found = await watch.leaksOf(test);
  if (found.length > 0) throw leaks.leakError(found);
}
