// The certificates in a PEM file, found as OpenSSL's PEM_read_bio_X509 finds them: other blocks are skipped, an invalid certificate
// is an error.
import { Buffer } from "internal:node/buffer";
import type { FastBuffer } from "internal:core/buffer/class";
import { fromPem, readElement, toPem } from "internal:web/crypto/der";
import { readCertificate } from "native:keys";

const BEGIN = /^-----BEGIN (.+)-----[ \t\r]*$/;
const TRUSTED_BLOCK = /-----BEGIN TRUSTED CERTIFICATE-----[^]*?-----END TRUSTED CERTIFICATE-----/g;
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

/** The PEM with OpenSSL's trusted certificates as plain ones, without the trust settings that follow their DER. */
export function withoutTrustSettings(pem: string): FastBuffer {
  const plain = pem.replace(TRUSTED_BLOCK, (block) => {
    const der = fromPem(block, ["TRUSTED CERTIFICATE"])?.der;
    const certificate = der === undefined ? undefined : readElement(der);
    return certificate === undefined ? block : toPem("CERTIFICATE", certificate.whole);
  });
  return Buffer.from(plain, "latin1");
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
