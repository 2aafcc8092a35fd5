// Http2Stream: a Duplex over a stream of a session. `stream_writing.ts` sends, `stream_closing.ts` closes; `server_stream.ts` and
// `client_stream.ts` have the members of one role. https://nodejs.org/api/http2.html#class-http2stream
import {
  ERR_HTTP2_INVALID_STREAM,
  ERR_HTTP2_TRAILERS_ALREADY_SENT,
  ERR_HTTP2_TRAILERS_NOT_READY,
} from "internal:core/errors";
import { validateFunction, validateInteger } from "internal:core/validators";
import * as context from "internal:core/async/context";
import type { EventEmitter, Listener } from "internal:core/events/emitter";
import { Duplex } from "internal:node/streams/duplex";
import { setImmediate, type Timeout } from "internal:core/timers";
import type { Callback } from "internal:node/http/message_socket";
import { kProxySocket, kRequest, type kResponse } from "internal:node/http2/compat_links";
import type { Http2ServerRequest } from "internal:node/http2/compat_request";
import type { Http2ServerResponse } from "internal:node/http2/compat_response";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { Http2Session } from "internal:node/http2/session";
import { NO_ERROR } from "internal:node/http2/codes";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import { type FieldList, type HeaderFields, OF_TRAILERS, type RawHeaders, listOf } from "internal:node/http2/fields";
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
import { type BufferedChunks, finishWriting, writeChunks } from "internal:node/http2/stream_writing";
import {
  SERVER,
  type kAuthority,
  kHandle,
  kId,
  kInfoHeaders,
  kInit,
  kMaybeDestroy,
  type kOrigin,
  type kProceed,
  type kProtocol,
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

interface DuplexOptions {
  allowHalfOpen?: boolean;
  decodeStrings?: boolean;
  autoDestroy?: boolean;
}

export interface Http2Stream extends EventEmitter {
  destroyed: boolean;
  timeout?: unknown;
  /** Undefined once the stream is destroyed. */
  [kSession]: Http2Session | undefined;
  [kState]: StreamState;
  /** Undefined until the stream has a number. */
  [kId]: number | undefined;
  [kHandle]: SessionHandle | undefined;
  [kTimeout]: Timeout | null;
  [kScope]: context.Scope | undefined;
  [kRequest]: Http2ServerRequest | null | undefined;
  [kResponse]: Http2ServerResponse | undefined;
  [kProxySocket]: SessionSocket | null;
  [kSentHeaders]: HeaderFields | undefined;
  [kRawHeaders]: RawHeaders | undefined;
  [kInfoHeaders]: HeaderFields[] | undefined;
  [kSentTrailers]: HeaderFields | undefined;
  /** Of a client: the origin of the request. */
  [kOrigin]: string;
  /** Of a server: the request's authority and scheme. */
  [kAuthority]: string | undefined;
  [kProtocol]: string;
  /** Starts a response when the program writes without having started one. */
  [kProceed](): void;
  setTimeout(msecs: unknown, callback?: Listener): this;
  priority(options: unknown): void;
}

export class Http2Stream extends Duplex {
  constructor(session: Http2Session, options: DuplexOptions) {
    options.allowHalfOpen = true;
    options.decodeStrings = false;
    options.autoDestroy = false;
    super(options);
    const self = this;
    // Corked: writes are buffered until the stream has a number.
    self.cork();
    self[kSession] = session;
    session[kState].pendingStreams.add(self);
    // No read-ahead: how the stream closes depends on whether the program reads.
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

  /** Assigns the stream its number. */
  [kInit](id: number, handle: SessionHandle): void {
    const self = this;
    self[kState].flags |= READY;
    const { pendingStreams, streams } = self[kSession]![kState];
    pendingStreams.delete(self);
    streams.set(id, self);
    self[kId] = id;
    self[kHandle] = handle;
    self.uncork();
    self.emit("ready");
  }

  [kUpdateTimer](): void {
    const self = this;
    if (self.destroyed) return;
    if (self[kTimeout] !== null) self[kTimeout].refresh();
    self[kSession]?.[kUpdateTimer]();
  }

  [Symbol.for("nodejs.util.inspect.custom")](depth: unknown): unknown {
    const self = this;
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

  /** How many bytes are buffered. */
  get bufferSize(): number {
    return this[kState].writeQueueSize + this.writableLength;
  }
  get endAfterHeaders(): boolean {
    return this[kState].endAfterHeaders;
  }
  get sentHeaders(): HeaderFields | undefined {
    const self = this;
    if (!self[kSentHeaders] && self[kRawHeaders]) self[kSentHeaders] = objectOfRaw(self[kRawHeaders]);
    return self[kSentHeaders];
  }
  get sentTrailers(): HeaderFields | undefined {
    return this[kSentTrailers];
  }
  get sentInfoHeaders(): HeaderFields[] | undefined {
    return this[kInfoHeaders];
  }
  get pending(): boolean {
    return this[kId] === undefined;
  }
  get id(): number | undefined {
    return this[kId];
  }
  get session(): Http2Session | undefined {
    return this[kSession];
  }
  get headersSent(): boolean {
    return (this[kState].flags & HEADERS_SENT) !== 0;
  }
  get aborted(): boolean {
    return (this[kState].flags & ABORTED) !== 0;
  }
  get headRequest(): boolean {
    return (this[kState].flags & HEAD_REQUEST) !== 0;
  }
  get rstCode(): number {
    return this[kState].rstCode;
  }
  override get closed(): boolean {
    return (this[kState].flags & CLOSED) !== 0;
  }

  /** The protocol state of the stream; `{}` before it has a number and after it is destroyed. */
  get state(): Partial<native.StreamState> {
    const self = this;
    if (self.destroyed || self[kId] === undefined || self[kHandle]!.id < 0) return {};
    return native.streamState(self[kHandle]!.id, self[kId]);
  }

  _onTimeout(): void {
    onTimeout(this, this[kSession]!);
  }

  override _write(data: string | Uint8Array, encoding: string, callback: Callback): void {
    writeChunks(this, false, data, encoding, callback);
  }

  override _writev(data: BufferedChunks, callback: Callback): void {
    writeChunks(this, true, data, "", callback);
  }

  override _final(callback: Callback): void {
    const self = this;
    if (self.pending) {
      self.once("ready", () => self._final(callback));
      return;
    }
    finishWriting(self, callback);
  }

  override _read(): void {
    const self = this;
    if (self.destroyed) {
      self.push(null);
      return;
    }
    const state = self[kState];
    if (!state.didRead) {
      self._readableState.readingMore = false;
      state.didRead = true;
    }
    if (self[kId] === undefined) self.once("ready", startReading);
    else startReading.call(self);
  }

  /** Sends trailers, once "wantTrailers" was emitted. */
  sendTrailers(given: HeaderFields): void {
    const self = this;
    if (self.destroyed || self.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (self[kSentTrailers]) throw new ERR_HTTP2_TRAILERS_ALREADY_SENT();
    if (!self[kState].trailersReady) throw new ERR_HTTP2_TRAILERS_NOT_READY();
    checkObject(given, "headers");
    const headers: HeaderFields = Object.assign(Object.create(null), given);
    if (isDebugging()) debugStream(self, "sending trailers");
    self[kUpdateTimer]();
    const list = listOf(headers, OF_TRAILERS, self.session![kStrictSingleValueFields]);
    self[kSentTrailers] = headers;
    setImmediate(submitTrailers, self, list);
  }

  /** Closes the stream by a reset; with code 0 after the written data. `callback` is added to "close". */
  close(code: unknown = NO_ERROR, callback?: unknown): void {
    const self = this;
    validateInteger(code, "code", 0, CODE_MAX);
    if (callback !== undefined) validateFunction(callback, "callback");
    if (self.closed) return;
    if (callback !== undefined) self.once("close", callback);
    closeStream(self, code as number);
  }

  override _destroy(error: unknown, callback: Callback): void {
    destroyStream(this, error, callback);
  }

  /** Destroys the stream when it is closed and was read to its end, or with a `code`. */
  [kMaybeDestroy](code: number = NO_ERROR): void {
    const self = this;
    if (code !== NO_ERROR) {
      self.destroy();
      return;
    }
    if (!self.writableFinished) return;
    if (!self.readable && self.closed) {
      self.destroy();
      return;
    }
    // A server is done with a request whose content it does not read when the response is sent.
    const state = self[kState];
    const hasResponded = (state.flags & (HEADERS_SENT | HAS_TRAILERS)) === HEADERS_SENT;
    if (hasResponded && self[kSession]?.[kType] === SERVER && !state.didRead && self.readableFlowing === null) {
      // After the promised streams are sent: clients refuse those of a closed stream.
      setImmediate(closeResponded, self);
    }
  }
}

Http2Stream.prototype.setTimeout = setTimeout;

// RFC 9113 §5.3.2 has deprecated priorities.
const PRIORITY_DEPRECATION =
  "http2Stream.priority is longer supported after priority signalling was deprecated in RFC 9113";
Http2Stream.prototype.priority = function priority(this: Http2Stream, options: unknown): void {
  deprecatedPriority ??= deprecation.deprecate(checkPriority, PRIORITY_DEPRECATION, "DEP0194");
  deprecatedPriority.call(this, options);
};
let deprecatedPriority: typeof checkPriority | undefined;

function checkPriority(this: Http2Stream, _options: unknown): void {
  if (this.destroyed) throw new ERR_HTTP2_INVALID_STREAM();
}

function closeResponded(stream: Http2Stream): void {
  stream.close();
}

function startReading(this: Http2Stream): void {
  const state = this[kState];
  if (this.destroyed || state.isReading) return;
  state.isReading = true;
  this[kHandle]!.setReading(this[kId]!, true);
}

/** Stops updating the peer's flow-control window. */
export function stopReading(stream: Http2Stream): void {
  const state = stream[kState];
  if (!state.isReading) return;
  state.isReading = false;
  stream[kHandle]!.setReading(stream[kId]!, false);
}

function onPause(this: Http2Stream): void {
  if (!this.destroyed && !this.pending) stopReading(this);
}

function submitTrailers(stream: Http2Stream, list: FieldList): void {
  if (stream.destroyed) return;
  stream[kState].flags &= ~HAS_TRAILERS;
  const outcome = stream[kHandle]!.sendTrailers(stream[kId]!, list);
  if (outcome < 0) stream.destroy(new NghttpError(outcome));
  else stream[kMaybeDestroy]();
}
