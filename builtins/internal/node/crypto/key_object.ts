// The classes KeyObject and its three kinds, and the functions that make them.
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateObject, validateOneOf } from "internal:core/validators";
import { kClone } from "internal:web/clone/protocol";
import { asBuffer, copiedBytes, isBytes, textBytes } from "internal:web/crypto/bytes";
import { toJwk } from "internal:web/crypto/jwk";
import { KeyData } from "internal:web/crypto/key_data";
import { encodeKey } from "internal:web/crypto/key_encoding";
import { asymmetricKey } from "internal:web/crypto/key_input";
import { type EncodingOptions, readEncoding } from "internal:web/crypto/key_options";
import { registerKeyClass } from "internal:web/crypto/key_object_slots";
import defer * as webKeys from "web:crypto_key";
import defer * as importing from "internal:web/crypto/subtle/import_key";

/** `crypto.KeyObject`. */
export class KeyObject {
  #data: KeyData;

  constructor(type: string, handle: unknown) {
    if (type !== "secret" && type !== "public" && type !== "private") throw new ERR_INVALID_ARG_VALUE("type", type);
    if (!(handle instanceof KeyData)) throw new ERR_INVALID_ARG_TYPE("handle", "object", handle);
    this.#data = handle;
  }

  static from(key: unknown): KeyObject {
    const data = webKeys.dataOfCryptoKey(key);
    if (data === undefined) throw new ERR_INVALID_ARG_TYPE("key", "CryptoKey", key);
    return keyObjectOf(data);
  }

  get type(): string {
    return this.#data.kind;
  }

  /** Whether the other object has the same key. */
  equals(otherKeyObject: unknown): boolean {
    const other = dataOfKeyObject(otherKeyObject);
    if (other === undefined) throw new ERR_INVALID_ARG_TYPE("otherKeyObject", "KeyObject", otherKeyObject);
    return this.#data.equals(other);
  }

  /** The key as a CryptoKey of Web Cryptography. Throws its DOMExceptions. */
  toCryptoKey(algorithm: unknown, extractable: unknown, keyUsages: unknown): object {
    return importing.cryptoKeyOf(this.#data, algorithm, extractable, keyUsages);
  }

  [kClone](): object {
    return { kind: "KeyObject", type: this.#data.kind, bytes: this.#data.bytes };
  }

  /** The key material of a KeyObject; undefined for another object. */
  static readData(value: object): KeyData | undefined {
    return #data in value ? value.#data : undefined;
  }
}
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, { value: "KeyObject", configurable: true });

const readData = KeyObject.readData;
delete (KeyObject as any).readData;
registerKeyClass("KeyObject", readData);

/** The key material of a KeyObject; undefined for any other value. */
export function dataOfKeyObject(value: unknown): KeyData | undefined {
  return typeof value === "object" && value !== null ? readData(value) : undefined;
}

class SecretKeyObject extends KeyObject {
  get symmetricKeySize(): number {
    return readData(this)!.bytes.length;
  }

  export(options?: unknown): unknown {
    const data = readData(this)!;
    if (options !== undefined) {
      validateObject(options, "options");
      validateOneOf(options.format, "options.format", [undefined, "buffer", "jwk"]);
      if (options.format === "jwk") return toJwk(data);
    }
    return asBuffer(data.bytes.slice());
  }
}

class AsymmetricKeyObject extends KeyObject {
  get asymmetricKeyType(): string | undefined {
    return readData(this)!.type;
  }

  get asymmetricKeyDetails(): object {
    return { ...readData(this)!.details };
  }
}

class PublicKeyObject extends AsymmetricKeyObject {
  export(options: EncodingOptions): unknown {
    const data = readData(this)!;
    return encodeKey(
      data,
      readEncoding(options, { prefix: "options", isInput: false, isPublic: true, keyType: data.type }),
    );
  }
}

class PrivateKeyObject extends AsymmetricKeyObject {
  export(options: EncodingOptions): unknown {
    const data = readData(this)!;
    return encodeKey(
      data,
      readEncoding(options, { prefix: "options", isInput: false, isPublic: false, keyType: data.type }),
    );
  }
}

/** The KeyObject of key material. */
export function keyObjectOf(data: KeyData): any {
  if (data.kind === "secret") return new SecretKeyObject("secret", data);
  return data.kind === "public" ? new PublicKeyObject("public", data) : new PrivateKeyObject("private", data);
}

/** The KeyObject of a record from structured clone. */
export function reviveKeyObject({ type, bytes }: any): object {
  return keyObjectOf(new KeyData(type, bytes));
}

/** A secret key from bytes, or from a string in an encoding. */
export function createSecretKey(key: unknown, encoding?: unknown): unknown {
  if (typeof key === "string") return keyObjectOf(new KeyData("secret", copiedBytes(textBytes(key, encoding))));
  if (!isBytes(key)) throw new ERR_INVALID_ARG_TYPE("key", ["ArrayBuffer", "Buffer", "TypedArray", "DataView"], key);
  return keyObjectOf(new KeyData("secret", copiedBytes(key)));
}

/** A public key from PEM, DER, JWK, raw bytes, or a private key. */
export function createPublicKey(key: unknown): unknown {
  return keyObjectOf(asymmetricKey(key, "createPublic"));
}

/** A private key from PEM, DER, JWK or raw bytes. */
export function createPrivateKey(key: unknown): unknown {
  return keyObjectOf(asymmetricKey(key, "createPrivate"));
}
