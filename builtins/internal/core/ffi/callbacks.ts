// Functions of the program that native code calls.
import * as lists from "internal:core/lists";
import * as uncaught from "internal:core/uncaught";
import type { Reader, Writer } from "internal:core/ffi/calls";
import { closeCallback, openCallback, setHandlers } from "native:ffi";

interface Entry {
  offsets: number[];
  readers: Reader[];
  write: Writer | null;
  call: (values: unknown[]) => unknown;
}

/** What a callback receives and returns. */
export interface CallbackSignature {
  /** `FfiType`s: the result, then the parameters. */
  types: number[];
  /** The length of each parameter in bytes. */
  lengths: number[];
  readers: Reader[];
  /** Null for no result. */
  write: Writer | null;
  /** The length of a result that is a structure; 0 for another. */
  resultBytes: number;
}

const NUMBER_BYTES = 8;
const entries = new Map<number, Entry & { resultBytes: number }>();
let hasHandlers = false;
/** How many calls of foreign functions are running. */
let running = 0;
/** What a callback of them threw first. */
let failure: { error: unknown } | null = null;

/** Makes a callback; its number for `remove`, and its address. */
export function add(
  signature: CallbackSignature,
  call: (values: unknown[]) => unknown,
): { number: number; address: number } {
  if (!hasHandlers) {
    hasHandlers = true;
    setHandlers({ called });
  }
  const { number, address } = openCallback(new Uint8Array(signature.types));
  const offsets: number[] = [];
  let offset = 0;
  for (const length of signature.lengths) {
    lists.push(offsets, offset);
    offset += Math.ceil(length / NUMBER_BYTES) * NUMBER_BYTES;
  }
  const { readers, write, resultBytes } = signature;
  entries.set(number, { offsets, readers, write, resultBytes, call });
  return { number, address };
}

/** Frees a callback. */
export function remove(number: number): void {
  if (entries.delete(number)) closeCallback(number);
}

/** Notes that a foreign function is called, which may call back. */
export function begin(): void {
  running++;
}

/** Ends `begin`, and throws what a callback threw meanwhile. */
export function end(): void {
  running--;
  if (failure === null || running > 0) return;
  const { error } = failure;
  failure = null;
  throw error;
}

function called(number: number, values: Uint8Array): Uint8Array {
  const entry = entries.get(number);
  const result = new Uint8Array(Math.max(NUMBER_BYTES, entry?.resultBytes ?? 0));
  if (entry === undefined) return result;
  try {
    const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
    const given: unknown[] = [];
    for (let index = 0; index < entry.readers.length; index++)
      lists.push(given, entry.readers[index]!(view, entry.offsets[index]!));
    const returned = entry.call(given);
    if (entry.write !== null) entry.write(new DataView(result.buffer), 0, returned);
  } catch (error) {
    // The native code goes on; its caller throws then.
    if (running > 0) failure ??= { error };
    else uncaught.handle(error);
  }
  return result;
}
