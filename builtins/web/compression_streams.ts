// CompressionStream and DecompressionStream (https://compression.spec.whatwg.org/), over the native streams of `native:zlib`.
// As in Node, "brotli" is a format too, a chunk may be a string, and errors carry the codes of node:zlib.
import { ERR_INVALID_ARG_TYPE, ERR_STREAM_NULL_VALUES, ERR_TRAILING_JUNK_AFTER_STREAM_END } from "internal:core/errors";
import { isAnyArrayBuffer, isArrayBufferView, isSharedArrayBuffer } from "internal:core/util/types";
import defer * as inspecting from "internal:core/util/inspect";
import { type InspectOptions, foreignThis } from "internal:web/web_interface";
import { home } from "internal:core/program";
import * as openStreams from "internal:core/open_compression_streams";
import * as native from "native:zlib";
import { StreamFlush, StreamFormat } from "native:zlib";
import defer * as encoding from "web:encoding";
import type { ReadableStream, TransformStream, TransformStreamDefaultController, WritableStream } from "web:streams";
import defer * as streams from "web:streams";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const OUTPUT_BYTES = 65536;
/** Up to this size a chunk is processed in this thread: passing it to another one and back costs a tenth of the work or more. */
const DIRECT_BYTES_MAX = 65536;
/** The same for formats that gather chunks, and compress several of them at once. */
const DIRECT_BYTES_MAX_GATHERING = 16384;
/** How many full outputs of a chunk this thread writes. The rest of what expands further is written in another one. */
const DIRECT_OUTPUTS_MAX = 8;

/** The numbers of a format for `native:zlib`. */
interface Numbers {
  compress: number;
  decompress: number;
  /** The flush that ends the stream. */
  finish: number;
}
const FORMATS: Record<string, Numbers> = {
  gzip: { compress: StreamFormat.GZIP, decompress: StreamFormat.GUNZIP, finish: StreamFlush.FINISH },
  deflate: { compress: StreamFormat.DEFLATE, decompress: StreamFormat.INFLATE, finish: StreamFlush.FINISH },
  "deflate-raw": {
    compress: StreamFormat.DEFLATE_RAW,
    decompress: StreamFormat.INFLATE_RAW,
    finish: StreamFlush.FINISH,
  },
  brotli: {
    compress: StreamFormat.BROTLI_ENCODE,
    decompress: StreamFormat.BROTLI_DECODE,
    finish: StreamFlush.BROTLI_FINISH,
  },
};
const ZSTD: Numbers = {
  compress: StreamFormat.ZSTD_COMPRESS,
  decompress: StreamFormat.ZSTD_DECOMPRESS,
  finish: StreamFlush.ZSTD_END,
};
const WINDOW_BITS = 15;
const MEMORY_LEVEL = 8;

function numbersOf(name: string, given: unknown): Numbers {
  const format = `${given}`;
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format]!;
  // Bun also supports this format.
  if (format === "zstd" && home() === "bun") return ZSTD;
  const error: TypeError & { code?: string } = new TypeError(
    `Failed to construct '${name}': 1st argument '${format}' is not a valid enum value of type CompressionFormat.`,
  );
  error.code = "ERR_INVALID_ARG_VALUE";
  throw error;
}

function openStream(format: number): number {
  if (format === StreamFormat.BROTLI_DECODE || format === StreamFormat.BROTLI_ENCODE)
    return native.openBrotli(format, new Uint8Array(0), null);
  if (format === StreamFormat.ZSTD_COMPRESS || format === StreamFormat.ZSTD_DECOMPRESS)
    return native.openZstd(format, new Uint8Array(0), -1, null);
  return native.openZlib(format, WINDOW_BITS, -1, MEMORY_LEVEL, 0, null, true);
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (typeof chunk === "string") return new encoding.TextEncoder().encode(chunk);
  if (isArrayBufferView(chunk)) {
    if (isSharedArrayBuffer(chunk.buffer))
      throw new ERR_INVALID_ARG_TYPE("chunk", ["ArrayBuffer", "Buffer", "TypedArray", "DataView"], chunk);
    return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  }
  if (isAnyArrayBuffer(chunk) && !isSharedArrayBuffer(chunk)) return new Uint8Array(chunk as ArrayBuffer);
  if (isAnyArrayBuffer(chunk))
    throw new ERR_INVALID_ARG_TYPE("chunk", ["ArrayBuffer", "Buffer", "TypedArray", "DataView"], chunk);
  throw new ERR_INVALID_ARG_TYPE("chunk", ["string", "Buffer", "TypedArray", "DataView"], chunk);
}

