// Handles the events of a native session: makes new streams, and emits the events of sessions and streams.
import { ERR_HTTP2_SESSION_ERROR, ERR_HTTP2_TOO_MANY_ORIGINS } from "internal:core/errors";
import * as context from "internal:core/async/context";
import { publishIfSubscribed } from "internal:core/diagnostics/channel";
import { nextTick } from "internal:core/ticks";
import { setImmediate } from "internal:core/timers";
import {
  CATEGORY_PUSH_RESPONSE,
  CATEGORY_RESPONSE,
  FLAG_END_STREAM,
  NO_ERROR,
  REFUSED_STREAM,
  protocolCodeOf,
} from "internal:node/http2/codes";
import { ClientHttp2Stream } from "internal:node/http2/client_stream";
import { remoteAfter } from "internal:node/http2/custom_settings";
import { debugSession, debugStream, debugStreamOf, isDebugging } from "internal:node/http2/debug";
import { type HeaderFields, objectOf } from "internal:node/http2/fields";
import { NghttpError } from "internal:node/http2/nghttp_error";
import { originSetOf } from "internal:node/http2/origin_set";
import { ServerHttp2Stream } from "internal:node/http2/server_stream";
import type { SessionEvents } from "internal:node/http2/native_events";
import type { Http2Session } from "internal:node/http2/session";
import { type Http2Stream, stopReading } from "internal:node/http2/stream";
import { onStreamClose } from "internal:node/http2/stream_closing";
import { HEAD_REQUEST } from "internal:node/http2/stream_state";
import { onWritten } from "internal:node/http2/stream_writing";
import {
  SERVER,
  kHandle,
  kMaxOriginSetSize,
  kMaybeDestroy,
  kOrigin,
  kRemoteSettings,
  kScope,
  kState,
  kType,
  kUpdateTimer,
} from "internal:node/http2/symbols";
import { isLoaded } from "internal:core/bootstrap";
import defer * as measuring from "internal:node/http2/performance_entries";

const MISDIRECTED_REQUEST = 421;

/** The handlers that `SessionHandle` calls. */
export const events: SessionEvents = {
  onHeaders,
  onData,
  onEnd,
  onClose,
  onSettings,
  onPing,
  onGoAway,
  onAltSvc,
  onOrigin,
  onInternalError,
  onFrameError,
  onWritten(session, id, errno) {
    const stream = session[kState].streams.get(id);
    if (stream !== undefined) inScope(stream, onWritten, errno);
  },
  onWantTrailers,
  onPriority,
  onGracefulEnd(session) {
    session[kMaybeDestroy]();
  },
};

// Listeners of a stream run in the asynchronous context that the stream was made in.
function inScope<A>(stream: Http2Stream, act: (stream: Http2Stream, argument: A) => void, argument: A): void {
  const scope = stream[kScope];
  if (scope === undefined) {
    act(stream, argument);
    return;
  }
  const saved = context.enter(scope);
  try {
    act(stream, argument);
  } finally {
    context.leave(saved);
  }
}

function onHeaders(
  session: Http2Session,
  id: number,
  category: number,
  flags: number,
  pairs: string[],
  sensitive: string[],
): void {
  session[kUpdateTimer]();
  if (isDebugging()) debugStreamOf(session, id, "headers received");
  const headers = objectOf(pairs, sensitive);
  const stream = session[kState].streams.get(id);
  if (stream !== undefined) {
    inScope(stream, onMoreHeaders, { category, flags, headers, pairs });
    return;
  }
  if (session.closed) {
    const handle = session[kHandle]!;
    handle.reset(id, REFUSED_STREAM);
    handle.forget(id);
    return;
  }
  const newStream = makeStream(session, id, flags, headers);
  nextTick(emitStream, session, newStream, headers, flags, pairs);
}

function emitStream(
  session: Http2Session,
  stream: Http2Stream,
  headers: HeaderFields,
  flags: number,
  pairs: string[],
): void {
  session.emit("stream", stream, headers, flags, pairs);
}

function makeStream(session: Http2Session, id: number, flags: number, headers: HeaderFields): Http2Stream {
  const isServer = session[kType] === SERVER;
  const handle = session[kHandle]!;
  const stream: Http2Stream = isServer
    ? new ServerHttp2Stream(session, handle, id, {}, headers)
    : new ClientHttp2Stream(session, handle, id, {});
  if (isLoaded("internal:node/perf_hooks")) stream[kState].startedMs = measuring.startMs();
  publishIfSubscribed(isServer ? "http2.server.stream.created" : "http2.client.stream.created", { stream, headers });
  publishIfSubscribed(isServer ? "http2.server.stream.start" : "http2.client.stream.start", { stream, headers });
  const isEnded = (flags & FLAG_END_STREAM) !== 0;
  if (isEnded) stream.push(null);
  if (!isServer) {
    // A promised response: nothing is sent.
    stream.end();
  } else if (headers[":method"] === "HEAD") {
    stream.end();
    stream[kState].flags |= HEAD_REQUEST;
  }
  stream[kState].endAfterHeaders = isEnded;
  return stream;
}

interface MoreHeaders {
  category: number;
  flags: number;
  headers: HeaderFields;
  pairs: string[];
}

function onMoreHeaders(stream: Http2Stream, { category, flags, headers, pairs }: MoreHeaders): void {
  const session = stream.session!;
  const isEnded = (flags & FLAG_END_STREAM) !== 0;
  const name = nameOfHeaders(category, headers[":status"], isEnded);
  if (headers[":status"] === MISDIRECTED_REQUEST) originSetOf(session).delete(stream[kOrigin]);
  if (isDebugging()) debugStream(stream, "emitting stream '%s' event", name);
  nextTick(emitHeaders, stream, name, headers, flags, pairs);
  if (name === "response" || name === "push")
    publishIfSubscribed("http2.client.stream.finish", { stream, headers, flags });
  if (isEnded) stream.push(null);
}

