// publicEncrypt, privateDecrypt, privateEncrypt and publicDecrypt: RSA (RFC 8017).
import { validateString } from "internal:core/validators";
import { argumentBytes, asBuffer } from "internal:web/crypto/bytes";
import { findHash } from "internal:web/crypto/hash_names";
import { asymmetricKey } from "internal:web/crypto/key_input";
import { paddingControl } from "internal:web/crypto/signature_options";
import { RsaOperation, transform } from "native:keys";

const PADDING_PKCS1 = 1;
const PADDING_OAEP = 4;

function digestName(name: string): string {
  const found = findHash(name);
  if (found === undefined)
    throw Object.assign(new Error("Invalid digest used"), { code: "ERR_OSSL_EVP_INVALID_DIGEST" });
  return found.name;
}

/** The parameters of OAEP (RFC 8017 §7.1). */
export function oaepControls(
  oaepHash: string | undefined,
  mgf1Hash: string | undefined,
  label: Uint8Array | undefined,
): string[] {
  const controls: string[] = [];
  if (oaepHash !== undefined) controls.push("rsa_oaep_md", digestName(oaepHash));
  if (mgf1Hash !== undefined) controls.push("rsa_mgf1_md", digestName(mgf1Hash));
  if (label !== undefined && label.length > 0) controls.push("rsa_oaep_label", label.toHex());
  return controls;
}

/** The options of a key argument, which are not checked yet. */
interface EncryptOptions {
  padding?: number;
  oaepHash?: unknown;
  mgf1Hash?: unknown;
  oaepLabel?: unknown;
  encoding?: unknown;
}

function run(
  operation: RsaOperation,
  isPrivate: boolean,
  fallback: number,
  key: unknown,
  buffer: unknown,
  name: string,
): Uint8Array {
  const {
    padding = fallback,
    oaepHash,
    mgf1Hash,
    oaepLabel,
    encoding,
  } = (typeof key === "object" && key !== null ? key : {}) as EncryptOptions;
  if (oaepHash !== undefined) validateString(oaepHash, "key.oaepHash");
  if (mgf1Hash !== undefined) validateString(mgf1Hash, "key.mgf1Hash");
  const label = oaepLabel === undefined ? undefined : argumentBytes(oaepLabel, "key.oaepLabel", encoding);
  // An unknown hash is reported before an invalid key.
  if (oaepHash !== undefined) digestName(oaepHash);
  const material = asymmetricKey(key, isPrivate ? "consumePrivate" : "consumePublic", name);
  const bytes = argumentBytes(buffer, "buffer", encoding);
  const controls = paddingControl(padding || fallback);
  if (padding === PADDING_OAEP) controls.push(...oaepControls(oaepHash ?? "sha1", mgf1Hash, label));
  return asBuffer(transform(operation, material.bytes, controls, bytes));
}

/** Encrypts for the owner of a private key. The default of `key.padding` is OAEP. */
export function publicEncrypt(key: unknown, buffer: unknown): Uint8Array {
  return run(RsaOperation.ENCRYPT, false, PADDING_OAEP, key, buffer, "key");
}

/** Decrypts the output of `publicEncrypt`. */
export function privateDecrypt(key: unknown, buffer: unknown): Uint8Array {
  return run(RsaOperation.DECRYPT, true, PADDING_OAEP, key, buffer, "privateKey");
}

/** Signs without a hash. */
export function privateEncrypt(key: unknown, buffer: unknown): Uint8Array {
  return run(RsaOperation.SIGN, true, PADDING_PKCS1, key, buffer, "privateKey");
}

/** Recovers the input of `privateEncrypt`. */
export function publicDecrypt(key: unknown, buffer: unknown): Uint8Array {
  return run(RsaOperation.RECOVER, false, PADDING_PKCS1, key, buffer, "key");
}
