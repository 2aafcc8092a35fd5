// Streams of Node as web streams: `Readable.toWeb`, `Writable.toWeb`, `Duplex.toWeb`. The other direction is in
// `web_sources.ts`. Both modules are evaluated on first use. https://nodejs.org/api/stream.html#streamreadabletowebstreamreadable-options
import { safe } from "internal:core/bootstrap";
import { Buffer } from "internal:node/buffer";
import { AbortError, ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import { validateObject, validateOneOf } from "internal:core/validators";
import { destroyer } from "internal:node/streams/destroy";
import { eos, kCallSynchronously } from "internal:node/streams/end_of_stream";
import { isDestroyed, isReadable, isWritable, isWritableEnded, type NodeStream } from "internal:node/streams/kinds";
import {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableStream,
  WritableStream,
  type ReadableByteStreamController,
  type ReadableStreamDefaultController,
  type WritableStreamDefaultController,
} from "web:streams";

export { duplexFromWeb, readableFromWeb, writableFromWeb } from "internal:node/streams/web_sources";

/** Set on a stream whose later errors are ignored. */
const kIgnoresErrors = Symbol("kIgnoresErrors");
interface AdaptedStream extends NodeStream {
  [kIgnoresErrors]?: boolean;
}

/** The options of `Readable.toWeb`, unchecked. */
interface ToWebOptions {
  type?: unknown;
  readableType?: unknown;
  strategy?: object;
}

function nothing(): void {}

// The error of the web stream. A premature close becomes an AbortError.
function toWebError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "ERR_STREAM_PREMATURE_CLOSE") return new AbortError(undefined, { cause: error });
  // Errors of zlib and brotli: the Compression Streams standard requires a TypeError.
  const isCompression = typeof code === "string" && (code.startsWith("ERR__ERROR_") || ZLIB_FAILURES.has(code));
  return isCompression ? safe.assign(new TypeError(undefined, { cause: error }), { code }) : error;
}

const ZLIB_FAILURES = new Set([
  "Z_NEED_DICT",
  "Z_ERRNO",
  "Z_STREAM_ERROR",
  "Z_DATA_ERROR",
  "Z_MEM_ERROR",
  "Z_BUF_ERROR",
  "Z_VERSION_ERROR",
]);

/** The underlying source over a Readable. */
interface UnderlyingSource {
  start(controller: ReadableStreamDefaultController & ReadableByteStreamController): void;
  cancel(reason: unknown): void;
  pull?(): void;
  type?: string;
}

/** A WritableStream that writes to `writable`, any stream of Node with write(). */
export function writableToWeb(writable: any): WritableStream {
  if (typeof writable?.write !== "function" || typeof writable?.on !== "function") {
    throw new ERR_INVALID_ARG_TYPE("streamWritable", "stream.Writable", writable);
  }
  if (isDestroyed(writable) || !isWritable(writable)) {
    const closed = new WritableStream();
    closed.close();
    return closed;
  }
  const sink = new WritableSink(writable);
  const highWaterMark = writable.writableHighWaterMark;
  return new WritableStream(
    sink,
    writable.writableObjectMode
      ? new CountQueuingStrategy({ highWaterMark })
      : { highWaterMark, size: (chunk: Partial<Uint8Array> | null) => chunk?.byteLength ?? chunk?.length ?? 1 },
  );
}

class WritableSink {
  #writable: NodeStream;
  #controller: WritableStreamDefaultController | undefined;
  #drained: PromiseWithResolvers<void> | undefined;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(writable: NodeStream) {
    this.#writable = writable;
    const cleanUp = eos(writable, (error: unknown) => {
      cleanUp();
      writable.on("error", nothing);
      this.#onOver(toWebError(error));
    });
    writable.on("drain", () => this.#drained?.resolve());
  }

  start(controller: WritableStreamDefaultController): void {
    this.#controller = controller;
  }

