// http.OutgoingMessage: a message that is written. This file has the class, write() and end(); its headers are in
// `outgoing_headers.ts`, its serialized head is in `outgoing_head.ts`. Messages on a stream are sent here; responses on a native
// connection go to the native server (`response_transport.ts`).
// https://nodejs.org/api/http.html#class-httpoutgoingmessage
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { Buffer } from "internal:node/buffer";
import {
  ERR_HTTP_BODY_NOT_ALLOWED,
  ERR_HTTP_CONTENT_LENGTH_MISMATCH,
  ERR_INVALID_ARG_TYPE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_STREAM_ALREADY_FINISHED,
  ERR_STREAM_CANNOT_PIPE,
  ERR_STREAM_DESTROYED,
  ERR_STREAM_NULL_VALUES,
  ERR_STREAM_WRITE_AFTER_END,
} from "internal:core/errors";
import { kRejection } from "internal:core/events/symbols";
import type { EventEmitter } from "internal:core/events/emitter";
import { Stream } from "internal:node/streams/legacy";
import type { CallableClass } from "internal:node/http/callable_class";
import type { Callback, MessageSocket } from "internal:node/http/message_socket";
import { nextTick } from "internal:core/ticks";
import { defineHeaderMethods } from "internal:node/http/outgoing_headers";
import { defineProperties } from "internal:node/http/outgoing_properties";
import { ChunkBuffer } from "internal:node/http/chunk_buffer";
import { type kSeen, storeHeader } from "internal:node/http/outgoing_head";
import {
  kBytesWritten,
  kCorked,
  kErrored,
  kHighWaterMark,
  kChunkBuffer,
  kNeedDrain,
  kOutHeaders,
  kOutputData,
  kRejectNonStandardBodyWrites,
  kSocket,
  kTransmit,
  kTransmitEnd,
  kUniqueHeaders,
  kWriteCallbacks,
} from "internal:node/http/symbols";

const kEndCallbacks = Symbol("kEndCallbacks");
const nothing = (): void => {};

/** The headers set by setHeader(): name and value, by lower-case name. */
export type OutgoingHeaders = Record<string, [name: string, value: unknown]>;
/** Headers as programs pass them: an object, an array of pairs, or an array of alternating names and values. */
export type HeadersInit = Record<string, unknown> | readonly unknown[] | null | undefined;
/** What write() accepts. */
export type Chunk = string | Uint8Array;
type Socket = MessageSocket | null | undefined;

/** A write that is buffered until there is a socket. */
interface BufferedWrite {
  data: Chunk;
  encoding: unknown;
  callback: Callback | null | undefined;
}

interface OutgoingMessageOptions {
  highWaterMark?: number;
  rejectNonStandardBodyWrites?: boolean;
}

