// Http2Stream: a Duplex over a stream of a session. Sending is in `stream_writing.ts`, ending in `stream_closing.ts`; what only one
// side does is in `server_stream.ts` and `client_stream.ts`. https://nodejs.org/api/http2.html#class-http2stream
import {
  ERR_HTTP2_INVALID_STREAM,
  ERR_HTTP2_TRAILERS_ALREADY_SENT,
  ERR_HTTP2_TRAILERS_NOT_READY,
} from "internal:core/errors";
import { validateFunction, validateInteger } from "internal:core/validators";
import * as context from "internal:core/async/context";
import { Duplex } from "internal:node/streams/duplex";
import { setImmediate } from "internal:core/timers";
import { kProxySocket, kRequest } from "internal:node/http2/compat_links";
import { NO_ERROR } from "internal:node/http2/codes";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import { OF_TRAILERS, listOf } from "internal:node/http2/fields";
import { NghttpError } from "internal:node/http2/nghttp_error";
import { objectOfRaw } from "internal:node/http2/request_fields";
import type { SessionHandle } from "internal:node/http2/session_handle";
import { checkObject } from "internal:node/http2/settings";
import { closeStream, destroyStream } from "internal:node/http2/stream_closing";
import {
  ABORTED,
  CLOSED,
  HAS_TRAILERS,
  HEADERS_SENT,
  HEAD_REQUEST,
  READY,
  StreamState,
} from "internal:node/http2/stream_state";
import { finishWriting, writeChunks } from "internal:node/http2/stream_writing";
import {
  SERVER,
  kHandle,
  kId,
  kInfoHeaders,
  kInit,
  kMaybeDestroy,
  kRawHeaders,
  kScope,
  kSentHeaders,
  kSentTrailers,
  kSession,
  kState,
  kStrictSingleValueFields,
  kTimeout,
  kType,
  kUpdateTimer,
} from "internal:node/http2/symbols";
import { onTimeout, setTimeout } from "internal:node/http2/timeouts";
import defer * as deprecation from "internal:core/util/deprecate";
import defer * as inspecting from "internal:core/util/inspect";
import * as native from "native:http2";

const CODE_MAX = 2 ** 32 - 1;

export class Http2Stream extends (Duplex as any) {
  constructor(session: any, options: any) {
    options.allowHalfOpen = true;
    options.decodeStrings = false;
    options.autoDestroy = false;
    super(options);
    const self = this as any;
    // Writes wait until the stream has a number.
    self.cork();
    self[kSession] = session;
    session[kState].pendingStreams.add(self);
    // The stream must not read ahead: whether the program reads at all decides what becomes of it at its end.
    self._readableState.readingMore = true;
    self[kTimeout] = null;
    self[kState] = new StreamState();
    self[kId] = undefined;
    self[kHandle] = undefined;
    self[kScope] = context.capture("HTTP2STREAM", self);
    self[kRequest] = null;
    self[kProxySocket] = null;
    self.on("pause", onPause);
  }

  /** Gives the stream its number. */
  [kInit](id: number, handle: SessionHandle): void {
    const self = this as any;
    self[kState].flags |= READY;
    const { pendingStreams, streams } = self[kSession][kState];
    pendingStreams.delete(self);
    streams.set(id, self);
    self[kId] = id;
    self[kHandle] = handle;
    self.uncork();
    self.emit("ready");
  }

  [kUpdateTimer](): void {
    const self = this as any;
    if (self.destroyed) return;
    if (self[kTimeout] !== null) self[kTimeout].refresh();
    self[kSession]?.[kUpdateTimer]();
  }

  [Symbol.for("nodejs.util.inspect.custom")](depth: unknown): unknown {
    const self = this as any;
    if (typeof depth === "number" && depth < 0) return self;
    const members = {
      id: self[kId] || "<pending>",
      closed: self.closed,
      destroyed: self.destroyed,
      state: self.state,
      readableState: self._readableState,
      writableState: self._writableState,
    };
    return `Http2Stream ${inspecting.format(members)}`;
  }

  /** Bytes that wait to be sent. */
  get bufferSize(): number {
    return (this as any)[kState].writeQueueSize + (this as any).writableLength;
  }
  get endAfterHeaders(): boolean {
    return (this as any)[kState].endAfterHeaders;
  }
  get sentHeaders(): any {
    const self = this as any;
    if (!self[kSentHeaders] && self[kRawHeaders]) self[kSentHeaders] = objectOfRaw(self[kRawHeaders]);
    return self[kSentHeaders];
  }
  get sentTrailers(): any {
    return (this as any)[kSentTrailers];
  }
  get sentInfoHeaders(): any {
    return (this as any)[kInfoHeaders];
  }
  get pending(): boolean {
    return (this as any)[kId] === undefined;
  }
  get id(): number | undefined {
    return (this as any)[kId];
  }
  get session(): any {
    return (this as any)[kSession];
  }
  get headersSent(): boolean {
    return ((this as any)[kState].flags & HEADERS_SENT) !== 0;
  }
  get aborted(): boolean {
    return ((this as any)[kState].flags & ABORTED) !== 0;
  }
  get headRequest(): boolean {
    return ((this as any)[kState].flags & HEAD_REQUEST) !== 0;
  }
  get rstCode(): number {
    return (this as any)[kState].rstCode;
  }
  get closed(): boolean {
    return ((this as any)[kState].flags & CLOSED) !== 0;
  }

