// How an Http2Session ends: its streams first, then the native side says goodbye, then the socket goes. Session and socket end together.
import { ERR_HTTP2_STREAM_CANCEL, ERR_SOCKET_CLOSED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { setImmediate } from "internal:core/timers";
import { CANCEL, NO_ERROR } from "internal:node/http2/codes";
import { debugSession, isDebugging } from "internal:node/http2/debug";
import { DESTROYED } from "internal:node/http2/session_state";
import {
  kBoundSession,
  kHandle,
  kServer,
  kSessionSocket,
  kSessions,
  kSocket,
  kState,
} from "internal:node/http2/symbols";
import { stopTimeout } from "internal:node/http2/timeouts";
import defer * as measuring from "internal:node/http2/performance_entries";

/** Emits "connect" in a tick of its own. */
export function emitConnect(session: any, socket: any): void {
  nextTick(() => session.emit("connect", session, socket));
}

/** Ends the session with the GOAWAY code `code`; listeners get `error`, if there is one. */
export function closeSession(session: any, code: number, error: any): void {
  if (isDebugging()) debugSession(session, "start closing/destroying", error);
  const state = session[kState];
  state.flags |= DESTROYED;
  state.destroyCode = code;
  stopTimeout(session);
  const socket = session[kSocket];
  const handle = session[kHandle];
  if (state.pendingStreams.size > 0 || state.streams.size > 0) {
    const cancel = new ERR_HTTP2_STREAM_CANCEL(error);
    for (const stream of [...state.pendingStreams]) stream.destroy(cancel);
    for (const stream of [...state.streams.values()]) stream.destroy(error);
  }
  if (handle === undefined) {
    finish(session, error);
    return;
  }
  handle.onDone = () => {
    if (state.startedMs !== 0) measuring.reportSession(session, handle);
    finish(session, error);
  };
  handle.destroy(code, socket.destroyed);
}

function finish(session: any, error: any): void {
  if (isDebugging()) debugSession(session, "finishSessionClose");
  const socket = session[kSocket];
  release(session, socket);
  if (socket === undefined || socket.destroyed) {
    nextTick(emitClose, session, error);
    return;
  }
  socket.on("close", () => emitClose(session, error));
  // The peer closing is noticed only when something reads.
  if (session.closed) socket.resume();
  socket.end((endError: any) => {
    if (isDebugging()) debugSession(session, "finishSessionClose socket end", endError, error);
    if (!session.closed) setImmediate(() => socket.destroy(error));
  });
}

function release(session: any, socket: any): void {
  const server = session[kServer];
  session[kSessionSocket] = undefined;
  session[kSocket] = undefined;
  session[kHandle] = undefined;
  server?.[kSessions].delete(session);
  if (socket === undefined) return;
  socket[kBoundSession] = undefined;
  socket[kServer] = undefined;
}

function emitClose(session: any, error: any): void {
  if (error) session.emit("error", error);
  session.emit("close");
}

/** The socket failed, and the session with it. */
export function onSocketError(this: any, error: any): void {
  const session = this[kBoundSession];
  if (session === undefined) return;
  // Whoever has said goodbye may hang up.
  if (error.code === "ECONNRESET" && session[kState].goawayCode !== null) {
    session.destroy();
    return;
  }
  if (isDebugging()) debugSession(session, "socket error [%s]", error.message);
  session.destroy(error);
}

/** The socket is closed: so are the streams. */
export function onSocketClose(this: any): void {
  const session = this[kBoundSession];
  if (session === undefined) return;
  if (isDebugging()) debugSession(session, "socket closed");
  const error = session.connecting ? new ERR_SOCKET_CLOSED() : null;
  const { streams, pendingStreams } = session[kState];
  for (const stream of [...streams.values()]) stream.close(CANCEL);
  for (const stream of [...pendingStreams]) stream.close(CANCEL);
  session.close();
  closeSession(session, NO_ERROR, error);
}
