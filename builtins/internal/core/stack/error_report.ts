// Prints uncaught exceptions.
import { asyncCell, safe, services } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { inspect } from "internal:core/util/inspect";
import { defaultOptions } from "internal:core/util/inspect/options";
import defer * as carets from "internal:core/stack/caret";
import defer * as colors from "internal:core/util/colors";
import { areMapsOn, framesOf, setStack, stackOf } from "internal:core/stack/stack";
import { kEnhanceStackBeforeInspector } from "internal:core/events/symbols";
import { launch, option } from "internal:core/launch";
import { pathOfFileUrl } from "internal:core/file_url";
import type { V8ErrorConstructor } from "internal:core/stack/install";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import { sourceLine } from "native:modules";

const DEPTH_MIN = 5;
const kArrow = safe.symbolFor("brio.arrow");

/** The report, with a final line feed. */
export function describe(error: unknown, origin: string): string {
  const kind = home();
  if (kind === "bun") return services().describeUncaughtForBun(error);
  // Deno evaluates the main module in a promise.
  if (kind === "deno")
    return services().describeUncaughtForDeno(error, origin === "unhandledRejection" || asyncCell.isMain);
  const isObject = (typeof error === "object" && error !== null) || typeof error === "function";
  const arrow = isObject ? arrowOf(error as object) : "";
  let body: string;
  // Also errors of contexts of node:vm.
  if (error instanceof Error || safe.isError(error)) {
    stackOf(error);
    addEmitSite(error);
    body = withoutBrackets(shownWithMembers(error), stackOf(error));
  } else if (isObject && typeof (error as Error).stack === "string") body = (error as Error).stack!;
  else if (isObject) body = `Uncaught:\n${shownWithMembers(error)}`;
  else
    body = `${typeof error === "symbol" ? "" : String(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`;
  const version =
    option("--no-extra-info-on-fatal-exception") === undefined ? "\nNode.js v26.10.0 (Brio v0.1.0)\n" : "";
  return `${arrow}${body}\n${version}`;
}

/** The error's own inspection is not called: it may hide the stack. */
function shownWithMembers(error: unknown): string {
  const { depth } = defaultOptions;
  return inspect(error, {
    colors: colors.stderrPalette().hasColors,
    customInspect: false,
    depth: depth === null ? null : safe.max(depth, DEPTH_MIN),
  });
}

/** The location, the source line and a caret, for errors whose stack has a frame in a file. */
function arrowOf(error: object): string {
  const known = (error as { [kArrow]?: unknown })[kArrow];
  if (typeof known === "string") return `${known}\n`;
  const frame = framesOf(error)?.find(({ isNative, url }) => !isNative && !url.startsWith("wasm:"));
  if (frame === undefined) return "";
  const path = pathOfFileUrl(frame.url) ?? frame.url;
  const origin = areMapsOn() ? sourceMaps.originOf(frame.url, frame.line, frame.column) : null;
  if (origin !== null && origin.text !== null)
    return `${origin.file}:${origin.line}\n${origin.text}\n${carets.indentTo(origin.text, origin.column - 1)}^\n\n`;
  const line =
    frame.url === "[eval]" ? lineOfCode(frame.line) : path.startsWith("/") ? sourceLine(path, frame.line) : null;
  if (line === null) return "";
  const thrown = line.indexOf("throw ");
  const column = thrown !== -1 && thrown < frame.column ? thrown : safe.max(0, frame.column - 1);
  return `${frame.url}:${frame.line}\n${line}\n${carets.indentTo(line, column)}^\n\n`;
}

// `inspect` adds brackets to an error without frames. In Node an uncaught error always has frames, at least of Node's own code; the
// frames of our own code are not shown here.
function withoutBrackets(shown: string, stack: unknown): string {
  if (
    typeof stack !== "string" ||
    (Error as unknown as V8ErrorConstructor).stackTraceLimit === 0 ||
    !shown.startsWith(`[${stack}]`)
  )
    return shown;
  return stack + shown.slice(stack.length + 2);
}

function lineOfCode(line: number): string | null {
  return launch().code?.split(/\r?\n/)[line - 1] ?? null;
}

/** Adds the place of emit to the stack of an unhandled 'error' event (`internal:core/events/emitter`). */
function addEmitSite(error: Error): void {
  const withSite = (error as { [kEnhanceStackBeforeInspector]?: () => string })[kEnhanceStackBeforeInspector];
  if (typeof withSite === "function") setStack(error, withSite());
}
