// Performance entries of node:http2: one for each session and stream that ends while somebody observes the type "http2".
// https://nodejs.org/api/perf_hooks.html#http2-http-2-details
import { isLoaded } from "internal:core/bootstrap";
import { createEntry } from "internal:web/performance/entries";
import { observedEntry } from "internal:web/performance/observer";
import { setImmediate } from "internal:core/timers";
import { CLIENT, kHandle, kId, kState, kType } from "internal:node/http2/symbols";
import { now } from "native:time";
import * as native from "native:http2";

/** Whether somebody can observe. */
export function isMeasured(): boolean {
  return isLoaded("internal:node/perf_hooks");
}

/** A stream is over, but its handle still knows it. */
export function reportStream(session: any, stream: any): void {
  const handle = stream[kHandle];
  if (handle === undefined || handle.id < 0) return;
  const nowMs = now();
  const { startedMs } = stream[kState];
  const found = native.streamStatistics(handle.id, stream[kId]);
  const durationMs = nowMs - startedMs;
  const sessionState = session[kState];
  sessionState.streamCount++;
  sessionState.streamsMs += durationMs;
  const sinceStart = (ago: number): number => (ago < 0 ? 0 : nowMs - ago - startedMs);
  report("Http2Stream", startedMs, durationMs, {
    bytesRead: found.bytesReceived,
    bytesWritten: found.bytesSent,
    id: stream[kId],
    timeToFirstByte: sinceStart(found.firstByteAgo),
    timeToFirstByteSent: sinceStart(found.firstByteSentAgo),
    timeToFirstHeader: sinceStart(found.firstHeaderAgo),
  });
}

/** A session is over; `handle` is still there. */
export function reportSession(session: any, handle: any): void {
  if (handle.id < 0) return;
  const state = session[kState];
  const found = native.sessionStatistics(handle.id);
  report("Http2Session", state.startedMs, now() - state.startedMs, {
    bytesWritten: handle.bytesWritten,
    bytesRead: handle.bytesRead,
    framesReceived: found.framesReceived,
    framesSent: found.framesSent,
    maxConcurrentStreams: found.maxConcurrentStreams,
    pingRTT: handle.pingMs,
    streamAverageDuration: state.streamCount === 0 ? 0 : state.streamsMs / state.streamCount,
    streamCount: found.streamCount,
    type: session[kType] === CLIENT ? "client" : "server",
  });
}

function report(name: string, startMs: number, durationMs: number, detail: object): void {
  const entry: any = createEntry(name, "http2", startMs, durationMs);
  Object.defineProperty(entry, "detail", { value: detail, enumerable: true, configurable: true });
  setImmediate(observedEntry, entry);
}

/** The clock of measurements, in milliseconds. */
export function startMs(): number {
  return now();
}
