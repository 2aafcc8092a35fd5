// Errors of code that node:vm runs, decorated as in Node (`displayErrors`): the stack begins with the line of the code.
import { home } from "internal:core/program";
import { framesOf, setStack, stackOf } from "internal:core/stack/stack";
import * as problems from "internal:loader/errors";
import { loadScript, release } from "native:modules";

const isError: (value: unknown) => boolean = Error.isError;
const decorated = new WeakSet<object>();
/** This engine's message for an undefined variable; V8's is `… is not defined`. */
const UNKNOWN_VARIABLE = /^Can't find variable: (\S+)$/;
/** This engine's message for a variable that an earlier script declared; V8's is `Identifier … has already been declared`. */
const REDECLARED = /^Can't create duplicate variable(?: that shadows a global property)?: '(.+)'$/;

/**
 * Adds the code's line before the stack of `error`, which code with the name `filename` threw; `firstLine` is its first line.
 * Errors of other code are returned unchanged.
 */
export function decorate(error: any, filename: string, code: string, firstLine: number): unknown {
  if (typeof error !== "object" || error === null || !isError(error) || decorated.has(error)) return error;
  if (REDECLARED.test(error.message) && home() !== "bun") return redeclaration(error, filename, code, firstLine);
  const frames = framesOf(error);
  if (frames === null) return error;
  const top = frames.find((frame) => !frame.isNative);
  if (top === undefined || top.url !== filename) return error;
  decorated.add(error);
  const unknown = UNKNOWN_VARIABLE.exec(error.message);
  if (unknown !== null) setMessage(error, `${unknown[1]} is not defined`);
  const text = code.split("\n")[top.line - firstLine] ?? "";
  const thrown = text.indexOf("throw ");
  const column = thrown !== -1 && thrown < top.column ? thrown : Math.max(0, top.column - 1);
  const { line } = top;
  setStack(error, `${filename}:${line}\n${text}\n${" ".repeat(Math.min(column, text.length))}^\n\n${stackOf(error)}`);
  return error;
}

function setMessage(error: Error, value: string): void {
  Object.defineProperty(error, "message", { value, writable: true, enumerable: false, configurable: true });
}

// Nothing has run: the position is the beginning of the script, as in V8.
function redeclaration(error: Error, filename: string, code: string, firstLine: number): Error {
  decorated.add(error);
  setMessage(error, error.message.replace(REDECLARED, "Identifier '$1' has already been declared"));
  setStack(error, `${filename}:${firstLine}\n${code.split("\n", 1)[0]}\n^\n\n${stackOf(error)}`);
  return error;
}

/** The SyntaxError of code that the engine rejects, with V8's message and the position, where our own parser agrees. */
export function syntaxError(error: unknown, code: string, filename: string, firstLine: number): unknown {
  const { handle, record } = loadScript(code, "vm.js", ["import", "", "$brioHelpers"]);
  const problem = JSON.parse(record).error;
  if (problem === undefined) {
    release(handle);
    return error;
  }
  const made: any = problems.syntaxError({ ...problem, file: filename, line: problem.line + firstLine - 1 });
  setStack(made, `${made[problems.kArrow]}\n${made.stack}`);
  delete made[problems.kArrow];
  return made;
}
