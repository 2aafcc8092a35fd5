// V8's statics of `Error`, and the source of functions without what the transform added to it. Both are implemented by modules
// that are evaluated on first use (`internal:core/stack/stack`, `internal:core/stack/function_source`).
import { asyncCell, pinned, safe } from "internal:core/bootstrap";
import defer * as asyncFrames from "internal:core/stack/async_frames";
import defer * as stacks from "internal:core/stack/stack";
import defer * as functionSource from "internal:core/stack/function_source";
import defer * as program from "internal:core/program";
import defer * as importReads from "internal:core/stack/import_reads";
import defer * as printedFunctions from "internal:core/stack/printed_functions";

/** `Error` with the members of V8. */
export type V8ErrorConstructor = ErrorConstructor & {
  stackTraceLimit: unknown;
  prepareStackTrace: unknown;
  captureStackTrace(target: object, above?: Function): void;
};

/** The engine's own `Error.captureStackTrace`: writes its stack string to `target.stack`. */
export const nativeCapture = (Error as unknown as V8ErrorConstructor).captureStackTrace;

const statics = {
  /** `Error.captureStackTrace(target, above)` of V8. Throws a TypeError for a target that is not an object. */
  captureStackTrace(target: object, above?: Function): void {
    stacks.captureStackTrace(target, typeof above === "function" ? above : statics.captureStackTrace);
  },
};

// Node's default, which programs restore after their own. Builtins do the same without calling it.
function ErrorPrepareStackTrace(error: unknown, trace: unknown[]): string {
  return stacks.defaultStack(error, trace);
}

/** `Error.prepareStackTrace`. */
export type Prepare = (error: unknown, trace: unknown[]) => unknown;

/** A context of node:vm. */
export interface Realm {
  Error: V8ErrorConstructor;
  /** Calls the context's own `prepareStackTrace` with an array of that context. */
  prepare(own: Prepare, error: unknown, sites: unknown[]): unknown;
  /** The main context's `prepareStackTrace` does not see its errors. */
  isIsolated?: boolean;
}

/** The contexts of node:vm, by their `Object.prototype`. */
export const realms = pinned(new WeakMap<object, Realm>());

/** Hides the errors of a context, known by its `Object.prototype`, from the program's own `Error.prepareStackTrace`. */
export function isolate(objectPrototype: object): void {
  realms.get(objectPrototype)!.isIsolated = true;
}

/** The program's own `Error.prepareStackTrace`, or undefined. */
export function ownPrepare(): Prepare | undefined {
  const prepare = (Error as unknown as V8ErrorConstructor).prepareStackTrace;
  return typeof prepare === "function" && prepare !== ErrorPrepareStackTrace ? (prepare as Prepare) : undefined;
}

/** The engine's own `Function.prototype.toString`. */
export const nativeToString = Function.prototype.toString;

/** Functions of builtins that must look native, with their names. */
export const nativeNames = pinned(new WeakMap<object, string>());

const NATIVE_END = "[native code]\n}";

/** The source of a function, without additions; `native` throws for other values. */
export function sourceOf(value: Function, native: Function): string {
  const name = nativeNames.get(value);
  if (name !== undefined) return `function ${name}() { [native code] }`;
  const written: string = native.call(value);
  const plain = safe.includes(written, "/*$*/") ? functionSource.withoutAdditions(written) : written;
  const source = safe.includes(plain, "$") ? importReads.withImportNames(plain) : plain;
  return program.home() === "bun" && !source.endsWith(NATIVE_END)
    ? printedFunctions.printedSource(value, source)
    : source;
}

const methods = {
  toString(this: Function): string {
    return sourceOf(this, nativeToString);
  },
};
nativeNames.set(methods.toString, "toString").set(statics.captureStackTrace, "captureStackTrace");
nativeNames.set(ErrorPrepareStackTrace, "ErrorPrepareStackTrace");

function reportDeparture(error: object, site: number, isCaught: boolean, inputs: unknown, above: Function): void {
  asyncFrames.record(error, site, isCaught, inputs, (target) => nativeCapture(target, above));
}

const { set: reflectSet } = Reflect;

/**
 * Sets `Error.stackTraceLimit`, without an error where the program has frozen it. The engine misses assignments that it has
 * optimized: the property has the new value, and stacks are collected with the old one.
 */
export function setStackTraceLimit(limit: unknown): void {
  reflectSet(Error, "stackTraceLimit", limit);
}

/** Replaces the engine's `Error` statics by V8's, and `Function.prototype.toString` by ours. */
export function install(): void {
  asyncCell.report = reportDeparture;
  safe.defineProperty(Function.prototype, "toString", {
    value: methods.toString,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  safe.defineProperty(Error, "captureStackTrace", {
    value: statics.captureStackTrace,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  (Error as unknown as V8ErrorConstructor).stackTraceLimit = 10;
  safe.defineProperty(Error, "prepareStackTrace", {
    value: ErrorPrepareStackTrace,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
