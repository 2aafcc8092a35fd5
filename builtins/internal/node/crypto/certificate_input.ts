// The certificate that a program gives as bytes: PEM with one of OpenSSL's three labels, or DER.
import { latin1 } from "internal:web/crypto/bytes";
import { fromPem, readElement } from "internal:web/crypto/der";
import { readCertificate } from "native:keys";

const TRUSTED = ["TRUSTED CERTIFICATE"];
const BEGIN = "-----BEGIN ";

/** The DER of a certificate. Throws what OpenSSL says of it; what is neither PEM nor DER has no start line. */
export function certificateDer(bytes: Uint8Array): Uint8Array {
  try {
    return readCertificate(bytes);
  } catch (error: any) {
    const text = latin1(bytes);
    // A trusted certificate is followed by what it is trusted for.
    const trusted = readElement(fromPem(text, TRUSTED)?.der ?? new Uint8Array(0));
    if (trusted !== undefined) return readCertificate(trusted.whole);
    if (!text.includes(BEGIN)) throw noStartLine();
    throw error;
  }
}

function noStartLine(): Error {
  const library = "PEM routines";
  const reason = "no start line";
  return Object.assign(new Error(`error:0480006C:${library}::${reason}`), {
    library,
    reason,
    code: "ERR_OSSL_PEM_NO_START_LINE",
  });
}
