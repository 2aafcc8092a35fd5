// Http2ServerRequest: a request over HTTP/2 with the API of http.IncomingMessage. It reads its stream only when the program reads it.
// Errors of the stream are emitted on `request.stream`, not on the request.
// https://nodejs.org/api/http2.html#class-http2http2serverrequest
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { Readable } from "internal:node/streams/readable";
import { nextTick } from "internal:core/ticks";
import { validateString } from "internal:core/validators";
import { emitTimeoutOn, kProxySocket, kRequest } from "internal:node/http2/compat_links";
import { socketOfStream } from "internal:node/http2/compat_socket";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { HeaderFields } from "internal:node/http2/fields";
import type { ServerHttp2Stream } from "internal:node/http2/server_stream";
import type { Http2Stream } from "internal:node/http2/stream";

const kState = Symbol("state");
const kHeaders = Symbol("headers");
const kRawHeaders = Symbol("rawHeaders");
const kTrailers = Symbol("trailers");
const kRawTrailers = Symbol("rawTrailers");
const kStream = Symbol("stream");
const kAborted = Symbol("aborted");

export interface Http2ServerRequest {
  [kState]: { closed: boolean; didRead: boolean };
  [kHeaders]: HeaderFields;
  [kRawHeaders]: string[];
  [kTrailers]: HeaderFields;
  [kRawTrailers]: string[];
  [kStream]: ServerHttp2Stream;
  [kAborted]: boolean;
}

export class Http2ServerRequest extends Readable {
  /**
   * `stream`: the stream of the request; `headers` and `rawHeaders`: its fields, as an object and as alternating names and values;
   * `options`: those of a Readable.
   */
  constructor(stream: ServerHttp2Stream, headers: HeaderFields, options: object | undefined, rawHeaders: string[]) {
    super({ autoDestroy: false, ...options });
    const self = this;
    self[kState] = { closed: false, didRead: false };
    self[kHeaders] = headers;
    self[kRawHeaders] = rawHeaders;
    self[kTrailers] = {};
    self[kRawTrailers] = [];
    self[kStream] = stream;
    self[kAborted] = false;
    stream[kProxySocket] = null;
    stream[kRequest] = self;
    stream.on("trailers", onTrailers);
    stream.on("end", onEnd);
    stream.on("error", onError);
    stream.on("aborted", onAborted);
    stream.on("close", onClose);
    stream.on("timeout", onTimeout);
    self.on("pause", onPause);
    self.on("resume", onResume);
  }

  get aborted(): boolean {
    return this[kAborted];
  }

  get complete(): boolean {
    const self = this;
    return self[kAborted] || self.readableEnded || self[kState].closed || self[kStream].destroyed;
  }

  get stream(): ServerHttp2Stream {
    return this[kStream];
  }

  get headers(): HeaderFields {
    return this[kHeaders];
  }

  get rawHeaders(): string[] {
    return this[kRawHeaders];
  }

  get trailers(): HeaderFields {
    return this[kTrailers];
  }

  get rawTrailers(): string[] {
    return this[kRawTrailers];
  }

  get httpVersionMajor(): number {
    return 2;
  }

  get httpVersionMinor(): number {
    return 0;
  }

  get httpVersion(): string {
    return "2.0";
  }

  get socket(): SessionSocket {
    return socketOfStream(this[kStream]);
  }

  get connection(): SessionSocket {
    return this.socket;
  }

  override _read(_size: number): void {
    const self = this;
    const stream = self[kStream];
    if (self[kState].didRead) {
      nextTick(resumeStream, stream);
    } else {
      self[kState].didRead = true;
      stream.on("data", onData);
    }
  }

  get method(): string {
    return this[kHeaders][":method"];
  }

  set method(method: string) {
    validateString(method, "method");
    if (method.trim() === "") throw new ERR_INVALID_ARG_VALUE("method", method);
    this[kHeaders][":method"] = method;
  }

  get authority(): string {
    const headers = this[kHeaders];
    // RFC 9113 §8.3.1: a request that was converted from HTTP/1 may have a Host field instead.
    return headers[":authority"] ?? headers.host;
  }

  get scheme(): string {
    return this[kHeaders][":scheme"];
  }

  get url(): string {
    return this[kHeaders][":path"];
  }

  set url(url: string) {
    this[kHeaders][":path"] = url;
  }

  /** Emits "timeout" after `msecs` milliseconds without activity on the stream. */
  setTimeout(msecs: number, callback?: () => void): this {
    const self = this;
    if (!self[kState].closed) self[kStream].setTimeout(msecs, callback);
    return this;
  }
}

// The listeners of a stream; `this` is the stream. A program can close a stream before its request is made.

function onTrailers(this: Http2Stream, trailers: HeaderFields, _flags: number, rawTrailers: string[]): void {
  const request = this[kRequest]!;
  if (request === undefined) return;
  Object.assign(request[kTrailers], trailers);
  request[kRawTrailers].push(...rawTrailers);
}

function onEnd(this: Http2Stream): void {
  this[kRequest]?.push(null);
}

// A listener for the errors of streams, which must not end the process: the request emits "aborted" and "close".
function onError(): void {}

function onAborted(this: Http2Stream): void {
  const request = this[kRequest]!;
  if (request === undefined) return;
  request[kAborted] = true;
  request.emit("aborted");
}

const onTimeout = emitTimeoutOn(kRequest);

function onData(this: Http2Stream, chunk: Uint8Array): void {
  const request = this[kRequest]!;
  if (request !== undefined && !request.push(chunk)) this.pause();
}

function onClose(this: Http2Stream): void {
  const request = this[kRequest]!;
  if (request === undefined) return;
  const state = request[kState];
  state.closed = true;
  request.push(null);
  // As with HTTP/1: an unread body is discarded, so that "end" is emitted.
  if (!state.didRead && !request._readableState.resumeScheduled) request.resume();
  this[kProxySocket] = null;
  this[kRequest] = undefined;
  request.emit("close");
}

// The listeners of a request; `this` is the request.

function onPause(this: Http2ServerRequest): void {
  this[kStream].pause();
}

function onResume(this: Http2ServerRequest): void {
  this[kStream].resume();
}

function resumeStream(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) stream.resume();
}