/** An instance of `http.OutgoingMessage`. The underscored members are Node's and programs use them. */
export interface OutgoingMessage extends EventEmitter {
  [kOutHeaders]: OutgoingHeaders | null;
  [kUniqueHeaders]: Set<string> | null;
  [kSocket]: Socket;
  [kErrored]: unknown;
  [kWriteCallbacks]: Callback[] | null;
  [kEndCallbacks]: Callback[] | undefined;
  [kNeedDrain]: boolean;
  [kCorked]: number;
  [kBytesWritten]: number;
  [kHighWaterMark]: number;
  [kRejectNonStandardBodyWrites]: boolean;
  [kOutputData]: BufferedWrite[] | null;
  [kChunkBuffer]: ChunkBuffer | null;
  [kSeen]: number;
  agent?: unknown;
  statusCode?: number;
  socket: Socket;
  connection: Socket;
  outputData: BufferedWrite[];
  outputSize: number;
  destroyed: boolean;
  finished: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly writableLength: number;
  readonly headersSent: boolean;
  chunkedEncoding: boolean;
  shouldKeepAlive: boolean;
  maxRequestsOnConnectionReached: boolean;
  useChunkedEncodingByDefault: boolean;
  sendDate: boolean;
  strictContentLength: boolean;
  /** The message is the last one on its connection. */
  _last: boolean;
  _defaultKeepAlive: boolean;
  _removedConnection: boolean;
  _removedContLen: boolean;
  _removedTE: boolean;
  _contentLength: number | null;
  _hasBody: boolean;
  _trailer: string;
  _header: string | null;
  _headerSent: boolean;
  _closed: boolean;
  _keepAliveTimeout: number;
  _maxRequestsPerSocket: number;
  _onPendingData(delta: number): void;
  setHeader(name: string, value: unknown): this;
  appendHeader(name: string, value: unknown): this;
  getHeader(name: string): unknown;
  getHeaders(): Record<string, unknown>;
  getHeaderNames(): string[];
  removeHeader(name: string): void;
  cork(): void;
  uncork(): void;
  write(chunk: Chunk, encoding?: unknown, callback?: unknown): boolean;
  end(chunk?: unknown, encoding?: unknown, callback?: unknown): this;
  destroy(error?: unknown): this;
  setTimeout(msecs: number, callback?: () => void): this;
  flushHeaders(): void;
  pipe(): void;
  [kTransmit](chunk: Chunk, encoding: unknown, callback: Callback | null, isLast: boolean): boolean;
  [kTransmitEnd](chunk: unknown): void;
  [kRejection](error: unknown, event?: unknown, ...args: unknown[]): void;
  _send(data: Chunk, encoding?: unknown, callback?: Callback | null, byteLength?: number): boolean;
  _writeRaw(data: Chunk, encoding?: unknown, callback?: Callback | null, size?: number): boolean;
  _storeHeader(firstLine: string, headers: HeadersInit): void;
  _implicitHeader(): void;
  _finish(): void;
  _flush(): void;
  _flushOutput(socket: MessageSocket): boolean | undefined;
}

type OutgoingMessageClass = CallableClass<OutgoingMessage, [options?: OutgoingMessageOptions]>;

/** `http.OutgoingMessage`. Callable without `new`, also on a prepared object. */
export const OutgoingMessage = function OutgoingMessage(
  this: OutgoingMessage,
  options?: OutgoingMessageOptions,
): OutgoingMessage | void {
  if (!((this as unknown) instanceof OutgoingMessage))
    return new (OutgoingMessage as unknown as OutgoingMessageClass)(options);
  this._header = null;
  this._headerSent = false;
  this.finished = false;
  this.destroyed = false;
  this[kOutHeaders] = null;
  this[kSocket] = null;
  if (options?.highWaterMark !== undefined) this[kHighWaterMark] = options.highWaterMark;
  if (options?.rejectNonStandardBodyWrites) this[kRejectNonStandardBodyWrites] = true;
} as unknown as OutgoingMessageClass;
safe.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
safe.setPrototypeOf(OutgoingMessage, Stream);
const prototype = OutgoingMessage.prototype;

// Defaults that rarely change are on the prototype, which makes a message cheap. Each may be set on an instance.
safe.assign(prototype, {
  outputSize: 0,
  writable: true,
  destroyed: false,
  _last: false,
  chunkedEncoding: false,
  shouldKeepAlive: true,
  maxRequestsOnConnectionReached: false,
  _defaultKeepAlive: true,
  useChunkedEncodingByDefault: true,
  sendDate: false,
  _removedConnection: false,
  _removedContLen: false,
  _removedTE: false,
  strictContentLength: false,
  _contentLength: null,
  _hasBody: true,
  _trailer: "",
  finished: false,
  _headerSent: false,
  _closed: false,
  _header: null,
  _keepAliveTimeout: 0,
  _maxRequestsPerSocket: 0,
  _onPendingData: nothing,
});
for (const [key, value] of [
  [kOutHeaders, null],
  [kUniqueHeaders, null],
  [kSocket, null],
  [kErrored, null],
  [kWriteCallbacks, null],
  [kNeedDrain, false],
  [kCorked, 0],
  [kBytesWritten, 0],
  [kRejectNonStandardBodyWrites, false],
  [kOutputData, null],
  [kChunkBuffer, null],
  [kEndCallbacks, undefined],
] as const)
  safe.defineProperty(prototype, key, { value, writable: true, enumerable: false });

