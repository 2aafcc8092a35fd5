// Exit code and exit of the process, without the `process` object.
import { exit } from "native:process";

let exitCode: number | undefined;
let exitHook: ((code: number) => number) | null = null;

/** Sets what emits 'exit'; it returns the final code. */
export function setExitHook(hook: (code: number) => number): void {
  exitHook = hook;
}
export function getExitCode(): number | undefined {
  return exitCode;
}
export function setExitCode(code: number | undefined): void {
  exitCode = code;
}
/** Runs the exit hook; returns the final code. */
export function runExit(code: number): number {
  return exitHook === null ? code : exitHook(code);
}
/** Ends the process after a fatal exception. */
export function exitAfterFatal(code: number): void {
  exitCode = code;
  exit(runExit(code));
}