function errorOf(stream: number): Error {
  const { message, code, errno } = native.failure(stream);
  const cause: Error & { errno?: number; code?: string } = new Error(message);
  cause.errno = errno;
  cause.code = code;
  return Object.assign(new TypeError(undefined, { cause }), { code });
}

/** Instead of an offset: a chunk was processed. */
const DONE = -1;

/** The output of writes in this thread, which is copied at once: an array of that size for each stream costs more than small chunks. */
let sharedOutput: Uint8Array | undefined;

/** The transformer of one stream. The native stream is opened for the first chunk. */
class Codec {
  readonly #format: number;
  readonly #finish: number;
  readonly #decompresses: boolean;
  readonly #directBytesMax: number;
  #stream = 0;
  #output: Uint8Array | undefined;
  #left = new Uint32Array(2);
  #leftBytes = new Uint8Array(this.#left.buffer);
  #isEnded = false;
  #isClosed = false;

  constructor(format: number, finish: number, decompresses: boolean) {
    this.#format = format;
    this.#finish = finish;
    this.#decompresses = decompresses;
    const gathers = format === StreamFormat.BROTLI_ENCODE || format === StreamFormat.ZSTD_COMPRESS;
    this.#directBytesMax = gathers ? DIRECT_BYTES_MAX_GATHERING : DIRECT_BYTES_MAX;
  }

