// Closes an Http2Session: first its streams, then the native session, which sends GOAWAY, then the socket. Session and socket close
// together.
import { ERR_HTTP2_STREAM_CANCEL, ERR_SOCKET_CLOSED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { setImmediate } from "internal:core/timers";
import { CANCEL, NO_ERROR } from "internal:node/http2/codes";
import { debugSession, isDebugging } from "internal:node/http2/debug";
import type { NodeError } from "internal:core/errors/node_error";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { Http2Session } from "internal:node/http2/session";
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
export function emitConnect(session: Http2Session, socket: SessionSocket): void {
  nextTick(() => session.emit("connect", session, socket));
}

/** Closes the session with the GOAWAY code `code`; listeners get `error`, if there is one. */
export function closeSession(session: Http2Session, code: number, error: unknown): void {
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
  handle.destroy(code, socket!.destroyed);
}

function finish(session: Http2Session, error: unknown): void {
  if (isDebugging()) debugSession(session, "finishSessionClose");
  const socket = session[kSocket];
  release(session, socket);
  if (socket === undefined || socket.destroyed) {
    nextTick(emitClose, session, error);
    return;
  }
  socket.on("close", () => emitClose(session, error));
  // The end of the peer is only detected while reading.
  if (session.closed) socket.resume();
  socket.end((endError) => {
    if (isDebugging()) debugSession(session, "finishSessionClose socket end", endError, error);
    if (!session.closed) setImmediate(() => socket.destroy(error));
  });
}

function release(session: Http2Session, socket: SessionSocket | undefined): void {
  const server = session[kServer];
  session[kSessionSocket] = undefined;
  session[kSocket] = undefined;
  session[kHandle] = undefined;
  server?.[kSessions].delete(session);
  if (socket === undefined) return;
  socket[kBoundSession] = undefined;
  socket[kServer] = undefined;
}

function emitClose(session: Http2Session, error: unknown): void {
  if (error) session.emit("error", error);
  session.emit("close");
}

/** The socket failed: destroys the session. */
export function onSocketError(this: SessionSocket, error: NodeError): void {
  const session = this[kBoundSession];
  if (session === undefined) return;
  // After GOAWAY the peer may close the connection.
  if (error.code === "ECONNRESET" && session[kState].goawayCode !== null) {
    session.destroy();
    return;
  }
  if (isDebugging()) debugSession(session, "socket error [%s]", error.message);
  session.destroy(error);
}

/** The socket is closed: closes the session and its streams. */
export function onSocketClose(this: SessionSocket): void {
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
