// The ends of a stream's life that both sides share: asynchronous construction, destroy(), and errors.
// Order: `_destroy` → its callback → next tick: "error", then "close".
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
import { isDestroyed, isFinished, isServerRequest, kIsDestroyed } from "internal:node/streams/kinds";

const kConstruct = Symbol("kConstruct");
const kDestroy = Symbol("kDestroy");

/** Whether either side has one of `bits`. */
function has(stream: any, bits: number): boolean {
  const readable = stream._readableState;
  const writable = stream._writableState;
  return (writable && (writable[kState] & bits) !== 0) || (readable && (readable[kState] & bits) !== 0) || false;
}

/** Sets `bits` on both sides. */
function set(stream: any, bits: number): void {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable) writable[kState] |= bits;
  if (readable) readable[kState] |= bits;
}

/** Remembers the first error on both sides. */
function recordError(stream: any, error: any): void {
  if (!error) return;
  // Makes the stack now: later it would keep alive what the frames reach.
  void error.stack;
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (writable && (writable[kState] & ERRORED) === 0) writable.errored = error;
  if (readable && (readable[kState] & ERRORED) === 0) readable.errored = error;
}

/** `destroy(error?, callback?)` of Readable and Writable. The callback is for builtins: it follows `_destroy`'s. */
export function destroy(this: any, error?: any, callback?: (error?: any) => void): any {
  if (has(this, DESTROYED)) {
    if (typeof callback === "function") callback();
    return this;
  }
  recordError(this, error);
  set(this, DESTROYED);
  const state = this._writableState || this._readableState;
  if ((state[kState] & CONSTRUCTED) === 0) {
    // Only what is constructed can be torn down: `_destroy` waits for `_construct`.
    this.once(kDestroy, (constructError: any) => runDestroy(this, aggregateTwoErrors(constructError, error), callback));
  } else {
    runDestroy(this, error, callback);
  }
  return this;
}

function runDestroy(stream: any, error: any, callback: ((error?: any) => void) | undefined): void {
  let called = false;
  const onDestroyed = (result?: any): void => {
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

function emitErrorThenClose(stream: any, error: any): void {
  emitError(stream, error);
  emitClose(stream);
}

function emitClose(stream: any): void {
  set(stream, CLOSE_EMITTED);
  if (has(stream, EMIT_CLOSE)) stream.emit("close");
}

function emitError(stream: any, error: any): void {
  if (has(stream, ERROR_EMITTED)) return;
  set(stream, ERROR_EMITTED);
  stream.emit("error", error);
}

/** `_undestroy()`: makes a destroyed stream usable again, for those that are opened anew (node:net). */
export function undestroy(this: any): void {
  const readable = this._readableState;
  const writable = this._writableState;
  for (const state of [readable, writable]) {
    if (!state) continue;
    state[kState] = (state[kState] | CONSTRUCTED) & ~(CLOSED | CLOSE_EMITTED | DESTROYED | ERROR_EMITTED);
    state.errored = null;
  }
  if (readable) {
    const disabled = readable.readable === false;
    Object.assign(readable, { reading: false, ended: disabled, endEmitted: disabled });
  }
  if (writable) {
    const disabled = writable.writable === false;
    Object.assign(writable, {
      finalCalled: false,
      prefinished: false,
      ended: disabled,
      ending: disabled,
      finished: disabled,
    });
  }
}

/**
 * Reports an error of the stream itself: destroys it, or only emits "error" where `autoDestroy` is off.
 * `sync`: the caller is still inside a call of the program, so the event waits for the next tick.
 */
export function errorOrDestroy(stream: any, error: any, sync = false): void {
  // States of other makes have no bits.
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

function isStateDestroyed(state: any): boolean {
  if (!state) return false;
  return state[kState] ? (state[kState] & DESTROYED) !== 0 : Boolean(state.destroyed);
}

/** Runs `_construct` in the next tick and `ready` when it has succeeded. Both sides of a stream share one run. */
export function construct(stream: any, ready: () => void): void {
  if (typeof stream._construct !== "function") return;
  if (stream._readableState) stream._readableState[kState] &= ~CONSTRUCTED;
  if (stream._writableState) stream._writableState[kState] &= ~CONSTRUCTED;
  stream.once(kConstruct, ready);
  if (stream.listenerCount(kConstruct) > 1) return;
  nextTick(runConstruct, stream);
}

function runConstruct(stream: any): void {
  let called = false;
  const onConstructed = (error?: any): void => {
    if (called) {
      errorOrDestroy(stream, error ?? new ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    set(stream, CONSTRUCTED);
    const state = stream._writableState || stream._readableState;
    if (state.destroyed) stream.emit(kDestroy, error);
    else if (error) errorOrDestroy(stream, error, true);
    else stream.emit(kConstruct);
  };
  try {
    stream._construct((error?: any) => nextTick(onConstructed, error));
  } catch (error) {
    nextTick(onConstructed, error);
  }
}

/** `stream.destroy`: ends any stream, in the way its kind has. Without an error, an unfinished one gets AbortError. */
export function destroyer(stream: any, error?: any): void {
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

function isClientRequest(stream: any): boolean {
  return Boolean(stream?.setHeader) && typeof stream.abort === "function";
}

function emitLegacyError(stream: any, error: any): void {
  stream.emit("error", error);
  nextTick(emitLegacyClose, stream);
}

function emitLegacyClose(stream: any): void {
  stream.emit("close");
}