  transform(chunk: unknown, controller: TransformStreamDefaultController): Promise<void> | undefined {
    try {
      const bytes = bytesOf(chunk);
      if (bytes.byteLength > this.#directBytesMax) return this.#runInThread(bytes, 0, controller);
      if (bytes.byteLength === 0) return undefined;
      const offset = this.#run(bytes, 0, controller, DIRECT_OUTPUTS_MAX);
      return offset === DONE ? undefined : this.#runInThread(bytes, offset, controller);
    } catch (error) {
      this.cancel();
      throw error;
    }
  }

  flush(controller: TransformStreamDefaultController): void {
    try {
      if (!this.#isEnded) this.#run(new Uint8Array(0), this.#finish, controller, Infinity);
    } finally {
      this.cancel();
    }
  }

  /** Closes the native stream. */
  cancel(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#stream !== 0) openStreams.close(this, this.#stream);
  }

  #open(): number {
    this.#stream = openStream(this.#format);
    if (this.#stream === 0) throw errorOf(0);
    openStreams.watch(this, this.#stream);
    return this.#stream;
  }

  /** Writes up to `outputsMax` full outputs. Returns where the unread input begins, or `DONE`. */
  #run(bytes: Uint8Array, flush: number, controller: TransformStreamDefaultController, outputsMax: number): number {
    const stream = this.#begin();
    const output = (sharedOutput ??= new Uint8Array(OUTPUT_BYTES));
    let offset = 0;
    for (let count = 0; count < outputsMax; count++) {
      const isDone = native.writeSync(stream, flush, bytes, output, rangesFrom(bytes, offset), this.#leftBytes);
      offset = this.#step(stream, isDone, bytes, output, controller);
      if (this.#left[0]! > 0) {
        this.#end(stream, bytes, offset);
        return DONE;
      }
    }
    return offset;
  }

  async #runInThread(bytes: Uint8Array, start: number, controller: TransformStreamDefaultController): Promise<void> {
    try {
      const stream = this.#begin();
      const output = (this.#output ??= new Uint8Array(OUTPUT_BYTES));
      let offset = start;
      for (;;) {
        const isDone = await native.write(stream, 0, bytes, output, rangesFrom(bytes, offset), this.#leftBytes);
        offset = this.#step(stream, isDone, bytes, output, controller);
        if (this.#left[0]! > 0) break;
      }
      this.#end(stream, bytes, offset);
    } catch (error) {
      this.cancel();
      throw error;
    }
  }

  #begin(): number {
    if (this.#isEnded) throw new ERR_TRAILING_JUNK_AFTER_STREAM_END();
    return this.#stream === 0 ? this.#open() : this.#stream;
  }

  /** Enqueues what one write produced. Returns where the unread input begins. */
  #step(
    stream: number,
    isDone: boolean,
    bytes: Uint8Array,
    output: Uint8Array,
    controller: TransformStreamDefaultController,
  ): number {
    if (!isDone) throw errorOf(stream);
    const unused = this.#left[0]!;
    const offset = bytes.byteLength - this.#left[1]!;
    if (unused < OUTPUT_BYTES) controller.enqueue(output.slice(0, OUTPUT_BYTES - unused));
    return offset;
  }

  #end(stream: number, bytes: Uint8Array, offset: number): void {
    if (!this.#decompresses) return;
    // The output was not full: unread input follows the end of the compressed data.
    if (offset < bytes.byteLength) throw new ERR_TRAILING_JUNK_AFTER_STREAM_END();
    this.#isEnded = native.isEnded(stream);
  }
}

function rangesFrom(bytes: Uint8Array, offset: number): Parameters<typeof native.writeSync>[4] {
  return { inputOffset: offset, inputLength: bytes.byteLength - offset, outputOffset: 0, outputLength: OUTPUT_BYTES };
}

// As in Node, back-pressure starts when this many bytes are queued.
const QUEUE_BYTES = 65536;
const sizeOf = (chunk: Partial<Uint8Array> | null | undefined): number => chunk?.byteLength ?? chunk?.length ?? 1;
const queueing = { highWaterMark: QUEUE_BYTES, size: sizeOf };

function createTransform(format: number, finish: number, decompresses: boolean): TransformStream {
  const codec = new Codec(format, finish, decompresses);
  return new streams.TransformStream(
    {
      transform: (chunk: unknown, controller: TransformStreamDefaultController) => codec.transform(chunk, controller),
      flush: (controller: TransformStreamDefaultController) => codec.flush(controller),
      cancel: () => codec.cancel(),
    },
    queueing,
    queueing,
  );
}

function inspectAs(
  name: string,
  stream: CompressionStream | DecompressionStream,
  depth: unknown,
  options: InspectOptions,
): unknown {
  if (typeof depth === "number" && depth < 0) return `[${name}]`;
  const members = { readable: stream.readable, writable: stream.writable };
  return `${name} ${inspecting.inspect(members, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
}

/** Compresses the chunks of `writable` into `readable`. */
export class CompressionStream {
  #transform: TransformStream;

  constructor(format: unknown) {
    const numbers = numbersOf("CompressionStream", format);
    this.#transform = createTransform(numbers.compress, numbers.finish, false);
  }

  get readable(): ReadableStream {
    if (!(#transform in this)) throw foreignThis("#transform");
    return this.#transform.readable;
  }

  get writable(): WritableStream {
    if (!(#transform in this)) throw foreignThis("#transform");
    return this.#transform.writable;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return inspectAs("CompressionStream", this, depth, options);
  }
}

/** Decompresses the chunks of `writable` into `readable`. Data after the end of the compressed data is an error. */
export class DecompressionStream {
  #transform: TransformStream;

  constructor(format: unknown) {
    const numbers = numbersOf("DecompressionStream", format);
    this.#transform = createTransform(numbers.decompress, numbers.finish, true);
  }

  get readable(): ReadableStream {
    if (!(#transform in this)) throw foreignThis("#transform");
    return this.#transform.readable;
  }

  get writable(): WritableStream {
    if (!(#transform in this)) throw foreignThis("#transform");
    return this.#transform.writable;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return inspectAs("DecompressionStream", this, depth, options);
  }
}

for (const constructor of [CompressionStream, DecompressionStream]) {
  Object.defineProperties(constructor.prototype, {
    readable: { enumerable: true },
    writable: { enumerable: true },
    [kInspect]: { enumerable: false },
    [Symbol.toStringTag]: { value: constructor.name, configurable: true },
  });
}
