// Calls of foreign functions: arguments are written as bytes, the function is called, its result is read.
import * as lists from "internal:core/lists";
import * as callbacks from "internal:core/ffi/callbacks";
import { addressOf, call, callOnPool, prepare } from "native:ffi";

/** Writes an argument into the bytes of a call. Throws for a value of another type. */
export type Writer = (view: DataView, offset: number, value: unknown) => void;
/** Reads a value from bytes. */
export type Reader = (view: DataView, offset: number) => unknown;

/** How a function is called. */
export interface Signature {
  /** `FfiType`s: the result, then the parameters. */
  types: number[];
  writers: Writer[];
  read: Reader;
}

const WORD = 2 ** 32;

/** Writes a pointer. */
export function writeAddress(view: DataView, offset: number, address: number): void {
  view.setUint32(offset, address % WORD, true);
  view.setUint32(offset + 4, Math.floor(address / WORD), true);
}

/** Reads a pointer: an address fits the integers of a number. */
export function readAddress(view: DataView, offset: number): number {
  return view.getUint32(offset + 4, true) * WORD + view.getUint32(offset, true);
}

/** The address of the bytes of a buffer or view; null for another value. */
export function addressOfBytes(value: unknown): number | null {
  return addressOf(value as ArrayBufferView);
}

/** The bytes of one call. */
class CallMemory {
  readonly values: Uint8Array;
  readonly result: Uint8Array;
  readonly valuesView: DataView;
  readonly resultView: DataView;

  constructor(argumentBytes: number, resultBytes: number) {
    this.valuesView = new DataView(new ArrayBuffer(Math.max(argumentBytes, 8)));
    this.resultView = new DataView(new ArrayBuffer(resultBytes));
    this.values = new Uint8Array(this.valuesView.buffer);
    this.result = new Uint8Array(this.resultView.buffer);
  }
}

function prepared(
  address: number,
  { types }: Signature,
): { number: number; offsets: number[]; memory: () => CallMemory } {
  const { number, offsets, argumentBytes, resultBytes } = prepare(address, new Uint8Array(types));
  const view = new DataView(offsets.buffer, offsets.byteOffset, offsets.byteLength);
  const places: number[] = [];
  for (let index = 0; index < offsets.byteLength; index += 4) lists.push(places, view.getUint32(index, true));
  return { number, offsets: places, memory: () => new CallMemory(argumentBytes, resultBytes) };
}

/** A function that calls the one at an address with a list of arguments, on this thread. */
export function caller(address: number, signature: Signature): (values: ArrayLike<unknown>) => unknown {
  const { number, offsets, memory } = prepared(address, signature);
  const { writers, read } = signature;
  let spare: CallMemory | null = memory();
  return (values) => {
    // A callback of the function may call it again.
    const own = spare ?? memory();
    spare = null;
    try {
      for (let index = 0; index < writers.length; index++)
        writers[index]!(own.valuesView, offsets[index]!, values[index]);
      callbacks.begin();
      try {
        call(number, own.values, own.result);
      } finally {
        callbacks.end();
      }
      return read(own.resultView, 0);
    } finally {
      spare = own;
    }
  };
}

/** The arguments of calls on the thread pool: buffers whose addresses were passed must live until the call ends. */
const inFlight = new Set<ArrayLike<unknown>>();

/** The same on the thread pool. */
export function poolCaller(address: number, signature: Signature): (values: ArrayLike<unknown>) => Promise<unknown> {
  const { number, offsets, memory } = prepared(address, signature);
  const { writers, read } = signature;
  return async (values) => {
    const own = memory();
    for (let index = 0; index < writers.length; index++)
      writers[index]!(own.valuesView, offsets[index]!, values[index]);
    inFlight.add(values);
    let result: Uint8Array;
    try {
      result = await callOnPool(number, own.values);
    } finally {
      inFlight.delete(values);
    }
    return read(new DataView(result.buffer, result.byteOffset, result.byteLength), 0);
  };
}
