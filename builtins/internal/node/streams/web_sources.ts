// Web streams as streams of Node: `Readable.fromWeb`, `Writable.fromWeb`, `Duplex.fromWeb`.
import { Buffer } from "internal:node/buffer";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_STREAM_PREMATURE_CLOSE } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateObject } from "internal:core/validators";
import { destroyer } from "internal:node/streams/destroy";
import { Duplex } from "internal:node/streams/duplex";
import { isReadableStream, isWritableEnded, isWritableStream } from "internal:node/streams/kinds";
import { Readable } from "internal:node/streams/readable";
import { Writable } from "internal:node/streams/writable";

type Callback = (error?: any) => void;

/** A Readable over a ReadableStream. Options: `highWaterMark`, `encoding`, `objectMode`, `signal`. */
export function readableFromWeb(readableStream: any, options: any = {}): any {
  if (!isReadableStream(readableStream)) {
    throw new ERR_INVALID_ARG_TYPE("readableStream", "ReadableStream", readableStream);
  }
  validateObject(options as unknown, "options");
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  validateEncoding(encoding);
  validateBoolean(objectMode, "options.objectMode");
  const reader = readableStream.getReader();
  let closed = false;
  const readable: any = new Readable({
    objectMode,
    highWaterMark,
    encoding,
    signal,
    read: () => readInto(readable, reader),
    destroy(error: any, callback: Callback) {
      const done = callingBack(callback, error);
      if (closed) done();
      else reader.cancel(error).then(done, done);
    },
  });
  reader.closed.then(
    () => {
      closed = true;
    },
    (error: any) => {
      closed = true;
      destroyer(readable, error);
    },
  );
  return readable;
}

/** A Writable over a WritableStream. Options: `highWaterMark`, `decodeStrings`, `objectMode`, `signal`. */
export function writableFromWeb(writableStream: any, options: any = {}): any {
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
  const writable: any = new Writable({
    highWaterMark,
    objectMode,
    decodeStrings,
    signal,
    writev: (chunks: any[], callback: Callback) => writeChunks(writable, writer, chunks, toChunk, callback),
    write: (chunk: any, encoding: string, callback: Callback) => {
      writeChunks(writable, writer, [{ chunk, encoding }], toChunk, callback);
    },
    destroy(error: any, callback: Callback) {
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
    (error: any) => {
      closed = true;
      destroyer(writable, error);
    },
  );
  return writable;
}

/** A Duplex over `{ readable, writable }`. Options as for both sides, and `allowHalfOpen`, false by default. */
export function duplexFromWeb(pair: any = {}, options: any = {}): any {
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
  const toChunk = chunkConverter(decodeStrings && !objectMode);
  let writableClosed = false;
  let readableClosed = false;
  const duplex: any = new Duplex({
    allowHalfOpen,
    highWaterMark,
    objectMode,
    encoding,
    decodeStrings,
    signal,
    read: () => readInto(duplex, reader),
    writev: (chunks: any[], callback: Callback) => writeChunks(duplex, writer, chunks, toChunk, callback),
    write: (chunk: any, chunkEncoding: string, callback: Callback) => {
      writeChunks(duplex, writer, [{ chunk, encoding: chunkEncoding }], toChunk, callback);
    },
    final: (callback: Callback) => closeWriter(duplex, writer, () => writableClosed, callback),
    destroy(error: any, callback: Callback) {
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
  const onFailed = (error: any): void => {
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

function validateEncoding(encoding: any): void {
  if (encoding !== undefined && !Buffer.isEncoding(encoding))
    throw new ERR_INVALID_ARG_VALUE("options.encoding", encoding);
}

function readInto(stream: any, reader: any): void {
  reader.read().then(
    ({ value, done }: any) => stream.push(done ? null : value),
    (error: any) => destroyer(stream, error),
  );
}

// Web streams of bytes take no strings.
function chunkConverter(convertsStrings: boolean): (chunk: any, encoding: any) => any {
  return (chunk, encoding) => {
    if (!convertsStrings || typeof chunk !== "string") return chunk;
    const bytes = Buffer.from(chunk, encoding);
    return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  };
}

async function writeChunks(
  stream: any,
  writer: any,
  chunks: any[],
  toChunk: (chunk: any, encoding: any) => any,
  callback: Callback,
): Promise<void> {
  let failure: any;
  try {
    await writer.ready;
    await Promise.all(chunks.map(({ chunk, encoding }) => writer.write(toChunk(chunk, encoding))));
  } catch (error) {
    failure = error;
  }
  callSafely(stream, callback, failure);
}

function closeWriter(stream: any, writer: any, isClosed: () => boolean, callback: Callback): void {
  if (isClosed()) return;
  writer.close().then(
    () => callSafely(stream, callback, undefined),
    (error: any) => callSafely(stream, callback, error),
  );
}

// A callback that throws inside a promise job would become a rejection that nobody handles.
function callSafely(stream: any, callback: Callback, error: any): void {
  try {
    callback(error);
  } catch (thrown) {
    nextTick(() => destroyer(stream, thrown));
  }
}

function callingBack(callback: Callback, error: any): () => void {
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
