// Http2ServerResponse: a response over HTTP/2 in the shape of http.ServerResponse. What is written goes to the stream; the
// head before the first of it. This file has the class; checks of header fields are in `compat_fields.ts`, interim
// responses in `compat_interim.ts`.
// https://nodejs.org/api/http2.html#class-http2http2serverresponse
import {
  ERR_HTTP2_HEADERS_SENT,
  ERR_HTTP2_INFO_STATUS_NOT_ALLOWED,
  ERR_HTTP2_INVALID_STREAM,
  ERR_HTTP2_STATUS_INVALID,
  ERR_INVALID_ARG_VALUE,
  ERR_STREAM_WRITE_AFTER_END,
} from "internal:core/errors";
import { Stream } from "internal:node/streams/legacy";
import { nextTick } from "internal:core/ticks";
import { validateFunction } from "internal:core/validators";
import { checkField, fieldName, isCarried, warnOfStatusMessage } from "internal:node/http2/compat_fields";
import { emitTimeoutOn, kProxySocket, kRequest, kResponse } from "internal:node/http2/compat_links";
import defer * as interim from "internal:node/http2/compat_interim";
import { socketOfStream } from "internal:node/http2/compat_socket";

type Callback = (error?: Error | null) => void;

const kState = Symbol("state");
const kHeaders = Symbol("headers");
const kTrailers = Symbol("trailers");
const kStream = Symbol("stream");

interface State {
  /** The stream is closed. */
  closed: boolean;
  /** `end` was called. */
  ending: boolean;
  destroyed: boolean;
  /** `end` was called for a HEAD request, whose stream ends with the head. */
  headRequest: boolean;
  sendDate: boolean;
  statusCode: number;
}

export class Http2ServerResponse extends (Stream as any) {
  /** `stream`: the ServerHttp2Stream that the response goes to; `options`: those of an EventEmitter. */
  constructor(stream: any, options?: any) {
    super(options);
    const self = this as any;
    self[kState] = {
      closed: false,
      ending: false,
      destroyed: false,
      headRequest: false,
      sendDate: true,
      statusCode: 200,
    } satisfies State;
    self[kHeaders] = Object.create(null);
    self[kTrailers] = Object.create(null);
    self[kStream] = stream;
    stream[kProxySocket] = null;
    self.writable = true;
    self.req = stream[kRequest];
    stream[kResponse] = self;
    stream.on("drain", onDrain);
    stream.on("close", onClose);
    stream.on("wantTrailers", onWantTrailers);
    stream.on("timeout", onTimeout);
  }

  // Writable's properties that node:stream's functions and programs look at.

  get _header(): boolean {
    return this.headersSent;
  }

  get writableEnded(): boolean {
    return stateOf(this).ending;
  }

  get finished(): boolean {
    return stateOf(this).ending;
  }

  get writableCorked(): number {
    return streamOf(this).writableCorked;
  }

  get writableHighWaterMark(): number {
    return streamOf(this).writableHighWaterMark;
  }

  get writableObjectMode(): boolean {
    return streamOf(this).writableObjectMode;
  }

  get writableFinished(): boolean {
    return streamOf(this).writableFinished;
  }

  get writableLength(): number {
    return streamOf(this).writableLength;
  }

  get writableNeedDrain(): boolean {
    return streamOf(this).writableNeedDrain;
  }

  // As over HTTP/1, where a finished response has lost its socket.
  get socket(): any {
    return stateOf(this).closed ? undefined : socketOfStream(streamOf(this));
  }

  get connection(): any {
    return this.socket;
  }

  get stream(): any {
    return streamOf(this);
  }

  get headersSent(): boolean {
    return streamOf(this).headersSent;
  }

  get sendDate(): boolean {
    return stateOf(this).sendDate;
  }

  set sendDate(sends: boolean) {
    stateOf(this).sendDate = Boolean(sends);
  }

  get statusCode(): number {
    return stateOf(this).statusCode;
  }

  set statusCode(code: number) {
    const status = code | 0;
    if (status >= 100 && status < 200) throw new ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (status < 100 || status > 599) throw new ERR_HTTP2_STATUS_INVALID(status);
    stateOf(this).statusCode = status;
  }

