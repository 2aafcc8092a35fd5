// Performance entries of node:http2: one for each session and stream that ends while the type "http2" is observed.
// https://nodejs.org/api/perf_hooks.html#http2-http-2-details
import type { Http2Session } from "internal:node/http2/session";
import type { SessionHandle } from "internal:node/http2/session_handle";
import type { Http2Stream } from "internal:node/http2/stream";
import { createEntry } from "internal:web/performance/entries";
import { observedEntry } from "internal:web/performance/observer";
import { setImmediate } from "internal:core/timers";
import { CLIENT, kHandle, kId, kState, kType } from "internal:node/http2/symbols";
import { now } from "native:time";
import * as native from "native:http2";

/** Reports a closed stream, before its handle forgets it. */
export function reportStream(session: Http2Session, stream: Http2Stream): void {
  const handle = stream[kHandle];
  if (handle === undefined || handle.id < 0) return;
  const nowMs = now();
  const { startedMs } = stream[kState];
  const statistics = native.streamStatistics(handle.id, stream[kId]!);
  const durationMs = nowMs - startedMs;
  const sessionState = session[kState];
  sessionState.streamCount++;
  sessionState.streamsMs += durationMs;
  const sinceStart = (ago: number): number => (ago < 0 ? 0 : nowMs - ago - startedMs);
  report("Http2Stream", startedMs, durationMs, {
    bytesRead: statistics.bytesReceived,
    bytesWritten: statistics.bytesSent,
    id: stream[kId],
    timeToFirstByte: sinceStart(statistics.firstByteAgo),
    timeToFirstByteSent: sinceStart(statistics.firstByteSentAgo),
    timeToFirstHeader: sinceStart(statistics.firstHeaderAgo),
  });
}

/** Reports a closed session, before `handle` is freed. */
export function reportSession(session: Http2Session, handle: SessionHandle): void {
  if (handle.id < 0) return;
  const state = session[kState];
  const statistics = native.sessionStatistics(handle.id);
  report("Http2Session", state.startedMs, now() - state.startedMs, {
    bytesWritten: handle.bytesWritten,
    bytesRead: handle.bytesRead,
    framesReceived: statistics.framesReceived,
    framesSent: statistics.framesSent,
    maxConcurrentStreams: statistics.maxConcurrentStreams,
    pingRTT: handle.pingMs,
    streamAverageDuration: state.streamCount === 0 ? 0 : state.streamsMs / state.streamCount,
    streamCount: statistics.streamCount,
    type: session[kType] === CLIENT ? "client" : "server",
  });
}

function report(name: string, startMs: number, durationMs: number, detail: object): void {
  const entry = createEntry(name, "http2", startMs, durationMs);
  Object.defineProperty(entry, "detail", { value: detail, enumerable: true, configurable: true });
  setImmediate(observedEntry, entry);
}

/** The clock of measurements, in milliseconds. */
export function startMs(): number {
  return now();
}
