// The state of a Readable (`_readableState`), and removing chunks from its buffer.
// `buffer` is consumed from `bufferIndex` on, so that removing the first chunk moves no other.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
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
  flagAccessor,
  encodingAccessor,
  kOnConstructed,
  kState,
  optionalAccessor,
  triStateAccessor,
} from "internal:node/streams/state_flags";
import { getDefaultHighWaterMark, highWaterMarkOf } from "internal:node/streams/high_water_mark";
import type { Chunk } from "internal:node/streams/kinds";
import type { Readable } from "internal:node/streams/readable";
import type { Writable } from "internal:node/streams/writable";
import type { AbortSignal } from "web:abort";
import defer * as decoding from "internal:core/string_decoder";

export const kDecoderValue: unique symbol = Symbol("kDecoderValue");
const kErroredValue = Symbol("kErroredValue");
const kDefaultEncodingValue = Symbol("kDefaultEncodingValue");
const kEncodingValue = Symbol("kEncodingValue");

/** A StringDecoder. */
interface Decoder {
  encoding: string;
  write(bytes: Chunk): string;
  end(): string;
}

/** Consumed slots at the front of the buffer beyond this number are removed. */
const CONSUMED_SLOTS_MAX = 1024;

/** The options of every stream. Members typed `unknown` are checked where they are read. */
export interface StreamOptions {
  objectMode?: unknown;
  highWaterMark?: unknown;
  emitClose?: boolean;
  autoDestroy?: boolean;
  defaultEncoding?: string | null;
  signal?: AbortSignal;
  construct?: unknown;
  destroy?: unknown;
}

/** The options of Readable. */
export interface ReadableOptions extends StreamOptions {
  encoding?: string | null;
  readableObjectMode?: unknown;
  readableHighWaterMark?: unknown;
  read?: unknown;
}

export class ReadableState {
  declare [kState]: number;
  declare [kDecoderValue]: Decoder;
  /** Called when `_construct` has succeeded. */
  declare [kOnConstructed]: (stream: Readable) => void;
  declare highWaterMark: number;
  declare buffer: Chunk[];
  declare bufferIndex: number;
  declare length: number;
  declare pipes: Writable[];
  declare awaitDrainWriters: Writable | Set<Writable> | null;
  /** False: the readable side of a Duplex is switched off. */
  declare readable?: boolean;
  // Accessors over flags.
  declare objectMode: boolean;
  declare ended: boolean;
  declare endEmitted: boolean;
  declare reading: boolean;
  declare sync: boolean;
  declare resumeScheduled: boolean;
  declare errorEmitted: boolean;
  declare autoDestroy: boolean;
  declare emitClose: boolean;
  declare destroyed: boolean;
  declare closed: boolean;
  declare closeEmitted: boolean;
  declare readingMore: boolean;
  declare dataEmitted: boolean;
  declare errored: unknown;
  declare defaultEncoding: string;
  declare decoder: Decoder | null;
  declare encoding: string | null;
  declare flowing: boolean | null;

  constructor(options: ReadableOptions | null | undefined, _stream: unknown, isDuplex: boolean) {
    let flags = EMIT_CLOSE | AUTO_DESTROY | CONSTRUCTED | R_SYNC;
    if (options && (options.objectMode || (isDuplex && options.readableObjectMode))) flags |= OBJECT_MODE;
    this[kState] = flags;
    this.highWaterMark = options
      ? highWaterMarkOf((flags & OBJECT_MODE) !== 0, options, "readableHighWaterMark", isDuplex)
      : getDefaultHighWaterMark(false);
    this.buffer = [];
    this.bufferIndex = 0;
    // The number of buffered bytes, characters or objects.
    this.length = 0;
    this.pipes = [];
    // The destinations that need "drain" first: null, one of them, or a Set when there was more than one pipe.
    this.awaitDrainWriters = null;
    if (options) readOptions(this, options);
    else this[kState] |= R_DEFAULT_UTF8;
  }

  get pipesCount(): number {
    return this.pipes.length;
  }
}

