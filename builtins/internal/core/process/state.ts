// The exit code and the exit of the process, without the `process` object, which most programs never use.
import { services } from "internal:core/bootstrap";
import { exit } from "native:process";
import defer * as program from "internal:core/program";

interface Hooks {
  /** Emits 'exit'; returns the final code. */
  exit(code: number): number;
  beforeExit(): void;
}

/** Called with an exception that ends the thread, instead of printing it; workers set it. */
export let reportFatal: ((error: unknown, origin: string) => void) | null = null;
/** Sets `reportFatal`. */
export function setFatalReporter(reporter: (error: unknown, origin: string) => void): void {
  reportFatal = reporter;
}

let exitCode: number | undefined;
let failsAtEnd = false;
let hooks: Hooks | null = null;
let idleCheck: (() => void) | null = null;
let holdOpen: (() => boolean) | null = null;

/** Called when the process may end without `closeAtEnd`: the program sends a signal, or calls `process.reallyExit`. */
export let beforeAbruptEnd: (() => void) | null = null;
/** Sets `beforeAbruptEnd`. */
export function setBeforeAbruptEnd(work: () => void): void {
  beforeAbruptEnd = work;
}

/** Called with the code of the process right before it ends, while a file of tests runs in its main thread. */
export let beforeEnd: ((code: number) => void) | null = null;
/** Sets `beforeEnd`. */
export function setBeforeEnd(work: ((code: number) => void) | null): void {
  beforeEnd = work;
}

/** Sets the functions that emit 'beforeExit' and 'exit'. */
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
/** Makes the process fail when its loop ends, independent of `exitCode`: unhandled errors were reported. */
export function failAtEnd(): void {
  failsAtEnd = true;
}
/** Sets the check that runs when the loop has no more work, before 'exit'. */
export function onIdle(check: () => void): void {
  idleCheck = check;
}
/** Sets a function that is called when the loop has no more work; it returns true after it has given the loop work again. */
export function onLastWork(hold: () => boolean): void {
  holdOpen = hold;
}
/** Called when the loop has no more work. */
export function runBeforeExit(): void {
  if (holdOpen?.() === true) return;
  hooks?.beforeExit();
}
/** Called when the loop ended; returns the exit code. */
export function finishLoop(): number {
  idleCheck?.();
  const code = runExit(exitCode ?? 0, true);
  return failsAtEnd ? 1 : code;
}
const closers: ((isLoopOver: boolean) => void)[] = [];

/**
 * Registers `close` to be called at the end of the thread, after the program's listeners of 'exit'. It receives whether the
 * loop came to its end: `process.exit` and exceptions end the thread earlier.
 */
export function onEnd(close: (isLoopOver: boolean) => void): void {
  closers.push(close);
}
/** Calls the registered functions; the first call runs all of them. */
export function closeAtEnd(isLoopOver = false): void {
  while (closers.length > 0) closers.pop()!(isLoopOver);
}
/** Emits 'exit' to the program; returns the final code. */
export function runExit(code: number, isLoopOver = false): number {
  let hasEmitted = false;
  try {
    const final = hooks === null ? code : hooks.exit(code);
    hasEmitted = true;
    return final;
  } finally {
    closeAtEnd(isLoopOver && hasEmitted);
  }
}
/** Ends the process after an exception that was reported. */
export function exitAfterFatal(code: number): never {
  return exitNow(runExitAfterFatal(code));
}
/** The 'exit' event after an exception; returns the final code. */
export function runExitAfterFatal(code: number): number {
  // Replaces a code that the program set before.
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
/** Called when 'exit' is about to be emitted. */
export function setEndCode(code: number): void {
  endCode = code;
}
/** Exits at once. In Bun and Deno, unfinished work of the thread pool is abandoned. */
export function exitNow(code: number): never {
  beforeEnd?.(code);
  exit(code, program.home() === "node");
  return haltThread();
}
/** Waits for the end of a worker: the engine terminates this loop, which cannot be caught. Throws on the main thread. */
export function haltThread(): never {
  if (reportFatal === null) throw new Error("the process did not exit");
  for (;;);
}
/** Reports an exception and ends with `code`. */
export function endWith(error: unknown, code: number): never {
  services().printException(error);
  return exitAfterFatal(code);
}
