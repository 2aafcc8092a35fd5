// `util.getCallSites`: the functions that are running, read from the text of a stack.
import { stackOf } from "internal:stack";
import { validateBoolean, validateInteger, validateObject } from "internal:validators";

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
 * Positions are those of the source; `options.sourceMap` is checked and makes no difference.
 */
export function getCallSites(frameCount: any = 10, options?: any): CallSite[] {
  if (options === undefined && typeof frameCount === "object") {
    options = frameCount;
    frameCount = 10;
  }
  if (options !== undefined) {
    validateObject(options, "options");
    if (options.sourceMap !== undefined) validateBoolean(options.sourceMap, "options.sourceMap");
  }
  validateInteger(frameCount, "frameCount", 1, 200);
  const limit = (Error as any).stackTraceLimit;
  (Error as any).stackTraceLimit = frameCount + 4;
  const error = new Error();
  (Error as any).captureStackTrace?.(error, getCallSites);
  const lines = stackOf(error).split("\n").filter((line: string) => line.startsWith("    at "));
  (Error as any).stackTraceLimit = limit;
  return lines.slice(0, frameCount).map(parseFrame);
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