function readOptions(state: ReadableState, options: ReadableOptions): void {
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
safe.defineProperties(ReadableState.prototype, {
  objectMode: flagAccessor(OBJECT_MODE),
  ended: flagAccessor(R_ENDED),
  endEmitted: flagAccessor(R_END_EMITTED),
  reading: flagAccessor(R_READING),
  constructed: flagAccessor(CONSTRUCTED),
  sync: flagAccessor(R_SYNC),
  needReadable: flagAccessor(R_NEED_READABLE),
  emittedReadable: flagAccessor(R_EMITTED_READABLE),
  readableListening: flagAccessor(R_READABLE_LISTENING),
  resumeScheduled: flagAccessor(R_RESUME_SCHEDULED),
  errorEmitted: flagAccessor(ERROR_EMITTED),
  emitClose: flagAccessor(EMIT_CLOSE),
  autoDestroy: flagAccessor(AUTO_DESTROY),
  destroyed: flagAccessor(DESTROYED),
  closed: flagAccessor(CLOSED),
  closeEmitted: flagAccessor(CLOSE_EMITTED),
  multiAwaitDrain: flagAccessor(R_MULTI_AWAIT_DRAIN),
  readingMore: flagAccessor(R_READING_MORE),
  dataEmitted: flagAccessor(R_DATA_EMITTED),
  errored: optionalAccessor(ERRORED, kErroredValue, absent),
  defaultEncoding: encodingAccessor(R_DEFAULT_UTF8, kDefaultEncodingValue),
  decoder: optionalAccessor(R_DECODER, kDecoderValue, absent),
  encoding: optionalAccessor(R_ENCODING, kEncodingValue, absent),
  flowing: triStateAccessor(R_HAS_FLOWING, R_FLOWING, null),
  paused: {
    get(this: ReadableState) {
      return (this[kState] & R_PAUSED) !== 0;
    },
    set(this: ReadableState, value: unknown) {
      this[kState] = value ? this[kState] | R_HAS_PAUSED | R_PAUSED : (this[kState] | R_HAS_PAUSED) & ~R_PAUSED;
    },
  },
});

/**
 * Removes `count` bytes or characters, one object in object mode, or everything (0, NaN or more than the length).
 * The caller subtracts from `state.length`. Exported to programs as `Readable._fromList`.
 */
export function takeFromBuffer(count: number, state: ReadableState): Chunk | null {
  if (state.length === 0) return null;
  const { buffer } = state;
  let index = state.bufferIndex;
  let taken: Chunk;
  const first = buffer[index];
  if ((state[kState] & OBJECT_MODE) !== 0) {
    taken = first;
    buffer[index++] = null!;
  } else if (count && count < first.length) {
    // `slice` of a string copies; of a Buffer it is a view.
    taken = first.slice(0, count);
    buffer[index] = first.slice(count);
    return taken;
  } else if (count === first.length || buffer.length - index === 1) {
    taken = first;
    buffer[index++] = null!;
  } else {
    const wanted = !count || count >= state.length ? state.length : count;
    const isString = (state[kState] & R_DECODER) !== 0;
    taken = isString ? joinStrings(state, wanted) : joinBytes(state, wanted);
    index = state.bufferIndex;
  }
  if (index === buffer.length) {
    // Setting a length is a call of the engine, `pop` is compiled code.
    if (index === 1) lists.pop(buffer);
    else buffer.length = 0;
    state.bufferIndex = 0;
  } else if (index > CONSUMED_SLOTS_MAX) {
    lists.splice(buffer, 0, index);
    state.bufferIndex = 0;
  } else {
    state.bufferIndex = index;
  }
  return taken;
}

function joinStrings(state: ReadableState, count: number): string {
  const { buffer } = state;
  let index = state.bufferIndex;
  let text = "";
  while (count > 0) {
    const chunk = buffer[index] as string;
    if (chunk.length > count) {
      text += chunk.slice(0, count);
      buffer[index] = chunk.slice(count);
      break;
    }
    text += chunk;
    count -= chunk.length;
    buffer[index++] = null!;
  }
  state.bufferIndex = index;
  return text;
}

function joinBytes(state: ReadableState, count: number): Uint8Array {
  const { buffer } = state;
  let index = state.bufferIndex;
  const bytes = Buffer.allocUnsafe(count);
  let filled = 0;
  while (filled < count) {
    const chunk = buffer[index] as Uint8Array;
    const missing = count - filled;
    if (chunk.length > missing) {
      bytes.set(chunk.subarray(0, missing), filled);
      buffer[index] = chunk.subarray(missing);
      break;
    }
    bytes.set(chunk, filled);
    filled += chunk.length;
    buffer[index++] = null!;
  }
  state.bufferIndex = index;
  return bytes;
}
