// The slots of a WritableState whose values count only while their flag is set, and its empty buffer.
import type { WritableState } from "internal:node/streams/writable_state";
import { W_ALL_BUFFERS, W_ALL_NOOP, W_BUFFERED, kState } from "internal:node/streams/state_flags";

export const kErroredValue: unique symbol = Symbol("kErroredValue");
export const kDefaultEncoding: unique symbol = Symbol("kDefaultEncodingValue");
/** The program's callback of the chunk that is being written. */
export const kWriteCallback: unique symbol = Symbol("kWriteCbValue");
/** `{ count, callback, … }` of writes that finished synchronously and share one tick. */
export const kAfterWriteTickInfo: unique symbol = Symbol("kAfterWriteTickInfoValue");
/** The buffered writes. */
export const kBuffered: unique symbol = Symbol("kBufferedValue");
/** The callbacks of end(). */
export const kOnFinished: unique symbol = Symbol("kOnFinishedValue");

/** The callback of a write without one; compared by identity. */
export function noop(): void {}

/** Drops the buffered writes. */
export function resetBuffered(state: WritableState): void {
  state[kBuffered] = null;
  state.bufferedIndex = 0;
  state[kState] = (state[kState] | W_ALL_BUFFERS | W_ALL_NOOP) & ~W_BUFFERED;
}