defineProperties(prototype);
defineHeaderMethods(prototype);

prototype.cork = function cork(this: OutgoingMessage): void {
  this[kCorked]++;
  this[kSocket]?.cork();
};

prototype.uncork = function uncork(this: OutgoingMessage): void {
  if (this[kCorked] > 0) this[kCorked]--;
  this[kSocket]?.uncork();
  if (this[kCorked] === 0) flushChunks(this);
};

prototype.setTimeout = function setTimeout(this: OutgoingMessage, msecs: number, callback?: () => void) {
  if (callback) this.on("timeout", callback);
  const { socket } = this;
  if (socket) socket.setTimeout(msecs);
  else this.once("socket", (assigned: MessageSocket) => assigned.setTimeout(msecs));
  return this;
};

/** Closes the message and its connection. */
prototype.destroy = function destroy(this: OutgoingMessage, error?: unknown) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this[kErrored] = error;
  const { socket } = this;
  if (socket) socket.destroy(error);
  else nextTick(emitDestroyed, this);
  return this;
};

// A message that never had a socket emits "close" itself.
function emitDestroyed(message: OutgoingMessage): void {
  if (message._closed) return;
  message._closed = true;
  message.emit("close");
}

/** Sends `data`, with the head before the first write. Programs that patch Node call it. */
prototype._send = function _send(
  this: OutgoingMessage,
  data: Chunk,
  encoding?: unknown,
  callback?: Callback | null,
  byteLength?: number,
): boolean {
  if (!this._headerSent && this._header !== null) {
    if (typeof data === "string" && (encoding === "utf8" || encoding === "latin1" || !encoding)) {
      data = this._header + data;
    } else {
      this._writeRaw(this._header, "latin1", null, this._header.length);
    }
    this._headerSent = true;
  }
  return this._writeRaw(data, encoding, callback, byteLength);
};

