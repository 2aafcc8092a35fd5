// V8's statics of `Error`, and the text of functions without what the transformer put into it. The machinery behind both
// (`internal:core/stack/stack`, `internal:core/stack/function_text`) is evaluated when somebody asks.
import defer * as stacks from "internal:core/stack/stack";
import defer * as functionText from "internal:core/stack/function_text";

/** The engine's own `Error.captureStackTrace`: writes its text form into `target.stack`. */
export const nativeCapture: (target: object, above?: Function) => void = (Error as any).captureStackTrace;

/** `Error.captureStackTrace(target, above)` of V8. Throws a TypeError for a target that is no object. */
function captureStackTrace(target: object, above?: Function): void {
  stacks.captureStackTrace(target, typeof above === "function" ? above : captureStackTrace);
}

// Node's default, which programs put back after theirs. Builtins do its work without it.
function ErrorPrepareStackTrace(error: unknown, trace: unknown[]): string {
  return stacks.defaultStack(error, trace);
}

/** `Error.prepareStackTrace`. */
export type Prepare = (error: unknown, trace: unknown[]) => unknown;

/** A context of node:vm. */
export interface Realm {
  Error: any;
  /** Calls the context's own `prepareStackTrace` with an array of that context. */
  prepare(own: Prepare, error: unknown, sites: unknown[]): unknown;
}

/** The contexts of node:vm, by their `Object.prototype`. */
export const realms = new WeakMap<object, Realm>();

/** The program's own `Error.prepareStackTrace`, or undefined. */
export function ownPrepare(): Prepare | undefined {
  const prepare = (Error as any).prepareStackTrace;
  return typeof prepare === "function" && prepare !== ErrorPrepareStackTrace ? prepare : undefined;
}

const nativeText = Function.prototype.toString;

/** Functions of ours that must look native, with their names. */
export const nativeNames = new WeakMap<object, string>();

/** The text of `value`, which is a function or what `native` throws for. */
export function textOf(value: any, native: Function): string {
  const name = nativeNames.get(value);
  if (name !== undefined) return `function ${name}() { [native code] }`;
  const text = native.call(value);
  return text.includes("/*$*/") ? functionText.withoutAdditions(text) : text;
}

const methods = {
  toString(this: Function): string {
    return textOf(this, nativeText);
  },
};
nativeNames.set(methods.toString, "toString").set(captureStackTrace, "captureStackTrace");

/** Puts V8's `Error` statics in place of the engine's, and our `Function.prototype.toString`. */
export function install(): void {
  Object.defineProperty(Function.prototype, "toString", {
    value: methods.toString,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(Error, "captureStackTrace", {
    value: captureStackTrace,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  (Error as any).stackTraceLimit = 10;
  Object.defineProperty(Error, "prepareStackTrace", {
    value: ErrorPrepareStackTrace,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
