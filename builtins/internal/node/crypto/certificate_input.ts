// A certificate as bytes that a program passes: PEM with one of OpenSSL's three labels, or DER.
import { latin1 } from "internal:web/crypto/bytes";
import { fromPem, readElement } from "internal:web/crypto/der";
import { readCertificate } from "native:keys";

const TRUSTED = ["TRUSTED CERTIFICATE"];
const BEGIN = "-----BEGIN ";

/** The DER of a certificate. Throws OpenSSL's error; data that is neither PEM nor DER fails with "no start line". */
export function certificateDer(bytes: Uint8Array): Uint8Array {
  try {
    return readCertificate(bytes);
  } catch (error: unknown) {
    const text = latin1(bytes);
    // The trust settings follow a trusted certificate.
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