  /** The stream as the protocol sees it; `{}` before it has a number and after its end. */
  get state(): any {
    const self = this as any;
    if (self.destroyed || self[kId] === undefined || self[kHandle].id < 0) return {};
    return native.streamState(self[kHandle].id, self[kId]);
  }

  _onTimeout(): void {
    onTimeout(this, (this as any)[kSession]);
  }

  _write(data: any, encoding: string, callback: (error?: any) => void): void {
    writeChunks(this, false, data, encoding, callback);
  }

  _writev(data: any, callback: (error?: any) => void): void {
    writeChunks(this, true, data, "", callback);
  }

  _final(callback: (error?: any) => void): void {
    const self = this as any;
    if (self.pending) {
      self.once("ready", () => self._final(callback));
      return;
    }
    finishWriting(self, callback);
  }

  _read(): void {
    const self = this as any;
    if (self.destroyed) {
      self.push(null);
      return;
    }
    const state: StreamState = self[kState];
    if (!state.didRead) {
      self._readableState.readingMore = false;
      state.didRead = true;
    }
    if (self[kId] === undefined) self.once("ready", startReading);
    else startReading.call(self);
  }

  /** Sends trailers, once "wantTrailers" was emitted. */
  sendTrailers(headers: any): void {
    const self = this as any;
    if (self.destroyed || self.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (self[kSentTrailers]) throw new ERR_HTTP2_TRAILERS_ALREADY_SENT();
    if (!self[kState].trailersReady) throw new ERR_HTTP2_TRAILERS_NOT_READY();
    checkObject(headers, "headers");
    headers = Object.assign(Object.create(null), headers);
    if (isDebugging()) debugStream(self, "sending trailers");
    self[kUpdateTimer]();
    const list = listOf(headers, OF_TRAILERS, self.session[kStrictSingleValueFields]);
    self[kSentTrailers] = headers;
    setImmediate(submitTrailers, self, list);
  }

  /** Closes the stream by a reset, which follows what was written when `code` is 0. `callback` is added to "close". */
  close(code: any = NO_ERROR, callback?: any): void {
    const self = this as any;
    validateInteger(code, "code", 0, CODE_MAX);
    if (callback !== undefined) validateFunction(callback, "callback");
    if (self.closed) return;
    if (callback !== undefined) self.once("close", callback);
    closeStream(self, code);
  }

  _destroy(error: any, callback: (error?: any) => void): void {
    destroyStream(this, error, callback);
  }

  /** Destroys the stream when it is closed and was read to its end, or with a `code`. */
  [kMaybeDestroy](code: number = NO_ERROR): void {
    const self = this as any;
    if (code !== NO_ERROR) {
      self.destroy();
      return;
    }
    if (!self.writableFinished) return;
    if (!self.readable && self.closed) {
      self.destroy();
      return;
    }
    // A server that has answered a request whose content nobody wants is done with it.
    const state: StreamState = self[kState];
    const isAnswered = (state.flags & (HEADERS_SENT | HAS_TRAILERS)) === HEADERS_SENT;
    if (isAnswered && self[kSession]?.[kType] === SERVER && !state.didRead && self.readableFlowing === null) {
      // Promised streams have to get out first: clients refuse those of a stream that is closed.
      setImmediate(closeAnswered, self);
    }
  }
}

(Http2Stream.prototype as any).setTimeout = setTimeout;

// RFC 9113 §5.3.2 has done away with priorities.
const PRIORITY_TEXT = "http2Stream.priority is longer supported after priority signalling was deprecated in RFC 9113";
(Http2Stream.prototype as any).priority = function priority(this: any, options: any): void {
  deprecatedPriority ??= deprecation.deprecate(checkPriority, PRIORITY_TEXT, "DEP0194");
  deprecatedPriority.call(this, options);
};
let deprecatedPriority: any;

function checkPriority(this: any, _options: any): void {
  if (this.destroyed) throw new ERR_HTTP2_INVALID_STREAM();
}

function closeAnswered(stream: any): void {
  stream.close();
}

function startReading(this: any): void {
  const state: StreamState = this[kState];
  if (this.destroyed || state.isReading) return;
  state.isReading = true;
  this[kHandle].setReading(this[kId], true);
}

/** Lets the peer's credit run out. */
export function stopReading(stream: any): void {
  const state: StreamState = stream[kState];
  if (!state.isReading) return;
  state.isReading = false;
  stream[kHandle].setReading(stream[kId], false);
}

function onPause(this: any): void {
  if (!this.destroyed && !this.pending) stopReading(this);
}

function submitTrailers(stream: any, list: any): void {
  if (stream.destroyed) return;
  stream[kState].flags &= ~HAS_TRAILERS;
  const outcome = stream[kHandle].sendTrailers(stream[kId], list);
  if (outcome < 0) stream.destroy(new NghttpError(outcome));
  else stream[kMaybeDestroy]();
}
