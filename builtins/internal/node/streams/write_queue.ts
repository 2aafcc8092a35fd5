// The work of a Writable after write() and end() have checked their arguments: one `_write` at a time, the rest waits;
// callbacks and "drain" afterwards; and finishing: `_final`, "prefinish", "finish".
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

type Callback = (error?: any) => void;
interface Waiting {
  chunk: any;
  encoding: string;
  callback: Callback;
}
interface TickInfo {
  count: number;
  callback: Callback;
  stream: any;
  state: any;
}

/** A consumed front of the buffer longer than this, and than half of it, is cut. */
const CONSUMED_SLOTS_MAX = 256;

/** Writes a chunk or lets it wait. Returns whether the producer should go on. */
export function writeOrBuffer(stream: any, state: any, chunk: any, encoding: any, callback: Callback): boolean {
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
    state[kBuffered].push({ chunk, encoding, callback });
    if (encoding !== "buffer") state[kState] &= ~W_ALL_BUFFERS;
    if (callback !== noop) state[kState] &= ~W_ALL_NOOP;
  }
  const goOn = state.length < state.highWaterMark || state.length === 0;
  if (!goOn) state[kState] |= W_NEED_DRAIN;
  // Stops loops of `while (stream.write(…))` when the stream is gone.
  return goOn && (state[kState] & (DESTROYED | ERRORED)) === 0;
}

