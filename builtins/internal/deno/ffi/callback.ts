// `Deno.UnsafeCallback`. https://docs.deno.com/api/deno/~/Deno.UnsafeCallback
import * as callbacks from "internal:core/ffi/callbacks";
import { requireAll } from "internal:core/ffi/permission";
import { pointerTo } from "internal:deno/ffi/pointer_object";
import { type NativeType, codesOf, rulesOf } from "internal:deno/ffi/types";
import { loopState } from "internal:core/loop_state";
import { LoopWord } from "native:realm";

/** The types of a callback. */
export interface CallbackDefinition {
  parameters: NativeType[];
  result: NativeType;
}

type CallbackFunction = (...values: unknown[]) => unknown;

/** A function of JavaScript that native code can call until it is closed. */
export class UnsafeCallback {
  definition: CallbackDefinition;
  callback: CallbackFunction;
  pointer: object;
  #number: number;
  #references = 0;

  constructor(definition: CallbackDefinition, callback: CallbackFunction) {
    requireAll();
    const parameters = definition.parameters.map(rulesOf);
    const result = rulesOf(definition.result);
    const { number, address } = callbacks.add(
      {
        types: codesOf(result, parameters),
        lengths: parameters.map(({ byteLength }) => byteLength),
        readers: parameters.map(({ read }) => read),
        write: definition.result === "void" ? null : result.write,
        resultBytes: result.byteLength,
      },
      (values) => callback(...values),
    );
    this.#number = number;
    this.definition = definition;
    this.callback = callback;
    this.pointer = pointerTo(address)!;
  }

  /** A callback that keeps the event loop running, for native code of other threads. */
  static threadSafe(definition: CallbackDefinition, callback: CallbackFunction): UnsafeCallback {
    const made = new UnsafeCallback(definition, callback);
    made.ref();
    return made;
  }

  /** Keeps the event loop running. Returns how often this was called without `unref`. */
  ref(): number {
    if (this.#references++ === 0) loopState[LoopWord.REFERENCES]!++;
    return this.#references;
  }

  /** Takes one `ref` back. */
  unref(): number {
    if (this.#references > 0 && --this.#references === 0) loopState[LoopWord.REFERENCES]!--;
    return this.#references;
  }

  /** Frees the callback, which native code must not call any more. */
  close(): void {
    this.#references = Math.min(this.#references, 1);
    this.unref();
    callbacks.remove(this.#number);
  }
}
