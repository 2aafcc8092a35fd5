// The text of an uncaught exception.
import { inspect } from "internal:core/util/inspect";
import { areMapsOn, framesOf, setStack, stackOf } from "internal:core/stack/stack";
import { kEnhanceStackBeforeInspector } from "internal:core/events/symbols";
import { launch } from "internal:core/launch";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import { sourceLine } from "native:modules";

const kArrow = Symbol.for("brio.arrow");

/** The report, with a final line feed. */
export function describe(error: unknown, _origin: string): string {
  const isObject = (typeof error === "object" && error !== null) || typeof error === "function";
  const arrow = isObject ? arrowOf(error as object) : "";
  let body: string;
  // Errors of contexts of node:vm as well.
  if (error instanceof Error || (Error as any).isError(error)) {
    stackOf(error);
    addEmitSite(error);
    body = withoutBrackets(inspect(error), stackOf(error));
  } else if (isObject && typeof (error as any).stack === "string") body = (error as any).stack;
  else if (isObject) body = `Uncaught:\n${inspect(error)}`;
  else
    body = `${typeof error === "symbol" ? "" : String(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`;
  return `${arrow}${body}\n\nNode.js v26.10.0 (Brio v0.1.0)\n`;
}

/** The place, the source line and a caret, for errors whose stack leads to a file. */
function arrowOf(error: object): string {
  const known = (error as any)[kArrow];
  if (typeof known === "string") return `${known}\n`;
  const frame = framesOf(error)?.find((candidate) => !candidate.isNative);
  if (frame === undefined) return "";
  const path = pathOfFileUrl(frame.url) ?? frame.url;
  const origin = areMapsOn() ? sourceMaps.originOf(frame.url, frame.line, frame.column) : null;
  if (origin !== null && origin.text !== null)
    return `${origin.file}:${origin.line}\n${origin.text}\n${" ".repeat(Math.max(0, origin.column - 1))}^\n\n`;
  const text =
    frame.url === "[eval]" ? lineOfCode(frame.line) : path.startsWith("/") ? sourceLine(path, frame.line) : null;
  if (text === null) return "";
  const thrown = text.indexOf("throw ");
  const column = thrown !== -1 && thrown < frame.column ? thrown : Math.max(0, frame.column - 1);
  return `${frame.url}:${frame.line}\n${text}\n${" ".repeat(column)}^\n\n`;
}

// `inspect` puts brackets around an error without frames. An uncaught one of Node has frames always, if only of Node's own code, whose
// like is not shown here.
function withoutBrackets(text: string, stack: unknown): string {
  if (typeof stack !== "string" || (Error as any).stackTraceLimit === 0 || !text.startsWith(`[${stack}]`)) return text;
  return stack + text.slice(stack.length + 2);
}

function lineOfCode(line: number): string | null {
  return launch().code?.split(/\r?\n/)[line - 1] ?? null;
}

/** An 'error' event that nobody listened to knows where it was emitted (`internal:core/events/emitter`). */
function addEmitSite(error: any): void {
  const withSite = error[kEnhanceStackBeforeInspector];
  if (typeof withSite === "function") setStack(error, withSite());
}
