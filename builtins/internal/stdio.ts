import { writeOut, writeError } from "native:stdio";
export const writeStdout = writeOut; export const writeStderr = writeError;
export function stdoutStream(): undefined { return undefined; }
export function stderrStream(): undefined { return undefined; }
