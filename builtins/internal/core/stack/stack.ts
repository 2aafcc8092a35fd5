// Stacks in V8's format, made from JavaScriptCore's when they are read. The engine has no hook, so the transform
// turns reads of `.stack` in programs into calls of this module (`docs/decisions/0002`), and builtins call it themselves.
import { withoutConstructors } from "internal:core/stack/constructor_frames";
import { CombinedFrame, Frame, parseFrames } from "internal:core/stack/frames";
import {
  nativeCapture,
  nativeToString,
  setStackTraceLimit,
  ownPrepare,
  type Prepare,
  type Realm,
  realms,
  type V8ErrorConstructor,
} from "internal:core/stack/install";
import { nameNatives } from "internal:core/stack/native_names";
import { kIsNodeError } from "internal:core/errors/node_error";
import { isLoaded, pinned, safe, withIteration, pinnedPattern } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import { option } from "internal:core/launch";
import { home, mainUrl } from "internal:core/program";
import { ExoticKind, kindOf, proxyTarget } from "native:engine";
import { mapPosition, type SourcePosition } from "native:modules";
import * as evaluated from "internal:core/stack/evaluated";
import defer * as asyncFrames from "internal:core/stack/async_frames";
import defer * as callSites from "internal:core/stack/call_site";
import defer * as sourceMaps from "internal:core/stack/source_map_support";

const isError: (value: unknown) => boolean = Error.isError;

/** Errors whose `stack` has its final form. */
const finished = pinned(new WeakSet<object>());
/** Stacks of frozen errors, which cannot be written. */
const frozen = pinned(new WeakMap<object, unknown>());

/** The engine's stack when there is no frame above, or a line in its format. */
const ENGINE_STACK = pinnedPattern(
  /^(?:$|\[native code\]|[^\n]*@\[native code\]|[^\n]*:\d+:\d+|[^\n]*[:@]wasm-function\[[^\n]*\]|(?:global|eval|module) code@[^\n]*|[^\n]*@)(?:\n|$)/,
);

/** `value.stack`. Throws as reading a property does. */
export function stackOf(value: any): any {
  if (typeof value !== "object" || value === null) return value.stack;
  if (!isError(value)) return inheritedStack(value);
  if (finished.has(value)) return frozen.get(value) ?? value.stack;
  nameNatives();
  const raw = value.stack ?? stackWithoutFrames(value);
  if (
    typeof raw !== "string" ||
    (!printed.has(raw) && !ENGINE_STACK.test(raw)) ||
    safe.startsWith(raw, `${value.name}: `)
  )
    return raw;
  revealPosition(value, raw);
  // The program's function may read the stack itself.
  finished.add(value);
  let stack: unknown;
  try {
    stack = withIteration(() => format(value, withoutConstructors(value, raw, nativeToString)));
  } catch (error) {
    // It is called again by the next read.
    finished.delete(value);
    throw error;
  }
  try {
    safe.defineProperty(value, "stack", { value: stack, writable: true, enumerable: false, configurable: true });
  } catch {
    // A frozen error retains the engine's stack for reads that are not redirected.
    frozen.set(value, stack);
  }
  return stack;
}

/**
 * The engine gives no stack to an error that it makes outside of functions, of a compilation for instance, nor with a limit of 0
 * frames. V8 does, unless the limit is no number.
 */
function stackWithoutFrames(error: object): string | undefined {
  // An error with a position had a stack, which the program has deleted.
  if (safe.hasOwn(error, "stack") || safe.hasOwn(error, "line")) return undefined;
  return typeof (Error as unknown as V8ErrorConstructor).stackTraceLimit === "number" ? "" : undefined;
}

/** Where the engine's stack has a position. */
const POSITION = /(?:^|@|\n)([^\n]*):(\d+):(\d+)(?:\n|$)/;

/** Where the engine's source of a constructor that a class does not have calls the one of its parent. */
const IMPLICIT_LINE = 1;
const IMPLICIT_COLUMN = 28;

/**
 * Makes a `line` and a `column` enumerable that the program has set: an error has them from the engine, hidden, with
 * the position of its stack, and an assignment leaves them hidden.
 */
function revealPosition(error: object, raw: string): void {
  const end = safe.indexOf(raw, "\n");
  try {
    const { line, column } = error as { line?: unknown; column?: unknown };
    if (line === undefined) return;
    const place = `:${line}:${column}`;
    if (safe.startsWith(raw, place, (end === -1 ? raw.length : end) - place.length)) return;
  } catch {
    // An accessor of the program.
    return;
  }
  // A frame without a place.
  const isImplicit = end !== -1 && raw[end - 1] === "@";
  const position = isImplicit ? null : POSITION.exec(raw);
  const line = safe.getOwnPropertyDescriptor(error, "line");
  if ((position === null && !isImplicit) || line === undefined) return;
  const ownLine = position === null ? IMPLICIT_LINE : Number(position[2]);
  const ownColumn = position === null ? IMPLICIT_COLUMN : Number(position[3]);
  const column = safe.getOwnPropertyDescriptor(error, "column");
  // Who sets a column sets the line, too, which may be that of the engine.
  const hasColumn = column !== undefined && column.value !== ownColumn;
  if (hasColumn) reveal(error, "column", column);
  // The engine's own errors of syntax have the line in the source that is invalid.
  const isOfParser = safe.getPrototypeOf(error) === SyntaxError.prototype;
  if (hasColumn || (line.value !== ownLine && !isOfParser)) reveal(error, "line", line);
}

