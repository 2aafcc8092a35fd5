// Closes an Http2Stream: by a reset of its own or of the peer, at its regular end, or because it is destroyed.
import { AbortError, ERR_HTTP2_STREAM_ERROR } from "internal:core/errors";
import * as context from "internal:core/async/context";
import { findChannel } from "internal:core/diagnostics/channel";
import { setImmediate } from "internal:core/timers";
import { CANCEL, INTERNAL_ERROR, NO_ERROR, nameOfError } from "internal:node/http2/codes";
import { debugStreamOf, isDebugging } from "internal:node/http2/debug";
import type { Callback } from "internal:node/http/message_socket";
import type { Http2Session } from "internal:node/http2/session";
import type { Http2Stream } from "internal:node/http2/stream";
import { ABORTED, CLOSED } from "internal:node/http2/stream_state";
import {
  CLIENT,
  SERVER,
  kHandle,
  kId,
  kMaybeDestroy,
  kScope,
  kSession,
  kState,
  kType,
} from "internal:node/http2/symbols";
import { stopTimeout } from "internal:node/http2/timeouts";
import defer * as measuring from "internal:node/http2/performance_entries";

/** Whether closing sends RST_STREAM: after the written data, not at all, at once. */
export const RESET_LATER = 0;
export const NO_RESET = 1;
export const RESET_NOW = 2;

/** Marks the stream as closed with `code`, ends its writing side and resets it as `reset` says. */
export function closeStream(stream: Http2Stream, code: number, reset = RESET_LATER): void {
  const state = stream[kState];
  const type = stream[kSession]![kType];
  state.flags |= CLOSED;
  state.rstCode = code;
  stopTimeout(stream);
  const isEnding = stream._writableState.ending;
  if (!isEnding) {
    // The program has not finished writing.
    if ((state.flags & ABORTED) === 0) {
      state.flags |= ABORTED;
      stream.emit("aborted");
    }
    stream.end();
  }
  if (reset !== NO_RESET) {
    if (!isEnding || stream.writableFinished || code !== NO_ERROR || reset === RESET_NOW) sendReset(stream, code);
    else stream.once("finish", () => sendReset(stream, code));
  }
  const channel = findChannel(type === CLIENT ? "http2.client.stream.close" : "http2.server.stream.close");
  if (channel?.hasSubscribers) channel.publish({ stream });
}

function sendReset(stream: Http2Stream, code: number): void {
  if (stream.pending) {
    stream.push(null);
    stream.once("ready", () => stream[kHandle]?.reset(stream[kId]!, code));
    return;
  }
  stream[kHandle]?.reset(stream[kId]!, code);
}

/** The stream is closed in the protocol. */
export function onStreamClose(stream: Http2Stream, code: number, isResetByPeer: boolean): void {
  if (stream.destroyed) return;
  if (isDebugging())
    debugStreamOf(
      stream[kSession]!,
      stream[kId]!,
      "closed with code %d, closed %s, readable %s",
      code,
      stream.closed,
      stream.readable,
    );
  if (!stream.closed) closeStream(stream, code, NO_RESET);
  if (!stream.readable || code !== NO_ERROR) {
    stream.destroy();
    return;
  }
  // Received data can still be read. If the peer has reset the stream, pending writes are lost and not waited for.
  stream.on("end", isResetByPeer ? stream.destroy : stream[kMaybeDestroy]);
  stream.push(null);
  const isUnread = !stream[kState].didRead && stream.readableFlowing === null;
  if (stream[kSession]![kType] === SERVER && isUnread) stream.resume();
  else stream.read(0);
}

/** `_destroy`: resets the stream unless it is closed, and removes it from its session. */
export function destroyStream(stream: Http2Stream, error: unknown, callback: Callback): void {
  const session = stream[kSession]!;
  const handle = stream[kHandle];
  const id = stream[kId]!;
  if (isDebugging()) debugStreamOf(session, id || "pending", "destroying stream");
  const state = stream[kState];
  const sessionState = session[kState];
  const code = codeOf(stream, error);
  const hasHandle = handle !== undefined;
  if (!stream.closed) closeStream(stream, code, hasHandle ? RESET_NOW : NO_RESET);
  stream.push(null);
  if (hasHandle) {
    if (state.startedMs !== 0) measuring.reportStream(session, stream);
    handle.forget(id);
    sessionState.streams.delete(id);
  } else {
    sessionState.pendingStreams.delete(stream);
  }
  sessionState.writeQueueSize -= state.writeQueueSize;
  state.writeQueueSize = 0;
  // A regular end is no error, and a cancelled stream has emitted "aborted".
  if ((error === null || error === undefined) && code !== NO_ERROR && code !== CANCEL)
    error = new ERR_HTTP2_STREAM_ERROR(nameOfError(code));
  stream[kSession] = undefined;
  stream[kHandle] = undefined;
  state.file?.stop();
  setImmediate(checkSession, session);
  if (error) {
    const channel = findChannel(session[kType] === CLIENT ? "http2.client.stream.error" : "http2.server.stream.error");
    if (channel?.hasSubscribers) channel.publish({ stream, error });
  }
  const { writeCallback } = state;
  if (writeCallback !== null) {
    // No event follows for this write.
    state.writeCallback = null;
    state.writePending = 0;
    writeCallback(error);
  }
  callback(error);
  if (stream[kScope] !== undefined) context.destroyed(stream[kScope]);
}

function codeOf(stream: Http2Stream, error: unknown): number {
  const { goawayCode, destroyCode } = stream[kSession]![kState];
  const sessionCode = goawayCode || destroyCode;
  if (error !== null && error !== undefined)
    return sessionCode || (error instanceof AbortError ? CANCEL : INTERNAL_ERROR);
  return stream.closed ? stream.rstCode : sessionCode;
}

function checkSession(session: Http2Session): void {
  session[kMaybeDestroy]();
}
