// The material of a key, shared by KeyObject (node:crypto) and CryptoKey (Web Cryptography): a secret's bytes, or DER of
// an asymmetric key (PKCS#8 when private, SubjectPublicKeyInfo when public), and its parsed parts.
import { bytesBigInt } from "internal:web/crypto/bytes";
import { findCurveByIdentifier } from "internal:web/crypto/curves";
import {
  OBJECT_IDENTIFIER,
  dotted,
  readElement,
  readElements,
  readSequence,
  unsigned,
  type Element,
} from "internal:web/crypto/der";
import { curveOfExplicit, objectNames, publicOfPrivate } from "native:keys";

export type KeyKind = "secret" | "public" | "private";

/** Content of the object identifiers of key algorithms, in hexadecimal. */
export const ALGORITHMS: Record<string, string> = {
  "2a864886f70d010101": "rsa",
  "2a864886f70d01010a": "rsa-pss",
  "2a8648ce380401": "dsa",
  "2a8648ce3d0201": "ec",
  "2a864886f70d010301": "dh",
  "2a8648ce3e0201": "dh",
  "2b656e": "x25519",
  "2b656f": "x448",
  "2b6570": "ed25519",
  "2b6571": "ed448",
};

/** The parts of an asymmetric key's DER. */
export interface KeyParts {
  /** Node's name of the algorithm; undefined for an unknown one. */
  type: string | undefined;
  algorithm: Uint8Array;
  parameters: Element | undefined;
  /** The content of the OCTET STRING (private) or BIT STRING (public). */
  key: Uint8Array;
}

/** The material of one key; immutable. */
export class KeyData {
  readonly kind: KeyKind;
  readonly bytes: Uint8Array;
  #parts: KeyParts | undefined = undefined;
  #public: KeyData | undefined = undefined;
  #details: Record<string, unknown> | undefined = undefined;

  constructor(kind: KeyKind, bytes: Uint8Array) {
    this.kind = kind;
    this.bytes = bytes;
  }

