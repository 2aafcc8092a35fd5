// The options of sessions, and their encoding for `native:http2`.
// https://nodejs.org/api/http2.html#http2createserveroptions-onrequesthandler
import { isUint32 } from "internal:core/validators";
import type { SettingsObject } from "internal:node/http2/settings";

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

/** See `create` of native:http2: values in its order, NaN for options that are not set. */
export function nativeOptions(options: SessionOptions, isMeasured: boolean): Float64Array {
  const number = (name: string, minimum = 0): number =>
    typeof options[name] === "number" ? Math.max(minimum, options[name]) : NaN;
  const uint32 = (name: string): number => (isUint32(options[name]) ? options[name] : NaN);
  return new Float64Array([
    number("maxDeflateDynamicTableSize"),
    number("maxReservedRemoteStreams"),
    number("maxSendHeaderBlockLength"),
    number("peerMaxConcurrentStreams"),
    number("paddingStrategy"),
    number("maxHeaderListPairs"),
    number("maxSessionMemory", 1) * BYTES_PER_MEGABYTE,
    number("maxSettings", 1),
    number("streamResetBurst", 1),
    number("streamResetRate", 1),
    options.strictFieldWhitespaceValidation === false ? 1 : NaN,
    uint32("maxSessionInvalidFrames"),
    uint32("maxSessionRejectedStreams"),
    isMeasured ? 1 : NaN,
  ]);
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
