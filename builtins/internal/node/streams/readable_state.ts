// What a Readable remembers (`_readableState`), and taking chunks out of its buffer.
// `buffer` is consumed from `bufferIndex` on, so that taking the first chunk moves nothing.
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
  R_DATA_EMITTED,
  R_DECODER,
  R_DEFAULT_UTF8,
  R_EMITTED_READABLE,
  R_ENCODING,
  R_ENDED,
  R_END_EMITTED,
  R_FLOWING,
  R_HAS_FLOWING,
  R_HAS_PAUSED,
  R_MULTI_AWAIT_DRAIN,
  R_NEED_READABLE,
  R_PAUSED,
  R_READABLE_LISTENING,
  R_READING,
  R_READING_MORE,
  R_RESUME_SCHEDULED,
  R_SYNC,
  bitAccessor,
  encodingAccessor,
  kState,
  optionalAccessor,
  triStateAccessor,
} from "internal:node/streams/state_flags";
import { getDefaultHighWaterMark, highWaterMarkOf } from "internal:node/streams/high_water_mark";
import defer * as decoding from "internal:core/string_decoder";

export const kDecoderValue: unique symbol = Symbol("kDecoderValue") as any;
const kErroredValue = Symbol("kErroredValue");
const kDefaultEncodingValue = Symbol("kDefaultEncodingValue");
const kEncodingValue = Symbol("kEncodingValue");

/** A buffer with more consumed slots than this in front is cut. */
const CONSUMED_SLOTS_MAX = 1024;

export class ReadableState {
  [member: string | symbol]: any;

  constructor(options: any, _stream: any, isDuplex: boolean) {
    let bits = EMIT_CLOSE | AUTO_DESTROY | CONSTRUCTED | R_SYNC;
    if (options && (options.objectMode || (isDuplex && options.readableObjectMode))) bits |= OBJECT_MODE;
    this[kState] = bits;
    this.highWaterMark = options
      ? highWaterMarkOf((bits & OBJECT_MODE) !== 0, options, "readableHighWaterMark", isDuplex)
      : getDefaultHighWaterMark(false);
    this.buffer = [];
    this.bufferIndex = 0;
    // Bytes, characters or objects that wait.
    this.length = 0;
    this.pipes = [];
    // The destinations that asked to wait: null, one of them, or a Set when there was more than one pipe.
    this.awaitDrainWriters = null;
    if (options) readOptions(this, options);
    else this[kState] |= R_DEFAULT_UTF8;
  }

  get pipesCount(): number {
    return this.pipes.length;
  }
}

function readOptions(state: any, options: any): void {
  if (options.emitClose === false) state[kState] &= ~EMIT_CLOSE;
  if (options.autoDestroy === false) state[kState] &= ~AUTO_DESTROY;
  const { defaultEncoding } = options;
  if (defaultEncoding === undefined || defaultEncoding === null) state[kState] |= R_DEFAULT_UTF8;
  else if (Buffer.isEncoding(defaultEncoding)) state.defaultEncoding = defaultEncoding;
  else throw new ERR_UNKNOWN_ENCODING(defaultEncoding);
  if (options.encoding) {
    state.decoder = new decoding.StringDecoder(options.encoding);
    state.encoding = options.encoding;
  }
}

const absent = (): null => null;
Object.defineProperties(ReadableState.prototype, {
  objectMode: bitAccessor(OBJECT_MODE),
  ended: bitAccessor(R_ENDED),
  endEmitted: bitAccessor(R_END_EMITTED),
  reading: bitAccessor(R_READING),
  constructed: bitAccessor(CONSTRUCTED),
  sync: bitAccessor(R_SYNC),
  needReadable: bitAccessor(R_NEED_READABLE),
  emittedReadable: bitAccessor(R_EMITTED_READABLE),
  readableListening: bitAccessor(R_READABLE_LISTENING),
  resumeScheduled: bitAccessor(R_RESUME_SCHEDULED),
  errorEmitted: bitAccessor(ERROR_EMITTED),
  emitClose: bitAccessor(EMIT_CLOSE),
  autoDestroy: bitAccessor(AUTO_DESTROY),
  destroyed: bitAccessor(DESTROYED),
  closed: bitAccessor(CLOSED),
  closeEmitted: bitAccessor(CLOSE_EMITTED),
  multiAwaitDrain: bitAccessor(R_MULTI_AWAIT_DRAIN),
  readingMore: bitAccessor(R_READING_MORE),
  dataEmitted: bitAccessor(R_DATA_EMITTED),
  errored: optionalAccessor(ERRORED, kErroredValue, absent),
  defaultEncoding: encodingAccessor(R_DEFAULT_UTF8, kDefaultEncodingValue),
  decoder: optionalAccessor(R_DECODER, kDecoderValue, absent),
  encoding: optionalAccessor(R_ENCODING, kEncodingValue, absent),
  flowing: triStateAccessor(R_HAS_FLOWING, R_FLOWING, null),
  paused: {
    get(this: any) {
      return (this[kState] & R_PAUSED) !== 0;
    },
    set(this: any, value: unknown) {
      this[kState] = value ? this[kState] | R_HAS_PAUSED | R_PAUSED : (this[kState] | R_HAS_PAUSED) & ~R_PAUSED;
    },
  },
});

/**
 * Takes `count` bytes or characters, one object in object mode, or everything (0, NaN or more than there is).
 * The caller subtracts from `state.length`. Exported to programs as `Readable._fromList`.
 */
export function takeFromBuffer(count: number, state: any): any {
  if (state.length === 0) return null;
  const { buffer } = state;
  let index: number = state.bufferIndex;
  let taken: any;
  const first = buffer[index];
  if ((state[kState] & OBJECT_MODE) !== 0) {
    taken = first;
    buffer[index++] = null;
  } else if (count && count < first.length) {
    // `slice` of a string copies; of a Buffer it is a view.
    taken = first.slice(0, count);
    buffer[index] = first.slice(count);
    return taken;
  } else if (count === first.length || buffer.length - index === 1) {
    taken = first;
    buffer[index++] = null;
  } else {
    const wanted = !count || count >= state.length ? state.length : count;
    const isText = (state[kState] & R_DECODER) !== 0;
    taken = isText ? joinText(state, wanted) : joinBytes(state, wanted);
    index = state.bufferIndex;
  }
  if (index === buffer.length) {
    buffer.length = 0;
    state.bufferIndex = 0;
  } else if (index > CONSUMED_SLOTS_MAX) {
    buffer.splice(0, index);
    state.bufferIndex = 0;
  } else {
    state.bufferIndex = index;
  }
  return taken;
}

function joinText(state: any, count: number): string {
  const { buffer } = state;
  let index: number = state.bufferIndex;
  let text = "";
  while (count > 0) {
    const piece: string = buffer[index];
    if (piece.length > count) {
      text += piece.slice(0, count);
      buffer[index] = piece.slice(count);
      break;
    }
    text += piece;
    count -= piece.length;
    buffer[index++] = null;
  }
  state.bufferIndex = index;
  return text;
}

function joinBytes(state: any, count: number): Uint8Array {
  const { buffer } = state;
  let index: number = state.bufferIndex;
  const bytes = Buffer.allocUnsafe(count);
  let filled = 0;
  while (filled < count) {
    const piece: Uint8Array = buffer[index];
    const missing = count - filled;
    if (piece.length > missing) {
      bytes.set(piece.subarray(0, missing), filled);
      buffer[index] = piece.subarray(missing);
      break;
    }
    bytes.set(piece, filled);
    filled += piece.length;
    buffer[index++] = null;
  }
  state.bufferIndex = index;
  return bytes;
}
