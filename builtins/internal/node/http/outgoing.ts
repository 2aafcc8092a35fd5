// http.OutgoingMessage: a message that is written. This file has the class, write() and end(); its headers are in
// `outgoing_headers.ts`, the text of its head in `outgoing_head.ts`. Messages on a socket that the program assigned are
// sent here; responses of our server go to the native part instead (`response_transport.ts`).
// https://nodejs.org/api/http.html#class-httpoutgoingmessage
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
import { Stream } from "internal:node/streams/legacy";
import { nextTick } from "internal:core/ticks";
import { defineHeaderMethods } from "internal:node/http/outgoing_headers";
import { defineProperties } from "internal:node/http/outgoing_properties";
import { KeptChunks } from "internal:node/http/chunk_buffer";
import { storeHeader } from "internal:node/http/outgoing_head";
import {
  kBytesWritten,
  kCorked,
  kErrored,
  kHighWaterMark,
  kKeptChunks,
  kNeedDrain,
  kOutHeaders,
  kOutputData,
  kRejectNonStandardBodyWrites,
  kSocket,
  kTransmit,
  kTransmitEnd,
  kUniqueHeaders,
  kWaiting,
} from "internal:node/http/symbols";

type Callback = (error?: any) => void;
const kEndCallbacks = Symbol("kEndCallbacks");
const nothing = (): void => {};

/** `http.OutgoingMessage`. Callable without `new`, also on a prepared object. */
export const OutgoingMessage = function OutgoingMessage(this: any, options?: any): any {
  if (!((this as unknown) instanceof OutgoingMessage)) return new (OutgoingMessage as any)(options);
  this._header = null;
  this._headerSent = false;
  this.finished = false;
  this.destroyed = false;
  this[kOutHeaders] = null;
  this[kSocket] = null;
  if (options?.highWaterMark !== undefined) this[kHighWaterMark] = options.highWaterMark;
  if (options?.rejectNonStandardBodyWrites) this[kRejectNonStandardBodyWrites] = true;
} as any;
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);
const prototype = OutgoingMessage.prototype;

// What rarely changes lives here, so that a message costs little to make. Each may be set on the instance.
Object.assign(prototype, {
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
  [kWaiting, null],
  [kNeedDrain, false],
  [kCorked, 0],
  [kBytesWritten, 0],
  [kRejectNonStandardBodyWrites, false],
  [kOutputData, null],
  [kKeptChunks, null],
  [kEndCallbacks, undefined],
] as const)
  Object.defineProperty(prototype, key, { value, writable: true, enumerable: false });

defineProperties(prototype);
defineHeaderMethods(prototype);

prototype.cork = function cork(this: any): void {
  this[kCorked]++;
  this[kSocket]?.cork();
};

prototype.uncork = function uncork(this: any): void {
  if (this[kCorked] > 0) this[kCorked]--;
  this[kSocket]?.uncork();
  if (this[kCorked] === 0) sendKept(this);
};

prototype.setTimeout = function setTimeout(this: any, msecs: number, callback?: () => void): any {
  if (callback) this.on("timeout", callback);
  const { socket } = this;
  if (socket) socket.setTimeout(msecs);
  else this.once("socket", (assigned: any) => assigned.setTimeout(msecs));
  return this;
};

/** Gives the message up, and its connection with it. */
prototype.destroy = function destroy(this: any, error?: any): any {
  if (this.destroyed) return this;
  this.destroyed = true;
  this[kErrored] = error;
  const { socket } = this;
  if (socket) socket.destroy(error);
  else nextTick(emitDestroyed, this);
  return this;
};

// A message that never had a socket ends by itself.
function emitDestroyed(message: any): void {
  if (message._closed) return;
  message._closed = true;
  message.emit("close");
}

/** Sends `data`, with the head before the first of it. Programs that patch Node call it. */
prototype._send = function _send(this: any, data: any, encoding?: any, callback?: any, byteLength?: number): boolean {
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

prototype._writeRaw = function _writeRaw(this: any, data: any, encoding: any, callback: any, _size?: number): boolean {
  const socket = this[kSocket];
  if (socket?.destroyed) return false;
  if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this[kOutputData] !== null && this[kOutputData].length > 0) this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  this.outputData.push({ data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < this[kHighWaterMark];
};

prototype._storeHeader = function _storeHeader(this: any, firstLine: string, headers: any): void {
  storeHeader(this, firstLine, headers);
};

prototype._implicitHeader = function _implicitHeader(): void {
  throw new ERR_METHOD_NOT_IMPLEMENTED("_implicitHeader()");
};

/** Writes a piece of the body. Returns whether the producer should go on; after false it waits for "drain". */
prototype.write = function write(this: any, chunk: any, encoding?: any, callback?: any): boolean {
  if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  return writeChunk(this, chunk, encoding, callback, false);
};

/** Writes a last piece, if any, and completes the message. `callback` is called at "finish". */
prototype.end = function end(this: any, chunk?: any, encoding?: any, callback?: any): any {
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
      failLater(this, new ERR_STREAM_WRITE_AFTER_END(), typeof callback === "function" ? callback : nothing);
      return this;
    }
    writeChunk(this, chunk, encoding, null, true);
  } else if (this.finished) {
    if (typeof callback === "function") addEndCallback(this, callback);
    return this;
  } else if (!this._header) {
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === "function") addEndCallback(this, callback);
  if (hasStrictLength(this) && this[kBytesWritten] !== this._contentLength) {
    throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(this[kBytesWritten], this._contentLength);
  }
  if (this[kKeptChunks] !== null) chunk = sendKeptLast(this);
  this[kTransmitEnd](chunk);
  this[kCorked] = 0;
  this.finished = true;
  return this;
};

