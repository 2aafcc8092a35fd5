// node:zlib for whole buffers: `gzipSync(buffer)`, `gzip(buffer, callback)` and so on, each one native call.
import { ERR_BUFFER_TOO_LARGE, ERR_INVALID_ARG_TYPE, ERR_TRAILING_JUNK_AFTER_STREAM_END } from "internal:core/errors";
import * as ops from "internal:core/ops";
import { isAnyArrayBuffer, isArrayBufferView, isUint8Array } from "internal:core/util/types";
import { validateFunction } from "internal:core/validators";
import { openingError, streamError } from "internal:node/zlib/native_stream";
import { type Settings, readSettings } from "internal:node/zlib/settings";
import defer * as classes from "internal:node/zlib/classes";
import { asBuffer } from "internal:core/buffer/adopt";
import { Buffer } from "internal:node/buffer";
import * as native from "native:zlib";

const ACCEPTED = ["string", "Buffer", "TypedArray", "DataView", "ArrayBuffer"];

// As the stream would take it: nothing is no chunk, and what is no chunk is refused by `write`.
function chunkOf(buffer: any): Uint8Array {
  if (buffer === undefined || buffer === null || typeof buffer === "function") return new Uint8Array(0);
  if (typeof buffer !== "string" && !isArrayBufferView(buffer) && !isAnyArrayBuffer(buffer)) {
    throw new ERR_INVALID_ARG_TYPE("chunk", ["string", "Buffer", "TypedArray", "DataView"], buffer);
  }
  return bytesOf(buffer);
}

function bytesOf(buffer: any): Uint8Array {
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

/** Why there is nothing to answer with; null when `output` is all that the data should hold. */
function failureOf(stream: number, settings: Settings, input: Uint8Array, output: Uint8Array | null): Error | null {
  if (output !== null) {
    const isRefused = settings.rejectGarbageAfterEnd && native.consumed(stream) < input.byteLength;
    return isRefused ? new ERR_TRAILING_JUNK_AFTER_STREAM_END() : null;
  }
  const failure = native.failure(stream);
  return failure.code === "TOO_LARGE" ? new ERR_BUFFER_TOO_LARGE(settings.maxOutputLength) : streamError(failure);
}

/** What the caller gets: the bytes, or with `info` also the stream that made them. */
function answer(name: string, settings: Settings, options: any, stream: number, bytes: Uint8Array): any {
  const buffer = asBuffer(bytes);
  if (!settings.info) return buffer;
  const engine = new classes.classes[name](options);
  engine.bytesWritten = native.consumed(stream);
  engine.close();
  return { buffer, engine };
}

/** The function on this thread for the class `name`. Throws what the data or the options are wrong in. */
export function makeSync(name: string, format: number, functionName: string): (buffer: any, options?: any) => any {
  const made = (buffer: any, options?: any): any => {
    const settings = readSettings(format, options);
    const bytes = bytesOf(buffer);
    const stream = open(settings);
    try {
      const output = native.runSync(stream, settings.finishFlush | 0, bytes, settings.maxOutputLength);
      const failure = failureOf(stream, settings, bytes, output);
      if (failure !== null) throw failure;
      return answer(name, settings, options, stream, output!);
    } finally {
      native.close(stream);
    }
  };
  Object.defineProperty(made, "name", { value: functionName, configurable: true });
  return made;
}

/** The function with a callback `(error, result)`; the work is done off the thread. */
export function makeAsync(name: string, format: number): (buffer: any, options: any, callback?: any) => void {
  return function asyncBufferWrapper(buffer: any, options: any, callback: any): void {
    if (typeof options === "function") {
      callback = options;
      options = {};
    }
    const settings = readSettings(format, options);
    validateFunction(callback, "callback");
    const bytes = chunkOf(buffer);
    const stream = open(settings);
    const finish = (error: any, output: Uint8Array | null): void => {
      let result: any;
      try {
        if (error === null) {
          error = failureOf(stream, settings, bytes, output);
          if (error === null) result = answer(name, settings, options, stream, output!);
        }
      } finally {
        native.close(stream);
      }
      if (error !== null) callback(error);
      else callback(null, result);
    };
    ops.callbackOf(
      "ZLIB",
      native.run as any,
      finish as any,
      stream,
      settings.finishFlush | 0,
      bytes,
      settings.maxOutputLength,
    );
  };
}