  write(chunk: unknown): Promise<void> | undefined {
    const writable = this.#writable;
    if (!writable.writableObjectMode && chunk instanceof ArrayBuffer) chunk = new Uint8Array(chunk);
    if (!writable.writableNeedDrain && writable.write(chunk)) return undefined;
    const drained = (this.#drained = Promise.withResolvers<void>());
    if (!writable.writableNeedDrain) drained.resolve();
    return drained.promise.finally(() => {
      this.#drained = undefined;
    });
  }

  abort(reason: unknown): void {
    destroyer(this.#writable, reason);
  }

  close(): Promise<void> {
    if (this.#closed === undefined && !isWritableEnded(this.#writable)) {
      this.#closed = Promise.withResolvers<void>();
      this.#writable.end();
      return this.#closed.promise;
    }
    this.#controller = undefined;
    return Promise.resolve();
  }

  #onOver(error: unknown): void {
    const closed = this.#closed;
    this.#closed = undefined;
    if (error != null) {
      this.#drained?.reject(error);
      closed?.reject(error);
    } else if (closed !== undefined) {
      closed.resolve();
      return;
    }
    this.#controller?.error(error ?? new AbortError());
    this.#controller = undefined;
  }
}

/** A ReadableStream over `readable`. `options`: `strategy`, and `type: "bytes"` for a byte stream. */
export function readableToWeb(readable: any, options: ToWebOptions = {}): ReadableStream {
  if (typeof readable?._readableState !== "object") {
    throw new ERR_INVALID_ARG_TYPE("streamReadable", "stream.Readable", readable);
  }
  validateObject(options as unknown, "options");
  if (options.type !== undefined) validateOneOf(options.type, "options.type", ["bytes", undefined]);
  const isByob = options.type === "bytes";
  const objectMode = readable.readableObjectMode;
  const canRead = isReadable(readable);
  let controller!: ReadableStreamDefaultController & ReadableByteStreamController;
  let isOver = false;
  const source: UnderlyingSource = {
    start(streamController) {
      controller = streamController;
    },
    cancel(reason) {
      isOver = true;
      destroyer(readable, reason);
    },
  };
  if (isByob) source.type = "bytes";
  let strategy: object | undefined;
  if (canRead) {
    source.pull = () => {
      readable.resume();
    };
    const highWaterMark = readable.readableHighWaterMark;
    const Strategy = objectMode ? CountQueuingStrategy : ByteLengthQueuingStrategy;
    strategy = isByob ? { highWaterMark } : (options.strategy ?? new Strategy({ highWaterMark }));
  }
  const stream = new ReadableStream(source, strategy);
  let cleanUp: () => void = nothing;
  cleanUp = eos(readable, { writable: false, [kCallSynchronously]: true }, (error: unknown) => {
    cleanUp();
    if (!readable[kIgnoresErrors]) {
      readable.on("error", nothing);
      readable[kIgnoresErrors] = true;
    }
    if (isOver) return;
    isOver = true;
    if (error) {
      controller.error(toWebError(error));
      return;
    }
    controller.close();
    // Completes the pending read of a BYOB reader.
    if (isByob) controller.byobRequest?.respond(0);
  });
  if (isOver) {
    cleanUp();
  } else if (canRead) {
    readable.pause();
    readable.on("data", (chunk: Uint8Array) => {
      if (isOver) return;
      controller.enqueue(Buffer.isBuffer(chunk) && !objectMode ? new Uint8Array(chunk) : chunk);
      if (controller.desiredSize! <= 0) readable.pause();
    });
  }
  return stream;
}

let warnedAboutType = false;

/** `{ readable, writable }` over a Duplex. `options.readableType`: "bytes" for a byte stream. */
export function duplexToWeb(
  duplex: any,
  options: ToWebOptions = {},
): { readable: ReadableStream; writable: WritableStream } {
  if (typeof duplex?._writableState !== "object" || typeof duplex?._readableState !== "object") {
    throw new ERR_INVALID_ARG_TYPE("duplex", "stream.Duplex", duplex);
  }
  validateObject(options as unknown, "options");
  let type = options.readableType;
  if (type == null && options.type != null) {
    type = options.type;
    if (!warnedAboutType) {
      warnedAboutType = true;
      emitWarning(
        "Passing 'options.type' to Duplex.toWeb() is deprecated. " +
          "To specify the ReadableStream type, use 'options.readableType'.",
        { type: "DeprecationWarning", code: "DEP0201" },
      );
    }
  }
  const alive = !isDestroyed(duplex);
  const writable = alive && isWritable(duplex) ? writableToWeb(duplex) : closedWritable();
  const readable = alive && isReadable(duplex) ? readableToWeb(duplex, { type }) : cancelledReadable(type);
  return { writable, readable };
}

function closedWritable(): WritableStream {
  const stream = new WritableStream();
  stream.close();
  return stream;
}

function cancelledReadable(type: unknown): ReadableStream {
  const stream = new ReadableStream(type === undefined ? {} : { type });
  stream.cancel();
  return stream;
}
