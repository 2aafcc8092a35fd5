// Text for standard output and error without streams, as long as the program did not make `process.stdout` itself.
import { load } from "internal:bootstrap";
import { kindOf, writeError, writeOut } from "native:stdio";

function stream(name: "stdout" | "stderr"): any {
  const process = load("node:process").default;
  const descriptor = Object.getOwnPropertyDescriptor(process, name);
  return descriptor !== undefined && "value" in descriptor ? descriptor.value : undefined;
}

/** Writes text to standard output. */
export const writeStdout: (text: string) => void = writeOut;
/** Writes text to standard error. */
export const writeStderr: (text: string) => void = writeError;
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

const KIND_TERMINAL = 2;

/** Whether descriptor `fd` is a terminal. */
export function isTerminal(fd: number): boolean {
  return kindOf(fd) === KIND_TERMINAL;
}
