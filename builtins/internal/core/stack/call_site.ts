// V8's CallSite objects, for `Error.prepareStackTrace`.
import { type Frame } from "internal:core/stack/frames";

class CallSite {
  #frame: Frame;
  constructor(frame: Frame) {
    this.#frame = frame;
  }
  getThis(): undefined {
    return undefined;
  }
  getTypeName(): string | null {
    const dot = this.#frame.functionName.indexOf(".");
    return dot === -1 ? "Object" : this.#frame.functionName.slice(0, dot);
  }
  getFunction(): undefined {
    return undefined;
  }
  getFunctionName(): string | null {
    return this.#frame.functionName || null;
  }
  getMethodName(): string | null {
    return null;
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
    return true;
  }
  isEval(): boolean {
    return false;
  }
  isNative(): boolean {
    return this.#frame.isNative;
  }
  isConstructor(): boolean {
    return false;
  }
  isAsync(): boolean {
    return false;
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