function emitHeaders(stream: Http2Stream, name: string, headers: HeaderFields, flags: number, pairs: string[]): void {
  stream.emit(name, headers, flags, pairs);
}

function nameOfHeaders(category: number, status: number | undefined, isEnded: boolean): string {
  if (category === CATEGORY_RESPONSE)
    return !isEnded && status !== undefined && status >= 100 && status < 200 ? "headers" : "response";
  if (category === CATEGORY_PUSH_RESPONSE) return "push";
  if (status !== undefined && status >= 200) return "response";
  return isEnded ? "trailers" : "headers";
}

function onData(session: Http2Session, id: number, bytes: Uint8Array): void {
  const stream = session[kState].streams.get(id);
  if (stream !== undefined) inScope(stream, pushData, bytes);
}

function pushData(stream: Http2Stream, bytes: Uint8Array): void {
  stream[kUpdateTimer]();
  // Data that arrives after the program has closed the stream is discarded.
  if (stream.closed) return;
  if (!stream.destroyed && !stream.push(bytes) && !stream.destroyed) stopReading(stream);
}

function onEnd(session: Http2Session, id: number): void {
  const stream = session[kState].streams.get(id);
  if (stream !== undefined) inScope(stream, pushEnd, undefined);
}

function pushEnd(stream: Http2Stream): void {
  stream[kUpdateTimer]();
  if (stream._readableState.endEmitted) {
    stream[kMaybeDestroy]();
    return;
  }
  stream.on("end", stream[kMaybeDestroy]);
  // A stream that is not read still has to emit "end".
  stream.push(null);
  stream.read(0);
}

function onClose(session: Http2Session, id: number, code: number, isResetByPeer: boolean): void {
  const stream = session[kState].streams.get(id);
  if (stream === undefined) {
    // It was closed before its headers were complete.
    session[kHandle]?.forget(id);
    return;
  }
  inScope(stream, closeBy, { code, isResetByPeer });
}

function closeBy(stream: Http2Stream, { code, isResetByPeer }: { code: number; isResetByPeer: boolean }): void {
  onStreamClose(stream, code, isResetByPeer);
}

function onSettings(session: Http2Session, entries: Uint8Array): void {
  session[kUpdateTimer]();
  if (isDebugging()) debugSession(session, "new settings received");
  // Not those of the native session: it may have received further frames.
  session[kRemoteSettings] = remoteAfter(session, entries);
  session.emit("remoteSettings", session.remoteSettings);
}

function onPing(session: Http2Session, payload: Uint8Array): void {
  session[kUpdateTimer]();
  if (isDebugging()) debugSession(session, "new ping received");
  session.emit("ping", payload);
}

// Without an error the session closes when its streams have ended; with one it is destroyed.
function onGoAway(session: Http2Session, code: number, lastStream: number, data: Uint8Array | undefined): void {
  if (isDebugging()) debugSession(session, "goaway %d received [last stream id: %d]", code, lastStream);
  session[kState].goawayCode = code;
  session[kState].goawayLastStreamID = lastStream;
  session.emit("goaway", code, lastStream, data);
  if (code === NO_ERROR) session.close();
  else session.destroy(new ERR_HTTP2_SESSION_ERROR(code), NO_ERROR);
}

function onAltSvc(session: Http2Session, stream: number, origin: string, value: string): void {
  if (isDebugging()) debugSession(session, "altsvc received: stream: %d, origin: %s, alt: %s", stream, origin, value);
  session[kUpdateTimer]();
  session.emit("altsvc", value, origin, stream);
}

function onOrigin(session: Http2Session, origins: string[]): void {
  if (isDebugging()) debugSession(session, "origin received: %j", origins);
  session[kUpdateTimer]();
  if (!session.encrypted) return;
  const known = originSetOf(session);
  for (const origin of origins) {
    if (known.size >= session[kMaxOriginSetSize]) {
      session.destroy(new ERR_HTTP2_TOO_MANY_ORIGINS(session[kMaxOriginSetSize]));
      return;
    }
    known.add(origin);
  }
  session.emit("origin", origins);
}

function onInternalError(session: Http2Session, code: number, hadTooManyInvalidFrames: boolean): void {
  session.destroy(new NghttpError(code, hadTooManyInvalidFrames));
}

function onFrameError(session: Http2Session, id: number, type: number, nativeCode: number): void {
  const code = protocolCodeOf(nativeCode);
  if (isDebugging()) debugSession(session, "error sending frame type %d on stream %d, code: %d", type, id, code);
  const stream = session[kState].streams.get(id);
  const emitter = stream ?? session;
  emitter[kUpdateTimer]();
  emitter.emit("frameError", type, code, id);
  // In the check phase: a GOAWAY with the reason may still be sent before.
  setImmediate(() => {
    stream?.close(code);
    session.close();
  });
}

function onWantTrailers(session: Http2Session, id: number): void {
  const stream = session[kState].streams.get(id);
  if (stream !== undefined) inScope(stream, wantTrailers, undefined);
}

function wantTrailers(stream: Http2Stream): void {
  stream[kState].trailersReady = true;
  if (stream.destroyed || stream.closed) return;
  if (!stream.emit("wantTrailers")) stream.sendTrailers({});
}

function onPriority(session: Http2Session, id: number, parent: number, weight: number, isExclusive: boolean): void {
  const emitter = session[kState].streams.get(id) ?? session;
  if (emitter.destroyed) return;
  emitter[kUpdateTimer]();
  emitter.emit("priority", id, parent, weight, isExclusive);
}
