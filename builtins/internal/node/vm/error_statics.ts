// V8's statics of `Error` in contexts of node:vm, and our `Function.prototype.toString`: the counterpart of `internal:core/stack/install`.
// Stacks of a context's errors are made as usual (`internal:core/stack/stack`), with the context's `prepareStackTrace`.
import { nativeNames, realms, sourceOf, type Prepare, type V8ErrorConstructor } from "internal:core/stack/install";
import defer * as stacks from "internal:core/stack/stack";

interface Installed {
  Error: V8ErrorConstructor;
  objectPrototype: object;
  methods: Record<string, Function>;
  prepare(own: Prepare, error: unknown, sites: unknown[]): unknown;
}

const capture = (native: (target: object, above?: Function) => void, target: object, above: Function): void =>
  stacks.captureStackTrace(target, above, native);

/** Prepares a context; `evaluate` evaluates source in it. */
export function install(evaluate: (text: string) => unknown): void {
  const { Error, objectPrototype, methods, prepare } = (evaluate(STATICS) as (...host: unknown[]) => Installed)(
    capture,
    sourceOf,
  );
  for (const name of Object.keys(methods)) nativeNames.set(methods[name]!, name);
  realms.set(objectPrototype, { Error, prepare });
}

// The engine has a limit for each context: that of the code which assigns it.
const STATICS = `(function (capture, textOf) {
  const native = Error.captureStackTrace;
  const nativeText = Function.prototype.toString;
  const methods = {
    captureStackTrace(target, above) {
      if ((typeof target !== "object" || target === null) && typeof target !== "function") throw new TypeError("Invalid argument");
      capture(native, target, typeof above === "function" ? above : methods.captureStackTrace);
    },
    toString() {
      return textOf(this, nativeText);
    },
  };
  const define = (holder, name) => Object.defineProperty(holder, name, { value: methods[name], writable: true, enumerable: false, configurable: true });
  define(Error, "captureStackTrace");
  define(Function.prototype, "toString");
  Error.stackTraceLimit = 10;
  const ContextError = Error;
  return { Error, objectPrototype: Object.prototype, methods, prepare: (own, error, sites) => own.call(ContextError, error, [...sites]) };
})`;