  get statusMessage(): string {
    warnOfStatusMessage();
    return "";
  }

  set statusMessage(_message: string) {
    warnOfStatusMessage();
  }

  // Fields.

  setTrailer(name: string, value: any): void {
    const field = fieldName(name);
    checkField(field, value);
    (this as any)[kTrailers][field] = value;
  }

  addTrailers(headers: any): void {
    for (const name of Object.keys(headers)) this.setTrailer(name, headers[name]);
  }

  getHeader(name: string): any {
    return (this as any)[kHeaders][fieldName(name)];
  }

  getHeaderNames(): string[] {
    return Object.keys((this as any)[kHeaders]);
  }

  getHeaders(): any {
    return Object.assign(Object.create(null), (this as any)[kHeaders]);
  }

  hasHeader(name: string): boolean {
    return Object.hasOwn((this as any)[kHeaders], fieldName(name));
  }

  removeHeader(name: string): void {
    const field = fieldName(name);
    checkUnsent(this);
    if (field === "date") stateOf(this).sendDate = false;
    else delete (this as any)[kHeaders][field];
  }

  setHeader(name: string, value: any): void {
    const field = fieldName(name);
    checkUnsent(this);
    setField(this, field, value);
  }

  appendHeader(name: string, value: any): void {
    const field = fieldName(name);
    checkUnsent(this);
    appendField(this, field, value);
  }

  flushHeaders(): void {
    const state = stateOf(this);
    if (!state.closed && !streamOf(this).headersSent) this.writeHead(state.statusCode);
  }

  /**
   * Sends the head. `headers`: an object, names and values in turn, or pairs of them; they come in place of fields that were
   * set before. A message (reason phrase) is not sent. Throws when a head was sent.
   */
  writeHead(statusCode: number, statusMessage?: any, headers?: any): this {
    const stream = streamOf(this);
    if (stateOf(this).closed || stream.destroyed || stream.closed) return this;
    checkUnsent(this);
    if (typeof statusMessage === "string") warnOfStatusMessage();
    if (headers === undefined && typeof statusMessage === "object") headers = statusMessage;
    if (Array.isArray(headers)) {
      setFieldList(this, headers);
    } else if (headers !== undefined) {
      for (const name of Object.keys(headers)) setField(this, fieldName(name), headers[name]);
    }
    stateOf(this).statusCode = statusCode;
    sendHead(this);
    return this;
  }

  // The body.

  cork(): void {
    streamOf(this).cork();
  }

  uncork(): void {
    streamOf(this).uncork();
  }

  write(chunk: any, encoding?: any, callback?: Callback): boolean {
    const state = stateOf(this);
    if (typeof encoding === "function") {
      callback = encoding;
      encoding = "utf8";
    }
    if (state.ending || state.closed) {
      const error = state.ending ? new ERR_STREAM_WRITE_AFTER_END() : new ERR_HTTP2_INVALID_STREAM();
      if (typeof callback === "function") nextTick(callback, error);
      this.destroy(error);
      return false;
    }
    if (state.destroyed) return false;
    const stream = streamOf(this);
    if (!stream.headersSent) this.writeHead(state.statusCode);
    return stream.write(chunk, encoding, callback);
  }

  end(chunk?: any, encoding?: any, callback?: Callback): this {
    const stream = streamOf(this);
    const state = stateOf(this);
    if (typeof chunk === "function") {
      callback = chunk;
      chunk = null;
    } else if (typeof encoding === "function") {
      callback = encoding;
      encoding = "utf8";
    }
    // The stream of a HEAD request ends with the head, and may be closed before the program ends the response.
    if ((state.closed || state.ending) && state.headRequest === stream.headRequest) {
      if (typeof callback === "function") nextTick(callback);
      return this;
    }
    if (chunk !== null && chunk !== undefined) this.write(chunk, encoding);
    state.headRequest = stream.headRequest;
    state.ending = true;
    if (typeof callback === "function") {
      if (stream.writableEnded) (this as any).once("finish", callback);
      else stream.once("finish", callback);
    }
    if (!stream.headersSent) this.writeHead(state.statusCode);
    if (state.closed || stream.destroyed) onClose.call(stream);
    else stream.end();
    return this;
  }

