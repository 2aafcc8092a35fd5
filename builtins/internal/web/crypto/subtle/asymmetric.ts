// The common parts of RSA, elliptic curves and octet key pairs in SubtleCrypto: pairs, their usages, SPKI and PKCS#8.
import { DOMException } from "web:dom_exception";
import type { KeyAlgorithm, Slots } from "web:crypto_key";
import { KeyData } from "internal:web/crypto/key_data";
import { type Jwk, toJwk } from "internal:web/crypto/jwk";
import type { KeyPair } from "internal:web/crypto/subtle/families";
import {
  cannotExport,
  checkNotEmpty,
  checkUsages,
  makeKey,
  operation,
  readingKey,
} from "internal:web/crypto/subtle/rules";
import { asVersion1 } from "internal:web/crypto/key_der";
import { generateKeyPairLater, readPrivateKey, readPublicKey } from "native:keys";

/** The allowed usages of each half of a pair. */
export interface PairUsages {
  public: string[];
  private: string[];
}

export const SIGNING: PairUsages = { public: ["verify"], private: ["sign"] };
export const AGREEING: PairUsages = { public: [], private: ["deriveKey", "deriveBits"] };
export const ENCRYPTING: PairUsages = { public: ["encrypt", "wrapKey"], private: ["decrypt", "unwrapKey"] };

/** A new pair. `controls` are those of `native:keys`. */
export async function generatePair(
  kind: string,
  controls: string[],
  algorithm: KeyAlgorithm,
  allowed: PairUsages,
  extractable: boolean,
  usages: string[],
): Promise<KeyPair> {
  checkUsages(usages, [...allowed.public, ...allowed.private], algorithm.name);
  const privateUsages = usages.filter((usage) => allowed.private.includes(usage));
  checkNotEmpty(privateUsages, "creating a key.");
  const pair = await operation(() => generateKeyPairLater(kind, controls, null));
  return {
    publicKey: makeKey(
      new KeyData("public", pair.publicKey),
      algorithm,
      true,
      usages.filter((usage) => allowed.public.includes(usage)),
    ),
    privateKey: makeKey(new KeyData("private", pair.privateKey), algorithm, extractable, privateUsages),
  };
}

/** Checks the usages of an imported key. */
export function checkImport(isPrivate: boolean, usages: string[], allowed: PairUsages, name: string): void {
  checkUsages(usages, isPrivate ? allowed.private : allowed.public, name);
  if (isPrivate) checkNotEmpty(usages, "importing a private key.");
}

/** Reads SubjectPublicKeyInfo. */
export function readSpki(bytes: Uint8Array): KeyData {
  return readingKey(() => new KeyData("public", readPublicKey(bytes, "spki")));
}

/** Reads PKCS#8. */
export function readPkcs8(bytes: Uint8Array): KeyData {
  return readingKey(() => new KeyData("private", readPrivateKey(asVersion1(bytes), false, "pkcs8", null)));
}

/** A key in the common formats; undefined for another format. */
export function exportCommon(key: Slots, format: string): Uint8Array | Jwk | undefined {
  if (format === "jwk") return readingKey(() => toJwk(key.data));
  if (format === "spki" || format === "raw-public") requireKind(key, format, "public");
  else if (format === "pkcs8" || format === "raw-private" || format === "raw-seed") requireKind(key, format, "private");
  return format === "spki" || format === "pkcs8" ? key.data.bytes.slice() : undefined;
}

function requireKind(key: Slots, format: string, kind: string): void {
  if (format !== "spki" && format !== "pkcs8") {
    if (key.data.kind !== kind) throw cannotExport(key, format);
  } else if (key.data.kind !== kind) throw new DOMException(`Key must be a ${kind} key`, "InvalidAccessError");
}
