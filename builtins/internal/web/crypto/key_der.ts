// Keys in DER. As in Node, the program's type of a private key determines only whether it may be encrypted: a key of another type is
// read too. https://nodejs.org/api/crypto.html#cryptocreateprivatekeykey
import {
  INTEGER,
  integer,
  OCTET_STRING,
  readElement,
  readElements,
  readSequence,
  SEQUENCE,
  sequence,
} from "internal:web/crypto/der";
import { KeyData } from "internal:web/crypto/key_data";
import { readPrivateKey, readPublicKey } from "native:keys";

const PLAIN_KINDS = ["pkcs1", "sec1", "pkcs8"];
const UNREADABLE = "Failed to read asymmetric key";

const VERSION_2 = 1;
/** The tags of the field `publicKey`: as primitive, and as some writers have it. */
const PUBLIC_KEY_TAGS = [0x81, 0xa1];

/**
 * OneAsymmetricKey of version 2 (RFC 5958 §2) as version 1, which every OpenSSL reads: without the public key, which follows
 * from the private one. Other bytes are returned as they are.
 */
export function asVersion1(pkcs8: Uint8Array): Uint8Array {
  const [version, algorithm, privateKey, ...rest] = readSequence(pkcs8);
  if (version?.tag !== INTEGER || version.content.length !== 1 || version.content[0] !== VERSION_2) return pkcs8;
  if (
    algorithm?.tag !== SEQUENCE ||
    privateKey?.tag !== OCTET_STRING ||
    !rest.some(({ tag }) => PUBLIC_KEY_TAGS.includes(tag))
  )
    return pkcs8;
  return sequence(integer(new Uint8Array([0])), algorithm.whole, privateKey.whole);
}

/** A private key. `kind`: "pkcs1", "sec1" or "pkcs8"; only the last can be encrypted. */
export function privateFromDer(bytes: Uint8Array, kind: string, passphrase: Uint8Array | null): KeyData {
  if (bytes.length === 0) throw new Error("Failed to read private key");
  if (readElement(bytes) === undefined)
    throw openSslError("0680008E", "asn1 encoding routines", "not enough data", "ASN1_NOT_ENOUGH_DATA");
  bytes = asVersion1(bytes);
  if (kind === "pkcs8") return new KeyData("private", readPrivateKey(bytes, false, kind, passphrase));
  for (const candidate of [kind, ...PLAIN_KINDS.filter((other) => other !== kind)]) {
    try {
      return new KeyData("private", readPrivateKey(bytes, false, candidate, null));
    } catch {
      // Another type: the next one is tried, or the error below is thrown.
    }
  }
  throw unsupported();
}

/** A public key, or the public half of a private one. `kind`: "spki" or one of a private key. */
export function publicFromDer(bytes: Uint8Array, kind: string, passphrase: Uint8Array | null): KeyData {
  if (kind !== "spki" && (kind !== "pkcs1" || startsWithVersion(bytes)))
    return privateFromDer(bytes, kind, passphrase).publicHalf;
  try {
    return publicOf(bytes, kind);
  } catch (error) {
    (error as Error).message = UNREADABLE;
    throw error;
  }
}

/** A public key: "spki", "pkcs1" or "certificate". */
export function publicOf(bytes: Uint8Array, kind: string): KeyData {
  try {
    return new KeyData("public", readPublicKey(bytes, kind));
  } catch (error) {
    throw kind === "pkcs1" ? unsupported() : error;
  }
}

// A private key starts with its version, 0 or 1; a public one of PKCS#1 with its modulus.
function startsWithVersion(bytes: Uint8Array): boolean {
  const start = bytes[1]! < 0x80 ? 2 : 2 + (bytes[1]! & 0x7f);
  const [first] = readElements(bytes.subarray(start, start + 3));
  return first?.tag === INTEGER && first.content.length === 1 && first.content[0]! <= 1;
}

function unsupported(): Error {
  return openSslError("1E08010C", "DECODER routines", "unsupported", "UNSUPPORTED");
}

function openSslError(number: string, library: string, reason: string, code: string): Error {
  const message = `error:${number}:${library}::${reason}`;
  return Object.assign(new Error(message), { opensslErrorStack: [message], library, reason, code: `ERR_OSSL_${code}` });
}