  destroy(error?: any): void {
    const state = stateOf(this);
    if (state.destroyed) return;
    state.destroyed = true;
    streamOf(this).destroy(error);
  }

  /** Has "timeout" emitted after `msecs` milliseconds without activity on the stream. */
  setTimeout(msecs: number, callback?: () => void): void {
    if (!stateOf(this).closed) streamOf(this).setTimeout(msecs, callback);
  }

  /** Announces a request whose response is pushed. `callback(error, response)` gets the response to it. */
  createPushResponse(headers: any, callback: (error: Error | null, response?: Http2ServerResponse) => void): void {
    validateFunction(callback, "callback");
    if (stateOf(this).closed) {
      nextTick(callback, new ERR_HTTP2_INVALID_STREAM());
      return;
    }
    streamOf(this).pushStream(headers, {}, (error: Error | null, stream: any) => {
      if (error) callback(error);
      else callback(null, new Http2ServerResponse(stream));
    });
  }

  // Interim responses. Each returns whether it was sent.

  writeInformation(statusCode: number, headers?: any): boolean {
    interim.checkInformation(statusCode, headers);
    return sendInterim(this, { ...headers, ":status": statusCode });
  }

  writeContinue(): boolean {
    return sendInterim(this, { ":status": 100 });
  }

  writeEarlyHints(hints: any): boolean {
    const headers = interim.earlyHints(hints);
    return headers !== null && sendInterim(this, headers);
  }
}

function stateOf(response: any): State {
  return response[kState];
}

function streamOf(response: any): any {
  return response[kStream];
}

function checkUnsent(response: any): void {
  if (response[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
}

function setField(response: any, name: string, value: any): void {
  checkField(name, value);
  if (isCarried(name, value)) response[kHeaders][name] = value;
}

function appendField(response: any, name: string, value: any): void {
  checkField(name, value);
  if (!isCarried(name, value)) return;
  const headers = response[kHeaders];
  headers[name] = headers[name] === undefined ? value : [headers[name], value].flat();
}

function setFieldList(response: any, list: any[]): void {
  const isPairs = list.length > 0 && list.every(Array.isArray);
  if (!isPairs && list.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE("headers", list);
  const flat: any[] = isPairs ? list.flatMap((pair) => [pair[0], pair[1]]) : list;
  // A name may come several times here, but takes the place of what was set before.
  for (let index = 0; index < flat.length; index += 2) delete response[kHeaders][fieldName(flat[index])];
  for (let index = 0; index < flat.length; index += 2) appendField(response, fieldName(flat[index]), flat[index + 1]);
}

function sendHead(response: any): void {
  const state = stateOf(response);
  const headers = response[kHeaders];
  headers[":status"] = state.statusCode;
  response[kStream].respond(headers, { endStream: state.ending, waitForTrailers: true, sendDate: state.sendDate });
}

function sendInterim(response: any, headers: any): boolean {
  const stream = streamOf(response);
  if (stream.headersSent || stateOf(response).closed) return false;
  stream.additionalHeaders(headers);
  return true;
}

// The listeners of a stream; `this` is the stream.

function onDrain(this: any): void {
  this[kResponse]?.emit("drain");
}

function onWantTrailers(this: any): void {
  const response = this[kResponse];
  if (response !== undefined) this.sendTrailers(response[kTrailers]);
}

const onTimeout = emitTimeoutOn(kResponse);

function onClose(this: any): void {
  const response = this[kResponse];
  if (response === undefined) return;
  const state = stateOf(response);
  // The stream of a HEAD request is closed by the head: the response finishes when the program ends it.
  if (this.headRequest !== state.headRequest) return;
  state.closed = true;
  this[kProxySocket] = null;
  this.removeListener("wantTrailers", onWantTrailers);
  this[kResponse] = undefined;
  response.emit("finish");
  response.emit("close");
}
