// The options of a session for `native:http2`. https://nodejs.org/api/http2.html#http2createserveroptions-onrequesthandler
import { isUint32 } from "internal:core/validators";

const BYTES_PER_MEGABYTE = 1e6;
const QUESTIONS_MAX = 10;

/** See `create` of native:http2: values in its order, NaN for what the program has not chosen. */
export function nativeOptions(options: any, isMeasured: boolean): Float64Array {
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

/** How many PING frames may wait for their answer. */
export function pingsMaxOf(options: any): number {
  return typeof options.maxOutstandingPings === "number" ? options.maxOutstandingPings : QUESTIONS_MAX;
}

/** How many SETTINGS frames may wait for their answer. */
export function settingsMaxOf(options: any): number {
  return typeof options.maxOutstandingSettings === "number"
    ? Math.max(1, options.maxOutstandingSettings)
    : QUESTIONS_MAX;
}
