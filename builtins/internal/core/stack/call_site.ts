// V8's CallSite objects, for `Error.prepareStackTrace`.
import { CombinedFrame, type Frame, MODULE_CODE } from "internal:core/stack/frames";
import { type Method, outlineOf } from "internal:core/stack/source_outline";

class CallSite {
  #frame: Frame;
  constructor(frame: Frame) {
    this.#frame = frame;
  }
  getThis(): undefined {
    return undefined;
  }
  getTypeName(): string | null {
    const { functionName, nativeOwner, timerType } = this.#frame;
    if (nativeOwner !== "") return nativeOwner;
    if (timerType !== "") return timerType;
    if (this.#frame.isConstructor) return null;
    const member = this.#member();
    if (member !== null) return member.isValue ? member.className : this.#frame.receiverClass;
    // The receiver of a CommonJS module's code is its `exports`.
    return functionName === MODULE_CODE ? "Object" : null;
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
    const { functionName, nativeType, timerType } = this.#frame;
    if (nativeType !== "") return functionName;
    if (timerType !== "") return this.#frame.timerMember;
    const member = this.#member();
    return member === null || member.kind === "constructor" ? null : member.name;
  }
  /** The member of a class or of an object that the function is; null for other functions, which the outline has too. */
  #member(): Method | null {
    const { method } = this.#frame;
    return method === null || method.className === "" || method.name === "" ? null : method;
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
    const { isNative, url, line, column } = this.#frame;
    const start = isNative ? undefined : outlineOf(url)?.lineStarts[line - 1];
    return start === undefined ? 0 : start + column - 1;
  }
  getPromiseIndex(): number | null {
    return this.#frame instanceof CombinedFrame ? this.#frame.index : null;
  }
  isToplevel(): boolean {
    const { functionName, nativeType, timerType } = this.#frame;
    return (
      timerType === "" &&
      this.#member() === null &&
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
    return this.#frame instanceof CombinedFrame && this.#frame.functionName === "all";
  }
  toString(): string {
    return this.#frame.describe();
  }
}

/** The CallSite of a frame. */
export function make(frame: Frame): CallSite {
  return new CallSite(frame);
}