prototype._writeRaw = function _writeRaw(
  this: OutgoingMessage,
  data: Chunk,
  encoding?: unknown,
  callback?: Callback | null,
  _size?: number,
): boolean {
  const socket = this[kSocket];
  if (socket?.destroyed) return false;
  if (typeof encoding === "function") {
    callback = encoding as Callback;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this[kOutputData] !== null && this[kOutputData].length > 0) this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  lists.push(this.outputData, { data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < this[kHighWaterMark];
};

prototype._storeHeader = function _storeHeader(this: OutgoingMessage, firstLine: string, headers: HeadersInit): void {
  storeHeader(this, firstLine, headers);
};

prototype._implicitHeader = function _implicitHeader(): void {
  throw new ERR_METHOD_NOT_IMPLEMENTED("_implicitHeader()");
};

/** Writes a chunk of the body. Returns false when the producer should wait for "drain". */
prototype.write = function write(this: OutgoingMessage, chunk: Chunk, encoding?: unknown, callback?: unknown): boolean {
  if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  return writeChunk(this, chunk, encoding, callback, false);
};

/** Writes a last chunk, if any, and completes the message. `callback` is called at "finish". */
prototype.end = function end(this: OutgoingMessage, chunk?: unknown, encoding?: unknown, callback?: unknown) {
  if (typeof chunk === "function") {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  if (chunk) {
    if (this.finished) {
      const notify = typeof callback === "function" ? (callback as Callback) : nothing;
      failLater(this, new ERR_STREAM_WRITE_AFTER_END(), notify);
      return this;
    }
    writeChunk(this, chunk, encoding, null, true);
  } else if (this.finished) {
    if (typeof callback === "function") addEndCallback(this, callback as Callback);
    return this;
  } else if (!this._header) {
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === "function") addEndCallback(this, callback as Callback);
  if (hasStrictLength(this) && this[kBytesWritten] !== this._contentLength) {
    throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(this[kBytesWritten], this._contentLength);
  }
  if (this[kChunkBuffer] !== null) chunk = flushLastChunk(this);
  this[kTransmitEnd](chunk);
  this[kCorked] = 0;
  this.finished = true;
  return this;
};

function addEndCallback(message: OutgoingMessage, callback: Callback): void {
  if (message.writableFinished) callback(new ERR_STREAM_ALREADY_FINISHED("end"));
  else if (message[kEndCallbacks] !== undefined) lists.push(message[kEndCallbacks], callback);
  else {
    message[kEndCallbacks] = [callback];
    message.prependOnceListener("finish", onFinishEvent);
  }
}

function onFinishEvent(this: OutgoingMessage): void {
  callEndCallbacks(this, null);
}

/** Calls the callbacks of end(): without an error when the operating system has the complete message. */
export function callEndCallbacks(message: OutgoingMessage, error: unknown): void {
  const callbacks = message[kEndCallbacks];
  if (callbacks === undefined) return;
  message[kEndCallbacks] = undefined;
  for (const callback of callbacks) callback(error);
}

function hasStrictLength(message: OutgoingMessage): boolean {
  return (
    message.strictContentLength &&
    message._contentLength! > 0 &&
    !message._removedContLen &&
    message._hasBody &&
    !message.chunkedEncoding
  );
}

// With `isLast` a first chunk is the complete body: its length is known, and chunked encoding is not needed.
function writeChunk(
  message: OutgoingMessage,
  chunk: unknown,
  encoding: unknown,
  given: unknown,
  isLast: boolean,
): boolean {
  const callback = typeof given === "function" ? (given as Callback) : nothing;
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) {
    throw new ERR_INVALID_ARG_TYPE("chunk", ["string", "Buffer", "Uint8Array"], chunk);
  }
  if (message.finished || message.destroyed) {
    const error = message.finished ? new ERR_STREAM_WRITE_AFTER_END() : new ERR_STREAM_DESTROYED("write");
    failLater(message, error, callback);
    return false;
  }
  let length = -1;
  if (message.strictContentLength) {
    length = byteLengthOf(chunk, encoding);
    const total = message[kBytesWritten] + length;
    if (hasStrictLength(message) && (isLast ? total !== message._contentLength : total > message._contentLength!)) {
      throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(total, message._contentLength);
    }
    message[kBytesWritten] = total;
  }
  if (!message._header) {
    if (isLast) message._contentLength = length >= 0 ? length : byteLengthOf(chunk, encoding);
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectNonStandardBodyWrites]) throw new ERR_HTTP_BODY_NOT_ALLOWED();
    if (callback !== nothing) nextTick(callback);
    return true;
  }
  const isBuffered = message.chunkedEncoding && (message[kChunkBuffer] !== null || (!isLast && chunk.length > 0));
  const canWriteMore: boolean = isBuffered
    ? bufferChunk(message, chunk, encoding, callback)
    : message[kTransmit](chunk, encoding, callback === nothing ? null : callback, isLast);
  if (!canWriteMore) message[kNeedDrain] = true;
  return canWriteMore;
}

function byteLengthOf(chunk: Chunk, encoding: unknown): number {
  return typeof chunk === "string" ? Buffer.byteLength(chunk, encoding) : chunk.byteLength;
}

/** Sends a chunk of the body over the assigned socket, or buffers it until there is one. */
prototype[kTransmit] = function (
  this: OutgoingMessage,
  chunk: Chunk,
  encoding: unknown,
  callback: Callback | null,
  isLast: boolean,
): boolean {
  const socket = this[kSocket];
  if (!isLast && socket?.cork && !socket.writableCorked) {
    socket.cork();
    nextTick(uncorkSocket, socket);
  }
  if (!this.chunkedEncoding || chunk.length === 0) return this._send(chunk, encoding, callback, 0);
  this._send(byteLengthOf(chunk, encoding).toString(16), "latin1", null);
  this._send("\r\n", undefined, null);
  this._send(chunk, encoding, null);
  return this._send("\r\n", undefined, callback);
};

function uncorkSocket(socket: MessageSocket): void {
  socket.uncork();
}

