// The options of signatures and RSA encryption, as OpenSSL's named parameters; and the two forms of (EC)DSA signatures.
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { concat, padStart } from "internal:web/crypto/bytes";
import { findCurve } from "internal:web/crypto/curves";
import { integer, readSequence, sequence, unsigned } from "internal:web/crypto/der";
import { type KeyData, curveOf, groupNumbers, pointOf } from "internal:web/crypto/key_data";

const PADDING_PKCS1 = 1;
const PADDING_PSS = 6;
const SALT_DIGEST = -1;
const SALT_AUTO = -2;

const PADDINGS: Record<number, string> = { 1: "pkcs1", 3: "none", 4: "oaep", 5: "x931", 6: "pss" };

/** The options of a signature in a key argument. */
export interface SignatureOptions {
  padding: number | undefined;
  saltLength: number | undefined;
  isP1363: boolean;
  context: unknown;
}

function integerOption(options: object, name: string): number | undefined {
  const value = (options as Record<string, number | undefined>)[name];
  if (value === undefined) return undefined;
  if (value === value >> 0) return value;
  throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value);
}

/** Reads the options of a key argument. Throws ERR_INVALID_ARG_VALUE. */
export function readSignatureOptions(key: unknown): SignatureOptions {
  if (typeof key !== "object" || key === null)
    return { padding: undefined, saltLength: undefined, isP1363: false, context: undefined };
  const padding = integerOption(key, "padding");
  const saltLength = integerOption(key, "saltLength");
  const { dsaEncoding, context } = key as { dsaEncoding?: unknown; context?: unknown };
  if (dsaEncoding !== undefined && dsaEncoding !== "der" && dsaEncoding !== "ieee-p1363")
    throw new ERR_INVALID_ARG_VALUE("options.dsaEncoding", dsaEncoding);
  return { padding, saltLength, isP1363: dsaEncoding === "ieee-p1363", context };
}

function isRsa(key: KeyData): boolean {
  return key.type === "rsa" || key.type === "rsa-pss";
}

/** OpenSSL's parameters of a signature with a key: names and values alternately. */
export function signatureControls(key: KeyData, options: SignatureOptions): string[] {
  if (!isRsa(key)) return [];
  const padding = options.padding ?? (key.type === "rsa-pss" ? PADDING_PSS : PADDING_PKCS1);
  if (PADDINGS[padding] === undefined) throw unknownPadding();
  const controls = paddingControl(padding);
  if (padding === PADDING_PSS && options.saltLength !== undefined)
    controls.push("rsa_pss_saltlen", saltText(options.saltLength));
  return controls;
}

// OpenSSL's error. A number as a string would select its default instead.
function unknownPadding(): Error {
  return providerError("1C8000A5", "illegal or unsupported padding mode");
}

/** An error of OpenSSL for arguments that are refused before the call. */
export function providerError(number: string, reason: string): Error {
  const library = "Provider routines";
  return Object.assign(new Error(`error:${number}:${library}::${reason}`), {
    library,
    reason,
    code: `ERR_OSSL_${reason.toUpperCase().replaceAll(" ", "_")}`,
  });
}

/** The parameter of a padding. */
export function paddingControl(padding: number): string[] {
  return ["rsa_padding_mode", PADDINGS[padding] ?? `${padding}`];
}

function saltText(length: number): string {
  if (length === SALT_DIGEST) return "digest";
  return length === SALT_AUTO ? "auto" : `${length}`;
}

/** Whether the signatures of a key are two numbers. */
export function hasTwoNumbers(key: KeyData): boolean {
  return key.type === "ec" || key.type === "dsa";
}

function numberBytes(key: KeyData): number {
  if (key.type === "dsa") return groupNumbers(key)[1]!.length;
  const known = findCurve(curveOf(key));
  if (known !== undefined) return known.bytes;
  const point = pointOf(key);
  return point[0] === 4 ? (point.length - 1) / 2 : point.length - 1;
}

/** The concatenated numbers (IEEE P1363) of a signature in DER (RFC 3279 §2.2.2). */
export function toP1363(key: KeyData, signature: Uint8Array): Uint8Array {
  const bytes = numberBytes(key);
  const [r, s] = readSequence(signature).map(unsigned);
  return concat(padStart(r!, bytes), padStart(s!, bytes));
}

/** The DER of concatenated numbers; undefined for an invalid length. */
export function fromP1363(key: KeyData, signature: Uint8Array): Uint8Array | undefined {
  const bytes = numberBytes(key);
  if (signature.length !== 2 * bytes) return undefined;
  return sequence(integer(signature.subarray(0, bytes)), integer(signature.subarray(bytes)));
}
