// `JSCallback` of `bun:ffi`.
import * as callbacks from "internal:core/ffi/callbacks";
import { requireAny } from "internal:core/ffi/permission";
import { type FunctionDefinition, typesOf } from "internal:bun/ffi/library";
import { invalidArgument } from "internal:bun/ffi/errors";
import { loopState } from "internal:core/loop_state";
import { FFIType } from "internal:bun/ffi/types";
import { LoopWord } from "native:realm";

/** A function of JavaScript that native code can call until it is closed. */
export class JSCallback {
  /** Its address; null when it is closed. */
  ptr: number | null;
  /** Native code of other threads may call it: it keeps the event loop running. */
  threadsafe: boolean;
  #number: number;

  constructor(callback: (...values: never[]) => unknown, options: FunctionDefinition & { threadsafe?: boolean }) {
    if (typeof callback !== "function") throw invalidArgument("Expected callback to be a function");
    requireAny();
    const { parameters, result } = typesOf(options);
    const { number, address } = callbacks.add(
      {
        types: [result.code, ...parameters.map(({ code }) => code)],
        lengths: parameters.map(({ byteLength }) => byteLength),
        readers: parameters.map(({ read }) => read),
        write: result.number === FFIType.void ? null : result.write,
        resultBytes: 0,
      },
      (values) => callback(...(values as never[])),
    );
    this.#number = number;
    this.ptr = address;
    this.threadsafe = options.threadsafe === true;
    if (this.threadsafe) loopState[LoopWord.REFERENCES]!++;
  }

  /** Frees the callback, which native code must not call any more. */
  close(): void {
    if (this.ptr === null) return;
    this.ptr = null;
    if (this.threadsafe) loopState[LoopWord.REFERENCES]!--;
    callbacks.remove(this.#number);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  [Symbol.toPrimitive](): number | null {
    return this.ptr;
  }
}
