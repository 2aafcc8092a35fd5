// Errors that nghttp2 reports by a number.
import { ERR_HTTP2_TOO_MANY_INVALID_FRAMES, kIsNodeError } from "internal:core/errors";
import { errorText } from "native:http2";

/** An error whose `errno` is a code of nghttp2. Programs see it as `ERR_HTTP2_ERROR`. */
export class NghttpError extends Error {
  code: string;
  errno: number;

  /** `hadTooManyInvalidFrames`: the session failed for this reason, whatever the code is. */
  constructor(errno: number, hadTooManyInvalidFrames = false) {
    super(hadTooManyInvalidFrames ? new ERR_HTTP2_TOO_MANY_INVALID_FRAMES().message : errorText(errno));
    this.code = hadTooManyInvalidFrames ? "ERR_HTTP2_TOO_MANY_INVALID_FRAMES" : "ERR_HTTP2_ERROR";
    this.errno = errno;
  }

  get [kIsNodeError](): boolean {
    return true;
  }

  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}
