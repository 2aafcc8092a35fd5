// native:http2. HTTP/2 sessions over bytes that JavaScript reads and writes, for node:http2. Implemented by host/http2
// over base/http2.
//
// A session is identified by a number. `receive` and `send` leave events in `record()`, an Int32Array of this thread,
// whose words `Http2Record` names. The text of events is Latin-1: parts that are each ended by NUL. Header fields to send are one string: for each its
// name, NUL, its value, NUL, and "1" when it must not be in a compression table, else "0". Functions that return an i32
// return 0 (or the number of a stream) or a negative code of nghttp2.
import type { Any, Bytes, Enum, EnumOf, Flags, FlagsOf, Options, f64, i32, u32, u8 } from "./types.ts";

/** The words of the record. */
export declare const Http2Record: Flags<
  u8,
  {
    /** How many events are in the record. */
    COUNT: 0;
    /** 1 when `moreEvents` has further ones. */
    HAS_MORE: 1;
    /** 0, or the negative code of nghttp2 with which the session failed. */
    OUTCOME: 2;
    /** `Http2OutcomeFlags`. */
    FLAGS: 3;
    /** Where the events start. */
    EVENTS: 4;
    /** The words of an event: an `Http2Event` and five arguments. */
    EVENT_WORDS: 6;
  }
>;

/** The state of a session after `receive` and `send`. */
export declare const Http2OutcomeFlags: Flags<
  u8,
  {
    WANTS_READ: 1;
    WANTS_WRITE: 2;
    /** It failed for too many invalid frames. */
    HAD_TOO_MANY_INVALID_FRAMES: 4;
    /** The events have text. */
    HAS_TEXT: 8;
  }
>;
export type Http2OutcomeFlags = FlagsOf<typeof Http2OutcomeFlags>;

/** What happened in a session, and the arguments. */
export declare const Http2Event: Enum<
  i32,
  {
    /**
     * A complete header block: stream, category (`NGHTTP2_HCAT_*`), flags of the frame, count of fields, count of
     * sensitive names. Names, values and sensitive names are in the text.
     */
    HEADERS: 1;
    /** Bytes of a message: stream, start and end of the bytes in the received input. */
    DATA: 2;
    /** The peer's side of a stream has ended: stream. */
    END: 3;
    /** A stream is closed: stream, code, 1 when the peer has reset it. */
    CLOSE: 4;
    /** SETTINGS: 1 when it is an acknowledgement. Entries of six bytes are in the text as hexadecimal digits. */
    SETTINGS: 5;
    /** PING: 1 when it is an acknowledgement, its eight bytes as two words. */
    PING: 6;
    /** GOAWAY: code, last stream. Its data is in the text as hexadecimal digits. */
    GO_AWAY: 7;
    /** ALTSVC: stream. Origin and value are in the text as hexadecimal digits. */
    ALT_SVC: 8;
    /** ORIGIN: count of origins, which are in the text as hexadecimal digits. */
    ORIGIN: 9;
    /** The peer violated the protocol: code of nghttp2. */
    ERROR: 10;
    /** A frame could not be sent: stream, type of the frame, code of nghttp2. */
    FRAME_ERROR: 11;
    /** A write is completely in the result of `send`: stream. */
    WRITTEN: 12;
    /** All data is sent and trailers may follow: stream. */
    WANT_TRAILERS: 13;
    /** PRIORITY: stream, parent, weight, 1 when exclusive. */
    PRIORITY: 14;
  }
>;
export type Http2Event = EnumOf<typeof Http2Event>;

/** Which end of a connection a session is. */
export declare const Http2Role: Enum<u8, { SERVER: 0; CLIENT: 1 }>;
export type Http2Role = EnumOf<typeof Http2Role>;

/** Whose settings. */
export declare const Http2Side: Enum<u8, { LOCAL: 0; REMOTE: 1 }>;
export type Http2Side = EnumOf<typeof Http2Side>;

/** What follows a header block. */
export declare const Http2MessageFlags: Flags<
  u8,
  {
    NO_BODY: 1;
    /** Trailers follow the body. */
    TRAILERS: 2;
  }
>;
export type Http2MessageFlags = FlagsOf<typeof Http2MessageFlags>;

/** How frames are padded, which hides their length: Node's `PADDING_STRATEGY_…`. */
export declare const Http2Padding: Enum<u8, { NONE: 0; ALIGNED: 1; MAXIMUM: 2 }>;

/** Node's options of a session; null for the default. */
export interface Http2Options extends Options {
  deflateTableBytesMax: f64 | null;
  reservedRemoteStreamsMax: f64 | null;
  sendHeaderBlockBytesMax: f64 | null;
  peerConcurrentStreamsMax: f64 | null;
  /** An `Http2Padding`. */
  padding: f64 | null;
  headerPairsMax: f64 | null;
  memoryBytesMax: f64 | null;
  settingsEntriesMax: f64 | null;
  streamResetBurst: f64 | null;
  streamResetRate: f64 | null;
  allowsOuterWhiteSpace: boolean;
  invalidFramesMax: f64 | null;
  rejectedStreamsMax: f64 | null;
  /** Measures times. */
  isMeasured: boolean;
}

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
export declare function record(): Any<Int32Array>;

/** Creates a session. */
export declare function create(role: Http2Role, options: Http2Options): u32;

/** Frees a session. Its number may be reused. */
export declare function free(session: u32): void;

/**
 * Processes bytes of the peer. Offsets of data events refer to these bytes. Returns the text of the events, or null.
 */
export declare function receive(session: u32, bytes: Bytes): Any<string | null>;

/** All bytes for the peer; null when there are none. Its events have no text. */
export declare function send(session: u32): Bytes | null;

/** Writes the next events into the record. */
export declare function moreEvents(session: u32): void;

/** Whether the session wants to read and to write. */
export declare function wants(session: u32): Http2OutcomeFlags;

/** Sends a request. Returns the number of the stream. */
export declare function request(session: u32, headers: string, count: u32, flags: Http2MessageFlags): i32;

/** Sends a response. */
export declare function respond(session: u32, stream: i32, headers: string, count: u32, flags: Http2MessageFlags): i32;

/** Sends an interim response. */
export declare function inform(session: u32, stream: i32, headers: string, count: u32): i32;

/** Ends a stream with trailers, after the event `WANT_TRAILERS`. */
export declare function sendTrailers(session: u32, stream: i32, headers: string, count: u32): i32;

/** Promises a stream. Returns its number. */
export declare function push(session: u32, stream: i32, headers: string, count: u32, flags: Http2MessageFlags): i32;

/** Queues bytes; the event `WRITTEN` follows when the last one is sent. Returns how many; -1 when the stream accepts no more. */
export declare function write(session: u32, stream: i32, bytes: Bytes): i32;

/** Queues a string as UTF-8. Returns its length in bytes. */
export declare function writeText(session: u32, stream: i32, text: string): i32;

/** Queues several views as one write. */
export declare function writeMany(session: u32, stream: i32, chunks: Any<readonly Uint8Array[]>): i32;

/** No more data follows what is queued. */
export declare function endStream(session: u32, stream: i32): void;

/** Sets whether the stream is being read; without a reader the peer's flow-control window is exhausted. */
export declare function setReading(session: u32, stream: i32, reading: boolean): void;

/** Resets a stream. */
export declare function reset(session: u32, stream: i32, code: u32): i32;

/** Releases a stream: it has no more events, and its queue is dropped. */
export declare function releaseStream(session: u32, stream: i32): void;

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

/** Settings in effect for one side. */
export declare function settingsOf(session: u32, side: Http2Side): Settings;

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
