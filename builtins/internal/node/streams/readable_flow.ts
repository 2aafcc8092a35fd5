// The flow of a Readable: scheduling "readable" and "end", reading ahead, pausing and resuming, and the effects of
// listening for "data" or "readable". Reading itself is the stream's own read().
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { nextTick } from "internal:core/ticks";
import {
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  R_DATA_LISTENING,
  R_DECODER,
  R_EMITTED_READABLE,
  R_ENDED,
  R_END_EMITTED,
  R_END_SCHEDULED,
  R_EOF_READABLE_PENDING,
  R_FLOWING,
  R_HAS_FLOWING,
  R_HAS_PAUSED,
  R_NEED_READABLE,
  R_PAUSED,
  R_READABLE_LISTENING,
  R_READING,
  R_READING_MORE,
  R_RESUME_SCHEDULED,
  R_SYNC,
  kState,
} from "internal:node/streams/state_flags";
import type { EventName, Listener } from "internal:core/events/emitter";
import type { Duplex } from "internal:node/streams/duplex";
import { Stream } from "internal:node/streams/legacy";
import type { Readable } from "internal:node/streams/readable";
import { kDecoderValue, type ReadableState } from "internal:node/streams/readable_state";

/** Schedules "readable", once until the next read(). */
export function emitReadable(stream: Readable): void {
  const state = stream._readableState;
  state[kState] &= ~R_NEED_READABLE;
  if ((state[kState] & R_EMITTED_READABLE) !== 0) return;
  state[kState] |= R_EMITTED_READABLE;
  nextTick(emitReadableNow, stream);
}

function emitReadableNow(stream: Readable): void {
  const state = stream._readableState;
  if ((state[kState] & (DESTROYED | ERRORED)) === 0 && (state.length || (state[kState] & R_ENDED) !== 0)) {
    stream.emit("readable");
    state[kState] &= ~R_EMITTED_READABLE;
  }
  // A stream that flows, has ended or is full needs no further "readable".
  if ((state[kState] & (R_FLOWING | R_ENDED)) === 0 && state.length <= state.highWaterMark) {
    state[kState] |= R_NEED_READABLE;
  }
  flow(stream);
}

/** The source pushed null. */
export function onEndOfSource(stream: Readable, state: ReadableState): void {
  if ((state[kState] & R_ENDED) !== 0) return;
  if ((state[kState] & R_DECODER) !== 0) {
    const rest = state[kDecoderValue].end();
    if (rest?.length) {
      lists.push(state.buffer, rest);
      state.length += (state[kState] & OBJECT_MODE) !== 0 ? 1 : rest.length;
    }
  }
  state[kState] |= R_ENDED;
  if ((state[kState] & R_SYNC) === 0) {
    // Packages rely on this "readable" being synchronous.
    state[kState] = (state[kState] & ~R_NEED_READABLE) | R_EMITTED_READABLE;
    emitReadableNow(stream);
  } else if ((state[kState] & (R_FLOWING | R_NEED_READABLE)) !== 0 || stream.listenerCount("readable") > 0) {
    emitReadable(stream);
  } else {
    state[kState] |= R_EOF_READABLE_PENDING;
  }
}

/** Schedules reading ahead up to the high-water mark, unless a read is in flight or scheduled. */
export function maybeReadMore(stream: Readable, state: ReadableState): void {
  if ((state[kState] & (R_READING_MORE | R_READING | CONSTRUCTED)) !== CONSTRUCTED) return;
  state[kState] |= R_READING_MORE;
  nextTick(readMore, stream, state);
}

function readMore(stream: Readable, state: ReadableState): void {
  while (
    (state[kState] & (R_READING | R_ENDED)) === 0 &&
    (state.length < state.highWaterMark || ((state[kState] & R_FLOWING) !== 0 && state.length === 0))
  ) {
    const before = state.length;
    stream.read(0);
    // The source pushes later, or never.
    if (before === state.length) break;
  }
  state[kState] &= ~R_READING_MORE;
}

/** Schedules "end". */
export function endReadable(stream: Readable): void {
  const state = stream._readableState;
  if ((state[kState] & (R_END_EMITTED | R_END_SCHEDULED)) !== 0) return;
  state[kState] |= R_ENDED | R_END_SCHEDULED;
  nextTick(endNow, state, stream);
}

function endNow(state: ReadableState, stream: Readable): void {
  state[kState] &= ~R_END_SCHEDULED;
  // unshift() may have been called in between.
  if ((state[kState] & (ERRORED | CLOSE_EMITTED | R_END_EMITTED)) !== 0 || state.length !== 0) return;
  state[kState] |= R_END_EMITTED;
  stream.emit("end");
  if (stream.writable && stream.allowHalfOpen === false) {
    nextTick(endWritable, stream);
  } else if (state.autoDestroy) {
    const writable = stream._writableState;
    // A duplex stream is destroyed when both sides are done.
    if (!writable || (writable.autoDestroy && (writable.finished || writable.writable === false))) stream.destroy();
  }
}

function endWritable(stream: Readable): void {
  if (stream.writable && !stream.writableEnded && !stream.destroyed) (stream as Duplex).end();
}

