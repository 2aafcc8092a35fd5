// Why a peer is not trusted, as an error.
import * as native from "native:tls";

/** Failures that a local root certificate would mend. */
const MENDED_BY_ROOTS = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT", "DEPTH_ZERO_SELF_SIGNED_CERT"];

/** `text` of the failure `code`, with what can be done where a local root certificate would help. */
export function withWayOut(code: string, text: string): string {
  return MENDED_BY_ROOTS.includes(code)
    ? `${text}; if the root CA is installed locally, try running Node.js with --use-system-ca`
    : text;
}

/** The error of the verification of `session`'s peer; null when it is trusted. `isClient` adds what can be done. */
export function verifyError(session: number, isClient: boolean): any {
  const code = native.sessionText(session, 7);
  if (code === null) return null;
  const text = native.sessionText(session, 8)!;
  const error: any = new Error(isClient ? withWayOut(code, text) : text);
  error.code = code;
  return error;
}
