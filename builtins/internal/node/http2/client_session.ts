// ClientHttp2Session: sends requests, once it is connected. https://nodejs.org/api/http2.html#class-clienthttp2session
import {
  AbortError,
  ERR_HTTP2_GOAWAY_SESSION,
  ERR_HTTP2_INVALID_SESSION,
  ERR_HTTP2_OUT_OF_STREAMS,
  ERR_HTTP2_STREAM_SELF_DEPENDENCY,
} from "internal:core/errors";
import { validateAbortSignal, validateBoolean, validateNumber } from "internal:core/validators";
import * as context from "internal:core/async/context";
import { findChannel } from "internal:core/diagnostics/channel";
import { isLoaded } from "internal:core/bootstrap";
import { nextTick } from "internal:core/ticks";
import { ClientHttp2Stream } from "internal:node/http2/client_stream";
import { ERR_INVALID_ARGUMENT, ERR_STREAM_ID_NOT_AVAILABLE } from "internal:node/http2/codes";
import { debugSession, isDebugging } from "internal:node/http2/debug";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { FieldList, HeaderFields, RawHeaders } from "internal:node/http2/fields";
import type { SessionOptions } from "internal:node/http2/session_options";
import type { AbortSignal } from "web:abort";
import { NghttpError } from "internal:node/http2/nghttp_error";
import { isWithoutContent, prepareRequest } from "internal:node/http2/request_fields";
import { Http2Session } from "internal:node/http2/session";
import { checkObject } from "internal:node/http2/settings";
import { HAS_TRAILERS } from "internal:node/http2/stream_state";
import {
  CLIENT,
  kHandle,
  kInit,
  kOrigin,
  kRawHeaders,
  kScope,
  kSentHeaders,
  kSession,
  kState,
  kUpdateTimer,
} from "internal:node/http2/symbols";
import defer * as aborting from "internal:core/events/abort_listener";
import defer * as measuring from "internal:node/http2/performance_entries";
import defer * as deprecation from "internal:node/http2/weight";
import { Http2MessageFlags } from "native:http2";

const kPendingRequests = Symbol("kPendingRequestCalls");

/** Options of a request. */
interface RequestOptions {
  endStream?: boolean;
  exclusive?: boolean;
  parent?: number;
  signal?: AbortSignal;
  silent?: boolean;
  waitForTrailers?: boolean;
  weight?: number;
}

export interface ClientHttp2Session {
  [kPendingRequests]: (() => void)[] | null;
}

export class ClientHttp2Session extends Http2Session {
  constructor(options: SessionOptions, socket: SessionSocket) {
    super(CLIENT, options, socket);
    this[kPendingRequests] = null;
  }

  /**
   * Sends a request. `headers`: an object, or an array of alternating names and values. Returns the stream, which fails when the session
   * is closed. Throws for invalid headers and options.
   */
  request(headers?: HeaderFields | RawHeaders | null, given?: RequestOptions): ClientHttp2Stream {
    const self = this;
    if (isDebugging()) debugSession(self, "initiating request");
    // A closed session is reported on the stream: a program that retries may not have been notified yet.
    const failure = self.destroyed
      ? new ERR_HTTP2_INVALID_SESSION()
      : self.closed
        ? new ERR_HTTP2_GOAWAY_SESSION()
        : undefined;
    self[kUpdateTimer]();
    const fields = prepareRequest(headers, self);
    checkObject(given, "options");
    const options = readOptions(given, fields.method);
    const stream = new ClientHttp2Stream(self, undefined, undefined, {});
    stream[kSentHeaders] = fields.headers;
    stream[kRawHeaders] = fields.rawHeaders;
    stream[kOrigin] = `${fields.scheme}://${fields.authority}`;
    if (isLoaded("internal:node/perf_hooks")) stream[kState].startedMs = measuring.startMs();
    if (options.endStream) stream.end();
    if (options.waitForTrailers) stream[kState].flags |= HAS_TRAILERS;
    if (options.signal) followSignal(stream, options.signal);
    if (failure !== undefined) nextTick(() => inContext(stream, () => stream.destroy(failure)));
    else if (self.connecting) whenConnected(self, () => inContext(stream, () => submit(stream, fields.list, options)));
    else submit(stream, fields.list, options);
    publish("http2.client.stream.created", stream);
    return stream;
  }
}

function readOptions(given: RequestOptions | undefined, method: unknown): RequestOptions {
  const options = { ...given };
  if (options.weight !== undefined) deprecation.warnOfWeight();
  if (options.parent === undefined) options.parent = 0;
  else validateNumber(options.parent, "options.parent", 0);
  for (const name of ["exclusive", "silent"] as const) {
    if (options[name] === undefined) options[name] = false;
    else validateBoolean(options[name], `options.${name}`);
  }
  if (options.endStream === undefined) options.endStream = isWithoutContent(method);
  else validateBoolean(options.endStream, "options.endStream");
  return options;
}

function followSignal(stream: ClientHttp2Stream, signal: AbortSignal): void {
  validateAbortSignal(signal, "options.signal");
  const onAbort = (): void => void stream.destroy(new AbortError(undefined, { cause: signal.reason }));
  if (signal.aborted) {
    onAbort();
    return;
  }
  const registration = aborting.addAbortListener(signal, onAbort);
  stream.once("close", () => registration[Symbol.dispose]());
}

// One listener for all pending requests.
function whenConnected(session: ClientHttp2Session, act: () => void): void {
  if (session[kPendingRequests] !== null) {
    session[kPendingRequests].push(act);
    return;
  }
  session[kPendingRequests] = [act];
  session.once("connect", () => {
    const pending = session[kPendingRequests]!;
    for (let index = 0; index < pending.length; index++) pending[index]!();
    session[kPendingRequests] = null;
  });
}

function inContext(stream: ClientHttp2Stream, act: () => void): void {
  const scope = stream[kScope];
  if (scope === undefined) {
    act();
    return;
  }
  const saved = context.enter(scope);
  try {
    act();
  } finally {
    context.leave(saved);
  }
}

function submit(stream: ClientHttp2Stream, list: FieldList, options: RequestOptions): void {
  const session = stream[kSession];
  if (session === undefined || session.destroyed) return;
  if (session.closed) {
    stream.destroy(new ERR_HTTP2_GOAWAY_SESSION());
    return;
  }
  if (isDebugging()) debugSession(session, "connected, initializing request");
  const handle = session[kHandle]!;
  const id = handle.request(
    list,
    (options.endStream ? Http2MessageFlags.NO_BODY : 0) | (options.waitForTrailers ? Http2MessageFlags.TRAILERS : 0),
  );
  if (id < 0) {
    if (id === ERR_STREAM_ID_NOT_AVAILABLE) stream.destroy(new ERR_HTTP2_OUT_OF_STREAMS());
    else if (id === ERR_INVALID_ARGUMENT) stream.destroy(new ERR_HTTP2_STREAM_SELF_DEPENDENCY());
    else session.destroy(new NghttpError(id));
    return;
  }
  stream[kInit](id, handle);
  publish("http2.client.stream.start", stream);
}

function publish(name: string, stream: ClientHttp2Stream): void {
  const channel = findChannel(name);
  if (channel?.hasSubscribers) channel.publish({ stream, headers: stream.sentHeaders });
}
