// ServerHttp2Stream: a request to a server, and its response. `file_response.ts` sends files.
// https://nodejs.org/api/http2.html#class-serverhttp2stream
import {
  ERR_HTTP2_HEADERS_AFTER_RESPOND,
  ERR_HTTP2_HEADERS_SENT,
  ERR_HTTP2_INVALID_INFO_STATUS,
  ERR_HTTP2_INVALID_STREAM,
  ERR_HTTP2_NESTED_PUSH,
  ERR_HTTP2_OUT_OF_STREAMS,
  ERR_HTTP2_PUSH_DISABLED,
  ERR_HTTP2_STATUS_101,
  ERR_HTTP2_STATUS_INVALID,
  ERR_INVALID_ARG_VALUE,
} from "internal:core/errors";
import { validateFunction } from "internal:core/validators";
import { publishIfSubscribed } from "internal:core/diagnostics/channel";
import { dateValue } from "internal:node/http/date";
import { nextTick } from "internal:core/ticks";
import { ERR_STREAM_CLOSED, ERR_STREAM_ID_NOT_AVAILABLE } from "internal:node/http2/codes";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import {
  type HeaderFields,
  OF_REQUEST,
  OF_RESPONSE,
  type RawHeaders,
  authorityOf,
  listOf,
} from "internal:node/http2/fields";
import type { Http2Session } from "internal:node/http2/session";
import { NghttpError } from "internal:node/http2/nghttp_error";
import type { SessionHandle } from "internal:node/http2/session_handle";
import { checkObject } from "internal:node/http2/settings";
import { Http2Stream } from "internal:node/http2/stream";
import { HAS_TRAILERS, HEADERS_SENT, HEAD_REQUEST } from "internal:node/http2/stream_state";
import {
  kAuthority,
  kHandle,
  kId,
  kInfoHeaders,
  kInit,
  kProceed,
  kProtocol,
  kRawHeaders,
  kSensitiveHeaders,
  kSentHeaders,
  kSession,
  kState,
  kStrictSingleValueFields,
  kUpdateTimer,
} from "internal:node/http2/symbols";
import defer * as files from "internal:node/http2/file_response";
import { Http2MessageFlags } from "native:http2";

/** Whether responses with `status` have no content (RFC 9110 §6.4.1). */
export function isWithoutContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

interface PushOptions {
  endStream?: boolean;
}
type PushCallback = (error: Error | null, stream?: ServerHttp2Stream, headers?: HeaderFields, flags?: number) => void;

/** Options of a response. */
export interface ResponseOptions {
  endStream?: boolean;
  waitForTrailers?: boolean;
  sendDate?: boolean;
}

export class ServerHttp2Stream extends Http2Stream {
  /** `headers`: the request's, or those of the promise. */
  constructor(session: Http2Session, handle: SessionHandle, id: number, options: object, headers: HeaderFields) {
    super(session, options);
    const self = this;
    self[kInit](id, handle);
    self[kProtocol] = headers[":scheme"];
    self[kAuthority] = authorityOf(headers);
  }

  /** Whether the client accepts promised streams. */
  get pushAllowed(): boolean {
    const self = this;
    return (
      !self.destroyed &&
      !self.closed &&
      !self.session!.closed &&
      !self.session!.destroyed &&
      self[kSession]!.remoteSettings.enablePush!
    );
  }

  /** Promises a response: `callback(error, pushStream, headers)`. `headers` are those of the promised request. */
  pushStream(given: HeaderFields, options: PushOptions | PushCallback | undefined, callback?: PushCallback): void {
    const self = this;
    if (!self.pushAllowed) throw new ERR_HTTP2_PUSH_DISABLED();
    if (self[kId]! % 2 === 0) throw new ERR_HTTP2_NESTED_PUSH();
    if (isDebugging()) debugStream(self, "initiating push stream");
    self[kUpdateTimer]();
    if (typeof options === "function") {
      callback = options;
      options = undefined;
    }
    validateFunction(callback, "callback");
    checkObject(options, "options");
    checkObject(given, "headers");
    const headers = completePromise(self, given);
    const isHead = headers[":method"] === "HEAD";
    const hasNoBody = isHead || Boolean(options?.endStream);
    const list = listOf(headers, OF_REQUEST, self.session![kStrictSingleValueFields]);
    const id = self[kHandle]!.push(self[kId]!, list, hasNoBody ? Http2MessageFlags.NO_BODY : 0);
    if (id < 0) {
      nextTick(callback, promiseError(id));
      return;
    }
    const stream = new ServerHttp2Stream(self[kSession]!, self[kHandle]!, id, {}, headers);
    stream[kSentHeaders] = headers;
    stream.push(null);
    if (hasNoBody) stream.end();
    if (isHead) stream[kState].flags |= HEAD_REQUEST;
    nextTick(() => {
      publishIfSubscribed("http2.server.stream.start", { stream, headers });
      callback(null, stream, headers, 0);
    });
    publishIfSubscribed("http2.server.stream.created", { stream, headers });
  }

