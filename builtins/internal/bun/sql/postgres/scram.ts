// Proving the password to a PostgreSQL server: SCRAM-SHA-256 (RFC 5802, RFC 7677) and MD5.
import { Buffer } from "internal:node/buffer";
import { createHash, createHmac } from "internal:node/crypto/hash";
import { pbkdf2 } from "internal:node/crypto/pbkdf2";
import { randomBytes } from "internal:node/crypto/random";
import { clientError } from "internal:bun/sql/errors";

export const MECHANISM = "SCRAM-SHA-256";
const NONCE_BYTES = 18;
const KEY_BYTES = 32;
const ITERATIONS_MIN = 4096;
const ITERATIONS_MAX = 10_000_000;

type Bytes = Uint8Array;

const hmac = (key: Bytes, data: string): Bytes => createHmac("sha256", key).update(data).digest() as Bytes;
const sha256 = (data: Bytes): Bytes => createHash("sha256").update(data).digest() as unknown as Bytes;

function derive(password: string, salt: Bytes, iterations: number): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    pbkdf2(password, salt, iterations, KEY_BYTES, "sha256", (error: Error | null, key?: Bytes) => {
      if (error === null || error === undefined) resolve(key!);
      else
        reject(
          clientError("postgres", "AUTHENTICATION_FAILED_PBKDF2", "The key could not be derived from the password"),
        );
    });
  });
}

function attributes(message: string): Map<string, string> {
  return new Map(message.split(",").map((part) => [part.slice(0, 1), part.slice(2)]));
}

/** One login. Each step takes what the server sent, and gives what to answer. */
export class Scram {
  readonly #nonce = Buffer.from(randomBytes(NONCE_BYTES) as unknown as Uint8Array).toString("base64");
  #signature: Uint8Array | null = null;

  first(): string {
    return `n,,n=*,r=${this.#nonce}`;
  }

  async answer(message: string, password: string): Promise<string> {
    const given = attributes(message);
    const nonce = given.get("r") ?? "";
    const iterations = Number(given.get("i"));
    const salt = Buffer.from(given.get("s") ?? "", "base64");
    // A nonce that does not continue ours would replay another login.
    if (!nonce.startsWith(this.#nonce) || nonce === this.#nonce || salt.length === 0)
      throw clientError("postgres", "INVALID_SERVER_KEY", "The server's challenge is invalid");
    if (!(Number.isInteger(iterations) && iterations >= ITERATIONS_MIN && iterations <= ITERATIONS_MAX))
      throw clientError(
        "postgres",
        "SASL_ITERATION_COUNT_OUT_OF_RANGE",
        `The server's SCRAM iteration count must be between ${ITERATIONS_MIN} and ${ITERATIONS_MAX}`,
      );
    const key = await derive(password.normalize("NFKC"), salt, iterations);
    const clientKey = hmac(key, "Client Key");
    const withoutProof = `c=biws,r=${nonce}`;
    const signed = `n=*,r=${this.#nonce},${message},${withoutProof}`;
    const proof = Buffer.from(hmac(sha256(clientKey), signed));
    for (let index = 0; index < proof.length; index++) proof[index]! ^= clientKey[index]!;
    this.#signature = hmac(hmac(key, "Server Key"), signed);
    return `${withoutProof},p=${proof.toString("base64")}`;
  }

  /** Whether the server knows the password too. Throws if not. */
  check(message: string): void {
    const given = attributes(message).get("v") ?? "";
    const signature = Buffer.from(given, "base64");
    if (signature.length !== KEY_BYTES)
      throw clientError("postgres", "SASL_SIGNATURE_INVALID_BASE64", "The server's signature is not valid base64");
    let difference = this.#signature === null ? 1 : 0;
    for (let index = 0; index < KEY_BYTES; index++) difference |= signature[index]! ^ (this.#signature?.[index] ?? 0);
    if (difference !== 0)
      throw clientError("postgres", "SASL_SIGNATURE_MISMATCH", "The server did not prove that it knows the password");
  }

  get isComplete(): boolean {
    return this.#signature !== null;
  }
}

/** The answer to a request for an MD5 password. */
export function md5Answer(user: string, password: string, salt: Uint8Array): string {
  const md5 = (...parts: (string | Uint8Array)[]): string => {
    const hash = createHash("md5");
    for (const part of parts) hash.update(part);
    return hash.digest("hex") as unknown as string;
  };
  return `md5${md5(md5(password, user), salt)}`;
}
