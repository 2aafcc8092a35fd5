// The life cycle that both sides of a stream share: asynchronous construction, destroy(), and errors.
// Order: `_destroy` → its callback → next tick: "error", then "close".
import { safe } from "internal:core/bootstrap";
import { AbortError, ERR_MULTIPLE_CALLBACK, aggregateTwoErrors } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import {
  AUTO_DESTROY,
  CLOSED,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  EMIT_CLOSE,
  ERRORED,
  ERROR_EMITTED,
  kState,
} from "internal:node/streams/state_flags";
import type { EventEmitter } from "internal:core/events/emitter";
import type { ReadableState } from "internal:node/streams/readable_state";
import type { WritableState } from "internal:node/streams/writable_state";
import {
  isDestroyed,
  isFinished,
  isServerRequest,
  kIsDestroyed,
  type Callback,
  type Candidate,
} from "internal:node/streams/kinds";

const kConstruct = Symbol("kConstruct");
const kDestroy = Symbol("kDestroy");

/** A stream of this implementation, with one side or both. */
interface OwnStream extends EventEmitter {
  _readableState?: ReadableState;
  _writableState?: WritableState;
  _construct?(callback: Callback): void;
  _destroy(error: unknown, callback: Callback): void;
  destroy(error?: unknown): unknown;
}

/** Whether either side has one of `flags`. */
function has(stream: OwnStream, flags: number): boolean {
  const readable = stream._readableState;
  const writable = stream._writableState;
  return (writable && (writable[kState] & flags) !== 0) || (readable && (readable[kState] & flags) !== 0) || false;
}

/** Sets `flags` on both sides. */
function set(stream: OwnStream, flags: number): void {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable) writable[kState] |= flags;
  if (readable) readable[kState] |= flags;
}

/** Stores the first error on both sides. */
function recordError(stream: OwnStream, error: any): void {
  if (!error) return;
  // Creates the stack now: later it would retain the objects of its frames.
  void error.stack;
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable && (writable[kState] & ERRORED) === 0) writable.errored = error;
  if (readable && (readable[kState] & ERRORED) === 0) readable.errored = error;
}

/** `destroy(error?, callback?)` of Readable and Writable. The callback is for builtins: it follows `_destroy`'s. */
export function destroy(this: OwnStream, error?: unknown, callback?: Callback): unknown {
  if (has(this, DESTROYED)) {
    if (typeof callback === "function") callback();
    return this;
  }
  recordError(this, error);
  set(this, DESTROYED);
  const state = (this._writableState || this._readableState)!;
  if ((state[kState] & CONSTRUCTED) === 0) {
    // `_destroy` runs only on a constructed stream: it waits for `_construct`.
    this.once(kDestroy, (constructError: unknown) =>
      runDestroy(this, aggregateTwoErrors(constructError, error), callback),
    );
  } else {
    runDestroy(this, error, callback);
  }
  return this;
}

function runDestroy(stream: OwnStream, error: unknown, callback: Callback | undefined): void {
  let called = false;
  const onDestroyed = (result?: unknown): void => {
    if (called) return;
    called = true;
    recordError(stream, result);
    set(stream, CLOSED);
    if (typeof callback === "function") callback(result);
    if (result) nextTick(emitErrorThenClose, stream, result);
    else nextTick(emitClose, stream);
  };
  try {
    stream._destroy(error || null, onDestroyed);
  } catch (thrown) {
    onDestroyed(thrown);
  }
}

function emitErrorThenClose(stream: OwnStream, error: unknown): void {
  emitError(stream, error);
  emitClose(stream);
}

function emitClose(stream: OwnStream): void {
  set(stream, CLOSE_EMITTED);
  if (has(stream, EMIT_CLOSE)) stream.emit("close");
}

function emitError(stream: OwnStream, error: unknown): void {
  if (has(stream, ERROR_EMITTED)) return;
  set(stream, ERROR_EMITTED);
  stream.emit("error", error);
}

