// Http2ServerResponse: a response over HTTP/2 with the API of http.ServerResponse. Writes go to the stream, after the head. This file
// has the class; checks of header fields are in `compat_fields.ts`, those of interim responses in `compat_interim.ts`.
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
import type { HeadersInit } from "internal:node/http/outgoing";
import type { Http2ServerRequest } from "internal:node/http2/compat_request";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { HeaderFields } from "internal:node/http2/fields";
import type { ServerHttp2Stream } from "internal:node/http2/server_stream";
import type { Http2Stream } from "internal:node/http2/stream";

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

export interface Http2ServerResponse {
  [kState]: State;
  [kHeaders]: HeaderFields;
  [kTrailers]: HeaderFields;
  [kStream]: ServerHttp2Stream;
  writable: boolean;
  req: Http2ServerRequest | null | undefined;
}

export class Http2ServerResponse extends Stream {
  /** `stream`: the stream that the response is sent on; `options`: those of an EventEmitter. */
  constructor(stream: ServerHttp2Stream, options?: object) {
    super(options);
    const self = this;
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

  // The properties of a Writable that functions of node:stream and programs read.

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

  // As with HTTP/1, where a finished response has no socket.
  get socket(): SessionSocket | undefined {
    return stateOf(this).closed ? undefined : socketOfStream(streamOf(this));
  }

  get connection(): SessionSocket | undefined {
    return this.socket;
  }

  get stream(): ServerHttp2Stream {
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

  setTrailer(name: string, value: unknown): void {
    const field = fieldName(name);
    checkField(field, value);
    this[kTrailers][field] = value;
  }

  addTrailers(headers: HeaderFields): void {
    for (const name of Object.keys(headers)) this.setTrailer(name, headers[name]);
  }

  getHeader(name: string): unknown {
    return this[kHeaders][fieldName(name)];
  }

  getHeaderNames(): string[] {
    return Object.keys(this[kHeaders]);
  }

  getHeaders(): HeaderFields {
    return Object.assign(Object.create(null), this[kHeaders]);
  }

  hasHeader(name: string): boolean {
    return Object.hasOwn(this[kHeaders], fieldName(name));
  }

  removeHeader(name: string): void {
    const field = fieldName(name);
    checkUnsent(this);
    if (field === "date") stateOf(this).sendDate = false;
    else delete this[kHeaders][field];
  }

  setHeader(name: string, value: unknown): void {
    const field = fieldName(name);
    checkUnsent(this);
    setField(this, field, value);
  }

  appendHeader(name: string, value: unknown): void {
    const field = fieldName(name);
    checkUnsent(this);
    appendField(this, field, value);
  }

  flushHeaders(): void {
    const state = stateOf(this);
    if (!state.closed && !streamOf(this).headersSent) this.writeHead(state.statusCode);
  }

  /**
   * Sends the head. `headers`: an object, an array of alternating names and values, or an array of pairs; they replace fields that were
   * set before. A reason phrase is not sent. Throws when a head was sent.
   */
  writeHead(statusCode: number, statusMessage?: HeadersInit | string, headers?: HeadersInit): this {
    const stream = streamOf(this);
    if (stateOf(this).closed || stream.destroyed || stream.closed) return this;
    checkUnsent(this);
    if (typeof statusMessage === "string") warnOfStatusMessage();
    if (headers === undefined && typeof statusMessage === "object") headers = statusMessage;
    if (Array.isArray(headers)) {
      setFieldList(this, headers);
    } else if (headers !== undefined) {
      const fields = headers as HeaderFields;
      for (const name of Object.keys(fields)) setField(this, fieldName(name), fields[name]);
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

  write(chunk: unknown, encoding?: unknown, callback?: Callback): boolean {
    const state = stateOf(this);
    if (typeof encoding === "function") {
      callback = encoding as Callback;
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

  end(chunk?: unknown, encoding?: unknown, callback?: Callback): this {
    const stream = streamOf(this);
    const state = stateOf(this);
    if (typeof chunk === "function") {
      callback = chunk as Callback;
      chunk = null;
    } else if (typeof encoding === "function") {
      callback = encoding as Callback;
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
      if (stream.writableEnded) this.once("finish", callback);
      else stream.once("finish", callback);
    }
    if (!stream.headersSent) this.writeHead(state.statusCode);
    if (state.closed || stream.destroyed) onClose.call(stream);
    else stream.end();
    return this;
  }

  destroy(error?: unknown): void {
    const state = stateOf(this);
    if (state.destroyed) return;
    state.destroyed = true;
    streamOf(this).destroy(error);
  }

  /** Emits "timeout" after `msecs` milliseconds without activity on the stream. */
  setTimeout(msecs: number, callback?: () => void): void {
    if (!stateOf(this).closed) streamOf(this).setTimeout(msecs, callback);
  }

  /** Promises a request and its response. `callback(error, response)` gets the response. */
  createPushResponse(
    headers: HeaderFields,
    callback: (error: Error | null, response?: Http2ServerResponse) => void,
  ): void {
    validateFunction(callback, "callback");
    if (stateOf(this).closed) {
      nextTick(callback, new ERR_HTTP2_INVALID_STREAM());
      return;
    }
    streamOf(this).pushStream(headers, {}, (error, stream) => {
      if (error) callback(error);
      else callback(null, new Http2ServerResponse(stream!));
    });
  }

  // Interim responses. Each returns whether it was sent.

  writeInformation(statusCode: number, headers?: HeaderFields): boolean {
    interim.checkInformation(statusCode, headers);
    return sendInterim(this, { ...headers, ":status": statusCode });
  }

  writeContinue(): boolean {
    return sendInterim(this, { ":status": 100 });
  }

  writeEarlyHints(hints: HeaderFields): boolean {
    const headers = interim.earlyHints(hints);
    return headers !== null && sendInterim(this, headers);
  }
}

function stateOf(response: Http2ServerResponse): State {
  return response[kState];
}

function streamOf(response: Http2ServerResponse): ServerHttp2Stream {
  return response[kStream];
}

function checkUnsent(response: Http2ServerResponse): void {
  if (response[kStream].headersSent) throw new ERR_HTTP2_HEADERS_SENT();
}

function setField(response: Http2ServerResponse, name: string, value: unknown): void {
  checkField(name, value);
  if (isCarried(name, value)) response[kHeaders][name] = value;
}

function appendField(response: Http2ServerResponse, name: string, value: unknown): void {
  checkField(name, value);
  if (!isCarried(name, value)) return;
  const headers = response[kHeaders];
  headers[name] = headers[name] === undefined ? value : [headers[name], value].flat();
}

function setFieldList(response: Http2ServerResponse, list: any[]): void {
  const isPairs = list.length > 0 && list.every(Array.isArray);
  if (!isPairs && list.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE("headers", list);
  const flat: any[] = isPairs ? list.flatMap((pair) => [pair[0], pair[1]]) : list;
  // A name may occur several times in the list; values that were set before are replaced.
  for (let index = 0; index < flat.length; index += 2) delete response[kHeaders][fieldName(flat[index])];
  for (let index = 0; index < flat.length; index += 2) appendField(response, fieldName(flat[index]), flat[index + 1]);
}

function sendHead(response: Http2ServerResponse): void {
  const state = stateOf(response);
  const headers = response[kHeaders];
  headers[":status"] = state.statusCode;
  response[kStream].respond(headers, { endStream: state.ending, waitForTrailers: true, sendDate: state.sendDate });
}

function sendInterim(response: Http2ServerResponse, headers: HeaderFields): boolean {
  const stream = streamOf(response);
  if (stream.headersSent || stateOf(response).closed) return false;
  stream.additionalHeaders(headers);
  return true;
}

// The listeners of a stream; `this` is the stream.

function onDrain(this: Http2Stream): void {
  this[kResponse]?.emit("drain");
}

function onWantTrailers(this: Http2Stream): void {
  const response = this[kResponse];
  if (response !== undefined) this.sendTrailers(response[kTrailers]);
}

const onTimeout = emitTimeoutOn(kResponse);

function onClose(this: Http2Stream): void {
  const response = this[kResponse];
  if (response === undefined) return;
  const state = stateOf(response);
  // The head closes the stream of a HEAD request, but the response is finished when the program ends it.
  if (this.headRequest !== state.headRequest) return;
  state.closed = true;
  this[kProxySocket] = null;
  this.removeListener("wantTrailers", onWantTrailers);
  this[kResponse] = undefined;
  response.emit("finish");
  response.emit("close");
}