/** What `_write`, `_writev` call back: `state.onwrite`. */
export function onWritten(stream: any, error?: any): void {
  const state = stream._writableState;
  if ((state[kState] & W_EXPECT_WRITE_CALLBACK) === 0) {
    errorOrDestroy(stream, new ERR_MULTIPLE_CALLBACK());
    return;
  }
  const isSync = (state[kState] & W_SYNC) !== 0;
  const callback: Callback = (state[kState] & W_WRITE_CALLBACK) !== 0 ? state[kWriteCallback] : noop;
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

function onWriteFailed(stream: any, state: any, error: any, callback: Callback, isSync: boolean): void {
  // Makes the stack now: later it would keep alive what the frames reach.
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

function reportWriteError(stream: any, state: any, error: any, callback: Callback): void {
  --state.pendingcb;
  callback(error);
  // The others learn only that the stream is gone; the error is about one write.
  errorBuffered(state);
  errorOrDestroy(stream, error);
}

// Callbacks never run inside write(): they share a tick, as long as they are the same function.
function afterSyncWrite(stream: any, state: any, callback: Callback): void {
  const bits = state[kState];
  if ((bits & W_AFTER_WRITE_TICK_INFO) !== 0 && callback !== noop && state[kAfterWriteTickInfo].callback === callback) {
    state[kAfterWriteTickInfo].count++;
  } else if (callback !== noop) {
    const info: TickInfo = { count: 1, callback, stream, state };
    state[kAfterWriteTickInfo] = info;
    state[kState] |= W_AFTER_WRITE_PENDING | W_AFTER_WRITE_TICK_INFO;
    nextTick(afterWriteTick, info);
  } else if ((bits & W_AFTER_WRITE_PENDING) === 0 && needsAfterWrite(bits, state)) {
    state[kState] |= W_AFTER_WRITE_PENDING;
    nextTick(afterWrite, stream, state, 1, callback);
  } else {
    state.pendingcb--;
    if ((state[kState] & W_ENDING) !== 0) finishMaybe(stream, state, true);
  }
}

// A write without a callback needs its tick only for "drain"; object mode always takes it, which delays "finish".
function needsAfterWrite(bits: number, state: any): boolean {
  return (bits & OBJECT_MODE) !== 0 || ((bits & W_NEED_DRAIN) !== 0 && state.length === 0);
}

function afterWriteTick({ stream, state, count, callback }: TickInfo): void {
  state[kState] &= ~W_AFTER_WRITE_TICK_INFO;
  state[kAfterWriteTickInfo] = null;
  afterWrite(stream, state, count, callback);
}

function afterWrite(stream: any, state: any, count: number, callback: Callback): void {
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

/** Fails everything that waits, callbacks of end() too. */
export function errorBuffered(state: any): void {
  if ((state[kState] & W_WRITING) !== 0) return;
  if ((state[kState] & W_BUFFERED) !== 0) {
    const buffered: Waiting[] = state[kBuffered];
    for (let index = state.bufferedIndex; index < buffered.length; index++) {
      const { chunk, callback } = buffered[index]!;
      state.length -= (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
      callback(state.errored ?? new ERR_STREAM_DESTROYED("write"));
    }
  }
  callFinishedCallbacks(state, state.errored ?? new ERR_STREAM_DESTROYED("end"));
  resetBuffered(state);
}

/** Writes what waits: all at once with `_writev`, otherwise as long as `_write` answers at once. */
export function clearBuffer(stream: any, state: any): void {
  const relevant = DESTROYED | W_BUFFER_PROCESSING | W_CORKED | W_BUFFERED | CONSTRUCTED;
  if ((state[kState] & relevant) !== (W_BUFFERED | CONSTRUCTED)) return;
  const buffered: Waiting[] = state[kBuffered];
  const first: number = state.bufferedIndex;
  const count = buffered.length - first;
  if (count === 0) return;
  state[kState] |= W_BUFFER_PROCESSING;
  if (count > 1 && stream._writev) writeAll(stream, state, buffered, first);
  else writeOneByOne(stream, state, buffered, first);
  state[kState] &= ~W_BUFFER_PROCESSING;
}

function writeAll(stream: any, state: any, buffered: Waiting[], first: number): void {
  state.pendingcb -= buffered.length - first - 1;
  const quiet = (state[kState] & W_ALL_NOOP) !== 0;
  const callback = quiet
    ? noop
    : (error?: any) => {
        for (let index = first; index < buffered.length; index++) buffered[index]!.callback(error);
      };
  const chunks: any = quiet && first === 0 ? buffered : buffered.slice(first);
  chunks.allBuffers = (state[kState] & W_ALL_BUFFERS) !== 0;
  startWrite(stream, state, true, state.length, chunks, "", callback);
  resetBuffered(state);
}

function writeOneByOne(stream: any, state: any, buffered: any[], first: number): void {
  const objectMode = (state[kState] & OBJECT_MODE) !== 0;
  let index = first;
  do {
    const { chunk, encoding, callback } = buffered[index];
    buffered[index++] = null;
    startWrite(stream, state, false, objectMode ? 1 : chunk.length, chunk, encoding, callback);
  } while (index < buffered.length && (state[kState] & W_WRITING) === 0);
  if (index === buffered.length) {
    resetBuffered(state);
  } else if (index > CONSUMED_SLOTS_MAX && index * 2 >= buffered.length) {
    buffered.splice(0, index);
    state.bufferedIndex = 0;
  } else {
    state.bufferedIndex = index;
  }
}

function startWrite(
  stream: any,
  state: any,
  many: boolean,
  length: number,
  chunk: any,
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
  else if (many) stream._writev(chunk, state.onwrite);
  else stream._write(chunk, encoding, state.onwrite);
  state[kState] &= ~W_SYNC;
}

/** Finishes the stream when end() was called and nothing is left. `sync`: "finish" waits for the next tick. */
export function finishMaybe(stream: any, state: any, sync = false): void {
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

function isReadyToFinish(state: any): boolean {
  const relevant =
    W_ENDING | DESTROYED | CONSTRUCTED | W_FINISHED | W_WRITING | ERROR_EMITTED | CLOSE_EMITTED | ERRORED | W_BUFFERED;
  return (state[kState] & relevant) === (W_ENDING | CONSTRUCTED) && state.length === 0;
}

function finishLater(stream: any, state: any): void {
  if (isReadyToFinish(state)) finish(stream, state);
  else state.pendingcb--;
}

function prefinish(stream: any, state: any): void {
  if ((state[kState] & (W_PREFINISHED | W_FINAL_CALLED)) !== 0) return;
  if (typeof stream._final !== "function" || (state[kState] & DESTROYED) !== 0) {
    state[kState] |= W_FINAL_CALLED | W_PREFINISHED;
    stream.emit("prefinish");
    return;
  }
  state[kState] |= W_FINAL_CALLED | W_SYNC;
  state.pendingcb++;
  try {
    stream._final((error?: any) => onFinal(stream, state, error));
  } catch (error) {
    onFinal(stream, state, error);
  }
  state[kState] &= ~W_SYNC;
}

function onFinal(stream: any, state: any, error?: any): void {
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
    // Always a tick later, also for an asynchronous `_final`: streams count on it.
    state.pendingcb++;
    nextTick(finish, stream, state);
  }
}

function finish(stream: any, state: any): void {
  state.pendingcb--;
  state[kState] |= W_FINISHED;
  callFinishedCallbacks(state, null);
  stream.emit("finish");
  if ((state[kState] & AUTO_DESTROY) === 0) return;
  const readable = stream._readableState;
  // A duplex stream goes when its other side is done too.
  if (!readable || (readable.autoDestroy && (readable.endEmitted || readable.readable === false))) stream.destroy();
}

function callFinishedCallbacks(state: any, error: any): void {
  if ((state[kState] & W_ON_FINISHED) === 0) return;
  const callbacks: Callback[] = state[kOnFinished];
  state[kOnFinished] = null;
  state[kState] &= ~W_ON_FINISHED;
  for (const callback of callbacks) callback(error);
}
