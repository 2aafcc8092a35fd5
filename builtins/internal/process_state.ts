// Exit code and the end of the process, without the `process` object: most programs never touch that.
import defer * as fatal from "internal:fatal_exception";
import { exit } from "native:process";

interface Hooks {
  /** Emits 'exit'; returns the final code. */
  exit(code: number): number;
  beforeExit(): void;
}

let exitCode: number | undefined;
let hooks: Hooks | null = null;
let dryCheck: (() => void) | null = null;

/** Sets who is told that the process ends. */
export function setHooks(next: Hooks): void {
  hooks = next;
}
/** `process.exitCode`. */
export function getExitCode(): number | undefined {
  return exitCode;
}
/** Sets `process.exitCode`. */
export function setExitCode(code: number | undefined): void {
  exitCode = code;
}
/** Sets what is asked when the loop ran dry for good, before 'exit'. */
export function onDry(check: () => void): void {
  dryCheck = check;
}
/** The loop ran dry. */
export function runBeforeExit(): void {
  hooks?.beforeExit();
}
/** The loop ended by itself. */
export function finishLoop(): number {
  dryCheck?.();
  return runExit(exitCode ?? 0);
}
/** Tells the program that the process ends; returns the final code. */
export function runExit(code: number): number {
  return hooks === null ? code : hooks.exit(code);
}
/** Ends the process after an exception that was reported. */
export function exitAfterFatal(code: number): never {
  if (exitCode === undefined || exitCode === 0) exitCode = code;
  let final = code;
  try {
    final = runExit(exitCode);
  } catch {
    final = 7;
  }
  exit(final);
  throw new Error("the process did not exit");
}
/** Reports an exception and ends with `code`. */
export function endWith(error: unknown, code: number): never {
  fatal.print(error);
  return exitAfterFatal(code);
}
