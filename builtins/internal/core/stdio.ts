// Text for standard output and error without streams, as long as the program did not make `process.stdout` itself.
import { isLoaded, services } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import defer * as loop from "internal:core/loop_state";
import defer * as utf8 from "internal:core/utf8";
import { kindOf, writeBytes, writeError, writeOut } from "native:stdio";

function stream(name: "stdout" | "stderr"): any {
  const process = services().process;
  const descriptor = Object.getOwnPropertyDescriptor(process, name);
  return descriptor !== undefined && "value" in descriptor ? descriptor.value : undefined;
}

/** Writes text to standard output. Returns false when nobody takes it any more, which `process.stdout` then has to tell. */
export function writeStdout(text: string): boolean {
  if (isToBeChecked(1)) return tryToWrite(1, text);
  writeOut(text);
  return true;
}
/** Writes text to standard error, likewise. */
export function writeStderr(text: string): boolean {
  if (isToBeChecked(2)) return tryToWrite(2, text);
  writeError(text);
  return true;
}

const KIND_TERMINAL = 2;
const isTold: (boolean | undefined)[] = [];
/** The turn of the loop in which a descriptor was looked at. */
const checkedTurns = [0, 0, 0];
let words: Float64Array | undefined;
let turnWord = 0;

/**
 * Whether a failure of this write is of interest: once in a turn, but not in the first, so that a program that writes without end to a
 * closed pipe does not run for ever. Node's programs end so; those of Bun and Deno do not.
 */
function isToBeChecked(fd: number): boolean {
  if (words === undefined) {
    if (!isLoaded("internal:core/loop_state")) return false;
    words = loop.loopState;
    turnWord = loop.TURNS;
  }
  const turn = words[turnWord]!;
  if (turn === checkedTurns[fd]) return false;
  checkedTurns[fd] = turn;
  return (isTold[fd] ??= home() === "node" && kindOf(fd) !== KIND_TERMINAL);
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
/** Told by `node:process` when it is made. */
export function noteProcess(): void {
  isProcessLoaded = true;
}

/** Whether descriptor `fd` is a terminal. */
export function isTerminal(fd: number): boolean {
  return kindOf(fd) === KIND_TERMINAL;
}
