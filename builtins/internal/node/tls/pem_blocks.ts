// The certificates in a PEM file, found as OpenSSL's PEM_read_bio_X509 finds them: other blocks are skipped, an invalid certificate
// is an error.
import { Buffer } from "internal:node/buffer";
import { toPem } from "internal:web/crypto/der";
import { readCertificate } from "native:keys";

const BEGIN = /^-----BEGIN (.+)-----[ \t\r]*$/;
const LABELS = new Set(["CERTIFICATE", "X509 CERTIFICATE"]);

/** The certificates as PEM, without what is between them. Throws OpenSSL's error of the first malformed one. */
export function certificatesIn(pem: string): string[] {
  const found: string[] = [];
  const lines = pem.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const label = BEGIN.exec(lines[index]!)?.[1];
    if (label === undefined) continue;
    let end = index + 1;
    while (end < lines.length && !lines[end]!.startsWith("-----")) end++;
    if (lines[end]?.trimEnd() !== `-----END ${label}-----`) throw pemError("04800066", "bad end line");
    if (LABELS.has(label)) found.push(...certificateOf(lines.slice(index + 1, end).join("")));
    index = end;
  }
  return found;
}

// One certificate; an empty list for an empty block.
function certificateOf(body: string): string[] {
  const digits = body.replace(/[ \t\r]/g, "");
  if (digits === "") return [];
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits))
    throw pemError("04800064", "bad base64 decode");
  const bytes = Buffer.from(digits, "base64");
  try {
    readCertificate(bytes);
  } catch {
    throw pemError("0488000D", "ASN1 lib");
  }
  return [toPem("CERTIFICATE", bytes)];
}

function pemError(number: string, reason: string): Error {
  const library = "PEM routines";
  const code = `ERR_OSSL_PEM_${reason.toUpperCase().replaceAll(" ", "_")}`;
  return Object.assign(new Error(`error:${number}:${library}::${reason}`), { library, reason, code });
}
