// The state of a Writable (`_writableState`). `buffered` holds the writes that wait for their `_write`, consumed from
// `bufferedIndex` on.
import { safe } from "internal:core/bootstrap";
import { Buffer } from "internal:node/buffer";
import { ERR_UNKNOWN_ENCODING } from "internal:core/errors";
import {
  AUTO_DESTROY,
  CLOSED,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  EMIT_CLOSE,
  ERRORED,
  ERROR_EMITTED,
  OBJECT_MODE,
  W_AFTER_WRITE_TICK_INFO,
  W_ALL_BUFFERS,
  W_ALL_NOOP,
  W_BUFFERED,
  W_BUFFER_PROCESSING,
  W_DECODE_STRINGS,
  W_DEFAULT_UTF8,
  W_ENDED,
  W_ENDING,
  W_FINAL_CALLED,
  W_FINISHED,
  W_HAS_WRITABLE,
  W_NEED_DRAIN,
  W_PREFINISHED,
  W_SYNC,
  W_WRITABLE,
  W_WRITE_CALLBACK,
  W_WRITING,
  flagAccessor,
  encodingAccessor,
  kOnConstructed,
  kState,
  optionalAccessor,
  triStateAccessor,
} from "internal:node/streams/state_flags";
import { getDefaultHighWaterMark, highWaterMarkOf } from "internal:node/streams/high_water_mark";
import type { Callback, Chunk } from "internal:node/streams/kinds";
import type { StreamOptions } from "internal:node/streams/readable_state";
import type { Writable } from "internal:node/streams/writable";
import { onWritten } from "internal:node/streams/write_queue";
import {
  kAfterWriteTickInfo,
  kBuffered,
  kDefaultEncoding,
  kErroredValue,
  kOnFinished,
  kWriteCallback,
  noop,
  resetBuffered,
} from "internal:node/streams/writable_slots";

/** The options of Writable. */
export interface WritableOptions extends StreamOptions {
  decodeStrings?: boolean;
  writableObjectMode?: unknown;
  writableHighWaterMark?: unknown;
  write?: unknown;
  writev?: unknown;
  final?: unknown;
}

/** A write that is buffered until its `_write` or `_writev`. */
export interface PendingWrite {
  chunk: Chunk;
  encoding: string;
  callback: Callback;
}

/** Writes that finished synchronously and share one tick for their callbacks. */
export interface AfterWriteTick {
  count: number;
  callback: Callback;
  stream: Writable;
  state: WritableState;
}

export class WritableState {
  declare [kState]: number;
  declare [kErroredValue]: unknown;
  declare [kWriteCallback]: Callback | null;
  declare [kAfterWriteTickInfo]: AfterWriteTick | null;
  declare [kBuffered]: PendingWrite[] | null;
  declare [kOnFinished]: Callback[] | null | undefined;
  /** Called when `_construct` has succeeded. */
  declare [kOnConstructed]: (stream: Writable) => void;
  declare highWaterMark: number;
  declare length: number;
  declare corked: number;
  declare onwrite: Callback;
  declare writelen: number;
  declare bufferedIndex: number;
  declare pendingcb: number;
  // Accessors over flags. `writable` is false when the writable side of a Duplex is switched off.
  declare writable?: boolean;
  declare objectMode: boolean;
  declare ending: boolean;
  declare ended: boolean;
  declare finished: boolean;
  declare destroyed: boolean;
  declare decodeStrings: boolean;
  declare errorEmitted: boolean;
  declare emitClose: boolean;
  declare autoDestroy: boolean;
  declare closed: boolean;
  declare errored: unknown;
  declare defaultEncoding: string;
  declare buffered: PendingWrite[];

  constructor(options: WritableOptions | null | undefined, stream: Writable, isDuplex: boolean) {
    let flags = W_SYNC | CONSTRUCTED | EMIT_CLOSE | AUTO_DESTROY;
    if (options && (options.objectMode || (isDuplex && options.writableObjectMode))) flags |= OBJECT_MODE;
    if (!options || options.decodeStrings !== false) flags |= W_DECODE_STRINGS;
    this[kState] = flags;
    this.highWaterMark = options
      ? highWaterMarkOf((flags & OBJECT_MODE) !== 0, options, "writableHighWaterMark", isDuplex)
      : getDefaultHighWaterMark(false);
    // The number of bytes, characters or objects that are being written or buffered.
    this.length = 0;
    // The number of calls of cork() without their uncork().
    this.corked = 0;
    // The callback of `_write`: one per stream, so that writing makes no closure.
    this.onwrite = (error?: unknown) => onWritten(stream, error);
    // The part of `length` that is being written.
    this.writelen = 0;
    resetBuffered(this);
    // The number of callbacks to call before "finish".
    this.pendingcb = 0;
    if (options) readOptions(this, options);
    else this[kState] |= W_DEFAULT_UTF8;
  }

  /** The buffered writes. */
  getBuffer(): PendingWrite[] {
    return (this[kState] & W_BUFFERED) === 0 ? [] : this[kBuffered]!.slice(this.bufferedIndex);
  }

  get bufferedRequestCount(): number {
    return (this[kState] & W_BUFFERED) === 0 ? 0 : this[kBuffered]!.length - this.bufferedIndex;
  }
}

function readOptions(state: WritableState, options: WritableOptions): void {
  if (options.emitClose === false) state[kState] &= ~EMIT_CLOSE;
  if (options.autoDestroy === false) state[kState] &= ~AUTO_DESTROY;
  const { defaultEncoding } = options;
  if (defaultEncoding === undefined || defaultEncoding === null) state[kState] |= W_DEFAULT_UTF8;
  else if (Buffer.isEncoding(defaultEncoding)) state.defaultEncoding = defaultEncoding;
  else throw new ERR_UNKNOWN_ENCODING(defaultEncoding);
}

safe.defineProperties(WritableState.prototype, {
  objectMode: flagAccessor(OBJECT_MODE),
  finalCalled: flagAccessor(W_FINAL_CALLED),
  needDrain: flagAccessor(W_NEED_DRAIN),
  ending: flagAccessor(W_ENDING),
  ended: flagAccessor(W_ENDED),
  finished: flagAccessor(W_FINISHED),
  destroyed: flagAccessor(DESTROYED),
  decodeStrings: flagAccessor(W_DECODE_STRINGS),
  writing: flagAccessor(W_WRITING),
  sync: flagAccessor(W_SYNC),
  bufferProcessing: flagAccessor(W_BUFFER_PROCESSING),
  constructed: flagAccessor(CONSTRUCTED),
  prefinished: flagAccessor(W_PREFINISHED),
  errorEmitted: flagAccessor(ERROR_EMITTED),
  emitClose: flagAccessor(EMIT_CLOSE),
  autoDestroy: flagAccessor(AUTO_DESTROY),
  closed: flagAccessor(CLOSED),
  closeEmitted: flagAccessor(CLOSE_EMITTED),
  allBuffers: flagAccessor(W_ALL_BUFFERS),
  allNoop: flagAccessor(W_ALL_NOOP),
  errored: optionalAccessor(ERRORED, kErroredValue, () => null),
  writable: triStateAccessor(W_HAS_WRITABLE, W_WRITABLE, undefined),
  defaultEncoding: encodingAccessor(W_DEFAULT_UTF8, kDefaultEncoding),
  writecb: optionalAccessor(W_WRITE_CALLBACK, kWriteCallback, () => noop),
  afterWriteTickInfo: optionalAccessor(W_AFTER_WRITE_TICK_INFO, kAfterWriteTickInfo, () => null),
  buffered: optionalAccessor(W_BUFFERED, kBuffered, () => []),
});
