// native:keys. Asymmetric keys, signatures, key agreement and certificates, by the system's OpenSSL. Implemented by
// host/keys. Keys are DER: PKCS#8 when private, SubjectPublicKeyInfo when public. `controls` are alternating names and
// values, as for `openssl pkeyutl -pkeyopt`.
import type { Bytes, Enum, EnumOf, Flags, FlagsOf, u32, u8 } from "./types.ts";

/** RSA on a short message. */
export declare const RsaOperation: Enum<
  u8,
  {
    /** With the public key. */
    ENCRYPT: 0;
    /** With the private key. */
    DECRYPT: 1;
    /** Without a hash, with the private key. */
    SIGN: 2;
    /** The inverse of `SIGN`, with the public key. */
    RECOVER: 3;
  }
>;
export type RsaOperation = EnumOf<typeof RsaOperation>;

/** How a point of a curve is encoded: its first byte (SEC 1 §2.3.3). */
export declare const PointForm: Enum<u8, { COMPRESSED: 2; UNCOMPRESSED: 4; HYBRID: 6 }>;
export type PointForm = EnumOf<typeof PointForm>;

/** How the name in a certificate is compared: OpenSSL's flags of X509_check_host. */
export declare const HostCheckFlags: Flags<
  u32,
  {
    ALWAYS_CHECK_SUBJECT: 1;
    NO_WILDCARDS: 2;
    NO_PARTIAL_WILDCARDS: 4;
    MULTI_LABEL_WILDCARDS: 8;
    SINGLE_LABEL_SUBDOMAINS: 16;
    NEVER_CHECK_SUBJECT: 32;
  }
>;
export type HostCheckFlags = FlagsOf<typeof HostCheckFlags>;

/** Both keys of a pair, as DER or as plain numbers. */
export interface KeyPair {
  privateKey: Bytes;
  publicKey: Bytes;
}

/** Names of an object identifier. */
export interface ObjectNames {
  shortName: string;
  longName: string;
}

/** The contents of a PKCS#12 bundle, as DER; `others` are concatenated. */
export interface Bundle {
  privateKey: Bytes | null;
  certificate: Bytes | null;
  others: Bytes;
}

/** Reads a private key: PEM, or DER of `kind` "pkcs1", "pkcs8" or "sec1". */
export declare function readPrivateKey(bytes: Bytes, isPem: boolean, kind: string, passphrase: Bytes | null): Bytes;

/** Reads a public key: DER of `kind` "spki", "pkcs1" or "certificate". */
export declare function readPublicKey(der: Bytes, kind: string): Bytes;

/** The public key of a private key. */
export declare function publicOfPrivate(privateKey: Bytes): Bytes;

/** The private key as EncryptedPrivateKeyInfo. */
export declare function encryptPrivateKey(privateKey: Bytes, cipher: string, passphrase: Bytes): Bytes;

/** The private key as PEM of its traditional form, encrypted. */
export declare function encryptPrivateKeyTraditionally(privateKey: Bytes, cipher: string, passphrase: Bytes): Bytes;

/** A new pair. `parameters`: PKCS#3, for Diffie-Hellman with a given prime. */
export declare function generateKeyPair(kind: string, controls: string[], parameters: Bytes | null): KeyPair;

/** As `generateKeyPair`, off the thread. */
export declare function generateKeyPairLater(
  kind: string,
  controls: string[],
  parameters: Bytes | null,
): Promise<KeyPair>;

/** Signs a message; no `digest` for keys with a built-in hash. */
export declare function signMessage(
  privateKey: Bytes,
  digest: string | null,
  controls: string[],
  message: Bytes,
): Bytes;

/** As `signMessage`, off the thread. */
export declare function signMessageLater(
  privateKey: Bytes,
  digest: string | null,
  controls: string[],
  message: Bytes,
): Promise<Bytes>;

/** Whether the signature of a message is valid. */
export declare function verifyMessage(
  publicKey: Bytes,
  digest: string | null,
  controls: string[],
  message: Bytes,
  signature: Bytes,
): boolean;

