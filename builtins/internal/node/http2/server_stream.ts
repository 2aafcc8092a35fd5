// ServerHttp2Stream: a stream that a server answers. Files are sent by `file_response.ts`.
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
import { findChannel } from "internal:core/diagnostics/channel";
import { dateValue } from "internal:node/http/date";
import { nextTick } from "internal:core/ticks";
import { ERR_STREAM_CLOSED, ERR_STREAM_ID_NOT_AVAILABLE, NO_BODY, TRAILERS } from "internal:node/http2/codes";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import { OF_REQUEST, OF_RESPONSE, authorityOf, listOf } from "internal:node/http2/fields";
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

/** Responses that have no content (RFC 9110 §6.4.1). */
export function isWithoutContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

export class ServerHttp2Stream extends Http2Stream {
  /** `headers`: the request's, or those of the promise. */
  constructor(session: any, handle: SessionHandle, id: number, options: any, headers: any) {
    super(session, options);
    const self = this as any;
    self[kInit](id, handle);
    self[kProtocol] = headers[":scheme"];
    self[kAuthority] = authorityOf(headers);
  }

  /** Whether the client takes promised streams. */
  get pushAllowed(): boolean {
    const self = this as any;
    return (
      !self.destroyed &&
      !self.closed &&
      !self.session.closed &&
      !self.session.destroyed &&
      self[kSession].remoteSettings.enablePush
    );
  }

  /** Promises a response: `callback(error, pushStream, headers)`. `headers` are those of the request that it would answer. */
  pushStream(headers: any, options: any, callback?: any): void {
    const self = this as any;
    if (!self.pushAllowed) throw new ERR_HTTP2_PUSH_DISABLED();
    if (self[kId] % 2 === 0) throw new ERR_HTTP2_NESTED_PUSH();
    if (isDebugging()) debugStream(self, "initiating push stream");
    self[kUpdateTimer]();
    if (typeof options === "function") {
      callback = options;
      options = undefined;
    }
    validateFunction(callback, "callback");
    checkObject(options, "options");
    checkObject(headers, "headers");
    headers = completePromise(self, headers);
    const isHead = headers[":method"] === "HEAD";
    const hasNoBody = isHead || Boolean(options?.endStream);
    const list = listOf(headers, OF_REQUEST, self.session[kStrictSingleValueFields]);
    const id = self[kHandle].push(self[kId], list, hasNoBody ? NO_BODY : 0);
    if (id < 0) {
      nextTick(callback, promiseError(id));
      return;
    }
    const stream = new ServerHttp2Stream(self[kSession], self[kHandle], id, {}, headers) as any;
    stream[kSentHeaders] = headers;
    stream.push(null);
    if (hasNoBody) stream.end();
    if (isHead) stream[kState].flags |= HEAD_REQUEST;
    nextTick(() => {
      publish("http2.server.stream.start", { stream, headers });
      callback(null, stream, headers, 0);
    });
    publish("http2.server.stream.created", { stream, headers });
  }

  /** Starts the response. `headers`: an object, or an array of names and values in turn. */
  respond(headers?: any, options?: any): void {
    const self = this as any;
    checkAnswerable(self);
    checkObject(options, "options");
    if (isDebugging()) debugStream(self, "initiating response");
    self[kUpdateTimer]();
    const state = self[kState];
    let flags = options?.endStream ? NO_BODY : 0;
    if (options?.waitForTrailers) {
      flags |= TRAILERS;
      state.flags |= HAS_TRAILERS;
    }
    let status: number;
    if (Array.isArray(headers)) {
      status = completeArray(headers, options?.sendDate);
      self[kRawHeaders] = headers;
    } else {
      headers = completeObject(headers, options?.sendDate);
      status = headers[":status"];
      self[kSentHeaders] = headers;
    }
    const list = listOf(headers, OF_RESPONSE, self[kSession][kStrictSingleValueFields]);
    state.flags |= HEADERS_SENT;
    if ((flags & NO_BODY) !== 0 || isWithoutContent(status) || self.headRequest) self.end();
    const outcome = self[kHandle].respond(self[kId], list, flags);
    if (outcome < 0) self.destroy(new NghttpError(outcome));
    else publish("http2.server.stream.finish", { stream: self, headers, flags: state.flags });
  }

  /** Answers with what an open descriptor, a number or a FileHandle, gives. */
  respondWithFD(fd: any, headers?: any, options?: any): void {
    checkAnswerable(this);
    files.respondWithDescriptor(this, fd, headers, options);
  }

  /** Answers with a regular file. */
  respondWithFile(path: any, headers?: any, options?: any): void {
    checkAnswerable(this);
    files.respondWithPath(this, path, headers, options);
  }

  /** Sends an interim response (RFC 9110 §15.2). */
  additionalHeaders(headers: any): void {
    const self = this as any;
    if (self.destroyed || self.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (self.headersSent) throw new ERR_HTTP2_HEADERS_AFTER_RESPOND();
    checkObject(headers, "headers");
    headers = Object.assign(Object.create(null), headers);
    if (isDebugging()) debugStream(self, "sending additional headers");
    if (headers[":status"] !== undefined && headers[":status"] !== null) {
      const status = (headers[":status"] |= 0);
      if (status === 101) throw new ERR_HTTP2_STATUS_101();
      if (status < 100 || status >= 200) throw new ERR_HTTP2_INVALID_INFO_STATUS(status);
    }
    self[kUpdateTimer]();
    const list = listOf(headers, OF_RESPONSE, self.session[kStrictSingleValueFields]);
    (self[kInfoHeaders] ??= []).push(headers);
    const outcome = self[kHandle].inform(self[kId], list);
    if (outcome < 0) self.destroy(new NghttpError(outcome));
  }
}
(ServerHttp2Stream.prototype as any)[kProceed] = ServerHttp2Stream.prototype.respond;

function publish(name: string, message: object): void {
  const channel = findChannel(name);
  if (channel?.hasSubscribers) channel.publish(message);
}

function checkAnswerable(stream: any): void {
  if (stream.destroyed || stream.closed) throw new ERR_HTTP2_INVALID_STREAM();
  if (stream.headersSent) throw new ERR_HTTP2_HEADERS_SENT();
}

function completePromise(stream: any, given: any): any {
  const headers = Object.assign(Object.create(null), given);
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

/** A copy of the fields of a response with its status, first 200, and the date unless `sendDate` is false. */
export function completeObject(given: any, sendDate: any): any {
  const headers: any = Object.create(null);
  let status: any;
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
  headers[":status"] = status | 0 || 200;
  if (!hasDate && wantsDate(sendDate)) headers["date"] = dateValue();
  checkHeaders(headers, headers[":status"]);
  return headers;
}

// The same in the program's array. Returns the status.
function completeArray(headers: any[], sendDate: any): number {
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
  if (!hasDate && wantsDate(sendDate)) headers.push("date", dateValue());
  checkHeaders(headers, status);
  return status;
}

function wantsDate(sendDate: any): boolean {
  return sendDate === undefined || sendDate === null || Boolean(sendDate);
}

function checkHeaders(headers: any, status: number): void {
  if (status < 200 || status > 599) throw new ERR_HTTP2_STATUS_INVALID(status);
  const sensitive = headers[kSensitiveHeaders];
  if (sensitive !== undefined && !Array.isArray(sensitive))
    throw new ERR_INVALID_ARG_VALUE("headers[http2.neverIndex]", sensitive);
}
