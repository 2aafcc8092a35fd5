// The options of sessions, as programs and as `native:http2` have them.
// https://nodejs.org/api/http2.html#http2createserveroptions-onrequesthandler
import { isUint32 } from "internal:core/validators";
import type { SettingsObject } from "internal:node/http2/settings";
import type { Http2Options } from "native:http2";

const BYTES_PER_MEGABYTE = 1e6;
const OUTSTANDING_FRAMES_MAX = 10;

/** Options of servers and of connect(). Those of sockets and of TLS are passed on. */
export interface SessionOptions {
  [name: string]: unknown;
  settings?: SettingsObject;
  remoteCustomSettings?: number[] | undefined;
  strictSingleValueFields?: boolean;
  /** Origins that a server announces. */
  origins?: unknown[];
}

/** The options of `create` of native:http2; null for those that are not set. */
export function nativeOptions(options: SessionOptions, isMeasured: boolean): Http2Options {
  const number = (name: string, minimum = 0): number | null =>
    typeof options[name] === "number" ? Math.max(minimum, options[name]) : null;
  const uint32 = (name: string): number | null => (isUint32(options[name]) ? options[name] : null);
  const megabytes = number("maxSessionMemory", 1);
  return {
    deflateTableBytesMax: number("maxDeflateDynamicTableSize"),
    reservedRemoteStreamsMax: number("maxReservedRemoteStreams"),
    sendHeaderBlockBytesMax: number("maxSendHeaderBlockLength"),
    peerConcurrentStreamsMax: number("peerMaxConcurrentStreams"),
    padding: number("paddingStrategy"),
    headerPairsMax: number("maxHeaderListPairs"),
    memoryBytesMax: megabytes === null ? null : megabytes * BYTES_PER_MEGABYTE,
    settingsEntriesMax: number("maxSettings", 1),
    streamResetBurst: number("streamResetBurst", 1),
    streamResetRate: number("streamResetRate", 1),
    allowsOuterWhiteSpace: options.strictFieldWhitespaceValidation === false,
    invalidFramesMax: uint32("maxSessionInvalidFrames"),
    rejectedStreamsMax: uint32("maxSessionRejectedStreams"),
    isMeasured,
  };
}

/** How many PING frames may wait for their acknowledgement. */
export function pingsMaxOf(options: SessionOptions): number {
  return typeof options.maxOutstandingPings === "number" ? options.maxOutstandingPings : OUTSTANDING_FRAMES_MAX;
}

/** How many SETTINGS frames may wait for their acknowledgement. */
export function settingsMaxOf(options: SessionOptions): number {
  return typeof options.maxOutstandingSettings === "number"
    ? Math.max(1, options.maxOutstandingSettings)
    : OUTSTANDING_FRAMES_MAX;
}
