// The error of a failed certificate verification.
import * as native from "native:tls";
import { TlsString } from "native:tls";

/** Failures that a local root certificate would fix. */
const FIXED_BY_ROOTS = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT", "DEPTH_ZERO_SELF_SIGNED_CERT"];

/** The message of the failure `code`, with Node's hint where a local root certificate would fix it. */
export function withSystemCaHint(code: string, message: string): string {
  return FIXED_BY_ROOTS.includes(code)
    ? `${message}; if the root CA is installed locally, try running Node.js with --use-system-ca`
    : message;
}

/** The error of the verification of `session`'s peer; null when it is trusted. `isClient` adds Node's hint. */
export function verifyError(session: number, isClient: boolean): (Error & { code?: string }) | null {
  const code = native.sessionString(session, TlsString.VERIFY_CODE);
  if (code === null) return null;
  const message = native.sessionString(session, TlsString.VERIFY_MESSAGE)!;
  const error: Error & { code?: string } = new Error(isClient ? withSystemCaHint(code, message) : message);
  error.code = code;
  return error;
}
