// native:http2. HTTP/2 sessions over bytes that JavaScript reads and writes, for node:http2. Implemented by host/http2
// over base/http2.
//
// A session is identified by a number. `receive` and `send` leave events in `record()`, an Int32Array of this thread:
//   [0] count of events in the record
//   [1] 1 when `moreEvents` has further ones
//   [2] 0, or the negative code of nghttp2 with which the session failed
//   [3] sum of: 1 the session wants to read, 2 it wants to write, 4 it failed for too many invalid frames, 8 there is
//       text
//   [4] and following: the events, six words each: kind, then the words that `brio_http2::EventKind` defines for it
// The text of events is Latin-1: parts that are each ended by NUL. Header fields to send are one string: for each its
// name, NUL, its value, NUL, and "1" when it must not be in a compression table, else "0". Functions that return an i32
// return 0 (or the number of a stream) or a negative code of nghttp2.
import type { Any, Bytes, f64, i32, u32, u8 } from "./types.ts";

/** Settings in effect for one side. */
export interface Settings {
  headerTableSize: u32;
  enablePush: boolean;
  initialWindowSize: u32;
  maxFrameSize: u32;
  maxConcurrentStreams: u32;
  maxHeaderListSize: u32;
  maxHeaderSize: u32;
  enableConnectProtocol: boolean;
}

/** The protocol state of a session. */
export interface SessionState {
  effectiveLocalWindowSize: i32;
  effectiveRecvDataLength: i32;
  nextStreamID: u32;
  localWindowSize: i32;
  lastProcStreamID: i32;
  remoteWindowSize: i32;
  outboundQueueSize: u32;
  deflateDynamicTableSize: u32;
  inflateDynamicTableSize: u32;
}

/** The protocol state of a stream. */
export interface StreamState {
  state: i32;
  weight: i32;
  sumDependencyWeight: i32;
  localClose: i32;
  remoteClose: i32;
  localWindowSize: i32;
}

/** The traffic of a session. */
export interface SessionStatistics {
  framesReceived: u32;
  framesSent: u32;
  streamCount: u32;
  maxConcurrentStreams: u32;
}

/** The traffic of a stream. Times are milliseconds before now; -1 when it has not happened. */
export interface StreamStatistics {
  bytesReceived: f64;
  bytesSent: f64;
  firstHeaderAgo: f64;
  firstByteAgo: f64;
  firstByteSentAgo: f64;
}

/** The record, an Int32Array of this thread. */
export declare function record(): Any;

/**
 * Creates a session. `role`: 0 server, 1 client. `options` has f64 values, NaN for the default: bytes of the deflate
 * table, reserved remote streams, bytes of a header block sent, concurrent streams of the peer, padding (0 none, 1
 * aligned, 2 maximum), pairs of a header block, bytes of memory, entries of SETTINGS, burst and rate of resets, 1 to
 * allow white space around values, invalid frames, rejected streams, 1 to measure times.
 */
export declare function create(role: u8, options: Bytes): u32;

/** Frees a session. Its number may be reused. */
export declare function free(session: u32): void;

/**
 * Processes bytes of the peer. Offsets of data events refer to these bytes. Returns the text of the events, or null.
 */
export declare function receive(session: u32, bytes: Bytes): Any;

/** All bytes for the peer; null when there are none. Its events have no text. */
export declare function send(session: u32): Bytes | null;

/** Writes the next events into the record. */
export declare function moreEvents(session: u32): void;

/** Sum of: 1 the session wants to read, 2 it wants to write. */
export declare function wants(session: u32): u8;

/** Sends a request. `flags`: 1 without a body, 2 trailers follow. Returns the number of the stream. */
export declare function request(session: u32, headers: string, count: u32, flags: u8): i32;

/** Sends a response. `flags` as for `request`. */
export declare function respond(session: u32, stream: i32, headers: string, count: u32, flags: u8): i32;

/** Sends an interim response. */
export declare function inform(session: u32, stream: i32, headers: string, count: u32): i32;

/** Ends a stream with trailers, after event 13 for it. */
export declare function sendTrailers(session: u32, stream: i32, headers: string, count: u32): i32;

/** Promises a stream. `flags`: 1 it has no body. Returns its number. */
export declare function push(session: u32, stream: i32, headers: string, count: u32, flags: u8): i32;

/** Queues bytes; event 12 follows when the last one is sent. Returns how many; -1 when the stream accepts no more. */
export declare function write(session: u32, stream: i32, bytes: Bytes): i32;

/** Queues a string as UTF-8. Returns its length in bytes. */
export declare function writeText(session: u32, stream: i32, text: string): i32;

/** Queues several views as one write. */
export declare function writeMany(session: u32, stream: i32, chunks: Any): i32;

/** No more data follows what is queued. */
export declare function shut(session: u32, stream: i32): void;

/** Sets whether the stream is being read; without a reader the peer's flow-control window is exhausted. */
export declare function setReading(session: u32, stream: i32, reading: boolean): void;

/** Resets a stream. */
export declare function reset(session: u32, stream: i32, code: u32): i32;

/** Releases a stream: it has no more events, and its queue is dropped. */
export declare function forget(session: u32, stream: i32): void;

/** Sends settings; `entries` has pairs of u32, number and value. */
export declare function settings(session: u32, entries: Bytes): i32;

/** Sends PING with eight bytes. */
export declare function ping(session: u32, payload: Bytes): i32;

/** Sends GOAWAY. `lastStream` 0 means the last one that was processed. */
export declare function goAway(session: u32, code: u32, lastStream: i32, data: Bytes | null): i32;

/** Sends ALTSVC (RFC 7838). */
export declare function announceService(session: u32, stream: i32, origin: string, value: string): i32;

/** Sends ORIGIN (RFC 8336); each origin is ended by NUL. */
export declare function announceOrigins(session: u32, origins: string): i32;

/** Sends GOAWAY; the session then neither reads nor writes. */
export declare function terminate(session: u32, code: u32): i32;

/** Sets the number of the next stream. */
export declare function setNextStreamId(session: u32, stream: i32): i32;

/** Sets the connection's receive window: how many unprocessed bytes the peer may send. */
export declare function setLocalWindowSize(session: u32, bytes: i32): i32;

/** Settings in effect for our side (0) or that of the peer (1). */
export declare function settingsOf(session: u32, end: u8): Settings;

/** Settings of the peer without a name: number, value, number, value, … as strings. */
export declare function remoteCustomSettings(session: u32): string[];

/** The protocol state of the session. */
export declare function sessionState(session: u32): SessionState;

/** The protocol state of a stream; one that is not sent yet is idle. */
export declare function streamState(session: u32, stream: i32): StreamState;

/** The traffic of the session so far. */
export declare function sessionStatistics(session: u32): SessionStatistics;

/** The traffic of a stream so far. */
export declare function streamStatistics(session: u32, stream: i32): StreamStatistics;

/** nghttp2's message for a code. */
export declare function errorText(code: i32): string;

/** The version of nghttp2. */
export declare function version(): string;
