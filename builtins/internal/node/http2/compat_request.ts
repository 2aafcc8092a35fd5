// Http2ServerRequest: a request over HTTP/2 in the shape of http.IncomingMessage. It reads its stream only when the program
// reads it. Failures of the stream are not its own: the program hears of them on `request.stream`.
// https://nodejs.org/api/http2.html#class-http2http2serverrequest
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { Readable } from "internal:node/streams/readable";
import { nextTick } from "internal:core/ticks";
import { validateString } from "internal:core/validators";
import { emitTimeoutOn, kProxySocket, kRequest } from "internal:node/http2/compat_links";
import { socketOfStream } from "internal:node/http2/compat_socket";

const kState = Symbol("state");
const kHeaders = Symbol("headers");
const kRawHeaders = Symbol("rawHeaders");
const kTrailers = Symbol("trailers");
const kRawTrailers = Symbol("rawTrailers");
const kStream = Symbol("stream");
const kAborted = Symbol("aborted");

export class Http2ServerRequest extends (Readable as any) {
  /**
   * `stream`: the ServerHttp2Stream of the request; `headers` and `rawHeaders`: its fields, as an object and as names and
   * values in turn; `options`: those of a Readable.
   */
  constructor(stream: any, headers: any, options: any, rawHeaders: string[]) {
    super({ autoDestroy: false, ...options });
    const self = this as any;
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
    return (this as any)[kAborted];
  }

  get complete(): boolean {
    const self = this as any;
    return self[kAborted] || self.readableEnded || self[kState].closed || self[kStream].destroyed;
  }

  get stream(): any {
    return (this as any)[kStream];
  }

  get headers(): any {
    return (this as any)[kHeaders];
  }

  get rawHeaders(): string[] {
    return (this as any)[kRawHeaders];
  }

  get trailers(): any {
    return (this as any)[kTrailers];
  }

  get rawTrailers(): string[] {
    return (this as any)[kRawTrailers];
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

  get socket(): any {
    return socketOfStream((this as any)[kStream]);
  }

  get connection(): any {
    return this.socket;
  }

  _read(_size: number): void {
    const self = this as any;
    const stream = self[kStream];
    if (self[kState].didRead) {
      nextTick(resumeStream, stream);
    } else {
      self[kState].didRead = true;
      stream.on("data", onData);
    }
  }

  get method(): string {
    return (this as any)[kHeaders][":method"];
  }

  set method(method: string) {
    validateString(method, "method");
    if (method.trim() === "") throw new ERR_INVALID_ARG_VALUE("method", method);
    (this as any)[kHeaders][":method"] = method;
  }

  get authority(): string {
    const headers = (this as any)[kHeaders];
    // RFC 9113 §8.3.1: what was HTTP/1 may have a Host field instead.
    return headers[":authority"] ?? headers.host;
  }

  get scheme(): string {
    return (this as any)[kHeaders][":scheme"];
  }

  get url(): string {
    return (this as any)[kHeaders][":path"];
  }

  set url(url: string) {
    (this as any)[kHeaders][":path"] = url;
  }

  /** Has "timeout" emitted after `msecs` milliseconds without activity on the stream. */
  setTimeout(msecs: number, callback?: () => void): this {
    const self = this as any;
    if (!self[kState].closed) self[kStream].setTimeout(msecs, callback);
    return this;
  }
}

// The listeners of a stream; `this` is the stream. A program can close a stream before its request is made.

function onTrailers(this: any, trailers: any, _flags: number, rawTrailers: string[]): void {
  const request = this[kRequest];
  if (request === undefined) return;
  Object.assign(request[kTrailers], trailers);
  request[kRawTrailers].push(...rawTrailers);
}

function onEnd(this: any): void {
  this[kRequest]?.push(null);
}

// A failing stream has a listener, so that it does not end the process: the request's "aborted" and "close" tell of it.
function onError(): void {}

function onAborted(this: any): void {
  const request = this[kRequest];
  if (request === undefined) return;
  request[kAborted] = true;
  request.emit("aborted");
}

const onTimeout = emitTimeoutOn(kRequest);

function onData(this: any, chunk: any): void {
  const request = this[kRequest];
  if (request !== undefined && !request.push(chunk)) this.pause();
}

function onClose(this: any): void {
  const request = this[kRequest];
  if (request === undefined) return;
  const state = request[kState];
  state.closed = true;
  request.push(null);
  // As over HTTP/1: a body that nobody looked at is thrown away, so that "end" comes.
  if (!state.didRead && !request._readableState.resumeScheduled) request.resume();
  this[kProxySocket] = null;
  this[kRequest] = undefined;
  request.emit("close");
}

// The listeners of a request; `this` is the request.

function onPause(this: any): void {
  this[kStream].pause();
}

function onResume(this: any): void {
  this[kStream].resume();
}

function resumeStream(stream: any): void {
  if (!stream.destroyed) stream.resume();
}
