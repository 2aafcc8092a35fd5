// X509Certificate, and parsePKCS12.
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { kClone } from "internal:web/clone/protocol";
import defer * as inspecting from "internal:core/util/inspect";
import { validateBoolean, validateObject, validateOneOf, validateString } from "internal:core/validators";
import { argumentBytes, asBuffer, isBytes, viewBytes, withoutLeadingZeros } from "internal:web/crypto/bytes";
import { certificateDer } from "internal:node/crypto/certificate_input";
import { findCurve } from "internal:web/crypto/curves";
import { readElements, toPem } from "internal:web/crypto/der";
import { KeyData, bitLength, curveOf, pointOf, rsaNumbers } from "internal:web/crypto/key_data";
import { dataOfKeyObject, keyObjectOf } from "internal:node/crypto/key_object";
import {
  type Fields,
  alternativeNames,
  extendedKeyUsage,
  infoAccess,
  nameObject,
  nameText,
  readFields,
  timeOf,
  timeText,
} from "internal:node/crypto/x509_fields";
import { digest } from "native:crypto";
import {
  HostCheckFlags,
  certificateAddress,
  certificateEmail,
  certificateHost,
  certificateIsAuthority,
  certificateIsIssuedBy,
  certificateIsSignedBy,
  objectNames,
  openBundle,
  readPublicKey,
} from "native:keys";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const INFO_ACCESS = "1.3.6.1.5.5.7.1.1";

function fingerprint(der: Uint8Array, algorithm: string, bytes: number): string {
  return (digest(algorithm, der, bytes) as any)
    .toHex()
    .toUpperCase()
    .replace(/..(?!$)/g, "$&:");
}

function checkFlags(options: unknown = {}): HostCheckFlags {
  validateObject(options, "options");
  const {
    subject = "default",
    wildcards = true,
    partialWildcards = true,
    multiLabelWildcards = false,
    singleLabelSubdomains = false,
  } = options;
  let flags = 0;
  validateString(subject, "options.subject");
  validateBoolean(wildcards, "options.wildcards");
  validateBoolean(partialWildcards, "options.partialWildcards");
  validateBoolean(multiLabelWildcards, "options.multiLabelWildcards");
  validateBoolean(singleLabelSubdomains, "options.singleLabelSubdomains");
  validateOneOf(subject, "options.subject", ["default", "always", "never"]);
  if (subject === "always") flags |= HostCheckFlags.ALWAYS_CHECK_SUBJECT;
  else if (subject === "never") flags |= HostCheckFlags.NEVER_CHECK_SUBJECT;
  if (!wildcards) flags |= HostCheckFlags.NO_WILDCARDS;
  if (!partialWildcards) flags |= HostCheckFlags.NO_PARTIAL_WILDCARDS;
  if (multiLabelWildcards) flags |= HostCheckFlags.MULTI_LABEL_WILDCARDS;
  if (singleLabelSubdomains) flags |= HostCheckFlags.SINGLE_LABEL_SUBDOMAINS;
  return flags;
}