/** Emits the buffered chunks as "data", while the stream flows. */
export function flow(stream: Readable): void {
  const state = stream._readableState;
  while ((state[kState] & R_FLOWING) !== 0 && stream.read() !== null);
}

/** `readable.resume()`: lets data flow. With listeners of "readable" it only schedules a read. */
export function resume(this: Readable): Readable {
  const state = this._readableState;
  if ((state[kState] & DESTROYED) !== 0) return this;
  if ((state[kState] & R_FLOWING) === 0) {
    state[kState] |= (state[kState] & R_READABLE_LISTENING) === 0 ? R_HAS_FLOWING | R_FLOWING : R_HAS_FLOWING;
    if ((state[kState] & R_RESUME_SCHEDULED) === 0) {
      state[kState] |= R_RESUME_SCHEDULED;
      nextTick(resumeNow, this, state);
    }
  }
  state[kState] = (state[kState] | R_HAS_PAUSED) & ~R_PAUSED;
  return this;
}

function resumeNow(stream: Readable, state: ReadableState): void {
  if ((state[kState] & R_READING) === 0) stream.read(0);
  state[kState] &= ~R_RESUME_SCHEDULED;
  stream.emit("resume");
  flow(stream);
  if ((state[kState] & (R_FLOWING | R_READING)) === R_FLOWING) stream.read(0);
}

/** `readable.pause()`: stops the flow. */
export function pause(this: Readable): Readable {
  const state = this._readableState;
  if ((state[kState] & DESTROYED) !== 0) return this;
  if ((state[kState] & (R_HAS_FLOWING | R_FLOWING)) !== R_HAS_FLOWING) {
    state[kState] = (state[kState] | R_HAS_FLOWING) & ~R_FLOWING;
    this.emit("pause");
  }
  state[kState] |= R_HAS_PAUSED | R_PAUSED;
  return this;
}

/** `readable.isPaused()`. */
export function isPaused(this: Readable): boolean {
  const flags = this._readableState[kState];
  return (flags & R_PAUSED) !== 0 || (flags & (R_HAS_FLOWING | R_FLOWING)) === R_HAS_FLOWING;
}

/** `readable.on()`: listening for "data" starts the flow, listening for "readable" stops it. */
export function on(this: Readable, name: EventName, listener: Listener): Readable {
  const result = Stream.prototype.on.call(this, name, listener);
  const state = this._readableState;
  if (name === "data") {
    state[kState] |= R_DATA_LISTENING;
    if (this.listenerCount("readable") > 0) state[kState] |= R_READABLE_LISTENING;
    // Not when it was paused explicitly.
    if ((state[kState] & (R_HAS_FLOWING | R_FLOWING)) !== R_HAS_FLOWING) this.resume();
  } else if (name === "readable" && (state[kState] & (R_END_EMITTED | R_READABLE_LISTENING)) === 0) {
    startReadableListening(this, state);
  }
  return result;
}

function startReadableListening(stream: Readable, state: ReadableState): void {
  state[kState] |= R_READABLE_LISTENING | R_NEED_READABLE | R_HAS_FLOWING;
  state[kState] &= ~(R_FLOWING | R_EMITTED_READABLE);
  if (state.length) {
    emitReadable(stream);
    return;
  }
  if ((state[kState] & R_EOF_READABLE_PENDING) !== 0) {
    state[kState] &= ~R_EOF_READABLE_PENDING;
    emitReadable(stream);
  }
  if ((state[kState] & R_READING) === 0) nextTick(readZero, stream);
}

function readZero(stream: Readable): void {
  stream.read(0);
}

/** `readable.removeListener()`: without listeners of "readable" the stream may flow again, from the next tick on. */
export function removeListener(this: Readable, name: EventName, listener: Listener): Readable {
  const state = this._readableState;
  const result = Stream.prototype.removeListener.call(this, name, listener);
  if (name === "readable") nextTick(updateReadableListening, this);
  else if (name === "data" && this.listenerCount("data") === 0) state[kState] &= ~R_DATA_LISTENING;
  return result;
}

/** `readable.removeAllListeners()`. */
export function removeAllListeners(this: Readable, ...names: EventName[]): unknown {
  const result = safe.apply(Stream.prototype.removeAllListeners, this, names);
  // After the current event and before I/O, so that repeated `once("readable")` never starts the flow.
  if (names[0] === "readable" || names[0] === undefined) nextTick(updateReadableListening, this);
  return result;
}

function updateReadableListening(stream: Readable): void {
  const state = stream._readableState;
  if (stream.listenerCount("readable") > 0) state[kState] |= R_READABLE_LISTENING;
  else state[kState] &= ~R_READABLE_LISTENING;
  const flags = state[kState];
  if ((flags & (R_HAS_PAUSED | R_PAUSED | R_RESUME_SCHEDULED)) === (R_HAS_PAUSED | R_RESUME_SCHEDULED)) {
    // The scheduled resume must find it flowing.
    state[kState] |= R_HAS_FLOWING | R_FLOWING;
  } else if ((flags & R_DATA_LISTENING) !== 0) {
    stream.resume();
  } else if ((flags & R_READABLE_LISTENING) === 0) {
    state[kState] &= ~(R_HAS_FLOWING | R_FLOWING);
  }
}