/** Completes the message on the assigned socket. `chunk`: the argument of end(). */
prototype[kTransmitEnd] = function (this: OutgoingMessage, chunk: unknown): void {
  const finish = (error?: unknown): void => onSent(this, error);
  if (this._hasBody && this.chunkedEncoding) this._send(`0\r\n${this._trailer}\r\n`, "latin1", finish);
  else if (!this._headerSent || this.writableLength || chunk) this._send("", "latin1", finish);
  else nextTick(finish);
  const socket = this[kSocket];
  if (socket?._writableState) {
    socket._writableState.corked = 1;
    socket.uncork();
  }
  this.finished = true;
  if (this.outputData.length === 0 && socket?._httpMessage === this) this._finish();
};

function onSent(message: OutgoingMessage, error: unknown): void {
  const { socket } = message;
  // The written data is lost.
  if (error || message[kErrored] || socket?.errored || socket?._hadError) {
    callEndCallbacks(message, error ?? message[kErrored] ?? socket?.errored ?? new ERR_STREAM_DESTROYED("end"));
  } else {
    message.emit("finish");
  }
}

prototype._finish = function _finish(this: OutgoingMessage): void {
  this.emit("prefinish");
};

prototype._flush = function _flush(this: OutgoingMessage): void {
  const { socket } = this;
  if (!socket?.writable) return;
  const canWriteMore = this._flushOutput(socket);
  if (this.finished) this._finish();
  else if (canWriteMore && this[kNeedDrain]) {
    this[kNeedDrain] = false;
    this.emit("drain");
  }
};

prototype._flushOutput = function _flushOutput(this: OutgoingMessage, socket: MessageSocket): boolean | undefined {
  const buffered = this.outputData;
  if (buffered.length <= 0) return undefined;
  let canWriteMore: boolean | undefined;
  socket.cork();
  for (const { data, encoding, callback } of buffered) canWriteMore = socket.write(data, encoding, callback);
  socket.uncork();
  this.outputData = [];
  this._onPendingData(-this.outputSize);
  this.outputSize = 0;
  return canWriteMore;
};

prototype.flushHeaders = function flushHeaders(this: OutgoingMessage): void {
  if (!this._header) this._implicitHeader();
  if (!this._headerSent) this._send("");
};

prototype.pipe = function pipe(this: OutgoingMessage): void {
  // A message is write-only.
  this.emit("error", new ERR_STREAM_CANNOT_PIPE());
};

prototype[kRejection] = function (this: OutgoingMessage, error: unknown): void {
  this.destroy(error);
};

function failLater(message: OutgoingMessage, error: unknown, callback: Callback): void {
  if (message.destroyed) nextTick(callback, error);
  else nextTick(reportFailure, message, error, callback);
}

function reportFailure(message: OutgoingMessage, error: unknown, callback: Callback): void {
  callback(error);
  // A response without listeners may be closed already: the error is reported all the same.
  if (typeof message.emit === "function" && !message[kErrored]) message.emit("error", error);
}

// The writes of one turn, or between cork() and uncork(), become one chunk of the chunked encoding.
function bufferChunk(message: OutgoingMessage, chunk: Chunk, encoding: unknown, callback: Callback): boolean {
  let buffer = message[kChunkBuffer];
  if (buffer === null) {
    buffer = message[kChunkBuffer] = new ChunkBuffer();
    if (message[kCorked] === 0) nextTick(flushChunks, message);
  }
  buffer.add(chunk, encoding, callback === nothing ? null : callback);
  return buffer.length < message[kHighWaterMark];
}

/** Sends the buffered writes as one chunk. */
export function flushChunks(message: OutgoingMessage): void {
  const buffer = message[kChunkBuffer];
  if (buffer === null) return;
  message[kChunkBuffer] = null;
  message[kTransmit](buffer.join(), undefined, buffer.callback(), false);
}

/** Passes the buffered writes on as the last chunk, which end() completes, and returns it. */
function flushLastChunk(message: OutgoingMessage): Chunk {
  const buffer = message[kChunkBuffer]!;
  message[kChunkBuffer] = null;
  const joined = buffer.join();
  message[kTransmit](joined, undefined, buffer.callback(), true);
  return joined;
}
