// V8's statics of `Error`, and the text of functions without what the transformer put into it. The machinery behind both
// (`internal:stack`, `internal:function_text`) is evaluated when somebody asks.
import defer * as stacks from "internal:stack";
import defer * as functionText from "internal:function_text";

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

/** The program's own `Error.prepareStackTrace`, or undefined. */
export function ownPrepare(): ((error: unknown, trace: unknown[]) => unknown) | undefined {
  const prepare = (Error as any).prepareStackTrace;
  return typeof prepare === "function" && prepare !== ErrorPrepareStackTrace ? prepare : undefined;
}

const nativeText = Function.prototype.toString;

/** Functions of ours that must look native, with their names. */
export const nativeNames = new Map<unknown, string>();

const methods = {
  toString(this: Function): string {
    const native = nativeNames.get(this);
    if (native !== undefined) return `function ${native}() { [native code] }`;
    const text = nativeText.call(this);
    return text.includes("/*$*/") ? functionText.withoutAdditions(text) : text;
  },
};
nativeNames.set(methods.toString, "toString").set(captureStackTrace, "captureStackTrace");

/** Puts V8's `Error` statics in place of the engine's, and our `Function.prototype.toString`. */
export function install(): void {
  Object.defineProperty(Function.prototype, "toString", { value: methods.toString, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(Error, "captureStackTrace", { value: captureStackTrace, writable: true, enumerable: false, configurable: true });
  (Error as any).stackTraceLimit = 10;
  Object.defineProperty(Error, "prepareStackTrace", { value: ErrorPrepareStackTrace, writable: true, enumerable: false, configurable: true });
}
