// V8's CallSite objects, for `Error.prepareStackTrace`.
import { type Frame, MODULE_CODE } from "internal:core/stack/frames";

class CallSite {
  #frame: Frame;
  constructor(frame: Frame) {
    this.#frame = frame;
  }
  getThis(): undefined {
    return undefined;
  }
  getTypeName(): string | null {
    const { method, nativeOwner, timerType, url } = this.#frame;
    if (nativeOwner !== "") return nativeOwner;
    if (timerType !== "") return timerType;
    if (this.#frame.isConstructor) return null;
    if (method !== null && method.className !== "")
      return method.isValue ? method.className : this.#frame.receiverClass;
    // The receiver of other functions: nothing in an ES module, the global object or `exports` elsewhere.
    return this.#frame.isNative || url.startsWith("file:") ? null : "Object";
  }
  getFunction(): undefined {
    return undefined;
  }
  getFunctionName(): string | null {
    const { functionName, method } = this.#frame;
    if (functionName === "" || functionName === MODULE_CODE) return null;
    return method !== null && (method.kind === "get" || method.kind === "set")
      ? `${method.kind} ${functionName}`
      : functionName;
  }
  getMethodName(): string | null {
    const { functionName, method, nativeType, timerType } = this.#frame;
    if (nativeType !== "") return functionName;
    if (timerType !== "") return `_on${timerType}`;
    return method === null || method.kind === "constructor" ? null : method.name;
  }
  getFileName(): string | null {
    return this.#frame.isNative ? null : this.#frame.url;
  }
  getLineNumber(): number | null {
    return this.#frame.isNative ? null : this.#frame.line;
  }
  getColumnNumber(): number | null {
    return this.#frame.isNative ? null : this.#frame.column;
  }
  getEvalOrigin(): undefined {
    return undefined;
  }
  getScriptNameOrSourceURL(): string | null {
    return this.getFileName();
  }
  getScriptHash(): string {
    return "";
  }
  getEnclosingLineNumber(): number | null {
    return this.getLineNumber();
  }
  getEnclosingColumnNumber(): number | null {
    return this.getColumnNumber();
  }
  getPosition(): number {
    return 0;
  }
  getPromiseIndex(): null {
    return null;
  }
  isToplevel(): boolean {
    const { functionName, method, nativeType, timerType } = this.#frame;
    return (
      timerType === "" &&
      method === null &&
      nativeType === "" &&
      functionName !== MODULE_CODE &&
      !this.#frame.isConstructor
    );
  }
  isEval(): boolean {
    return false;
  }
  isNative(): boolean {
    return false;
  }
  isConstructor(): boolean {
    return this.#frame.isConstructor;
  }
  isAsync(): boolean {
    return this.#frame.isAsync;
  }
  isPromiseAll(): boolean {
    return false;
  }
  toString(): string {
    return this.#frame.describe();
  }
}

/** The CallSite of a frame. */
export function make(frame: Frame): CallSite {
  return new CallSite(frame);
}
