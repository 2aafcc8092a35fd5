// Web streams as streams of Node: `Readable.fromWeb`, `Writable.fromWeb`, `Duplex.fromWeb`.
import { Buffer } from "internal:node/buffer";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_STREAM_PREMATURE_CLOSE } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateObject } from "internal:core/validators";
import { destroyer } from "internal:node/streams/destroy";
import { Duplex } from "internal:node/streams/duplex";
import { isReadableStream, isWritableEnded, isWritableStream, type Callback } from "internal:node/streams/kinds";
import { Readable } from "internal:node/streams/readable";
import { Writable } from "internal:node/streams/writable";
import type { PendingWrite } from "internal:node/streams/writable_state";
import type { AbortSignal } from "web:abort";

/** The options of the three functions, unchecked. */
interface FromWebOptions {
  highWaterMark?: unknown;
  encoding?: string | null;
  objectMode?: unknown;
  decodeStrings?: unknown;
  allowHalfOpen?: boolean;
  signal?: AbortSignal;
}

/** What the functions use of the readers and writers. */
interface Reader {
  readonly closed: Promise<unknown>;
  read(): Promise<{ value?: unknown; done: boolean }>;
  cancel(reason?: unknown): Promise<void>;
}
interface Writer {
  readonly closed: Promise<unknown>;
  readonly ready: Promise<unknown>;
  write(chunk: unknown): Promise<unknown>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
}
type WriteChunk = Pick<PendingWrite, "encoding"> & { chunk: unknown };
type ChunkConverter = (chunk: unknown, encoding: string) => unknown;

/** A Readable over a ReadableStream. Options: `highWaterMark`, `encoding`, `objectMode`, `signal`. */
export function readableFromWeb(readableStream: any, options: FromWebOptions = {}): Readable {
  if (!isReadableStream(readableStream)) {
    throw new ERR_INVALID_ARG_TYPE("readableStream", "ReadableStream", readableStream);
  }
  validateObject(options as unknown, "options");
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  validateEncoding(encoding);
  validateBoolean(objectMode, "options.objectMode");
  const reader = readableStream.getReader();
  let closed = false;
  const readable: Readable = new Readable({
    objectMode,
    highWaterMark,
    encoding,
    signal,
    read: () => readInto(readable, reader),
    destroy(error: unknown, callback: Callback) {
      const done = callingBack(callback, error);
      if (closed) done();
      else reader.cancel(error).then(done, done);
    },
  });
  reader.closed.then(
    () => {
      closed = true;
    },
    (error: unknown) => {
      closed = true;
      destroyer(readable, error);
    },
  );
  return readable;
}

/** A Writable over a WritableStream. Options: `highWaterMark`, `decodeStrings`, `objectMode`, `signal`. */
export function writableFromWeb(writableStream: any, options: FromWebOptions = {}): Writable {
  if (!isWritableStream(writableStream)) {
    throw new ERR_INVALID_ARG_TYPE("writableStream", "WritableStream", writableStream);
  }
  validateObject(options as unknown, "options");
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  validateBoolean(objectMode, "options.objectMode");
  validateBoolean(decodeStrings, "options.decodeStrings");
  const writer = writableStream.getWriter();
  const toChunk = chunkConverter(decodeStrings && !objectMode);
  let closed = false;
  const writable: Writable = new Writable({
    highWaterMark,
    objectMode,
    decodeStrings,
    signal,
    writev: (chunks: PendingWrite[], callback: Callback) => writeChunks(writable, writer, chunks, toChunk, callback),
    write: (chunk: unknown, encoding: string, callback: Callback) => {
      writeChunks(writable, writer, [{ chunk, encoding }], toChunk, callback);
    },
    destroy(error: unknown, callback: Callback) {
      const done = callingBack(callback, error);
      if (closed) done();
      else (error != null ? writer.abort(error) : writer.close()).then(done, done);
    },
    final: (callback: Callback) => closeWriter(writable, writer, () => closed, callback),
  });
  writer.closed.then(
    () => {
      closed = true;
      if (!isWritableEnded(writable)) destroyer(writable, new ERR_STREAM_PREMATURE_CLOSE());
    },
    (error: unknown) => {
      closed = true;
      destroyer(writable, error);
    },
  );
  return writable;
}