  /** The parts of an asymmetric key. */
  get parts(): KeyParts {
    return (this.#parts ??= readParts(this.bytes, this.kind === "private"));
  }

  /** "rsa", "ec", …; undefined for an algorithm without a name in Node. */
  get type(): string | undefined {
    return this.parts.type;
  }

  /** The public half of a private key; a public key itself. */
  get publicHalf(): KeyData {
    if (this.kind === "public") return this;
    return (this.#public ??= new KeyData("public", publicOfPrivate(this.bytes)));
  }

  /** Node's `asymmetricKeyDetails`, cached. */
  get details(): Record<string, unknown> {
    return (this.#details ??= readDetails(this));
  }

  /** Whether both keys have the same kind and material. */
  equals(other: KeyData): boolean {
    if (this.kind !== other.kind || this.bytes.length !== other.bytes.length) return false;
    let difference = 0;
    for (let index = 0; index < this.bytes.length; index++) difference |= this.bytes[index]! ^ other.bytes[index]!;
    return difference === 0;
  }
}

function readParts(der: Uint8Array, isPrivate: boolean): KeyParts {
  const fields = readSequence(der);
  // PrivateKeyInfo (RFC 5958 §2) starts with its version, SubjectPublicKeyInfo (RFC 5280 §4.1) does not.
  const first = isPrivate ? 1 : 0;
  const [algorithm, parameters] = readElements(fields[first]?.content ?? new Uint8Array(0));
  const identifier = algorithm?.content ?? new Uint8Array(0);
  const content = fields[first + 1]?.content ?? new Uint8Array(0);
  return {
    type: ALGORITHMS[identifier.toHex()],
    algorithm: identifier,
    parameters,
    key: isPrivate ? content : content.subarray(1),
  };
}

/** The numbers of an RSA key (RFC 8017 §A.1): modulus and exponent; a private key has six more. */
export function rsaNumbers(key: KeyData): Uint8Array[] {
  const numbers = readSequence(key.parts.key).map(unsigned);
  return key.kind === "private" ? numbers.slice(1) : numbers;
}

/** The numbers p, q and g of a DSA key, or p and g of Diffie-Hellman. */
export function groupNumbers(key: KeyData): Uint8Array[] {
  const { parameters } = key.parts;
  return parameters === undefined ? [] : readElements(parameters.content).map(unsigned);
}

/** The name of an EC key's curve; undefined for explicit parameters of an unknown curve. */
export function curveOf(key: KeyData): string | undefined {
  const { parameters } = key.parts;
  if (parameters === undefined) return undefined;
  if (parameters.tag !== OBJECT_IDENTIFIER) return curveOfExplicit(key.publicHalf.bytes) ?? undefined;
  const known = findCurveByIdentifier(parameters.content.toHex());
  return known === undefined ? objectNames(dotted(parameters.content))?.shortName : known.name;
}

/** The encoded point of an EC key. */
export function pointOf(key: KeyData): Uint8Array {
  return key.publicHalf.parts.key;
}

/** The private number of an EC key (RFC 5915 §3). */
export function privateNumberOf(key: KeyData): Uint8Array {
  return readSequence(key.parts.key)[1]?.content ?? new Uint8Array(0);
}

/** The raw public key of Ed25519, Ed448, X25519 and X448. */
export function rawPublicOf(key: KeyData): Uint8Array {
  return key.publicHalf.parts.key;
}

/** The raw private key of Ed25519, Ed448, X25519 and X448 (RFC 8410 §7). */
export function rawPrivateOf(key: KeyData): Uint8Array {
  return readElement(key.parts.key)?.content ?? new Uint8Array(0);
}

/** The length of a number in bits. */
export function bitLength(bytes: Uint8Array): number {
  return bytes[0] === 0 ? 0 : bytes.length * 8 - Math.clz32(bytes[0]!) + 24;
}

function readDetails(key: KeyData): Record<string, unknown> {
  switch (key.type) {
    case "rsa":
    case "rsa-pss": {
      const [modulus, exponent] = rsaNumbers(key);
      const details: Record<string, unknown> = {
        modulusLength: bitLength(modulus!),
        publicExponent: bytesBigInt(exponent!),
      };
      if (key.type === "rsa-pss") Object.assign(details, pssDetails(key.parts.parameters));
      return details;
    }
    case "dsa": {
      const [prime, divisor] = groupNumbers(key);
      return { modulusLength: bitLength(prime!), divisorLength: bitLength(divisor!) };
    }
    case "ec": {
      const namedCurve = curveOf(key);
      return namedCurve === undefined ? {} : { namedCurve };
    }
    default:
      return {};
  }
}

// RSASSA-PSS-params (RFC 8017 §A.2.3); omitted fields have defaults.
function pssDetails(parameters: Element | undefined): Record<string, unknown> {
  if (parameters === undefined || parameters.content.length === 0)
    return parameters?.tag === 0x30 ? { hashAlgorithm: "sha1", mgf1HashAlgorithm: "sha1", saltLength: 20 } : {};
  const details = { hashAlgorithm: "sha1", mgf1HashAlgorithm: "sha1", saltLength: 20 };
  for (const { tag, content } of readElements(parameters.content)) {
    if (tag === 0xa0) details.hashAlgorithm = hashName(readSequence(content)[0]);
    else if (tag === 0xa1)
      details.mgf1HashAlgorithm = hashName(readElements(readSequence(content)[1]?.content ?? content)[0]);
    else if (tag === 0xa2) details.saltLength = Number(bytesBigInt(unsigned(readElement(content))));
  }
  return details;
}

function hashName(identifier: Element | undefined): string {
  if (identifier === undefined) return "";
  const names = objectNames(dotted(identifier.content));
  return names === null ? dotted(identifier.content) : names.longName.toLowerCase();
}