/** As `verifyMessage`, off the thread. */
export declare function verifyMessageLater(
  publicKey: Bytes,
  digest: string | null,
  controls: string[],
  message: Bytes,
  signature: Bytes,
): Promise<boolean>;

/** Signs a digest. */
export declare function signDigest(privateKey: Bytes, controls: string[], digest: Bytes): Bytes;

/** Whether the signature of a digest is valid. */
export declare function verifyDigest(publicKey: Bytes, controls: string[], digest: Bytes, signature: Bytes): boolean;

/** RSA on a short message. */
export declare function transform(operation: RsaOperation, key: Bytes, controls: string[], bytes: Bytes): Bytes;

/** As `transform`, off the thread. */
export declare function transformLater(
  operation: RsaOperation,
  key: Bytes,
  controls: string[],
  bytes: Bytes,
): Promise<Bytes>;

/** The shared secret of two keys. */
export declare function agree(privateKey: Bytes, publicKey: Bytes): Bytes;

/** As `agree`, off the thread. */
export declare function agreeLater(privateKey: Bytes, publicKey: Bytes): Promise<Bytes>;

/** Whether an elliptic curve has that name. */
export declare function isCurve(curve: string): boolean;

/** A private key and its point on a curve. */
export declare function curveGenerate(curve: string): KeyPair;

/** The point of a private key. */
export declare function curvePoint(curve: string, privateNumber: Bytes): Bytes;

/** Converts a point to another form. */
export declare function curveConvert(curve: string, point: Bytes, form: PointForm): Bytes;

/** The shared secret of a private key and the peer's point. */
export declare function curveAgree(curve: string, privateNumber: Bytes, point: Bytes): Bytes;

/** Diffie-Hellman: a private key and its public key. */
export declare function groupGenerate(prime: Bytes, generator: Bytes): KeyPair;

/** The public key of a private one. */
export declare function groupPublic(prime: Bytes, generator: Bytes, privateNumber: Bytes): Bytes;

/** The shared secret with a public key. */
export declare function groupAgree(prime: Bytes, privateNumber: Bytes, publicNumber: Bytes): Bytes;

/** Checks a prime and a generator: returns a sum of DH_CHECK_… flags. */
export declare function groupCheck(prime: Bytes, generator: Bytes): u32;

/** The prime of a group of RFC 2409 or 3526. */
export declare function groupPrime(name: string): Bytes | null;

/** The short name of the curve of an EC key with explicit parameters; null for an unknown curve. */
export declare function curveOfExplicit(publicKey: Bytes): string | null;

/** OpenSSL's names of a dotted object identifier. */
export declare function objectNames(dotted: string): ObjectNames | null;

/** The content bytes of the object identifier of a name. */
export declare function objectIdentifier(name: string): Bytes | null;

/** Reads a certificate, PEM or DER. */
export declare function readCertificate(bytes: Bytes): Bytes;

/** Whether a certificate may sign others. */
export declare function certificateIsAuthority(certificate: Bytes): boolean;

/** The name in a certificate that matches a host. */
export declare function certificateHost(certificate: Bytes, host: string, flags: HostCheckFlags): string | null;

/** Whether a certificate is for an email address. */
export declare function certificateEmail(certificate: Bytes, email: string, flags: HostCheckFlags): boolean;

/** Whether a certificate is for an IP address of 4 or 16 bytes. */
export declare function certificateAddress(certificate: Bytes, address: Bytes, flags: HostCheckFlags): boolean;

/** Whether `issuer` could have issued a certificate. */
export declare function certificateIsIssuedBy(certificate: Bytes, issuer: Bytes): boolean;

/** Whether a certificate was signed with the private key of this public key. */
export declare function certificateIsSignedBy(certificate: Bytes, publicKey: Bytes): boolean;

/** Opens a PKCS#12 bundle. */
export declare function openBundle(bytes: Bytes, passphrase: string): Bundle;

/** The version of OpenSSL's library, such as "3.0.19". */
export declare function openSslVersion(): string;