/** A Duplex over `{ readable, writable }`. Options as for both sides, and `allowHalfOpen`, false by default. */
export function duplexFromWeb(pair: any = {}, options: FromWebOptions = {}): Duplex {
  validateObject(pair as unknown, "pair");
  const { readable: readableStream, writable: writableStream } = pair;
  if (!isReadableStream(readableStream))
    throw new ERR_INVALID_ARG_TYPE("pair.readable", "ReadableStream", readableStream);
  if (!isWritableStream(writableStream))
    throw new ERR_INVALID_ARG_TYPE("pair.writable", "WritableStream", writableStream);
  validateObject(options as unknown, "options");
  const { allowHalfOpen = false, objectMode = false, encoding, decodeStrings = true, highWaterMark, signal } = options;
  validateBoolean(objectMode, "options.objectMode");
  validateEncoding(encoding);
  const writer = writableStream.getWriter();
  const reader = readableStream.getReader();
  const toChunk = chunkConverter((decodeStrings as boolean) && !objectMode);
  let writableClosed = false;
  let readableClosed = false;
  const duplex: Duplex = new Duplex({
    allowHalfOpen,
    highWaterMark,
    objectMode,
    encoding,
    decodeStrings,
    signal,
    read: () => readInto(duplex, reader),
    writev: (chunks: PendingWrite[], callback: Callback) => writeChunks(duplex, writer, chunks, toChunk, callback),
    write: (chunk: unknown, chunkEncoding: string, callback: Callback) => {
      writeChunks(duplex, writer, [{ chunk, encoding: chunkEncoding }], toChunk, callback);
    },
    final: (callback: Callback) => closeWriter(duplex, writer, () => writableClosed, callback),
    destroy(error: unknown, callback: Callback) {
      const done = callingBack(callback, error);
      if (writableClosed && readableClosed) {
        done();
        return;
      }
      const closing = [
        writableClosed ? undefined : writer.abort(error),
        readableClosed ? undefined : reader.cancel(error),
      ];
      Promise.all(closing).then(done, done);
    },
  });
  const onFailed = (error: unknown): void => {
    writableClosed = true;
    readableClosed = true;
    destroyer(duplex, error);
  };
  writer.closed.then(() => {
    writableClosed = true;
    if (!isWritableEnded(duplex)) destroyer(duplex, new ERR_STREAM_PREMATURE_CLOSE());
  }, onFailed);
  reader.closed.then(() => {
    readableClosed = true;
  }, onFailed);
  return duplex;
}

function validateEncoding(encoding: unknown): void {
  if (encoding !== undefined && !Buffer.isEncoding(encoding))
    throw new ERR_INVALID_ARG_VALUE("options.encoding", encoding);
}

function readInto(stream: Readable, reader: Reader): void {
  reader.read().then(
    ({ value, done }) => stream.push(done ? null : value),
    (error: unknown) => destroyer(stream, error),
  );
}

// Web streams of bytes do not accept strings.
function chunkConverter(convertsStrings: boolean): ChunkConverter {
  return (chunk, encoding) => {
    if (!convertsStrings || typeof chunk !== "string") return chunk;
    const bytes = Buffer.from(chunk, encoding);
    return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  };
}

async function writeChunks(
  stream: Writable,
  writer: Writer,
  chunks: WriteChunk[],
  toChunk: ChunkConverter,
  callback: Callback,
): Promise<void> {
  let failure: unknown;
  try {
    await writer.ready;
    await Promise.all(chunks.map(({ chunk, encoding }) => writer.write(toChunk(chunk, encoding))));
  } catch (error) {
    failure = error;
  }
  callSafely(stream, callback, failure);
}

function closeWriter(stream: Writable, writer: Writer, isClosed: () => boolean, callback: Callback): void {
  if (isClosed()) return;
  writer.close().then(
    () => callSafely(stream, callback, undefined),
    (error: unknown) => callSafely(stream, callback, error),
  );
}

// An exception of the callback inside a promise job would become an unhandled rejection.
function callSafely(stream: Writable, callback: Callback, error: unknown): void {
  try {
    callback(error);
  } catch (thrown) {
    nextTick(() => destroyer(stream, thrown));
  }
}

function callingBack(callback: Callback, error: unknown): () => void {
  return () => {
    try {
      callback(error);
    } catch (thrown) {
      nextTick(() => {
        throw thrown;
      });
    }
  };
}
