// The options that say how a key is written: `format`, `type`, `cipher`, `passphrase`. They are checked here for reading,
// for `export()` and for `generateKeyPair()` alike.
import { ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateObject } from "internal:core/validators";
import { argumentBytes, isBytes } from "internal:web/crypto/bytes";

/** How a key is written. */
export interface KeyEncoding {
  format: string;
  type: string | undefined;
  cipher: string | undefined;
  passphrase: Uint8Array | undefined;
}

/** What the options are for. `prefix`: how messages call the object, "options" or "key" or "options.publicKeyEncoding". */
export interface EncodingPurpose {
  prefix: string;
  isInput: boolean;
  /** undefined: either, for input of a public key. */
  isPublic: boolean | undefined;
  /** The algorithm of the key that is written; undefined for input. */
  keyType: string | undefined;
}

const FORMATS = ["pem", "der", "jwk"];

/** Reads and checks the options. Throws ERR_INVALID_ARG_VALUE and ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS. */
export function readEncoding(options: any, purpose: EncodingPurpose): KeyEncoding {
  validateObject(options, purpose.prefix === "key" ? "options" : purpose.prefix.split(".")[0]!);
  const format = readFormat(options, purpose);
  const type = readType(options, format, purpose);
  const encoding: KeyEncoding = { format, type, cipher: undefined, passphrase: undefined };
  if (purpose.isPublic !== true) readProtection(options, encoding, purpose);
  return encoding;
}

function readFormat(options: any, { prefix, isInput }: EncodingPurpose): string {
  const { format } = options;
  if (format === undefined && isInput) return "pem";
  const isKnown = FORMATS.includes(format) || (typeof format === "string" && format.startsWith("raw-"));
  if (!isKnown) throw new ERR_INVALID_ARG_VALUE(`${prefix}.format`, format);
  return format;
}

function readType(
  options: any,
  format: string,
  { prefix, isInput, isPublic, keyType }: EncodingPurpose,
): string | undefined {
  const { type } = options;
  if (format === "jwk" || format.startsWith("raw-")) return type;
  const isNeeded = !isInput || format === "der";
  if (type === undefined && !isNeeded) return undefined;
  if (type === "pkcs1") {
    if (keyType !== undefined && keyType !== "rsa")
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, "can only be used for RSA keys");
    return type;
  }
  if (type === "spki" && isPublic !== false) return type;
  if (type === "pkcs8" && isPublic !== true) return type;
  if (type === "sec1" && isPublic !== true) {
    if (keyType !== undefined && keyType !== "ec")
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, "can only be used for EC keys");
    return type;
  }
  throw new ERR_INVALID_ARG_VALUE(`${prefix}.type`, type);
}

function readProtection(options: any, encoding: KeyEncoding, { prefix, isInput }: EncodingPurpose): void {
  const { cipher, passphrase, encoding: textEncoding } = options;
  const hasCipher = cipher !== undefined && cipher !== null;
  if (encoding.format === "jwk" || encoding.format.startsWith("raw-")) {
    if (hasCipher || passphrase !== undefined) {
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(
        encoding.format === "jwk" ? "jwk" : "raw format",
        "does not support encryption",
      );
    }
    return;
  }
  if (!isInput) {
    if (hasCipher) {
      if (typeof cipher !== "string") throw new ERR_INVALID_ARG_VALUE(`${prefix}.cipher`, cipher);
      if (encoding.format === "der" && encoding.type !== "pkcs8") {
        throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(encoding.type!, "does not support encryption");
      }
      encoding.cipher = cipher;
    } else if (passphrase !== undefined) {
      throw new ERR_INVALID_ARG_VALUE(`${prefix}.cipher`, cipher, "is required when a passphrase is specified");
    }
  }
  const isNeeded = isInput ? passphrase !== undefined : hasCipher;
  if (isNeeded && typeof passphrase !== "string" && !isBytes(passphrase))
    throw new ERR_INVALID_ARG_VALUE(`${prefix}.passphrase`, passphrase);
  if (passphrase !== undefined && passphrase !== null)
    encoding.passphrase = argumentBytes(passphrase, `${prefix}.passphrase`, textEncoding);
}
