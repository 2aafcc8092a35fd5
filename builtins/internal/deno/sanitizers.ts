// Deno's checks of a test: that it leaves no operations and resources behind, and does not end the process.
// https://docs.deno.com/runtime/fundamentals/testing/#test-sanitizers
import { setExitGuard } from "internal:core/process/exit_guard";
import { denoLeakError, LeakWatch, leakError } from "internal:test_runner/leaks";
import { setsExitCode } from "internal:test_runner/stray_errors";
import * as state from "internal:core/process/state";
import { option } from "internal:core/launch";

/** What is checked. */
export interface Checks {
  ops: boolean;
  resources: boolean;
  exit: boolean;
  /** `--detect-leaks` of the command: all that our own report knows. */
  all: boolean;
}

let watch: LeakWatch | undefined;
let running: object | undefined;

/** The checks of a test: its own, or those of the command line. Starts to watch when one is needed. */
export function checksOf(given: {
  sanitizeOps?: boolean;
  sanitizeResources?: boolean;
  sanitizeExit?: boolean;
}): Checks {
  const checks: Checks = {
    ops: given.sanitizeOps ?? option("--sanitize-ops") !== undefined,
    resources: given.sanitizeResources ?? option("--sanitize-resources") !== undefined,
    exit: given.sanitizeExit ?? true,
    all: option("--detect-leaks") !== undefined,
  };
  if (checks.ops || checks.resources || checks.all) watch ??= new LeakWatch(() => running);
  return checks;
}

/** Calls the function of a test. Rejects with its error, or with that of a check. */
export async function run(checks: Checks, fn: () => unknown): Promise<void> {
  const owner = (running = {});
  if (checks.exit)
    setExitGuard((code) => {
      throw new Error(`Test case attempted to exit with exit code: ${code}`);
    });
  try {
    await fn();
  } finally {
    setExitGuard(null);
    running = undefined;
  }
  if (checks.exit) checkExitCode();
  if (!checks.ops && !checks.resources && !checks.all) return;
  const leaks = await watch!.leaksOf(owner);
  const error = denoLeakError(leaks, checks) ?? (checks.all && leaks.length > 0 ? leakError(leaks) : undefined);
  if (error !== undefined) throw error;
}

function checkExitCode(): void {
  const code = state.getExitCode();
  if (code === undefined || code === 0 || setsExitCode()) return;
  state.setExitCode(undefined);
  throw new Error(`Test case finished with exit code set to ${code}`);
}
