// What a Writable remembers (`_writableState`). `buffered` holds the chunks that wait for their `_write`, consumed from
// `bufferedIndex` on.
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
  bitAccessor,
  encodingAccessor,
  kState,
  optionalAccessor,
  triStateAccessor,
} from "internal:node/streams/state_flags";
import { getDefaultHighWaterMark, highWaterMarkOf } from "internal:node/streams/high_water_mark";
import { onWritten } from "internal:node/streams/write_queue";
import {
  kAfterWriteTickInfo,
  kBuffered,
  kDefaultEncoding,
  kErroredValue,
  kWriteCallback,
  noop,
  resetBuffered,
} from "internal:node/streams/writable_slots";

export class WritableState {
  [member: string | symbol]: any;

  constructor(options: any, stream: any, isDuplex: boolean) {
    let bits = W_SYNC | CONSTRUCTED | EMIT_CLOSE | AUTO_DESTROY;
    if (options && (options.objectMode || (isDuplex && options.writableObjectMode))) bits |= OBJECT_MODE;
    if (!options || options.decodeStrings !== false) bits |= W_DECODE_STRINGS;
    this[kState] = bits;
    this.highWaterMark = options
      ? highWaterMarkOf((bits & OBJECT_MODE) !== 0, options, "writableHighWaterMark", isDuplex)
      : getDefaultHighWaterMark(false);
    // Bytes, characters or objects that are being written or wait.
    this.length = 0;
    // Calls of cork() without their uncork().
    this.corked = 0;
    // The callback of `_write`: the stream's own, so that writing makes no closure.
    this.onwrite = (error?: any) => onWritten(stream, error);
    // The part of `length` that is being written.
    this.writelen = 0;
    resetBuffered(this);
    // Callbacks that are still to be called before "finish".
    this.pendingcb = 0;
    if (options) readOptions(this, options);
    else this[kState] |= W_DEFAULT_UTF8;
  }

  /** The chunks that wait, as `{ chunk, encoding, callback }`. */
  getBuffer(): any[] {
    return (this[kState] & W_BUFFERED) === 0 ? [] : this[kBuffered].slice(this.bufferedIndex);
  }

  get bufferedRequestCount(): number {
    return (this[kState] & W_BUFFERED) === 0 ? 0 : this[kBuffered].length - this.bufferedIndex;
  }
}

function readOptions(state: any, options: any): void {
  if (options.emitClose === false) state[kState] &= ~EMIT_CLOSE;
  if (options.autoDestroy === false) state[kState] &= ~AUTO_DESTROY;
  const { defaultEncoding } = options;
  if (defaultEncoding === undefined || defaultEncoding === null) state[kState] |= W_DEFAULT_UTF8;
  else if (Buffer.isEncoding(defaultEncoding)) state.defaultEncoding = defaultEncoding;
  else throw new ERR_UNKNOWN_ENCODING(defaultEncoding);
}

Object.defineProperties(WritableState.prototype, {
  objectMode: bitAccessor(OBJECT_MODE),
  finalCalled: bitAccessor(W_FINAL_CALLED),
  needDrain: bitAccessor(W_NEED_DRAIN),
  ending: bitAccessor(W_ENDING),
  ended: bitAccessor(W_ENDED),
  finished: bitAccessor(W_FINISHED),
  destroyed: bitAccessor(DESTROYED),
  decodeStrings: bitAccessor(W_DECODE_STRINGS),
  writing: bitAccessor(W_WRITING),
  sync: bitAccessor(W_SYNC),
  bufferProcessing: bitAccessor(W_BUFFER_PROCESSING),
  constructed: bitAccessor(CONSTRUCTED),
  prefinished: bitAccessor(W_PREFINISHED),
  errorEmitted: bitAccessor(ERROR_EMITTED),
  emitClose: bitAccessor(EMIT_CLOSE),
  autoDestroy: bitAccessor(AUTO_DESTROY),
  closed: bitAccessor(CLOSED),
  closeEmitted: bitAccessor(CLOSE_EMITTED),
  allBuffers: bitAccessor(W_ALL_BUFFERS),
  allNoop: bitAccessor(W_ALL_NOOP),
  errored: optionalAccessor(ERRORED, kErroredValue, () => null),
  writable: triStateAccessor(W_HAS_WRITABLE, W_WRITABLE, undefined),
  defaultEncoding: encodingAccessor(W_DEFAULT_UTF8, kDefaultEncoding),
  writecb: optionalAccessor(W_WRITE_CALLBACK, kWriteCallback, () => noop),
  afterWriteTickInfo: optionalAccessor(W_AFTER_WRITE_TICK_INFO, kAfterWriteTickInfo, () => null),
  buffered: optionalAccessor(W_BUFFERED, kBuffered, () => []),
});
