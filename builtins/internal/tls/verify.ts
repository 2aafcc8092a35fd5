// Why a peer is not trusted, as an error.
import * as native from "native:tls";

/** Failures that a local root certificate would mend. */
const MENDED_BY_ROOTS = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT", "DEPTH_ZERO_SELF_SIGNED_CERT"];

/** The error of the verification of `session`'s peer; null when it is trusted. `isClient` adds what can be done. */
export function verifyError(session: number, isClient: boolean): any {
  const code = native.sessionText(session, 7);
  if (code === null) return null;
  let text = native.sessionText(session, 8)!;
  if (isClient && MENDED_BY_ROOTS.includes(code)) text += "; if the root CA is installed locally, try running Node.js with --use-system-ca";
  const error: any = new Error(text);
  error.code = code;
  return error;
}
