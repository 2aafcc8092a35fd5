// How a response of our server leaves: its pieces go to `native:http_server`, which writes them at the end of the turn. A response
// that the program tied to a socket itself (assignSocket) is sent by `internal:node/http/outgoing`.
import { Buffer } from "internal:node/buffer";
import { ERR_STREAM_DESTROYED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { activity } from "internal:core/diagnostics/activity";
import defer * as channels from "internal:node/http/server_channels";
import {
  closeConnection,
  endSocket,
  forgetResponse,
  owners,
  socketOf,
  unflushed,
} from "internal:node/http/connection_table";
import { forgetBody, hasReplacedEmit, isObserved, isReadingBody } from "internal:node/http/incoming";
import { OutgoingMessage, sendKept } from "internal:node/http/outgoing";
import {
  END_HELD,
  FINISHED,
  FINISH_DUE,
  IN_LISTENER,
  UNFLUSHED,
  kConnection,
  kErrored,
  kHighWaterMark,
  kNeedDrain,
  kProgress,
  kSequence,
  kSocket,
  kTransmit,
  kTransmitEnd,
  kWaiting,
  kLastChunk,
  kLastEncoding,
} from "internal:node/http/symbols";
import { kSendFile } from "internal:node/streams/sendfile";
import { send, sendFilePart } from "native:http_server";

/** Flags of `send`. */
const END = 1;
const CLOSE = 2;
const CHUNK = 4;
const LAST_CHUNK = 8;
/** No `drained` follows. */
const QUIET = 16;
const LATIN1 = 32;
/** Up to this many characters or bytes a response is taken as flushed at once: the socket's buffer holds more. */
const SHORT = 8192;

/** Defines the members on ServerResponse's prototype. */
export function defineTransport(prototype: any): void {
  const generic = OutgoingMessage.prototype;
  defineState(prototype, generic);

  prototype[kTransmit] = function (this: any, chunk: any, encoding: any, callback: any, isLast: boolean): boolean {
    if (this[kConnection] < 0) return generic[kTransmit].call(this, chunk, encoding, callback, isLast);
    // end() follows at once and sends it together with the end.
    if (isLast) {
      this[kLastChunk] = chunk;
      this[kLastEncoding] = encoding;
      if (callback) (this[kWaiting] ??= []).push(callback);
      return true;
    }
    return sendPiece(this, chunk, encoding, callback, this.chunkedEncoding && chunk.length > 0 ? CHUNK : 0);
  };

  prototype[kTransmitEnd] = function (this: any, chunk: any): void {
    if (this[kConnection] < 0) generic[kTransmitEnd].call(this, chunk);
    else sendEnd(this);
  };

  prototype[kSendFile] = function (this: any, fd: number, position: number, length: number): boolean | undefined {
    return takeFile(this, generic, fd, position, length);
  };

  prototype._writeRaw = function _writeRaw(this: any, data: any, encoding: any, callback: any, size?: number): boolean {
    if (this[kConnection] < 0) return generic._writeRaw.call(this, data, encoding, callback, size);
    if (typeof encoding === "function") {
      callback = encoding;
      encoding = null;
    }
    return sendText(this, null, data, encoding, callback, 0);
  };

  prototype._send = function _send(this: any, data: any, encoding?: any, callback?: any, byteLength?: number): boolean {
    if (this[kConnection] < 0) return generic._send.call(this, data, encoding, callback, byteLength);
    return sendPiece(this, data, encoding, callback, 0);
  };

  prototype.destroy = function destroy(this: any, error?: any): any {
    if (this[kConnection] < 0) return generic.destroy.call(this, error);
    if (this.destroyed) return this;
    this.destroyed = true;
    this[kErrored] = error;
    if ((this[kProgress] & FINISHED) === 0) closeConnection(this[kConnection], this[kSequence], error);
    return this;
  };
}

// Properties that depend on whether the native server has the connection.
function defineState(prototype: any, generic: any): void {
  const genericSocket = Object.getOwnPropertyDescriptor(generic, "socket")!;
  Object.defineProperties(prototype, {
    socket: {
      get(this: any) {
        if (this[kConnection] < 0 || this[kSocket] !== null) return this[kSocket];
        if ((this[kProgress] & FINISHED) !== 0) return null;
        const socket = socketOf(this[kConnection], this[kSequence]);
        // The client went away: what is left of its socket stays with the response.
        if (this._closed) this[kSocket] = socket;
        return socket;
      },
      set: genericSocket.set,
      enumerable: false,
      configurable: true,
    },
    writableFinished: {
      get(this: any) {
        if (this[kConnection] < 0) return Reflect.get(generic, "writableFinished", this);
        return this.finished && (this[kProgress] & FINISHED) !== 0;
      },
      enumerable: false,
      configurable: true,
    },
  });
}

function sendPiece(response: any, chunk: any, encoding: any, callback: any, flags: number): boolean {
  let head: string | null = null;
  if (!response._headerSent && response._header !== null) {
    head = response._header;
    response._headerSent = true;
  }
  return sendText(response, head, chunk, encoding, callback, flags);
}

function sendText(
  response: any,
  head: string | null,
  chunk: any,
  encoding: any,
  callback: any,
  flags: number,
): boolean {
  if (typeof chunk === "string" && encoding && encoding !== "utf8" && encoding !== "utf-8") {
    if (encoding === "latin1" || encoding === "binary") flags |= LATIN1;
    else chunk = Buffer.from(chunk, encoding);
  }
  const waiting = send(response[kConnection], response[kSequence], head, chunk, flags);
  if (waiting < 0) {
    if (callback) nextTick(callback, new ERR_STREAM_DESTROYED("write"));
    return false;
  }
  if (callback) {
    if (waiting === 0) nextTick(callback, null);
    else (response[kWaiting] ??= []).push(callback);
  }
  return waiting < response[kHighWaterMark];
}

// The counterpart of write() for a piece of a file. A program that replaced write() wants to see the bytes.
function takeFile(response: any, generic: any, fd: number, position: number, length: number): boolean | undefined {
  if (response[kConnection] < 0 || response.finished || response.destroyed || response.strictContentLength)
    return undefined;
  if (response.write !== generic.write || response[kNeedDrain]) return undefined;
  if (!response._header) response._implicitHeader();
  if (!response._hasBody) return undefined;
  sendKept(response);
  const head = response._headerSent ? null : response._header;
  response._headerSent = true;
  const waiting = sendFilePart(
    response[kConnection],
    response[kSequence],
    head,
    fd,
    position,
    length,
    response.chunkedEncoding ? CHUNK : 0,
  );
  if (waiting < 0) return undefined;
  const isReady = waiting < response[kHighWaterMark];
  if (!isReady) response[kNeedDrain] = true;
  return isReady;
}

function sendEnd(response: any): void {
  let chunk = response[kLastChunk];
  const encoding = response[kLastEncoding];
  response[kLastChunk] = null;
  let flags = response._last ? END | CLOSE : END;
  let head: string | null = null;
  if (!response._headerSent) {
    head = response._header;
    response._headerSent = true;
  }
  if (!response._hasBody) {
    chunk = null;
  } else if (response.chunkedEncoding) {
    if (chunk !== null) flags |= CHUNK;
    if (response._trailer === "") flags |= LAST_CHUNK;
  }
  if (typeof chunk === "string" && encoding && encoding !== "utf8" && encoding !== "utf-8") {
    if (encoding === "latin1" || encoding === "binary") flags |= LATIN1;
    else chunk = Buffer.from(chunk, encoding);
  }
  if ((flags & CHUNK) !== 0 && chunk.length === 0) {
    chunk = null;
    flags &= ~CHUNK;
  }
  if (response._trailer !== "" && response._hasBody && response.chunkedEncoding) {
    // The native part knows no trailers: they are the text after the last chunk.
    if (head !== null || chunk !== null)
      send(response[kConnection], response[kSequence], head, chunk, (flags & ~END & ~CLOSE) | QUIET);
    head = null;
    chunk = `0\r\n${response._trailer}\r\n`;
    flags = (flags & (END | CLOSE)) | LATIN1;
  }
  const isShort = response[kWaiting] === null && (chunk === null || chunk.length < SHORT);
  if (isShort) flags |= QUIET;
  if (isReadingBody(response.req)) {
    // The program goes on reading the request; the connection is this request's until that is complete.
    response[kProgress] |= END_HELD;
    flags &= ~(END | CLOSE);
  }
  const waiting = send(response[kConnection], response[kSequence], head, chunk, flags);
  response.finished = true;
  if (isObserved(response)) response._finish();
  if (waiting < 0) return;
  if (!isShort && waiting > 0) {
    response[kProgress] |= UNFLUSHED;
    (unflushed[response[kConnection]] ??= []).push(response);
  } else if ((response[kProgress] & IN_LISTENER) !== 0 && !isObserved(response) && !isObserved(response.req)) {
    // Only the listener that runs can still make somebody listen.
    response[kProgress] |= FINISH_DUE;
  } else {
    nextTick(finishResponse, response);
  }
}

/** Sends the END that waited for the request's body. */
export function releaseEnd(response: any): void {
  response[kProgress] &= ~END_HELD;
  send(response[kConnection], response[kSequence], null, null, (response._last ? END | CLOSE : END) | QUIET);
  forgetResponse(response[kConnection], response);
}

/** Everything of a response is with the system: "finish", and in the next tick "close". */
export function finishResponse(response: any): void {
  const progress: number = response[kProgress];
  if ((progress & FINISHED) !== 0 || response._closed) return;
  // These still find the socket.
  if (response[kWaiting] !== null) callWaiting(response);
  response[kProgress] = (progress | FINISHED) & ~(UNFLUSHED | FINISH_DUE);
  const isHeld = (progress & END_HELD) !== 0;
  const owner = owners[response[kConnection]];
  if (!isHeld) forgetResponse(response[kConnection], response);
  if (response._last) endSocket(response[kConnection]);
  const request = response.req;
  if (activity.channelCount > 0) channels.publishFinish(request, response, owner);
  if (!isObserved(response) && !isObserved(request)) {
    // Nobody can tell the difference.
    response._closed = true;
    response.destroyed = true;
    if (!isHeld) forgetBody(request);
    return;
  }
  if (hasReplacedEmit(response)) {
    // Who replaced emit() may keep "finish" back; what follows it waits for it.
    response.once("finish", () => afterFinish(response, request, isHeld));
    response.emit("finish");
    return;
  }
  response.emit("finish");
  afterFinish(response, request, isHeld);
}

function afterFinish(response: any, request: any, isHeld: boolean): void {
  // Bytes of a body that nobody asked for are of no use any more.
  if (!isHeld) forgetBody(request);
  // After the request's "end", which `forgetBody` has put into the queue.
  nextTick(emitClose, response);
}

function emitClose(response: any): void {
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit("close");
}

/** What waited for the client was sent. */
export function onDrained(response: any): void {
  callWaiting(response);
  if (!response[kNeedDrain] || response.finished) return;
  response[kNeedDrain] = false;
  response.emit("drain");
}

/** Calls the callbacks of write(), with an error when their bytes are lost. */
export function callWaiting(response: any, error: any = null): void {
  const callbacks: ((error: any) => void)[] | null = response[kWaiting];
  if (callbacks === null) return;
  response[kWaiting] = null;
  for (const callback of callbacks) callback(error);
}
