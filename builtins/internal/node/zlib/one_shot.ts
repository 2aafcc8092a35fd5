// One-shot functions of node:zlib: `gzipSync(buffer)`, `gzip(buffer, callback)`, …, each one native call.
import { ERR_BUFFER_TOO_LARGE, ERR_INVALID_ARG_TYPE, ERR_TRAILING_JUNK_AFTER_STREAM_END } from "internal:core/errors";
import * as ops from "internal:core/ops";
import { isAnyArrayBuffer, isArrayBufferView, isUint8Array } from "internal:core/util/types";
import { validateFunction } from "internal:core/validators";
import { openingError, streamError } from "internal:node/zlib/native_stream";
import { type Settings, type ZlibOptions, readSettings } from "internal:node/zlib/settings";
import defer * as classes from "internal:node/zlib/classes";
import { asBuffer } from "internal:core/buffer/adopt";
import { Buffer } from "internal:node/buffer";
import * as native from "native:zlib";

const ACCEPTED = ["string", "Buffer", "TypedArray", "DataView", "ArrayBuffer"];

// As the stream does: null is not a chunk, and `write` rejects invalid chunks.
function chunkOf(buffer: unknown): Uint8Array {
  if (buffer === undefined || buffer === null || typeof buffer === "function") return new Uint8Array(0);
  if (typeof buffer !== "string" && !isArrayBufferView(buffer) && !isAnyArrayBuffer(buffer)) {
    throw new ERR_INVALID_ARG_TYPE("chunk", ["string", "Buffer", "TypedArray", "DataView"], buffer);
  }
  return bytesOf(buffer);
}

function bytesOf(buffer: unknown): Uint8Array {
  if (typeof buffer === "string") return Buffer.from(buffer);
  if (isUint8Array(buffer)) return buffer;
  if (isArrayBufferView(buffer)) return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  if (isAnyArrayBuffer(buffer)) return Buffer.from(buffer as ArrayBuffer);
  throw new ERR_INVALID_ARG_TYPE("buffer", ACCEPTED, buffer);
}

function open(settings: Settings): number {
  const stream = settings.open();
  if (stream === 0) throw openingError();
  return stream;
}

/** The error of a failed run; null when `output` is the complete result. */
function failureOf(stream: number, settings: Settings, input: Uint8Array, output: Uint8Array | null): Error | null {
  if (output !== null) {
    const isRejected = settings.rejectGarbageAfterEnd && native.consumed(stream) < input.byteLength;
    return isRejected ? new ERR_TRAILING_JUNK_AFTER_STREAM_END() : null;
  }
  const failure = native.failure(stream);
  return failure.code === "TOO_LARGE" ? new ERR_BUFFER_TOO_LARGE(settings.maxOutputLength) : streamError(failure);
}

/** The result for the caller: the bytes, or with `info` also the stream that made them. */
function resultOf(name: string, settings: Settings, options: unknown, stream: number, bytes: Uint8Array): unknown {
  const buffer = asBuffer(bytes);
  if (!settings.info) return buffer;
  const engine = new classes.classes[name](options);
  engine.bytesWritten = native.consumed(stream);
  engine.close();
  return { buffer, engine };
}

/** The synchronous function for the class `name`. It throws the errors of the data and of the options. */
export function makeSync(
  name: string,
  format: number,
  functionName: string,
): (buffer: unknown, options?: ZlibOptions) => unknown {
  const made = (buffer: unknown, options?: ZlibOptions): unknown => {
    const settings = readSettings(format, options);
    const bytes = bytesOf(buffer);
    const stream = open(settings);
    try {
      const output = native.runSync(stream, settings.finishFlush | 0, bytes, settings.maxOutputLength);
      const failure = failureOf(stream, settings, bytes, output);
      if (failure !== null) throw failure;
      return resultOf(name, settings, options, stream, output!);
    } finally {
      native.close(stream);
    }
  };
  Object.defineProperty(made, "name", { value: functionName, configurable: true });
  return made;
}

/** The function with a callback `(error, result)`; the work is done off the thread. */
export function makeAsync(
  name: string,
  format: number,
): (buffer: unknown, options: unknown, callback?: unknown) => void {
  return function asyncBufferWrapper(buffer: unknown, options: any, callback: unknown): void {
    if (typeof options === "function") {
      callback = options;
      options = {};
    }
    const settings = readSettings(format, options);
    validateFunction(callback, "callback");
    const bytes = chunkOf(buffer);
    const stream = open(settings);
    const finish = (error: unknown, output: Uint8Array | null): void => {
      let result: unknown;
      try {
        if (error === null) {
          error = failureOf(stream, settings, bytes, output);
          if (error === null) result = resultOf(name, settings, options, stream, output!);
        }
      } finally {
        native.close(stream);
      }
      if (error !== null) callback(error);
      else callback(null, result);
    };
    ops.callbackOf("ZLIB", native.run, finish, stream, settings.finishFlush | 0, bytes, settings.maxOutputLength);
  };
}
