// How an Http2Stream ends: by a reset of its own or of the peer, by its natural end, by being destroyed.
import { AbortError, ERR_HTTP2_STREAM_ERROR } from "internal:core/errors";
import * as context from "internal:core/async/context";
import { findChannel } from "internal:core/diagnostics/channel";
import { setImmediate } from "internal:core/timers";
import { CANCEL, INTERNAL_ERROR, NO_ERROR, nameOfError } from "internal:node/http2/codes";
import { debugStreamOf, isDebugging } from "internal:node/http2/debug";
import { ABORTED, CLOSED, type StreamState } from "internal:node/http2/stream_state";
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

/** Whether closing sends RST_STREAM: after what is written, not at all, at once. */
export const RESET_LATER = 0;
export const NO_RESET = 1;
export const RESET_NOW = 2;

/** Marks the stream as closed with `code`, ends its writing side and resets it as `reset` says. */
export function closeStream(stream: any, code: number, reset = RESET_LATER): void {
  const state: StreamState = stream[kState];
  const type = stream[kSession][kType];
  state.flags |= CLOSED;
  state.rstCode = code;
  stopTimeout(stream);
  const isEnding = stream._writableState.ending;
  if (!isEnding) {
    // The program was not done with writing.
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

function sendReset(stream: any, code: number): void {
  if (stream.pending) {
    stream.push(null);
    stream.once("ready", () => stream[kHandle]?.reset(stream[kId], code));
    return;
  }
  stream[kHandle]?.reset(stream[kId], code);
}

/** The stream is over on the wire. Returns false when nobody has to be told. */
export function onStreamClose(stream: any, code: number, isResetByPeer: boolean): boolean {
  if (stream.destroyed) return false;
  if (isDebugging())
    debugStreamOf(
      stream[kSession],
      stream[kId],
      "closed with code %d, closed %s, readable %s",
      code,
      stream.closed,
      stream.readable,
    );
  if (!stream.closed) closeStream(stream, code, NO_RESET);
  if (!stream.readable || code !== NO_ERROR) {
    stream.destroy();
    return true;
  }
  // What has come can still be read. Writes that are under way are lost when the peer has reset the stream: nobody waits for them.
  stream.on("end", isResetByPeer ? stream.destroy : stream[kMaybeDestroy]);
  stream.push(null);
  const isUnread = !stream[kState].didRead && stream.readableFlowing === null;
  if (stream[kSession][kType] === SERVER && isUnread) stream.resume();
  else stream.read(0);
  return true;
}

/** `_destroy`: resets the stream unless it is closed, and takes it out of its session. */
export function destroyStream(stream: any, error: any, callback: (error?: any) => void): void {
  const session = stream[kSession];
  const handle = stream[kHandle];
  const id = stream[kId];
  if (isDebugging()) debugStreamOf(session, id || "pending", "destroying stream");
  const state: StreamState = stream[kState];
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
  // A stream that closes well ends well, and for one that was cancelled "aborted" says everything.
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
    // Nobody will tell of this write any more.
    state.writeCallback = null;
    state.writePending = 0;
    writeCallback(error);
  }
  callback(error);
  if (stream[kScope] !== undefined) context.destroyed(stream[kScope]);
}

function codeOf(stream: any, error: any): number {
  const { goawayCode, destroyCode } = stream[kSession][kState];
  const sessionCode = goawayCode || destroyCode;
  if (error !== null && error !== undefined)
    return sessionCode || (error instanceof AbortError ? CANCEL : INTERNAL_ERROR);
  return stream.closed ? stream.rstCode : sessionCode;
}

function checkSession(session: any): void {
  session[kMaybeDestroy]();
}
