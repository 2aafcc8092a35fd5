// The proofs of a password that MySQL servers ask for.
// https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_authentication_methods.html
import { createHash } from "internal:node/crypto/hash";
import { constants } from "internal:node/crypto/constants";
import { Buffer } from "internal:node/buffer";
import { clientError } from "internal:bun/sql/errors";
import defer * as encryption from "internal:web/crypto/public_encrypt";
import type { Bytes } from "internal:bun/sql/mysql/packets";

export const NATIVE = "mysql_native_password";
const CACHING_SHA2 = "caching_sha2_password";
const SHA256 = "sha256_password";
const CLEAR = "mysql_clear_password";

/** Plugins whose first proof needs nothing but the greeting. */
export const isCommon = (plugin: string): boolean => plugin === NATIVE || plugin === CACHING_SHA2;

const NONCE_BYTES = 20;
const FAST_DONE = 3;
const FAST_FAILED = 4;

function digest(algorithm: "sha1" | "sha256", ...parts: Uint8Array[]): Bytes {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest() as unknown as Bytes;
}

const xor = (one: Uint8Array, other: Uint8Array): Bytes =>
  Buffer.from(one.map((byte, index) => byte ^ other[index % other.length]!));

function nativeProof(password: string, nonce: Uint8Array): Bytes {
  const once = digest("sha1", Buffer.from(password));
  return xor(digest("sha1", nonce, digest("sha1", once)), once);
}

function sha2Proof(password: string, nonce: Uint8Array): Bytes {
  const once = digest("sha256", Buffer.from(password));
  return xor(once, digest("sha256", digest("sha256", once), nonce));
}

const withZero = (password: string): Bytes => Buffer.from(`${password}\0`);

export interface Policy {
  /** TLS, or a unix socket: nothing on the way can read along. */
  readonly isPrivate: boolean;
  readonly isEncrypted: boolean;
  /** Whether the server may send the key that encrypts the password. */
  readonly allowsKey: boolean;
}

/** One way to prove the password. `nonce` is what the server wants mixed in. */
export class Proof {
  readonly #plugin: string;
  readonly #nonce: Bytes;
  readonly #password: string;
  readonly #policy: Policy;

  constructor(plugin: string, nonce: Bytes, password: string, policy: Policy) {
    this.#plugin = plugin;
    this.#nonce = nonce.subarray(0, NONCE_BYTES);
    this.#password = password;
    this.#policy = policy;
    if (password.includes("\0")) throw new TypeError("A name or a password cannot contain a null character");
    if (plugin !== CLEAR && nonce.length < NONCE_BYTES)
      throw clientError("mysql", "MISSING_AUTH_DATA", "The server sent too little for the proof of the password");
  }

  /** The first thing to send. */
  first(): Bytes {
    const password = this.#password;
    switch (this.#plugin) {
      case NATIVE:
        return password === "" ? Buffer.alloc(0) : nativeProof(password, this.#nonce);
      case CACHING_SHA2:
        return password === "" ? Buffer.alloc(0) : sha2Proof(password, this.#nonce);
      case SHA256:
        if (password === "" || this.#policy.isPrivate) return withZero(password);
        return this.#askForKey(1);
      case CLEAR:
        if (this.#policy.isEncrypted) return withZero(password);
        throw clientError(
          "mysql",
          "UNSUPPORTED_AUTH_PLUGIN",
          "The server wants the password in clear text without TLS",
        );
      default:
        throw clientError("mysql", "UNSUPPORTED_AUTH_PLUGIN", `Unsupported authentication plugin: ${this.#plugin}`);
    }
  }

  #askForKey(byte: number): Bytes {
    if (!this.#policy.allowsKey)
      throw clientError(
        "mysql",
        "PUBLIC_KEY_RETRIEVAL_NOT_ALLOWED",
        "Public key retrieval is not allowed. Use TLS, or set allowPublicKeyRetrieval: true",
      );
    return Buffer.from([byte]);
  }

  /** The reply to more data of the server, or null if there is none. */
  next(data: Bytes): Bytes | null {
    if (this.#plugin === CACHING_SHA2 && data.length === 1) {
      if (data[0] === FAST_DONE) return null;
      if (data[0] === FAST_FAILED) return this.#policy.isPrivate ? withZero(this.#password) : this.#askForKey(2);
    } else if ((this.#plugin === CACHING_SHA2 || this.#plugin === SHA256) && this.#policy.allowsKey)
      return this.#encrypted(data);
    throw clientError(
      "mysql",
      "AUTHENTICATION_FAILED",
      "The server sent unexpected data for the proof of the password",
    );
  }

  #encrypted(key: Bytes): Bytes {
    try {
      return encryption.publicEncrypt(
        { key: key.toString("latin1"), padding: constants.RSA_PKCS1_OAEP_PADDING },
        xor(withZero(this.#password), this.#nonce),
      ) as unknown as Bytes;
    } catch {
      throw clientError("mysql", "INVALID_PUBLIC_KEY", "The server sent an invalid public key");
    }
  }
}
