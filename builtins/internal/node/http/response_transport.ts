// Sends responses on native connections: each write goes to `native:http_server`, which writes to the socket at the end of the turn. A
// response that was assigned to a stream (assignSocket) is sent by `internal:node/http/outgoing`.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { SendFlags } from "native:http_server";
import { Buffer } from "internal:node/buffer";
import { ERR_STREAM_DESTROYED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { activity } from "internal:core/diagnostics/activity";
import defer * as channels from "internal:node/http/server_channels";
import {
  closeConnection,
  earlierResponses,
  endSocket,
  removeResponse,
  owners,
  socketOf,
  unflushedResponses,
} from "internal:node/http/connection_table";
import { discardBody, hasReplacedEmit, isObserved, isReadingBody } from "internal:node/http/incoming";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { Callback } from "internal:node/http/message_socket";
import { type Chunk, OutgoingMessage, flushChunks } from "internal:node/http/outgoing";
import type { ServerResponse } from "internal:node/http/response";
import {
  END_HELD,
  FINISHED,
  FINISH_DUE,
  IN_LISTENER,
  UNFLUSHED,
  kConnection,
  kErrored,
  kHeldSize,
  kHighWaterMark,
  kNeedDrain,
  kProgress,
  kSequence,
  kSocket,
  kTransmit,
  kTransmitEnd,
  kWriteCallbacks,
  kLastChunk,
  kLastEncoding,
} from "internal:node/http/symbols";
import { kSendFile } from "internal:node/streams/sendfile";
import { send, sendFilePart } from "native:http_server";

/** A shorter response counts as flushed at once: the socket's buffer holds more. Characters or bytes. */
const SHORT = 8192;

/** Defines the members on ServerResponse's prototype. */
export function defineTransport(prototype: ServerResponse): void {
  const generic = OutgoingMessage.prototype;
  defineState(prototype, generic);

  prototype[kTransmit] = function (
    this: ServerResponse,
    chunk: Chunk,
    encoding: unknown,
    callback: Callback | null,
    isLast: boolean,
  ): boolean {
    if (this[kConnection] < 0) return generic[kTransmit].call(this, chunk, encoding, callback, isLast);
    // end() follows at once and sends it together with the end.
    if (isLast) {
      this[kLastChunk] = chunk;
      this[kLastEncoding] = encoding;
      if (callback) lists.push((this[kWriteCallbacks] ??= []), callback);
      return true;
    }
    return sendWrite(this, chunk, encoding, callback, this.chunkedEncoding && chunk.length > 0 ? SendFlags.CHUNK : 0);
  };

  prototype[kTransmitEnd] = function (this: ServerResponse, chunk: unknown): void {
    if (this[kConnection] < 0) generic[kTransmitEnd].call(this, chunk);
    else sendEnd(this);
  };

  prototype[kSendFile] = function (
    this: ServerResponse,
    fd: number,
    position: number,
    length: number,
  ): boolean | undefined {
    return takeFile(this, generic, fd, position, length);
  };

  prototype._writeRaw = function _writeRaw(this: ServerResponse, data, encoding, callback, size): boolean {
    if (this[kConnection] < 0) return generic._writeRaw.call(this, data, encoding, callback, size);
    if (typeof encoding === "function") {
      callback = encoding as Callback;
      encoding = null;
    }
    return sendData(this, null, data, encoding, callback, 0);
  };

  prototype._send = function _send(this: ServerResponse, data, encoding, callback, byteLength): boolean {
    if (this[kConnection] < 0) return generic._send.call(this, data, encoding, callback, byteLength);
    return sendWrite(this, data, encoding, callback, 0);
  };

  prototype.destroy = function destroy(this: ServerResponse, error?: unknown) {
    if (this[kConnection] < 0) return generic.destroy.call(this, error) as ServerResponse;
    if (this.destroyed) return this;
    this.destroyed = true;
    this[kErrored] = error;
    if ((this[kProgress] & FINISHED) === 0) closeConnection(this[kConnection], this[kSequence], error);
    return this;
  };
}

// Properties that depend on whether the native server has the connection.
function defineState(prototype: ServerResponse, generic: OutgoingMessage): void {
  const genericSocket = safe.getOwnPropertyDescriptor(generic, "socket")!;
  safe.defineProperties(prototype, {
    // The bytes of a pipelined response that waits for the one before it.
    outputSize: {
      get(this: ServerResponse) {
        return this[kConnection] >= 0 && !isBehindAnother(this) ? 0 : this[kHeldSize];
      },
      set(this: ServerResponse, size: number) {
        this[kHeldSize] = size;
      },
      enumerable: true,
      configurable: true,
    },
    socket: {
      get(this: ServerResponse) {
        if (this[kConnection] < 0 || this[kSocket] !== null) return this[kSocket];
        if ((this[kProgress] & FINISHED) !== 0) return null;
        const socket = socketOf(this[kConnection], this[kSequence]);
        // The client disconnected: the response retains its destroyed socket.
        if (this._closed) this[kSocket] = socket;
        return socket;
      },
      set: genericSocket.set,
      enumerable: false,
      configurable: true,
    },
    writableFinished: {
      get(this: ServerResponse) {
        if (this[kConnection] < 0) return safe.reflectGet(generic, "writableFinished", this);
        return this.finished && (this[kProgress] & FINISHED) !== 0;
      },
      enumerable: false,
      configurable: true,
    },
  });
}

function isBehindAnother(response: ServerResponse): boolean {
  const first = earlierResponses[response[kConnection]]?.[0];
  return first !== undefined && first !== response;
}

function countHeld(response: ServerResponse, head: string | null, chunk: Chunk | null): void {
  if (isBehindAnother(response)) response[kHeldSize] += (head?.length ?? 0) + (chunk?.length ?? 0);
}

function sendWrite(
  response: ServerResponse,
  chunk: Chunk,
  encoding: unknown,
  callback: Callback | null | undefined,
  flags: number,
): boolean {
  let head: string | null = null;
  if (!response._headerSent && response._header !== null) {
    head = response._header;
    response._headerSent = true;
  }
  return sendData(response, head, chunk, encoding, callback, flags);
}

function sendData(
  response: ServerResponse,
  head: string | null,
  chunk: Chunk,
  encoding: unknown,
  callback: Callback | null | undefined,
  flags: number,
): boolean {
  if (typeof chunk === "string" && encoding && encoding !== "utf8" && encoding !== "utf-8") {
    if (encoding === "latin1" || encoding === "binary") flags |= SendFlags.LATIN1;
    else chunk = Buffer.from(chunk, encoding);
  }
  const bufferedBytes = send(response[kConnection], response[kSequence], head, chunk, flags);
  countHeld(response, head, chunk);
  if (bufferedBytes < 0) {
    if (callback) nextTick(callback, new ERR_STREAM_DESTROYED("write"));
    return false;
  }
  if (callback) {
    if (bufferedBytes === 0) nextTick(callback, null);
    else lists.push((response[kWriteCallbacks] ??= []), callback);
  }
  // A write of buffered chunks that was refused: the native server notifies only of bytes that had to wait.
  if (bufferedBytes === 0 && response[kNeedDrain]) nextTick(onDrained, response);
  return bufferedBytes < response[kHighWaterMark];
}

// The counterpart of write() for a part of a file. A program that replaced write() must see the bytes.
function takeFile(
  response: ServerResponse,
  generic: OutgoingMessage,
  fd: number,
  position: number,
  length: number,
): boolean | undefined {
  if (response[kConnection] < 0 || response.finished || response.destroyed || response.strictContentLength)
    return undefined;
  if (response.write !== generic.write || response[kNeedDrain]) return undefined;
  if (!response._header) response._implicitHeader();
  if (!response._hasBody) return undefined;
  flushChunks(response);
  const head = response._headerSent ? null : response._header;
  response._headerSent = true;
  const bufferedBytes = sendFilePart(
    response[kConnection],
    response[kSequence],
    head,
    fd,
    position,
    length,
    response.chunkedEncoding ? SendFlags.CHUNK : 0,
  );
  if (bufferedBytes < 0) return undefined;
  const isReady = bufferedBytes < response[kHighWaterMark];
  if (!isReady) response[kNeedDrain] = true;
  return isReady;
}

function sendEnd(response: ServerResponse): void {
  let chunk = response[kLastChunk];
  const encoding = response[kLastEncoding];
  response[kLastChunk] = null;
  let flags = response._last ? SendFlags.END | SendFlags.CLOSE : SendFlags.END;
  let head: string | null = null;
  if (!response._headerSent) {
    head = response._header;
    response._headerSent = true;
  }
  if (!response._hasBody) {
    chunk = null;
  } else if (response.chunkedEncoding) {
    if (chunk !== null) flags |= SendFlags.CHUNK;
    if (response._trailer === "") flags |= SendFlags.LAST_CHUNK;
  }
  if (typeof chunk === "string" && encoding && encoding !== "utf8" && encoding !== "utf-8") {
    if (encoding === "latin1" || encoding === "binary") flags |= SendFlags.LATIN1;
    else chunk = Buffer.from(chunk, encoding);
  }
  if ((flags & SendFlags.CHUNK) !== 0 && chunk!.length === 0) {
    chunk = null;
    flags &= ~SendFlags.CHUNK;
  }
  if (response._trailer !== "" && response._hasBody && response.chunkedEncoding) {
    // The native server has no trailers: they are sent as data after the last chunk.
    if (head !== null || chunk !== null)
      send(
        response[kConnection],
        response[kSequence],
        head,
        chunk,
        (flags & ~SendFlags.END & ~SendFlags.CLOSE) | SendFlags.QUIET,
      );
    head = null;
    chunk = `0\r\n${response._trailer}\r\n`;
    flags = (flags & (SendFlags.END | SendFlags.CLOSE)) | SendFlags.LATIN1;
  }
  const isShort = response[kWriteCallbacks] === null && (chunk === null || chunk.length < SHORT);
  if (isShort) flags |= SendFlags.QUIET;
  if (isReadingBody(response.req)) {
    // The program still reads the request: the connection belongs to it until the body is complete.
    response[kProgress] |= END_HELD;
    flags &= ~(SendFlags.END | SendFlags.CLOSE);
  }
  const bufferedBytes = send(response[kConnection], response[kSequence], head, chunk, flags);
  countHeld(response, head, chunk);
  response.finished = true;
  if (isObserved(response)) response._finish();
  if (bufferedBytes < 0) return;
  if (!isShort && bufferedBytes > 0) {
    response[kProgress] |= UNFLUSHED;
    lists.push((unflushedResponses[response[kConnection]] ??= []), response);
  } else if ((response[kProgress] & IN_LISTENER) !== 0 && !isObserved(response) && !isObserved(response.req)) {
    // Only the current listener of "request" can still add listeners.
    response[kProgress] |= FINISH_DUE;
  } else {
    nextTick(finishResponse, response);
  }
}

/** Sends the end that was held back until the request's body was complete. */
export function releaseEnd(response: ServerResponse): void {
  response[kProgress] &= ~END_HELD;
  send(
    response[kConnection],
    response[kSequence],
    null,
    null,
    (response._last ? SendFlags.END | SendFlags.CLOSE : SendFlags.END) | SendFlags.QUIET,
  );
  removeResponse(response[kConnection], response);
}

/** The operating system has the complete response: emits "finish", and "close" in the next tick. */
export function finishResponse(response: ServerResponse): void {
  const progress = response[kProgress];
  if ((progress & FINISHED) !== 0 || response._closed) return;
  // Before FINISHED is set: these callbacks may still use the socket.
  if (response[kWriteCallbacks] !== null) callWriteCallbacks(response);
  response[kProgress] = (progress | FINISHED) & ~(UNFLUSHED | FINISH_DUE);
  const isHeld = (progress & END_HELD) !== 0;
  const owner = owners[response[kConnection]];
  if (!isHeld) removeResponse(response[kConnection], response);
  if (response._last) endSocket(response[kConnection]);
  const request = response.req;
  if (activity.channelCount > 0) channels.publishFinish(request, response, owner);
  if (!isObserved(response) && !isObserved(request)) {
    // No listener can observe the difference.
    response._closed = true;
    response.destroyed = true;
    if (!isHeld) discardBody(request);
    return;
  }
  if (hasReplacedEmit(response)) {
    // A replaced emit() may delay "finish": what follows it runs as its listener.
    response.once("finish", () => afterFinish(response, request, isHeld));
    response.emit("finish");
    return;
  }
  response.emit("finish");
  afterFinish(response, request, isHeld);
}

function afterFinish(response: ServerResponse, request: IncomingMessage, isHeld: boolean): void {
  if (!isHeld) discardBody(request);
  // After the request's "end", which `discardBody` has queued.
  nextTick(emitClose, response);
}

function emitClose(response: ServerResponse): void {
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit("close");
}

/** The buffered bytes of a response were sent. */
export function onDrained(response: ServerResponse): void {
  callWriteCallbacks(response);
  if (!response[kNeedDrain] || response.finished) return;
  response[kNeedDrain] = false;
  response.emit("drain");
}

/** Calls the callbacks of write(), with an error when their bytes are lost. */
export function callWriteCallbacks(response: ServerResponse, error: unknown = null): void {
  const callbacks = response[kWriteCallbacks];
  if (callbacks === null) return;
  response[kWriteCallbacks] = null;
  for (const callback of callbacks) callback(error);
}
