// Numbers of RFC 9113 and of nghttp2 that the implementation uses. `constants.ts` has all of them, with the names for programs.
export const NO_ERROR = 0;
export const INTERNAL_ERROR = 2;
export const REFUSED_STREAM = 7;
export const CANCEL = 8;

/** RFC 9113 §7, in the order of their numbers. */
const ERROR_NAMES = [
  "NGHTTP2_NO_ERROR",
  "NGHTTP2_PROTOCOL_ERROR",
  "NGHTTP2_INTERNAL_ERROR",
  "NGHTTP2_FLOW_CONTROL_ERROR",
  "NGHTTP2_SETTINGS_TIMEOUT",
  "NGHTTP2_STREAM_CLOSED",
  "NGHTTP2_FRAME_SIZE_ERROR",
  "NGHTTP2_REFUSED_STREAM",
  "NGHTTP2_CANCEL",
  "NGHTTP2_COMPRESSION_ERROR",
  "NGHTTP2_CONNECT_ERROR",
  "NGHTTP2_ENHANCE_YOUR_CALM",
  "NGHTTP2_INADEQUATE_SECURITY",
  "NGHTTP2_HTTP_1_1_REQUIRED",
];

/** The name of an error code; the code itself when it has none. */
export function nameOfError(code: number): string | number {
  return ERROR_NAMES[code] ?? code;
}

export const FLAG_END_STREAM = 1;

/** Categories of header blocks in nghttp2. */
export const CATEGORY_RESPONSE = 1;
export const CATEGORY_PUSH_RESPONSE = 2;

/** Error codes of native functions. */
export const ERR_PROTO = -505;
export const ERR_STREAM_ID_NOT_AVAILABLE = -509;
export const ERR_STREAM_CLOSED = -510;
export const ERR_INVALID_ARGUMENT = -501;
export const ERR_NOMEM = -901;

/** The code of RFC 9113 §7 for an error of nghttp2. */
export function protocolCodeOf(code: number): number {
  switch (code) {
    case ERR_STREAM_CLOSED:
      return 5;
    case -523:
      return 9; // NGHTTP2_ERR_HEADER_COMP
    case -522:
      return 6; // NGHTTP2_ERR_FRAME_SIZE_ERROR
    case -524:
      return 3; // NGHTTP2_ERR_FLOW_CONTROL
    case -533:
      return REFUSED_STREAM; // NGHTTP2_ERR_REFUSED_STREAM
    case ERR_PROTO:
    case -531: // NGHTTP2_ERR_HTTP_HEADER
    case -532: // NGHTTP2_ERR_HTTP_MESSAGING
      return 1;
    default:
      return INTERNAL_ERROR;
  }
}
