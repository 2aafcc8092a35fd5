// V8's statics of `Error`, and the text of functions without what the transformer put into it. The machinery behind stacks
// (`internal:stack`) is evaluated when somebody captures one.
import defer * as stacks from "internal:stack";
import { isLoaded } from "internal:bootstrap";
import defer * as dates from "internal:dates";

/** The engine's own `Error.captureStackTrace`: writes its text form into `target.stack`. */
export const nativeCapture: (target: object, above?: Function) => void = (Error as any).captureStackTrace;

/** `Error.captureStackTrace(target, above)` of V8. Throws a TypeError for a target that is no object. */
function captureStackTrace(target: object, above?: Function): void {
  stacks.captureStackTrace(target, typeof above === "function" ? above : captureStackTrace);
}

const nativeText = Function.prototype.toString;
/** What `modules/transform` adds around `await` (`awaits.rs` there): a text that is evaluated elsewhere has no use for it. */
let additions: RegExp | undefined;

const methods = {
  toString(this: Function): string {
    if (this === methods.toString) return "function toString() { [native code] }";
    const native = isLoaded("internal:dates") ? dates.nativeName(this) : undefined;
    if (native !== undefined) return `function ${native}() { [native code] }`;
    const text = nativeText.call(this);
    if (!text.includes("/*$*/")) return text;
    additions ??= /(\$(?:\d+_)?a|\$brioVmImports\.context)\.r\(\1\.f,|\/\*\$\*\/[)}]|\{\/\*\$\*\/|\{const \$(?:\d+_)?s=(?:\$(?:\d+_)?a|\$brioVmImports\.context)\.f;|(?:\$(?:\d+_)?a|\$brioVmImports\.context)\.f=\$(?:\d+_)?s;/g;
    return text.replace(additions, "");
  },
};

/** Puts V8's `Error` statics in place of the engine's, and our `Function.prototype.toString`. */
export function install(): void {
  Object.defineProperty(Function.prototype, "toString", { value: methods.toString, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(Error, "captureStackTrace", { value: captureStackTrace, writable: true, enumerable: false, configurable: true });
  (Error as any).stackTraceLimit = 10;
}
