// `util.getCallSites`: the calls on the stack, parsed from the stack of an error.
import { setStackTraceLimit } from "internal:core/stack/install";
import { stackOf } from "internal:core/stack/stack";
import { validateBoolean, validateInteger, validateObject } from "internal:core/validators";

export interface CallSite {
  functionName: string;
  scriptId: string;
  scriptName: string;
  lineNumber: number;
  columnNumber: number;
  column: number;
}

/**
 * The innermost `frameCount` (1 to 200, default 10) calls, the caller of this function first.
 * Positions are those of the source; `options.sourceMap` is checked and has no effect.
 */
export function getCallSites(frameCount: unknown = 10, options?: unknown): CallSite[] {
  if (options === undefined && typeof frameCount === "object") {
    options = frameCount;
    frameCount = 10;
  }
  if (options !== undefined) {
    validateObject(options, "options");
    if (options.sourceMap !== undefined) validateBoolean(options.sourceMap, "options.sourceMap");
  }
  validateInteger(frameCount, "frameCount", 1, 200);
  const lines = frameLines(getCallSites, frameCount + 1);
  // The function of `node:util` comes before its caller.
  if (lines[0]?.includes("getCallSites (node:util")) lines.shift();
  return lines.slice(0, frameCount).map(parseFrame);
}

/** The members of `Error` that V8 defines. */
interface ErrorClass extends ErrorConstructor {
  stackTraceLimit: unknown;
  prepareStackTrace: unknown;
  captureStackTrace(target: object, above: Function): void;
}

/** At most `countMax` lines of the stack above the call of `above`. A program's `Error.prepareStackTrace` is not called. */
export function frameLines(above: Function, countMax: number): string[] {
  const errorClass = Error as unknown as ErrorClass;
  const { stackTraceLimit } = errorClass;
  const prepare = Object.getOwnPropertyDescriptor(errorClass, "prepareStackTrace");
  try {
    // The error's own frames are not needed.
    setStackTraceLimit(0);
    const error = new Error();
    setStackTraceLimit(countMax + 4);
    if (prepare !== undefined) errorClass.prepareStackTrace = undefined;
    errorClass.captureStackTrace(error, above);
    return stackOf(error)
      .split("\n")
      .filter((line: string) => line.startsWith("    at "))
      .slice(0, countMax);
  } finally {
    setStackTraceLimit(stackTraceLimit);
    if (prepare !== undefined) Object.defineProperty(errorClass, "prepareStackTrace", prepare);
  }
}

function parseFrame(line: string): CallSite {
  const frame = /^ {4}at (?:(.*) \((.*?)(?::(\d+):(\d+))?\)|(.*?)(?::(\d+):(\d+))?)$/.exec(line)!;
  const column = Number(frame[4] ?? frame[7] ?? 0);
  return {
    functionName: (frame[1] ?? "").replace(/^(?:async |new )/, ""),
    scriptId: "0",
    scriptName: frame[2] ?? frame[5] ?? "",
    lineNumber: Number(frame[3] ?? frame[6] ?? 0),
    columnNumber: column,
    column,
  };
}
