// The flags of a stream: one integer per side, under the symbol `kState` of `_readableState` and `_writableState`.
// Flags 0–8 mean the same on both sides. Flags of one side start with R_ or W_. The named properties that programs read
// (`_readableState.ended`, …) are accessors over these flags.

/** The property that holds the flags. */
export const kState: unique symbol = Symbol("kState");
/** Method of a state: called when `_construct` has succeeded. */
export const kOnConstructed: unique symbol = Symbol("kOnConstructed");

export const OBJECT_MODE = 1 << 0;
export const ERROR_EMITTED = 1 << 1;
export const AUTO_DESTROY = 1 << 2;
export const EMIT_CLOSE = 1 << 3;
/** destroy() was called. */
export const DESTROYED = 1 << 4;
/** `_destroy` has called back. */
export const CLOSED = 1 << 5;
/** "close" was emitted, or would have been without `emitClose: false`. */
export const CLOSE_EMITTED = 1 << 6;
export const ERRORED = 1 << 7;
/** `_construct` is absent or has succeeded. */
export const CONSTRUCTED = 1 << 8;

/** push(null) was called: the source is at its end. */
export const R_ENDED = 1 << 9;
export const R_END_EMITTED = 1 << 10;
/** `_read` was called and has not pushed yet. */
export const R_READING = 1 << 11;
/** Inside the call of `_read`: events are emitted in the next tick. */
export const R_SYNC = 1 << 12;
/** read() returned null: the next chunk must emit "readable". */
export const R_NEED_READABLE = 1 << 13;
/** "readable" is scheduled. */
export const R_EMITTED_READABLE = 1 << 14;
/** There are listeners of "readable", so data does not flow. */
export const R_READABLE_LISTENING = 1 << 15;
export const R_RESUME_SCHEDULED = 1 << 16;
/** `awaitDrainWriters` is a Set, because there was more than one pipe. */
export const R_MULTI_AWAIT_DRAIN = 1 << 17;
/** A tick that reads ahead is scheduled. */
export const R_READING_MORE = 1 << 18;
/** A chunk has left the stream. */
export const R_DATA_EMITTED = 1 << 19;
export const R_DEFAULT_UTF8 = 1 << 20;
export const R_DECODER = 1 << 21;
export const R_ENCODING = 1 << 22;
/** `flowing` is not null. */
export const R_HAS_FLOWING = 1 << 23;
export const R_FLOWING = 1 << 24;
/** pause() or resume() was called at some time. */
export const R_HAS_PAUSED = 1 << 25;
export const R_PAUSED = 1 << 26;
export const R_DATA_LISTENING = 1 << 27;
/** The tick that emits "end" is scheduled. */
export const R_END_SCHEDULED = 1 << 28;
/** The source ended before there was a listener: a later listener of "readable" still receives its event. */
export const R_EOF_READABLE_PENDING = 1 << 29;

/** Inside the call of `_write`, `_writev` or `_final`. */
export const W_SYNC = 1 << 9;
export const W_FINAL_CALLED = 1 << 10;
export const W_NEED_DRAIN = 1 << 11;
/** end() was called. */
export const W_ENDING = 1 << 12;
/** "finish" was or is being emitted. */
export const W_FINISHED = 1 << 13;
export const W_DECODE_STRINGS = 1 << 14;
/** `_write` or `_writev` has not called back. */
export const W_WRITING = 1 << 15;
export const W_BUFFER_PROCESSING = 1 << 16;
export const W_PREFINISHED = 1 << 17;
/** All buffered chunks are bytes. */
export const W_ALL_BUFFERS = 1 << 18;
/** No buffered chunk has a callback. */
export const W_ALL_NOOP = 1 << 19;
/** Callbacks of end() are pending. */
export const W_ON_FINISHED = 1 << 20;
/** `writable` was set. */
export const W_HAS_WRITABLE = 1 << 21;
export const W_WRITABLE = 1 << 22;
export const W_CORKED = 1 << 23;
export const W_DEFAULT_UTF8 = 1 << 24;
export const W_WRITE_CALLBACK = 1 << 25;
/** The callback of the in-flight `_write` has not been called. */
export const W_EXPECT_WRITE_CALLBACK = 1 << 26;
export const W_AFTER_WRITE_TICK_INFO = 1 << 27;
export const W_AFTER_WRITE_PENDING = 1 << 28;
/** Chunks are buffered until their `_write`. */
export const W_BUFFERED = 1 << 29;
/** end() has returned. */
export const W_ENDED = 1 << 30;

/** A ReadableState or WritableState: the flags, and values in slots that count only while their flag is set. */
interface FlaggedState {
  [kState]: number;
  [slot: symbol]: unknown;
}

/** An accessor, hidden from enumeration, over one flag. */
export function flagAccessor(flag: number): PropertyDescriptor {
  return {
    enumerable: false,
    get(this: FlaggedState) {
      return (this[kState] & flag) !== 0;
    },
    set(this: FlaggedState, value: unknown) {
      if (value) this[kState] |= flag;
      else this[kState] &= ~flag;
    },
  };
}

/** An accessor over a value that counts only while its flag is set; the result of `absent` otherwise. */
export function optionalAccessor(flag: number, slot: symbol, absent: () => unknown): PropertyDescriptor {
  return {
    enumerable: false,
    get(this: FlaggedState) {
      return (this[kState] & flag) !== 0 ? this[slot] : absent();
    },
    set(this: FlaggedState, value: unknown) {
      this[slot] = value;
      if (value) this[kState] |= flag;
      else this[kState] &= ~flag;
    },
  };
}

/** An accessor over two flags: whether the value was set at all, and the value; `absent` before. */
export function triStateAccessor(setFlag: number, flag: number, absent: null | undefined): PropertyDescriptor {
  return {
    enumerable: false,
    get(this: FlaggedState) {
      return (this[kState] & setFlag) !== 0 ? (this[kState] & flag) !== 0 : absent;
    },
    set(this: FlaggedState, value: unknown) {
      if (value === null || value === undefined) this[kState] &= ~(setFlag | flag);
      else if (value) this[kState] |= setFlag | flag;
      else this[kState] = (this[kState] | setFlag) & ~flag;
    },
  };
}

/** An accessor over the default encoding of strings; "utf8" is only a flag. */
export function encodingAccessor(utf8Flag: number, slot: symbol): PropertyDescriptor {
  return {
    enumerable: false,
    get(this: FlaggedState) {
      return (this[kState] & utf8Flag) !== 0 ? "utf8" : this[slot];
    },
    set(this: FlaggedState, value: unknown) {
      if (value === "utf8" || value === "utf-8") {
        this[kState] |= utf8Flag;
      } else {
        this[kState] &= ~utf8Flag;
        this[slot] = value;
      }
    },
  };
}