function addressBytes(text: string): Uint8Array | undefined {
  const v4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (v4 !== null) {
    const parts = v4.slice(1).map(Number);
    return parts.every((part) => part < 256) ? new Uint8Array(parts) : undefined;
  }
  const [head, tail, more] = text.split("::");
  if (more !== undefined || !/^[0-9a-f:]+$/i.test(text)) return undefined;
  const front = head === "" ? [] : head!.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = 8 - front.length - back.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...front, ...new Array(missing).fill("0"), ...back].map((group) => parseInt(group, 16));
  return new Uint8Array(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function invalidName(): Error {
  const error = new ERR_INVALID_ARG_VALUE("name", undefined);
  error.message = "Invalid name";
  return error;
}

/** A certificate of a connection, with the next one of the peer's chain. */
export let certificateWithIssuer: (der: Uint8Array, issuer: X509Certificate | undefined) => X509Certificate;

/** `crypto.X509Certificate`: immutable; its fields are parsed on first use. */
export class X509Certificate {
  #der: Uint8Array;
  #fields: Fields | undefined = undefined;
  #publicKey: unknown = undefined;
  #issuerCertificate: X509Certificate | undefined = undefined;

  constructor(buffer: unknown) {
    const bytes = typeof buffer === "string" ? argumentBytes(buffer, "buffer") : buffer;
    if (!ArrayBuffer.isView(bytes))
      throw new ERR_INVALID_ARG_TYPE("buffer", ["string", "Buffer", "TypedArray", "DataView"], buffer);
    this.#der = certificateDer(viewBytes(bytes));
  }

  get #parts(): Fields {
    return (this.#fields ??= readFields(this.#der));
  }

  get subject(): string | undefined {
    return nameText(this.#parts.subject) || undefined;
  }

  get subjectAltName(): string | undefined {
    return alternativeNames(this.#parts.extensions.get(SUBJECT_ALTERNATIVE_NAME));
  }

  get issuer(): string | undefined {
    return nameText(this.#parts.issuer) || undefined;
  }

  /** Only known for certificates of a TLS connection. */
  get issuerCertificate(): X509Certificate | undefined {
    return this.#issuerCertificate;
  }

  static {
    certificateWithIssuer = (der, issuer) => {
      const made = new X509Certificate(der);
      made.#issuerCertificate = issuer;
      return made;
    };
  }

  get infoAccess(): string | undefined {
    return infoAccess(this.#parts.extensions.get(INFO_ACCESS));
  }

  get validFrom(): string {
    return timeText(this.validFromDate);
  }

  get validTo(): string {
    return timeText(this.validToDate);
  }

  get validFromDate(): Date {
    return timeOf(this.#parts.validity[0]!);
  }

  get validToDate(): Date {
    return timeOf(this.#parts.validity[1]!);
  }

  get fingerprint(): string {
    return fingerprint(this.#der, "sha1", 20);
  }

  get fingerprint256(): string {
    return fingerprint(this.#der, "sha256", 32);
  }

  get fingerprint512(): string {
    return fingerprint(this.#der, "sha512", 64);
  }

  get keyUsage(): string[] | undefined {
    return extendedKeyUsage(this.#parts.extensions.get(EXTENDED_KEY_USAGE));
  }

  get serialNumber(): string {
    return (withoutLeadingZeros(this.#parts.serialNumber) as any).toHex().toUpperCase();
  }

  get signatureAlgorithm(): string | undefined {
    return objectNames(this.#parts.signatureAlgorithm)?.longName;
  }

  get signatureAlgorithmOid(): string {
    return this.#parts.signatureAlgorithm;
  }

  get raw(): unknown {
    return asBuffer(this.#der.slice());
  }

  get publicKey(): unknown {
    return (this.#publicKey ??= keyObjectOf(
      new KeyData("public", readPublicKey(this.#parts.publicKey.slice(), "spki")),
    ));
  }

  toString(): string {
    return toPem("CERTIFICATE", this.#der);
  }

  toJSON(): string {
    return this.toString();
  }

  get ca(): boolean {
    return certificateIsAuthority(this.#der);
  }

  /** The name in the certificate that matches; undefined when none does. */
  checkHost(name: unknown, options?: unknown): string | undefined {
    validateString(name, "name");
    const flags = checkFlags(options);
    if (name.includes("\0")) throw invalidName();
    if (name === "") return undefined;
    return certificateHost(this.#der, name, flags) ?? undefined;
  }

  checkEmail(email: unknown, options?: unknown): string | undefined {
    validateString(email, "email");
    const flags = checkFlags(options);
    if (email.includes("\0")) throw invalidName();
    if (email === "") return undefined;
    return certificateEmail(this.#der, email, flags) ? email : undefined;
  }

  checkIP(ip: unknown, options?: unknown): string | undefined {
    validateString(ip, "ip");
    const flags = checkFlags(options);
    const bytes = addressBytes(ip as string);
    if (bytes === undefined) throw invalidName();
    return certificateAddress(this.#der, bytes, flags) ? ip : undefined;
  }

  /** Whether the other certificate could have issued this one. */
  checkIssued(otherCert: unknown): boolean {
    if (typeof otherCert !== "object" || otherCert === null || !(#der in otherCert)) {
      throw new ERR_INVALID_ARG_TYPE("otherCert", "X509Certificate", otherCert);
    }
    return certificateIsIssuedBy(this.#der, otherCert.#der);
  }

  checkPrivateKey(pkey: unknown): boolean {
    const key = dataOfKeyObject(pkey);
    if (key === undefined) throw new ERR_INVALID_ARG_TYPE("pkey", "KeyObject", pkey);
    if (key.kind !== "private") throw new ERR_INVALID_ARG_VALUE("pkey", pkey);
    return key.publicHalf.equals(dataOfKeyObject(this.publicKey)!);
  }

  /** Whether the holder of a key signed it. */
  verify(pkey: unknown): boolean {
    const key = dataOfKeyObject(pkey);
    if (key === undefined) throw new ERR_INVALID_ARG_TYPE("pkey", "KeyObject", pkey);
    if (key.kind !== "public") throw new ERR_INVALID_ARG_VALUE("pkey", pkey);
    return certificateIsSignedBy(this.#der, key.bytes);
  }

  /** The form of `getPeerCertificate()` of TLS connections. */
  toLegacyObject(): object {
    const parts = this.#parts;
    return {
      subject: nameObject(parts.subject),
      issuer: nameObject(parts.issuer),
      subjectaltname: this.subjectAltName,
      infoAccess: legacyInfoAccess(this.infoAccess),
      ca: this.ca,
      ...legacyKey(dataOfKeyObject(this.publicKey)!),
      valid_from: this.validFrom,
      valid_to: this.validTo,
      fingerprint: this.fingerprint,
      fingerprint256: this.fingerprint256,
      fingerprint512: this.fingerprint512,
      ext_key_usage: this.keyUsage,
      serialNumber: this.serialNumber,
      raw: this.raw,
      ...legacyCurve(dataOfKeyObject(this.publicKey)!),
    };
  }

  [kClone](): object {
    return { kind: "X509Certificate", bytes: this.#der };
  }

  [kInspect](depth: number, options: any): unknown {
    if (depth < 0) return this;
    const shown: Record<string, unknown> = {};
    for (const name of SHOWN) shown[name] = (this as any)[name];
    const nested = {
      ...options,
      depth: options.depth === null || options.depth === undefined ? null : options.depth - 1,
    };
    return `X509Certificate ${inspecting.inspect(shown, nested)}`;
  }
}

const SHOWN = [
  "subject",
  "subjectAltName",
  "issuer",
  "infoAccess",
  "validFrom",
  "validTo",
  "validFromDate",
  "validToDate",
  "fingerprint",
  "fingerprint256",
  "fingerprint512",
  "keyUsage",
  "serialNumber",
  "signatureAlgorithm",
  "signatureAlgorithmOid",
];

/** The text of authorityInfoAccess as an object of lists. */
export function legacyInfoAccess(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  const object: Record<string, string[]> = Object.create(null);
  for (const line of text.split("\n")) {
    const at = line.indexOf(":");
    const value = line.slice(at + 1);
    (object[line.slice(0, at)] ??= []).push(value.startsWith('"') ? JSON.parse(value) : value);
  }
  return object;
}

function legacyKey(key: KeyData): object {
  if (key.type === "rsa") {
    const [modulus, exponent] = rsaNumbers(key);
    return {
      modulus: (modulus as any).toHex().toUpperCase(),
      exponent: `0x${(exponent as any).toHex().replace(/^0+/, "")}`,
      pubkey: asBuffer(key.bytes.slice()),
      bits: bitLength(modulus!),
    };
  }
  if (key.type === "ec")
    return { modulus: undefined, exponent: undefined, pubkey: asBuffer(pointOf(key).slice()), bits: curveBits(key) };
  return { modulus: undefined, exponent: undefined, pubkey: undefined, bits: undefined };
}

function curveBits(key: KeyData): number | undefined {
  const known = findCurve(curveOf(key));
  return known?.jwk === "P-521" ? 521 : known === undefined ? undefined : known.bytes * 8;
}

function legacyCurve(key: KeyData): object {
  if (key.type !== "ec") return { asn1Curve: undefined, nistCurve: undefined };
  const asn1Curve = curveOf(key);
  const jwk = findCurve(asn1Curve)?.jwk;
  return { asn1Curve, nistCurve: jwk?.startsWith("P-") ? jwk : undefined };
}

/** The certificate of a record from structured clone. */
export function reviveCertificate({ bytes }: any): object {
  return new X509Certificate(bytes);
}

/** The content of a PKCS#12 bundle (RFC 7292): `{ privateKey, certificate, additionalCertificates }`. */
export function parsePKCS12(bundle: unknown, options: unknown = {}): object {
  if (!isBytes(bundle))
    throw new ERR_INVALID_ARG_TYPE("bundle", ["ArrayBuffer", "TypedArray", "DataView", "Buffer"], bundle);
  validateObject(options, "options");
  const { passphrase } = options;
  let text = "";
  if (passphrase !== undefined) {
    const bytes = argumentBytes(passphrase, "options.passphrase", "utf8");
    if (bytes.includes(0))
      throw new ERR_INVALID_ARG_VALUE("options.passphrase", passphrase, "must not contain null bytes");
    text = asBuffer(bytes).toString("utf8");
  }
  const found = openBundle(viewBytes(bundle), text);
  return {
    privateKey: found.privateKey === null ? null : keyObjectOf(new KeyData("private", found.privateKey)),
    certificate: found.certificate === null ? null : new X509Certificate(found.certificate),
    additionalCertificates: readElements(found.others).map(({ whole }) => new X509Certificate(whole)),
  };
}
