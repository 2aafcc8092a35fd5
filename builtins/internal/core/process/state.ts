// Exit code and the end of the process, without the `process` object: most programs never touch that.
import { services } from "internal:core/bootstrap";
import { exit } from "native:process";
import defer * as program from "internal:core/program";

interface Hooks {
  /** Emits 'exit'; returns the final code. */
  exit(code: number): number;
  beforeExit(): void;
}

/** Takes an exception that ends the thread, instead of printing it; workers set it. */
export let reportFatal: ((error: unknown) => void) | null = null;
/** Sets `reportFatal`. */
export function setFatalReporter(reporter: (error: unknown) => void): void {
  reportFatal = reporter;
}

let exitCode: number | undefined;
let failsAtEnd = false;
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
/** Has the process fail when its loop ends by itself, whatever `exitCode` says: errors were told that nobody handled. */
export function failAtEnd(): void {
  failsAtEnd = true;
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
  const code = runExit(exitCode ?? 0);
  return failsAtEnd ? 1 : code;
}
const closers: (() => void)[] = [];

/** Has `close` called at the end of the thread, when the program's own listeners of 'exit' ran. */
export function onEnd(close: () => void): void {
  closers.push(close);
}
/** Closes what asked for it; the first call does it all. */
export function closeAtEnd(): void {
  while (closers.length > 0) closers.pop()!();
}
/** Tells the program that the process ends; returns the final code. */
export function runExit(code: number): number {
  try {
    return hooks === null ? code : hooks.exit(code);
  } finally {
    closeAtEnd();
  }
}
/** Ends the process after an exception that was reported. */
export function exitAfterFatal(code: number): never {
  return exitNow(runExitAfterFatal(code));
}
/** The 'exit' event after an exception; returns the final code. */
export function runExitAfterFatal(code: number): number {
  // Whatever the program had set before.
  exitCode = code;
  try {
    return runExit(exitCode);
  } catch {
    return code;
  }
}
let endCode: number | null = null;
/** The code with which 'exit' was emitted; null before that. */
export function codeOfEnd(): number | null {
  return endCode;
}
/** Told when 'exit' is about to be emitted. */
export function noteEnd(code: number): void {
  endCode = code;
}
/** Ends the process at once. Bun and Deno leave what has not ended on the thread pool. */
export function exitNow(code: number): never {
  exit(code, program.home() === "node");
  return haltThread();
}
/** Waits for the end of a worker: the engine ends this loop, and no handler sees it. Throws where there is no end to come. */
export function haltThread(): never {
  if (reportFatal === null) throw new Error("the process did not exit");
  for (;;);
}
/** Reports an exception and ends with `code`. */
export function endWith(error: unknown, code: number): never {
  services().printException(error);
  return exitAfterFatal(code);
}