/** The stack that the engine made for an error; null for another one. */
function rawStackOf(error: Error): string | null {
  const raw = error.stack;
  return typeof raw === "string" && ENGINE_STACK.test(raw) ? raw : null;
}

function reveal(error: object, name: string, { enumerable, configurable }: PropertyDescriptor): void {
  if (!enumerable && configurable) safe.reflectDefineProperty(error, name, { enumerable: true });
}

// An object may inherit its stack from an error: its prototype in an older class (`Old.prototype = new Error()`), or the target of a proxy.
function inheritedStack(value: any): any {
  const raw = value.stack;
  if (typeof raw !== "string" || raw === "") return raw;
  const prototype = safe.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || !ENGINE_STACK.test(raw)) return raw;
  for (
    let owner = value;
    owner !== null;
    owner = kindOf(owner) === ExoticKind.PROXY ? proxyTarget(owner) : safe.getPrototypeOf(owner)
  ) {
    if (isError(owner)) return stackOf(owner);
  }
  return raw;
}

/** Sets the final stack of an error. */
export function setStack(error: Error, stack: string): void {
  finished.add(error);
  safe.defineProperty(error, "stack", { value: stack, writable: true, enumerable: false, configurable: true });
}

/** The frames of an error whose stack is not formatted yet, or null. */
export function framesOf(value: unknown): Frame[] | null {
  const error = value as Error;
  nameNatives();
  if (!isError(error) || finished.has(error) || typeof error.stack !== "string") return null;
  const raw = withoutConstructors(error, error.stack, nativeToString);
  return withIteration(() => parseFrames(raw));
}

/** The frames of the caller, without `above` and the functions that it called. */
export function captureFrames(above: Function, countMax: number): Frame[] {
  const holder: { stack?: string } = {};
  const errorClass = Error as unknown as V8ErrorConstructor;
  const limit = errorClass.stackTraceLimit;
  setStackTraceLimit(countMax + 8);
  nameNatives();
  try {
    nativeCapture(holder, above);
  } finally {
    setStackTraceLimit(limit);
  }
  return parseFrames(holder.stack ?? "").slice(0, countMax);
}

function format(error: object, raw: string): unknown {
  const realm = realmOf(error);
  const realmPrepare = realm?.Error.prepareStackTrace;
  if (typeof realmPrepare === "function")
    return realm!.prepare(
      realmPrepare as Prepare,
      error,
      allFrames(error, raw).map((frame) => callSites.make(frame)),
    );
  // As in Node, the function of the main context also prepares stacks of contexts that have none.
  const prepare = realm?.isIsolated === true ? undefined : ownPrepare();
  if (prepare !== undefined)
    return prepare.call(
      Error,
      error,
      allFrames(error, raw).map((frame) => callSites.make(frame)),
    );
  if (areMapsOn()) return formatDefault(error, allFrames(error, raw));
  const text = headerOf(error) + printedFrames(raw);
  return isLoaded(ASYNC_FRAMES) ? asyncFrames.complete(error, raw, text, frameTools) : text;
}

const frameTools = { CombinedFrame, Frame, parseFrames };
const ASYNC_FRAMES = "internal:core/stack/async_frames";

/** The frames of a stack, and those of the functions behind it that are suspended. */
function allFrames(error: object, raw: string): Frame[] {
  const frames = parseFrames(raw);
  if (isLoaded(ASYNC_FRAMES)) asyncFrames.addBehind(error, frames, frameTools);
  return frames;
}

/** The frames of a stack as they are printed. */
interface PrintedFrames {
  lines: string;
  /** The innermost frame of the program, with its position in the source when it was printed. */
  url: string;
  line: number;
  column: number;
  mapped: SourcePosition | null;
}

/**
 * The last stacks that were printed, by the engine's stack, which has no message: errors that are made at one place by the
 * same callers share it.
 */
const printed = pinned(new Map<string, PrintedFrames>());
const PRINTED_COUNT_MAX = 64;

function isMappedTo(known: SourcePosition | null, url: string, line: number, column: number): boolean {
  const position = mapPosition(url, line, column);
  if (position === null || known === null) return position === known;
  return position.line === known.line && position.column === known.column;
}