function addEndCallback(message: any, callback: Callback): void {
  if (message.writableFinished) callback(new ERR_STREAM_ALREADY_FINISHED("end"));
  else if (message[kEndCallbacks] !== undefined) message[kEndCallbacks].push(callback);
  else {
    message[kEndCallbacks] = [callback];
    message.prependOnceListener("finish", tellEnd);
  }
}

function tellEnd(this: any): void {
  callEndCallbacks(this, null);
}

/** Tells the callbacks of end() that the message is with the system, or why it did not get out. */
export function callEndCallbacks(message: any, error: any): void {
  const callbacks: Callback[] | undefined = message[kEndCallbacks];
  if (callbacks === undefined) return;
  message[kEndCallbacks] = undefined;
  for (const callback of callbacks) callback(error);
}

function hasStrictLength(message: any): boolean {
  return (
    message.strictContentLength &&
    message._contentLength > 0 &&
    !message._removedContLen &&
    message._hasBody &&
    !message.chunkedEncoding
  );
}

// `isLast` chunks tell the length of the body, so that no chunked encoding is needed.
function writeChunk(message: any, chunk: any, encoding: any, callback: any, isLast: boolean): boolean {
  if (typeof callback !== "function") callback = nothing;
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
    if (hasStrictLength(message) && (isLast ? total !== message._contentLength : total > message._contentLength)) {
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
  const isKept = message.chunkedEncoding && (message[kKeptChunks] !== null || (!isLast && chunk.length > 0));
  const goOn: boolean = isKept
    ? keepChunk(message, chunk, encoding, callback)
    : message[kTransmit](chunk, encoding, callback === nothing ? null : callback, isLast);
  if (!goOn) message[kNeedDrain] = true;
  return goOn;
}

function byteLengthOf(chunk: any, encoding: any): number {
  return typeof chunk === "string" ? Buffer.byteLength(chunk, encoding) : chunk.byteLength;
}

/** Sends a piece of the body over the assigned socket, or keeps it until there is one. */
prototype[kTransmit] = function (this: any, chunk: any, encoding: any, callback: any, isLast: boolean): boolean {
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

function uncorkSocket(socket: any): void {
  socket.uncork();
}

/** Completes the message on the assigned socket. `chunk`: what end() was given. */
prototype[kTransmitEnd] = function (this: any, chunk: any): void {
  const finish = (error?: any): void => onFinish(this, error);
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

function onFinish(message: any, error: any): void {
  const { socket } = message;
  // What was written is lost.
  if (error || message[kErrored] || socket?.errored || socket?._hadError) {
    callEndCallbacks(message, error ?? message[kErrored] ?? socket?.errored ?? new ERR_STREAM_DESTROYED("end"));
  } else {
    message.emit("finish");
  }
}

prototype._finish = function _finish(this: any): void {
  this.emit("prefinish");
};

prototype._flush = function _flush(this: any): void {
  const { socket } = this;
  if (!socket?.writable) return;
  const goOn = this._flushOutput(socket);
  if (this.finished) this._finish();
  else if (goOn && this[kNeedDrain]) {
    this[kNeedDrain] = false;
    this.emit("drain");
  }
};

prototype._flushOutput = function _flushOutput(this: any, socket: any): boolean | undefined {
  const waiting = this.outputData;
  if (waiting.length <= 0) return undefined;
  let goOn: boolean | undefined;
  socket.cork();
  for (const { data, encoding, callback } of waiting) goOn = socket.write(data, encoding, callback);
  socket.uncork();
  this.outputData = [];
  this._onPendingData(-this.outputSize);
  this.outputSize = 0;
  return goOn;
};

prototype.flushHeaders = function flushHeaders(this: any): void {
  if (!this._header) this._implicitHeader();
  if (!this._headerSent) this._send("");
};

prototype.pipe = function pipe(this: any): void {
  // A message is for writing only.
  this.emit("error", new ERR_STREAM_CANNOT_PIPE());
};

prototype[kRejection] = function (this: any, error: any): void {
  this.destroy(error);
};

function failLater(message: any, error: any, callback: Callback): void {
  if (message.destroyed) nextTick(callback, error);
  else nextTick(reportFailure, message, error, callback);
}

function reportFailure(message: any, error: any, callback: Callback): void {
  callback(error);
  // Meanwhile the response may be over, if nobody listens to it: the mistake is told all the same.
  if (typeof message.emit === "function" && !message[kErrored]) message.emit("error", error);
}

// Pieces of one turn, or written between cork() and uncork(), become one chunk of the chunked encoding.
function keepChunk(message: any, chunk: any, encoding: any, callback: Callback): boolean {
  let kept: KeptChunks | null = message[kKeptChunks];
  if (kept === null) {
    kept = message[kKeptChunks] = new KeptChunks();
    if (message[kCorked] === 0) nextTick(sendKept, message);
  }
  kept.add(chunk, encoding, callback === nothing ? null : callback);
  return kept.length < message[kHighWaterMark];
}

/** Sends what write() kept. */
export function sendKept(message: any): void {
  const kept: KeptChunks | null = message[kKeptChunks];
  if (kept === null) return;
  message[kKeptChunks] = null;
  message[kTransmit](kept.join(), undefined, kept.callback(), false);
}

/** Hands over what write() kept as the last piece, which end() completes, and returns it. */
function sendKeptLast(message: any): string | Uint8Array {
  const kept: KeptChunks = message[kKeptChunks];
  message[kKeptChunks] = null;
  const joined = kept.join();
  message[kTransmit](joined, undefined, kept.callback(), true);
  return joined;
}
