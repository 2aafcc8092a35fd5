// The options of a key's encoding: `format`, `type`, `cipher`, `passphrase`. They are checked here for input, for `export()`
// and for `generateKeyPair()`.
import { ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateObject } from "internal:core/validators";
import { argumentBytes, isBytes } from "internal:web/crypto/bytes";

/** The encoding of a key. */
export interface KeyEncoding {
  format: string;
  type: string | undefined;
  cipher: string | undefined;
  passphrase: Uint8Array | undefined;
}

/** The purpose of the options. `prefix`: the object's name in messages, such as "options", "key" or "options.publicKeyEncoding". */
export interface EncodingPurpose {
  prefix: string;
  isInput: boolean;
  /** undefined: both, for input of a public key. */
  isPublic: boolean | undefined;
  /** The algorithm of the encoded key; undefined for input. */
  keyType: string | undefined;
}

const FORMATS = ["pem", "der", "jwk"];

/** The options, whose members are not checked yet. */
export interface EncodingOptions {
  format?: unknown;
  type?: unknown;
  cipher?: unknown;
  passphrase?: unknown;
  encoding?: unknown;
}

/** Reads and checks the options. Throws ERR_INVALID_ARG_VALUE and ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS. */
export function readEncoding(options: EncodingOptions, purpose: EncodingPurpose): KeyEncoding {
  validateObject(options as unknown, purpose.prefix === "key" ? "options" : purpose.prefix.split(".")[0]!);
  const format = readFormat(options, purpose);
  const type = readType(options, format, purpose);
  const encoding: KeyEncoding = { format, type, cipher: undefined, passphrase: undefined };
  if (purpose.isPublic !== true) readProtection(options, encoding, purpose);
  return encoding;
}

function readFormat(options: EncodingOptions, { prefix, isInput }: EncodingPurpose): string {
  const { format } = options;
  if (format === undefined && isInput) return "pem";
  const isKnown = FORMATS.includes(format as string) || (typeof format === "string" && format.startsWith("raw-"));
  if (!isKnown) throw new ERR_INVALID_ARG_VALUE(`${prefix}.format`, format);
  return format as string;
}

function readType(
  options: EncodingOptions,
  format: string,
  { prefix, isInput, isPublic, keyType }: EncodingPurpose,
): string | undefined {
  const { type } = options;
  if (format === "jwk" || format.startsWith("raw-")) return type as string | undefined;
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

function readProtection(options: EncodingOptions, encoding: KeyEncoding, { prefix, isInput }: EncodingPurpose): void {
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
