// The queue of a Writable, after write() and end() have checked their arguments: one `_write` at a time, the others are
// buffered; then callbacks and "drain"; and finishing: `_final`, "prefinish", "finish".
import * as lists from "internal:core/lists";
import { ERR_MULTIPLE_CALLBACK, ERR_STREAM_DESTROYED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import {
  AUTO_DESTROY,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  ERROR_EMITTED,
  OBJECT_MODE,
  W_AFTER_WRITE_PENDING,
  W_AFTER_WRITE_TICK_INFO,
  W_ALL_BUFFERS,
  W_ALL_NOOP,
  W_BUFFERED,
  W_BUFFER_PROCESSING,
  W_CORKED,
  W_ENDING,
  W_EXPECT_WRITE_CALLBACK,
  W_FINAL_CALLED,
  W_FINISHED,
  W_NEED_DRAIN,
  W_ON_FINISHED,
  W_PREFINISHED,
  W_SYNC,
  W_WRITE_CALLBACK,
  W_WRITING,
  kState,
} from "internal:node/streams/state_flags";
import { errorOrDestroy } from "internal:node/streams/destroy";
import {
  kAfterWriteTickInfo,
  kBuffered,
  kErroredValue,
  kOnFinished,
  kWriteCallback,
  noop,
  resetBuffered,
} from "internal:node/streams/writable_slots";
import type { Callback, Chunk } from "internal:node/streams/kinds";
import type { Writable } from "internal:node/streams/writable";
import type { AfterWriteTick, PendingWrite, WritableState } from "internal:node/streams/writable_state";

/** Consumed slots at the front of the buffer are removed when they are more than this and more than half of it. */
const CONSUMED_SLOTS_MAX = 256;

/** Writes a chunk or buffers it. Returns whether the producer should continue. */
export function writeOrBuffer(
  stream: Writable,
  state: WritableState,
  chunk: Chunk,
  encoding: string,
  callback: Callback,
): boolean {
  const length = (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  state.length += length;
  if ((state[kState] & (W_WRITING | ERRORED | W_CORKED | CONSTRUCTED)) === CONSTRUCTED) {
    state.writelen = length;
    if (callback !== noop) {
      state[kWriteCallback] = callback;
      state[kState] |= W_WRITE_CALLBACK;
    }
    state[kState] |= W_WRITING | W_SYNC | W_EXPECT_WRITE_CALLBACK;
    stream._write(chunk, encoding, state.onwrite);
    state[kState] &= ~W_SYNC;
  } else {
    if ((state[kState] & W_BUFFERED) === 0) {
      state[kState] |= W_BUFFERED;
      state[kBuffered] = [];
    }
    lists.push(state[kBuffered]!, { chunk, encoding, callback });
    if (encoding !== "buffer") state[kState] &= ~W_ALL_BUFFERS;
    if (callback !== noop) state[kState] &= ~W_ALL_NOOP;
  }
  const hasCapacity = state.length < state.highWaterMark || state.length === 0;
  if (!hasCapacity) state[kState] |= W_NEED_DRAIN;
  // Ends loops of `while (stream.write(…))` when the stream is destroyed.
  return hasCapacity && (state[kState] & (DESTROYED | ERRORED)) === 0;
}

/** The callback of `_write` and `_writev`: `state.onwrite`. */
export function onWritten(stream: Writable, error?: unknown): void {
  const state = stream._writableState;
  if ((state[kState] & W_EXPECT_WRITE_CALLBACK) === 0) {
    errorOrDestroy(stream, new ERR_MULTIPLE_CALLBACK());
    return;
  }
  const isSync = (state[kState] & W_SYNC) !== 0;
  const callback = (state[kState] & W_WRITE_CALLBACK) !== 0 ? state[kWriteCallback]! : noop;
  state[kWriteCallback] = null;
  state[kState] &= ~(W_WRITING | W_EXPECT_WRITE_CALLBACK | W_WRITE_CALLBACK);
  state.length -= state.writelen;
  state.writelen = 0;
  if (error) {
    onWriteFailed(stream, state, error, callback, isSync);
    return;
  }
  if ((state[kState] & W_BUFFERED) !== 0) clearBuffer(stream, state);
  if (isSync) afterSyncWrite(stream, state, callback);
  else afterWrite(stream, state, 1, callback);
}

function onWriteFailed(stream: Writable, state: WritableState, error: any, callback: Callback, isSync: boolean): void {
  // Creates the stack now: later it would retain the objects of its frames.
  void error.stack;
  if ((state[kState] & ERRORED) === 0) {
    state[kErroredValue] = error;
    state[kState] |= ERRORED;
  }
  const readable = stream._readableState;
  if (readable && !readable.errored) readable.errored = error;
  if (isSync) nextTick(reportWriteError, stream, state, error, callback);
  else reportWriteError(stream, state, error, callback);
}

function reportWriteError(stream: Writable, state: WritableState, error: any, callback: Callback): void {
  --state.pendingcb;
  callback(error);
  // The other callbacks receive the stored error of the stream.
  errorBuffered(state);
  errorOrDestroy(stream, error);
}

// Callbacks never run inside write(): they share a tick, as long as they are the same function.
function afterSyncWrite(stream: Writable, state: WritableState, callback: Callback): void {
  const flags = state[kState];
  if (
    (flags & W_AFTER_WRITE_TICK_INFO) !== 0 &&
    callback !== noop &&
    state[kAfterWriteTickInfo]!.callback === callback
  ) {
    state[kAfterWriteTickInfo]!.count++;
  } else if (callback !== noop) {
    const info: AfterWriteTick = { count: 1, callback, stream, state };
    state[kAfterWriteTickInfo] = info;
    state[kState] |= W_AFTER_WRITE_PENDING | W_AFTER_WRITE_TICK_INFO;
    nextTick(afterWriteTick, info);
  } else if ((flags & W_AFTER_WRITE_PENDING) === 0 && needsAfterWrite(flags, state)) {
    state[kState] |= W_AFTER_WRITE_PENDING;
    nextTick(afterWrite, stream, state, 1, callback);
  } else {
    state.pendingcb--;
    if ((state[kState] & W_ENDING) !== 0) finishMaybe(stream, state, true);
  }
}

// A write without a callback needs its tick only for "drain". In object mode it always has one, which delays "finish".
function needsAfterWrite(flags: number, state: WritableState): boolean {
  return (flags & OBJECT_MODE) !== 0 || ((flags & W_NEED_DRAIN) !== 0 && state.length === 0);
}

function afterWriteTick({ stream, state, count, callback }: AfterWriteTick): void {
  state[kState] &= ~W_AFTER_WRITE_TICK_INFO;
  state[kAfterWriteTickInfo] = null;
  afterWrite(stream, state, count, callback);
}

function afterWrite(stream: Writable, state: WritableState, count: number, callback: Callback): void {
  state[kState] &= ~W_AFTER_WRITE_PENDING;
  if ((state[kState] & (W_ENDING | W_NEED_DRAIN | DESTROYED)) === W_NEED_DRAIN && state.length === 0) {
    state[kState] &= ~W_NEED_DRAIN;
    stream.emit("drain");
  }
  while (count-- > 0) {
    state.pendingcb--;
    callback(null);
  }
  if ((state[kState] & DESTROYED) !== 0) errorBuffered(state);
  if ((state[kState] & W_ENDING) !== 0) finishMaybe(stream, state, true);
}

/** Fails all buffered writes and the callbacks of end(). */
export function errorBuffered(state: WritableState): void {
  if ((state[kState] & W_WRITING) !== 0) return;
  if ((state[kState] & W_BUFFERED) !== 0) {
    const buffered = state[kBuffered]!;
    for (let index = state.bufferedIndex; index < buffered.length; index++) {
      const { chunk, callback } = buffered[index]!;
      state.length -= (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
      callback(state.errored ?? new ERR_STREAM_DESTROYED("write"));
    }
  }
  callFinishedCallbacks(state, state.errored ?? new ERR_STREAM_DESTROYED("end"));
  resetBuffered(state);
}

/** Writes the buffered chunks: all at once with `_writev`, otherwise as long as `_write` calls back synchronously. */
export function clearBuffer(stream: Writable, state: WritableState): void {
  const relevant = DESTROYED | W_BUFFER_PROCESSING | W_CORKED | W_BUFFERED | CONSTRUCTED;
  if ((state[kState] & relevant) !== (W_BUFFERED | CONSTRUCTED)) return;
  const buffered = state[kBuffered]!;
  const first = state.bufferedIndex;
  const count = buffered.length - first;
  if (count === 0) return;
  state[kState] |= W_BUFFER_PROCESSING;
  if (count > 1 && stream._writev) writeAll(stream, state, buffered, first);
  else writeOneByOne(stream, state, buffered, first);
  state[kState] &= ~W_BUFFER_PROCESSING;
}

function writeAll(stream: Writable, state: WritableState, buffered: PendingWrite[], first: number): void {
  state.pendingcb -= buffered.length - first - 1;
  const withoutCallbacks = (state[kState] & W_ALL_NOOP) !== 0;
  const callback = withoutCallbacks
    ? noop
    : (error?: unknown) => {
        for (let index = first; index < buffered.length; index++) buffered[index]!.callback(error);
      };
  const chunks: PendingWrite[] & { allBuffers?: boolean } =
    withoutCallbacks && first === 0 ? buffered : lists.slice(buffered, first);
  chunks.allBuffers = (state[kState] & W_ALL_BUFFERS) !== 0;
  startWrite(stream, state, true, state.length, chunks, "", callback);
  resetBuffered(state);
}

function writeOneByOne(stream: Writable, state: WritableState, buffered: PendingWrite[], first: number): void {
  const objectMode = (state[kState] & OBJECT_MODE) !== 0;
  let index = first;
  do {
    const { chunk, encoding, callback } = buffered[index]!;
    buffered[index++] = null!;
    startWrite(stream, state, false, objectMode ? 1 : chunk.length, chunk, encoding, callback);
  } while (index < buffered.length && (state[kState] & W_WRITING) === 0);
  if (index === buffered.length) {
    resetBuffered(state);
  } else if (index > CONSUMED_SLOTS_MAX && index * 2 >= buffered.length) {
    lists.splice(buffered, 0, index);
    state.bufferedIndex = 0;
  } else {
    state.bufferedIndex = index;
  }
}

function startWrite(
  stream: Writable,
  state: WritableState,
  many: boolean,
  length: number,
  chunk: Chunk | PendingWrite[],
  encoding: string,
  callback: Callback,
): void {
  state.writelen = length;
  if (callback !== noop) {
    state[kWriteCallback] = callback;
    state[kState] |= W_WRITE_CALLBACK;
  }
  state[kState] |= W_WRITING | W_SYNC | W_EXPECT_WRITE_CALLBACK;
  if ((state[kState] & DESTROYED) !== 0) state.onwrite(new ERR_STREAM_DESTROYED("write"));
  else if (many) stream._writev!(chunk as PendingWrite[], state.onwrite);
  else stream._write(chunk as Chunk, encoding, state.onwrite);
  state[kState] &= ~W_SYNC;
}

/** Finishes the stream when end() was called and all data is written. `sync`: "finish" is emitted in the next tick. */
export function finishMaybe(stream: Writable, state: WritableState, sync = false): void {
  if (!isReadyToFinish(state)) return;
  prefinish(stream, state);
  if (state.pendingcb !== 0) return;
  if (sync) {
    state.pendingcb++;
    nextTick(finishLater, stream, state);
  } else if (isReadyToFinish(state)) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function isReadyToFinish(state: WritableState): boolean {
  const relevant =
    W_ENDING | DESTROYED | CONSTRUCTED | W_FINISHED | W_WRITING | ERROR_EMITTED | CLOSE_EMITTED | ERRORED | W_BUFFERED;
  return (state[kState] & relevant) === (W_ENDING | CONSTRUCTED) && state.length === 0;
}

function finishLater(stream: Writable, state: WritableState): void {
  if (isReadyToFinish(state)) finish(stream, state);
  else state.pendingcb--;
}

function prefinish(stream: Writable, state: WritableState): void {
  if ((state[kState] & (W_PREFINISHED | W_FINAL_CALLED)) !== 0) return;
  if (typeof stream._final !== "function" || (state[kState] & DESTROYED) !== 0) {
    state[kState] |= W_FINAL_CALLED | W_PREFINISHED;
    stream.emit("prefinish");
    return;
  }
  state[kState] |= W_FINAL_CALLED | W_SYNC;
  state.pendingcb++;
  try {
    stream._final((error?: unknown) => onFinal(stream, state, error));
  } catch (error) {
    onFinal(stream, state, error);
  }
  state[kState] &= ~W_SYNC;
}

function onFinal(stream: Writable, state: WritableState, error?: unknown): void {
  if ((state[kState] & W_PREFINISHED) !== 0) {
    errorOrDestroy(stream, error ?? new ERR_MULTIPLE_CALLBACK());
    return;
  }
  state.pendingcb--;
  if (error) {
    callFinishedCallbacks(state, error);
    errorOrDestroy(stream, error, (state[kState] & W_SYNC) !== 0);
  } else if (isReadyToFinish(state)) {
    state[kState] |= W_PREFINISHED;
    stream.emit("prefinish");
    // Always a tick later, also for an asynchronous `_final`: programs rely on it.
    state.pendingcb++;
    nextTick(finish, stream, state);
  }
}

function finish(stream: Writable, state: WritableState): void {
  state.pendingcb--;
  state[kState] |= W_FINISHED;
  callFinishedCallbacks(state, null);
  stream.emit("finish");
  if ((state[kState] & AUTO_DESTROY) === 0) return;
  const readable = stream._readableState;
  // A duplex stream is destroyed when both sides are done.
  if (!readable || (readable.autoDestroy && (readable.endEmitted || readable.readable === false))) stream.destroy();
}

function callFinishedCallbacks(state: WritableState, error: unknown): void {
  if ((state[kState] & W_ON_FINISHED) === 0) return;
  const callbacks = state[kOnFinished]!;
  state[kOnFinished] = null;
  state[kState] &= ~W_ON_FINISHED;
  for (const callback of callbacks) callback(error);
}
