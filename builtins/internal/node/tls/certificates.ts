// Certificates as objects in Node's form, and lists of trusted ones.
import { Buffer } from "internal:node/buffer";
import { ERR_CRYPTO_OPERATION_FAILED, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { isArrayBufferView } from "internal:core/util/types";
import { emitWarning } from "internal:core/process/warn";
import { option } from "internal:core/launch";
import { asBuffer } from "internal:core/buffer/adopt";
import defer * as x509 from "internal:node/crypto/x509";
import defer * as fields from "internal:node/crypto/x509_fields";
import defer * as pem from "internal:node/tls/pem_blocks";
import defer * as nodeProcess from "internal:node/process";
import type { PeerCertificate } from "internal:node/tls/types";
import * as native from "native:tls";
import { TlsRootFlags, TlsRootSource } from "native:tls";

let bundled: readonly string[] | undefined;
let system: readonly string[] | undefined;
let extra: readonly string[] | undefined;
let chosen: readonly string[] | undefined;
let isPrepared = false;
let version = 0;

/** Changes when `setDefaultCACertificates` replaces the certificates. */
export function rootsVersion(): number {
  return version;
}

function environment(): Record<string, string | undefined> {
  return nodeProcess.default.env as unknown as Record<string, string | undefined>;
}

/** Applies the command line's options about roots, once, before the first context is made. */
export function prepareRoots(): void {
  if (isPrepared) return;
  isPrepared = true;
  let flags = 0;
  if (option("--use-openssl-ca") !== undefined) flags |= TlsRootFlags.USE_OPENSSL;
  if (option("--use-system-ca") !== undefined) flags |= TlsRootFlags.USE_SYSTEM;
  if (flags !== 0) native.setRootPolicy(flags);
  const problem = native.extraRootsProblem();
  if (problem !== null)
    emitWarning(`Ignoring extra certs from \`${environment()["NODE_EXTRA_CA_CERTS"]}\`, load failed: ${problem}`);
}

/** `tls.rootCertificates`. */
export function rootCertificates(): readonly string[] {
  return (bundled ??= Object.freeze(native.rootCertificates(TlsRootSource.BUNDLED)));
}

/** `tls.getCACertificates(type)`. */
export function getCACertificates(type: unknown = "default"): readonly string[] {
  validateString(type, "type");
  if (!["default", "system", "bundled", "extra"].includes(type)) throw new ERR_INVALID_ARG_VALUE("type", type);
  prepareRoots();
  switch (type) {
    case "bundled":
      return rootCertificates();
    case "system":
      return (system ??= Object.freeze(foreignCertificates(TlsRootSource.SYSTEM)));
    case "extra":
      return (extra ??= Object.freeze(foreignCertificates(TlsRootSource.EXTRA)));
    default:
      return (chosen ??= Object.freeze(defaultCertificates()));
  }
}

// As in Node, each certificate ends with a line feed.
function foreignCertificates(source: TlsRootSource): string[] {
  return native.rootCertificates(source).map((pem) => (pem.endsWith("\n") ? pem : `${pem}\n`));
}

function defaultCertificates(): string[] {
  const certificates = new Set<string>();
  if (option("--use-openssl-ca") === undefined) for (const pem of rootCertificates()) certificates.add(pem);
  if (option("--use-system-ca") !== undefined || environment()["NODE_USE_SYSTEM_CA"] === "1")
    for (const pem of getCACertificates("system")) certificates.add(pem);
  if (environment()["NODE_EXTRA_CA_CERTS"]) for (const pem of getCACertificates("extra")) certificates.add(pem);
  return [...certificates];
}

/** `tls.setDefaultCACertificates(certs)`: replaces the certificates that contexts without `ca` trust, on this thread. */
export function setDefaultCACertificates(certs: unknown): void {
  if (!Array.isArray(certs)) throw new ERR_INVALID_ARG_TYPE("certs", "Array", certs);
  const sources: string[] = [];
  for (const [index, cert] of certs.entries()) {
    if (typeof cert !== "string" && !isArrayBufferView(cert))
      throw new ERR_INVALID_ARG_TYPE(`certs[${index}]`, ["string", "ArrayBufferView"], cert);
    sources.push(
      typeof cert === "string" ? cert : Buffer.from(cert.buffer, cert.byteOffset, cert.byteLength).toString("latin1"),
    );
  }
  const found = sources.flatMap(pem.certificatesIn);
  if (found.length === 0 && certs.length > 0)
    throw new ERR_CRYPTO_OPERATION_FAILED("No valid certificates found in the provided array");
  prepareRoots();
  native.setDefaultRoots(Buffer.from(found.join("")));
  version++;
  chosen = Object.freeze(native.rootCertificates(TlsRootSource.DEFAULT));
}

const SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
const INFORMATION_ACCESS = "1.3.6.1.5.5.7.1.1";
const INFORMATION_ACCESS_BYTES = new Uint8Array([0x2b, 6, 1, 5, 5, 7, 1, 1]);
// Names that need no quotes in a list of names.
const PLAIN_NAMES = /^(?:(?:DNS|IP Address|URI|email):[\w.*:\/@?=&%~#+-]*(?:, |$))+$/;

// The native part lists ordinary names; where quoting is needed, the certificate is parsed again as `node:crypto` does.
function alternativeNames({ subjectAltName, raw }: native.Certificate): string | undefined {
  if (subjectAltName === null || PLAIN_NAMES.test(subjectAltName)) return subjectAltName ?? undefined;
  return fields.alternativeNames(fields.readFields(raw).extensions.get(SUBJECT_ALTERNATIVE_NAME));
}

/** The result of `getPeerCertificate()`. */
export function legacyObject(certificate: native.Certificate): PeerCertificate {
  const { extendedKeyUsage, publicKey } = certificate;
  return {
    subject: nameObject(certificate.subject),
    issuer: nameObject(certificate.issuer),
    subjectaltname: alternativeNames(certificate),
    infoAccess: informationAccess(certificate),
    ca: certificate.isAuthority,
    modulus: certificate.modulus ?? undefined,
    exponent: certificate.exponent ?? undefined,
    pubkey: publicKey === null ? undefined : asBuffer(publicKey),
    bits: certificate.bits === 0 ? undefined : certificate.bits,
    valid_from: certificate.validFrom,
    valid_to: certificate.validTo,
    fingerprint: certificate.fingerprint,
    fingerprint256: certificate.fingerprint256,
    fingerprint512: certificate.fingerprint512,
    ext_key_usage: extendedKeyUsage.length === 0 ? undefined : extendedKeyUsage,
    serialNumber: certificate.serialNumber,
    raw: asBuffer(certificate.raw),
    asn1Curve: certificate.asn1Curve ?? undefined,
    nistCurve: certificate.nistCurve ?? undefined,
  };
}

/** The first of a chain of linked objects; a self-issued certificate refers to itself. */
export function linkedChain(chain: native.Certificate[]): PeerCertificate {
  const objects = chain.map(legacyObject);
  for (const [index, object] of objects.entries()) {
    if (index + 1 < objects.length) object.issuerCertificate = objects[index + 1];
    else if (chain[index]!.isSelfIssued) object.issuerCertificate = object;
  }
  return objects[0]!;
}

// A name that occurs several times has an array of values.
function nameObject(pairs: string[]): Record<string, string | string[]> {
  const object: Record<string, string | string[]> = Object.create(null);
  for (let index = 0; index < pairs.length; index += 2) {
    const key = pairs[index]!;
    const value = pairs[index + 1]!;
    const present = object[key];
    if (present === undefined) object[key] = value;
    else if (Array.isArray(present)) present.push(value);
    else object[key] = [present, value];
  }
  return object;
}

const USUAL_ACCESS = new Set(["OCSP - URI", "CA Issuers - URI"]);

// As with the names: the native part lists the common entries.
function informationAccess({ infoAccess: pairs, raw }: native.Certificate): object | undefined {
  if (!asBuffer(raw).includes(INFORMATION_ACCESS_BYTES)) return undefined;
  const object: Record<string, string[]> = Object.create(null);
  for (let index = 0; index < pairs.length; index += 2) {
    const value = pairs[index + 1]!;
    if (!USUAL_ACCESS.has(pairs[index]!) || value.startsWith('"')) return readInformationAccess(raw);
    (object[pairs[index]!] ??= []).push(value);
  }
  return pairs.length === 0 ? readInformationAccess(raw) : object;
}

function readInformationAccess(raw: Uint8Array): object | undefined {
  return x509.legacyInfoAccess(fields.infoAccess(fields.readFields(raw).extensions.get(INFORMATION_ACCESS)));
}
