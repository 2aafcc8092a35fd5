// Stacks as V8 shapes them, made from JavaScriptCore's when somebody looks. The engine offers no hook, so the
// transformer sends reads of `.stack` in programs here (`docs/decisions/0002`), and builtins call it themselves.
import { type Frame, parseFrames } from "internal:core/stack/frames";
import { nativeCapture, ownPrepare, type Realm, realms } from "internal:core/stack/install";
import { kIsNodeError } from "internal:core/errors/node_error";
import { isLoaded } from "internal:core/bootstrap";
import { option } from "internal:core/launch";
import { kindOf, proxyTarget } from "native:engine";
import defer * as callSites from "internal:core/stack/call_site";
import defer * as sourceMaps from "internal:core/stack/source_map_support";

const isError: (value: unknown) => boolean = (Error as any).isError;

/** Of `kindOf`. */
const kProxy = 2;

/** Errors whose `stack` has its final form. */
const finished = new WeakSet<object>();
/** Stacks of errors that cannot hold theirs. */
const frozen = new WeakMap<object, unknown>();

/** What the engine writes when there is no frame above, or a line of its form. */
const ENGINE_STACK =
  /^(?:$|\[native code\]|[^\n]*@\[native code\]|[^\n]*:\d+:\d+|(?:global|eval|module) code@[^\n]*|[^\n]*@)(?:\n|$)/;

/** `value.stack`. Throws as reading a property does. */
export function stackOf(value: any): any {
  if (typeof value !== "object" || value === null) return value.stack;
  if (!isError(value)) return inheritedStack(value);
  if (finished.has(value)) return frozen.get(value) ?? value.stack;
  const raw = value.stack;
  if (typeof raw !== "string" || !ENGINE_STACK.test(raw) || raw.startsWith(`${value.name}: `)) return raw;
  finished.add(value);
  const stack = format(value, parseFrames(raw));
  try {
    Object.defineProperty(value, "stack", { value: stack, writable: true, enumerable: false, configurable: true });
  } catch {
    // A frozen error keeps the engine's text for those who read it without us.
    frozen.set(value, stack);
  }
  return stack;
}

// What is no error may have one behind it: as the prototype of an older class (`Old.prototype = new Error()`), or as the target of a proxy.
function inheritedStack(value: any): any {
  const raw = value.stack;
  if (typeof raw !== "string" || raw === "") return raw;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || !ENGINE_STACK.test(raw)) return raw;
  for (
    let owner = value;
    owner !== null;
    owner = kindOf(owner) === kProxy ? proxyTarget(owner) : Object.getPrototypeOf(owner)
  ) {
    if (isError(owner)) return stackOf(owner);
  }
  return raw;
}

/** Gives an error a stack that is final. */
export function setStack(error: Error, stack: string): void {
  finished.add(error);
  Object.defineProperty(error, "stack", { value: stack, writable: true, enumerable: false, configurable: true });
}

/** The frames of an error that nobody formatted yet, or null. */
export function framesOf(error: any): Frame[] | null {
  if (!isError(error) || finished.has(error) || typeof error.stack !== "string") return null;
  return parseFrames(error.stack);
}

/** Frames of the caller, without the functions above and including `above`. */
export function captureFrames(above: Function, countMax: number): Frame[] {
  const holder: { stack?: string } = {};
  const limit = (Error as any).stackTraceLimit;
  (Error as any).stackTraceLimit = countMax + 8;
  try {
    nativeCapture(holder, above);
  } finally {
    (Error as any).stackTraceLimit = limit;
  }
  return parseFrames(holder.stack ?? "").slice(0, countMax);
}

function format(error: any, frames: Frame[]): unknown {
  const realm = realmOf(error);
  const realmPrepare = realm?.Error.prepareStackTrace;
  if (typeof realmPrepare === "function")
    return realm!.prepare(
      realmPrepare,
      error,
      frames.map((frame) => callSites.make(frame)),
    );
  // As in Node, what the main context prepares is for errors of all contexts that do not.
  const prepare = ownPrepare();
  if (prepare !== undefined)
    return prepare.call(
      Error,
      error,
      frames.map((frame) => callSites.make(frame)),
    );
  return formatDefault(error, frames);
}

/** The context of node:vm that an object comes from, which the end of its chain of prototypes tells; undefined for the main one. */
function realmOf(object: object): Realm | undefined {
  let root = object;
  for (let next = Object.getPrototypeOf(root); next !== null; next = Object.getPrototypeOf(root)) root = next;
  return realms.get(root);
}

/** V8's default form. */
export function formatDefault(error: any, frames: Frame[]): string {
  let text = headerOf(error);
  const isMapped = areMapsOn();
  for (const frame of frames) text += `\n    at ${isMapped ? describeOrigin(frame) : frame.describe()}`;
  return text;
}

/** The default form of an error and its call sites, as `Error.prepareStackTrace` gets them. */
export function defaultStack(error: unknown, trace: readonly unknown[]): string {
  let text = headerOf(error);
  for (const site of trace) text += `\n    at ${site}`;
  return text;
}

/** Whether stacks show the places that source maps name (`--enable-source-maps`, `process.setSourceMapsEnabled`). */
export function areMapsOn(): boolean {
  return isLoaded("internal:core/stack/source_map_support")
    ? (sourceMaps.getSupport() as any).enabled
    : option("--enable-source-maps") !== undefined;
}

/** A frame after `at `, with the place that its file's source map names. */
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

/** `Error.captureStackTrace`: the frames are taken now, by the engine's function of that context, and formatted on the first read. */
export function captureStackTrace(target: any, above: Function, native = nativeCapture): void {
  if ((typeof target !== "object" || target === null) && typeof target !== "function")
    throw new TypeError(`Invalid argument`);
  const holder: { stack?: string } = {};
  native(holder, above);
  const raw = holder.stack;
  if (raw === undefined) return;
  let stack: unknown;
  let isFormatted = false;
  Object.defineProperty(target, "stack", {
    get() {
      if (!isFormatted) {
        isFormatted = true;
        stack = format(target, parseFrames(raw));
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
