// V8's statics of `Error`. The machinery behind them (`internal:stack`) is evaluated when somebody captures a stack.
import defer * as stacks from "internal:stack";

/** The engine's own `Error.captureStackTrace`: writes its text form into `target.stack`. */
export const nativeCapture: (target: object, above?: Function) => void = (Error as any).captureStackTrace;

/** `Error.captureStackTrace(target, above)` of V8. Throws a TypeError for a target that is no object. */
function captureStackTrace(target: object, above?: Function): void {
  stacks.captureStackTrace(target, typeof above === "function" ? above : captureStackTrace);
}

/** Puts V8's `Error` statics in place of the engine's. */
export function install(): void {
  Object.defineProperty(Error, "captureStackTrace", { value: captureStackTrace, writable: true, enumerable: false, configurable: true });
  (Error as any).stackTraceLimit = 10;
}
