// Content codings of responses.
import { codedError } from "internal:fetch/failures";

/** The value of Accept-Encoding. */
export function acceptedEncodings(): string {
  return "identity";
}

/** The error of a response whose coding cannot be undone. */
export function undecodable(coding: string): Error {
  return codedError("ERR_METHOD_NOT_IMPLEMENTED", `The decoding of the content coding '${coding}' is not implemented`);
}