function isOfRuntime(frame: Frame): boolean {
  return frame.url.startsWith("ext:");
}

/** `replacedCount` when the cache was used last. */
let replacedCount = 0;

function printedFrames(raw: string): string {
  if (replacedCount !== evaluated.replacedCount) {
    replacedCount = evaluated.replacedCount;
    printed.clear();
  }
  const known = printed.get(raw);
  // A file that was loaded again, with other content, has the same positions in the engine.
  if (known !== undefined && (known.url === "" || isMappedTo(known.mapped, known.url, known.line, known.column)))
    return known.lines;
  const entry: PrintedFrames = { lines: "", url: "", line: 0, column: 0, mapped: null };
  let dependsOnTime = false;
  for (const frame of parseFrames(raw, true)) {
    if (entry.url === "" && !frame.isNative && !isOfRuntime(frame)) {
      entry.url = frame.url;
      entry.line = frame.rawLine;
      entry.column = frame.rawColumn;
      entry.mapped = mapPosition(entry.url, entry.line, entry.column);
    }
    entry.lines += `\n    at ${frame.describe()}`;
    dependsOnTime ||= frame.timerType === "Immediate";
  }
  if (dependsOnTime) return entry.lines;
  if (printed.size >= PRINTED_COUNT_MAX) printed.clear();
  printed.set(raw, entry);
  return entry.lines;
}

/** The context of node:vm that an object belongs to, by the end of its prototype chain; undefined for the main one. */
function realmOf(object: object): Realm | undefined {
  let root = object;
  for (let next = safe.getPrototypeOf(root); next !== null; next = safe.getPrototypeOf(root)) root = next;
  return realms.get(root);
}

/** V8's default format. */
export function formatDefault(error: unknown, frames: Frame[]): string {
  let stack = headerOf(error);
  const isMapped = areMapsOn();
  for (const frame of frames) stack += `\n    at ${isMapped ? describeOrigin(frame) : frame.describe()}`;
  return stack;
}

/** The default format of an error and its call sites, the arguments of `Error.prepareStackTrace`. */
export function defaultStack(error: unknown, trace: readonly unknown[]): string {
  let stack = headerOf(error);
  for (const site of trace) stack += `\n    at ${site}`;
  return stack;
}

/**
 * Whether stacks show the positions of source maps (`--enable-source-maps`, `process.setSourceMapsEnabled`). In Bun those of
 * bundles always do.
 */
export function areMapsOn(): boolean {
  if (home() === "bun" && sourceMaps.isBundle(pathOfFileUrl(mainUrl()) ?? "")) return true;
  return isLoaded("internal:core/stack/source_map_support")
    ? sourceMaps.getSupport().enabled
    : option("--enable-source-maps") !== undefined;
}

/** A frame after `at `, with the position of its file's source map. */
function describeOrigin(frame: Frame): string {
  const origin = frame.isNative ? null : sourceMaps.originOf(frame.url, frame.line, frame.column);
  if (origin === null) return frame.describe();
  const place = `${origin.file}:${origin.line}:${origin.column}`;
  return frame.functionName === "" ? place : `${frame.functionName} (${place})`;
}

function headerOf(error: any): string {
  try {
    let name = error.name === undefined ? "Error" : `${error.name}`;
    // Node's own errors show their code in the first line of the stack.
    if (error[kIsNodeError] === true && typeof error.code === "string") name += ` [${error.code}]`;
    const message = error.message === undefined ? "" : `${error.message}`;
    if (name === "") return message;
    return message === "" ? name : `${name}: ${message}`;
  } catch {
    return "<error>";
  }
}

/** `Error.captureStackTrace`: captures the frames now, with the engine's function of that context, and formats them on the first read. */
export function captureStackTrace(target: unknown, above: Function, native = nativeCapture): void {
  if ((typeof target !== "object" || target === null) && typeof target !== "function")
    throw new TypeError(`Invalid argument`);
  const holder: { stack?: string } = {};
  nameNatives();
  native(holder, above);
  const raw = holder.stack;
  if (raw === undefined) return;
  const own = isError(target) && !finished.has(target) ? rawStackOf(target as Error) : null;
  if (own !== null) revealPosition(target, own);
  let stack: unknown;
  let isFormatted = false;
  safe.defineProperty(target, "stack", {
    get() {
      if (!isFormatted) {
        isFormatted = true;
        // The program may have set them since.
        if (own !== null) revealPosition(target, own);
        try {
          stack = withIteration(() => format(target, raw));
        } catch (error) {
          isFormatted = false;
          throw error;
        }
      }
      return stack;
    },
    set(value) {
      isFormatted = true;
      stack = value;
    },
    enumerable: false,
    configurable: true,
  });
  if (isError(target)) finished.add(target);
}

export { install } from "internal:core/stack/install";
