// Writes to standard output and error without streams, as long as the program has not read `process.stdout`.
import { isLoaded, services, safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import defer * as loop from "internal:core/loop_state";
import defer * as utf8 from "internal:core/utf8";
import { LoopWord } from "native:realm";
import { kindOf, writeBytes, writeError, writeOut } from "native:stdio";

function stream(name: "stdout" | "stderr"): any {
  const process = services().process;
  const descriptor = safe.getOwnPropertyDescriptor(process, name);
  return descriptor !== undefined && "value" in descriptor ? descriptor.value : undefined;
}

/** Writes to standard output. Returns false when its reader is gone, which `process.stdout` then has to report. */
export function writeStdout(text: string): boolean {
  if (needsCheck(1)) return tryToWrite(1, text);
  writeOut(text);
  return true;
}
/** As `writeStdout`, to standard error. */
export function writeStderr(text: string): boolean {
  if (needsCheck(2)) return tryToWrite(2, text);
  writeError(text);
  return true;
}

const KIND_TERMINAL = 2;
const reportsFailure: (boolean | undefined)[] = [];
/** The turn of the loop in which a descriptor was last checked. */
const checkedTurns = [0, 0, 0];
let sharedState: Float64Array | undefined;

/**
 * Whether a failure of this write must be detected: once per turn, but not in the first, so that a program that writes to a closed
 * pipe in a loop does not run forever. Programs of Node end that way; those of Bun and Deno do not.
 */
function needsCheck(fd: number): boolean {
  if (sharedState === undefined) {
    if (!isLoaded("internal:core/loop_state")) return false;
    sharedState = loop.loopState;
  }
  const turn = sharedState[LoopWord.TURNS]!;
  if (turn === checkedTurns[fd]) return false;
  checkedTurns[fd] = turn;
  return (reportsFailure[fd] ??= home() === "node" && kindOf(fd) !== KIND_TERMINAL);
}

function tryToWrite(fd: number, text: string): boolean {
  try {
    writeBytes(fd, utf8.encodeUtf8(text));
    return true;
  } catch {
    return false;
  }
}

/** `process.stdout`, if the program made or replaced it. */
export function stdoutStream(): any {
  return isProcessLoaded ? stream("stdout") : undefined;
}
/** `process.stderr`, if the program made or replaced it. */
export function stderrStream(): any {
  return isProcessLoaded ? stream("stderr") : undefined;
}

let isProcessLoaded = false;
/** Called when the `process` object is made. */
export function setProcessLoaded(): void {
  isProcessLoaded = true;
}

/** Whether descriptor `fd` is a terminal. */
export function isTerminal(fd: number): boolean {
  return kindOf(fd) === KIND_TERMINAL;
}