  /** Starts the response. `headers`: an object, or an array of alternating names and values. */
  respond(headers?: HeaderFields | RawHeaders | null, options?: ResponseOptions): void {
    const self = this;
    checkCanRespond(self);
    checkObject(options, "options");
    if (isDebugging()) debugStream(self, "initiating response");
    self[kUpdateTimer]();
    const state = self[kState];
    let flags = options?.endStream ? Http2MessageFlags.NO_BODY : 0;
    if (options?.waitForTrailers) {
      flags |= Http2MessageFlags.TRAILERS;
      state.flags |= HAS_TRAILERS;
    }
    let status: number;
    if (Array.isArray(headers)) {
      status = completeArray(headers as RawHeaders, options?.sendDate);
      self[kRawHeaders] = headers as RawHeaders;
    } else {
      headers = completeObject(headers, options?.sendDate);
      status = headers[":status"];
      self[kSentHeaders] = headers;
    }
    const list = listOf(headers, OF_RESPONSE, self[kSession]![kStrictSingleValueFields]);
    state.flags |= HEADERS_SENT;
    if ((flags & Http2MessageFlags.NO_BODY) !== 0 || isWithoutContent(status) || self.headRequest) self.end();
    const outcome = self[kHandle]!.respond(self[kId]!, list, flags);
    if (outcome < 0) self.destroy(new NghttpError(outcome));
    else publishIfSubscribed("http2.server.stream.finish", { stream: self, headers, flags: state.flags });
  }

  /** Responds with the data of a file descriptor: a number or a FileHandle. */
  respondWithFD(fd: unknown, headers?: HeaderFields, options?: files.FileOptions): void {
    checkCanRespond(this);
    files.respondWithDescriptor(this, fd, headers, options);
  }

  /** Responds with a regular file. */
  respondWithFile(path: unknown, headers?: HeaderFields, options?: files.FileOptions): void {
    checkCanRespond(this);
    files.respondWithPath(this, path, headers, options);
  }

  /** Sends an interim response (RFC 9110 §15.2). */
  additionalHeaders(given: HeaderFields): void {
    const self = this;
    if (self.destroyed || self.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (self.headersSent) throw new ERR_HTTP2_HEADERS_AFTER_RESPOND();
    checkObject(given, "headers");
    const headers: HeaderFields = Object.assign(Object.create(null), given);
    if (isDebugging()) debugStream(self, "sending additional headers");
    if (headers[":status"] !== undefined && headers[":status"] !== null) {
      const status = (headers[":status"] |= 0);
      if (status === 101) throw new ERR_HTTP2_STATUS_101();
      if (status < 100 || status >= 200) throw new ERR_HTTP2_INVALID_INFO_STATUS(status);
    }
    self[kUpdateTimer]();
    const list = listOf(headers, OF_RESPONSE, self.session![kStrictSingleValueFields]);
    (self[kInfoHeaders] ??= []).push(headers);
    const outcome = self[kHandle]!.inform(self[kId]!, list);
    if (outcome < 0) self.destroy(new NghttpError(outcome));
  }
}
ServerHttp2Stream.prototype[kProceed] = ServerHttp2Stream.prototype.respond;

function checkCanRespond(stream: ServerHttp2Stream): void {
  if (stream.destroyed || stream.closed) throw new ERR_HTTP2_INVALID_STREAM();
  if (stream.headersSent) throw new ERR_HTTP2_HEADERS_SENT();
}

function completePromise(stream: ServerHttp2Stream, given: HeaderFields): HeaderFields {
  const headers: HeaderFields = Object.assign(Object.create(null), given);
  if (headers[":method"] === undefined) headers[":method"] = "GET";
  if (authorityOf(headers) === undefined) headers[":authority"] = stream[kAuthority];
  if (headers[":scheme"] === undefined) headers[":scheme"] = stream[kProtocol];
  if (headers[":path"] === undefined) headers[":path"] = "/";
  return headers;
}

function promiseError(code: number): Error {
  if (code === ERR_STREAM_ID_NOT_AVAILABLE) return new ERR_HTTP2_OUT_OF_STREAMS();
  return code === ERR_STREAM_CLOSED ? new ERR_HTTP2_INVALID_STREAM() : new NghttpError(code);
}

/** A copy of the fields of a response with its status, by default 200, and the date unless `sendDate` is false. */
export function completeObject(given: HeaderFields | null | undefined, sendDate: unknown): HeaderFields {
  const headers: HeaderFields = Object.create(null);
  let status: unknown;
  let hasDate = false;
  if (given !== undefined && given !== null) {
    checkObject(given, "headers", ["Object", "Array"]);
    for (const key in given) {
      if (!Object.hasOwn(given, key)) continue;
      const value = given[key];
      headers[key] = value;
      if (key === ":status") status = value;
      else if (key === "date") hasDate = value !== undefined && value !== null;
    }
    headers[kSensitiveHeaders] = given[kSensitiveHeaders];
  } else if (given === null) {
    checkObject(given, "headers", ["Object", "Array"]);
  }
  headers[":status"] = (status as number) | 0 || 200;
  if (!hasDate && needsDate(sendDate)) headers["date"] = dateValue();
  checkHeaders(headers, headers[":status"]);
  return headers;
}

// Completes the program's array. Returns the status.
function completeArray(headers: RawHeaders, sendDate: unknown): number {
  let status = 0;
  let hasDate = false;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index].toLowerCase();
    if (name === ":status") status = headers[index + 1] | 0;
    else if (name === "date") hasDate = true;
  }
  if (status === 0) {
    status = 200;
    headers.unshift(":status", status);
  }
  if (!hasDate && needsDate(sendDate)) headers.push("date", dateValue());
  checkHeaders(headers, status);
  return status;
}

function needsDate(sendDate: unknown): boolean {
  return sendDate === undefined || sendDate === null || Boolean(sendDate);
}

function checkHeaders(headers: HeaderFields | RawHeaders, status: number): void {
  if (status < 200 || status > 599) throw new ERR_HTTP2_STATUS_INVALID(status);
  const sensitive: unknown = headers[kSensitiveHeaders];
  if (sensitive !== undefined && !Array.isArray(sensitive))
    throw new ERR_INVALID_ARG_VALUE("headers[http2.neverIndex]", sensitive);
}
