// node:_tls_common, a private module of Node that packages require.
import { emitWarning } from "internal:core/process/warn";
import { SecureContext, createSecureContext } from "internal:node/tls/secure_context";

emitWarning("The _tls_common module is deprecated. Use `node:tls` instead.", {
  type: "DeprecationWarning",
  code: "DEP0192",
});

/** A certificate of Node's native code: `infoAccess` is text, one `key:value` a line. */
interface RawCertificate {
  issuerCertificate?: RawCertificate | null;
  infoAccess?: string | Record<string, string[]> | null;
}

/** Parses the text members of a certificate and of its issuers, in place. */
function translatePeerCertificate(certificate: RawCertificate | null | undefined): RawCertificate | null {
  if (!certificate) return null;
  const { issuerCertificate, infoAccess } = certificate;
  if (issuerCertificate !== undefined && issuerCertificate !== null && issuerCertificate !== certificate)
    certificate.issuerCertificate = translatePeerCertificate(issuerCertificate);
  if (infoAccess !== undefined && infoAccess !== null) {
    const parsed: Record<string, string[]> = Object.create(null);
    for (const [, key, value] of String(infoAccess).matchAll(/([^\n:]*):([^\n]*)(?:\n|$)/g)) {
      // A value with special characters is a JSON string.
      (parsed[key!] ??= []).push(value!.startsWith('"') ? JSON.parse(value!) : value!);
    }
    certificate.infoAccess = parsed;
  }
  return certificate;
}

export default { SecureContext, createSecureContext, translatePeerCertificate };