/** `_undestroy()`: makes a destroyed stream usable again, for streams that reconnect (node:net). */
export function undestroy(this: OwnStream): void {
  const readable = this._readableState;
  const writable = this._writableState;
  for (const state of [readable, writable]) {
    if (!state) continue;
    state[kState] = (state[kState] | CONSTRUCTED) & ~(CLOSED | CLOSE_EMITTED | DESTROYED | ERROR_EMITTED);
    state.errored = null;
  }
  if (readable) {
    const disabled = readable.readable === false;
    safe.assign(readable, { reading: false, ended: disabled, endEmitted: disabled });
  }
  if (writable) {
    const disabled = writable.writable === false;
    safe.assign(writable, {
      finalCalled: false,
      prefinished: false,
      ended: disabled,
      ending: disabled,
      finished: disabled,
    });
  }
}

/**
 * Reports an error of the stream itself: destroys it, or only emits "error" without `autoDestroy`.
 * `sync`: the caller is inside a call of the program, so the event is emitted in the next tick.
 */
export function errorOrDestroy(stream: OwnStream, error: unknown, sync = false): void {
  // The states of foreign streams have no flags.
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (isStateDestroyed(writable) || isStateDestroyed(readable)) return;
  if (has(stream, AUTO_DESTROY)) {
    stream.destroy(error);
  } else if (error) {
    recordError(stream, error);
    if (sync) nextTick(emitError, stream, error);
    else emitError(stream, error);
  }
}

function isStateDestroyed(state: ReadableState | WritableState | undefined): boolean {
  if (!state) return false;
  return state[kState] ? (state[kState] & DESTROYED) !== 0 : Boolean(state.destroyed);
}

/** Runs `_construct` in the next tick and calls `ready` when it has succeeded. Both sides of a stream share one run. */
export function construct(stream: OwnStream, ready: () => void): void {
  if (typeof stream._construct !== "function") return;
  if (stream._readableState) stream._readableState[kState] &= ~CONSTRUCTED;
  if (stream._writableState) stream._writableState[kState] &= ~CONSTRUCTED;
  stream.once(kConstruct, ready);
  if (stream.listenerCount(kConstruct) > 1) return;
  nextTick(runConstruct, stream);
}

function runConstruct(stream: OwnStream): void {
  let called = false;
  const onConstructed = (error?: unknown): void => {
    if (called) {
      errorOrDestroy(stream, error ?? new ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    set(stream, CONSTRUCTED);
    const state = (stream._writableState || stream._readableState)!;
    if (state.destroyed) stream.emit(kDestroy, error);
    else if (error) errorOrDestroy(stream, error, true);
    else stream.emit(kConstruct);
  };
  try {
    stream._construct!((error?: unknown) => nextTick(onConstructed, error));
  } catch (error) {
    nextTick(onConstructed, error);
  }
}

/** `stream.destroy`: destroys a stream of any kind. Without an error, an unfinished one is destroyed with AbortError. */
export function destroyer(stream: Candidate, error?: unknown): void {
  if (!stream || isDestroyed(stream)) return;
  if (!error && !isFinished(stream)) error = new AbortError();
  if (isServerRequest(stream)) {
    stream.socket = null;
    stream.destroy(error);
  } else if (isClientRequest(stream)) {
    stream.abort();
  } else if (isClientRequest(stream.req)) {
    stream.req.abort();
  } else if (typeof stream.destroy === "function") {
    stream.destroy(error);
  } else if (typeof stream.close === "function") {
    stream.close();
  } else if (error) {
    nextTick(emitLegacyError, stream, error);
  } else {
    nextTick(emitLegacyClose, stream);
  }
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}

function isClientRequest(stream: Candidate): boolean {
  return Boolean(stream?.setHeader) && typeof stream!.abort === "function";
}

function emitLegacyError(stream: EventEmitter, error: unknown): void {
  stream.emit("error", error);
  nextTick(emitLegacyClose, stream);
}

function emitLegacyClose(stream: EventEmitter): void {
  stream.emit("close");
}
