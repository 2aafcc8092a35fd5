// `Bun.CSRF` (https://bun.com/docs/runtime/csrf): tokens that only the holder of the secret can make, valid for a limited time.
// A token is the time in milliseconds, 16 random bytes, its lifetime, and an HMAC over these.
import type { FastBuffer } from "internal:core/buffer/class";
import { Buffer } from "internal:node/buffer";
import nodeCrypto from "internal:node/crypto";
import defer * as bunErrors from "internal:bun/errors";

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const NONCE_BYTES = 16;
const HEAD_BYTES = 8 + NONCE_BYTES + 8;
const ALGORITHMS = new Set(["blake2b512", "sha256", "sha384", "sha512", "sha512-256"]);
const ENCODINGS = new Set(["base64", "base64url", "hex"]);

interface Options {
  secret?: string;
  expiresIn?: number;
  maxAge?: number;
  encoding?: string;
  algorithm?: string;
}

/** The secret of this process, for calls without one. */
let ownSecret: string | undefined;

function secretOf(secret: unknown): string {
  if (secret === undefined) return (ownSecret ??= nodeCrypto.randomBytes(32).toString("hex"));
  if (typeof secret !== "string" || secret === "") throw bunErrors.invalid("Secret must be a non-empty string");
  return secret;
}

function read({ encoding = "base64url", algorithm = "sha256" }: Options): { encoding: string; algorithm: string } {
  if (!ENCODINGS.has(encoding)) throw bunErrors.invalid("Invalid format: must be 'base64', 'base64url', or 'hex'");
  if (!ALGORITHMS.has(algorithm)) throw bunErrors.invalid("Algorithm not supported");
  return { encoding, algorithm };
}

function sign(algorithm: string, secret: string, head: Uint8Array): FastBuffer {
  return nodeCrypto.createHmac(algorithm, secret).update(head).digest();
}

/** Makes a token. Throws a TypeError (ERR_INVALID_ARG_TYPE) for an invalid secret, encoding or algorithm. */
export function generate(secret?: string, options: Options = {}): string {
  const { encoding, algorithm } = read(options);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeBigUInt64BE(BigInt(Date.now()), 0);
  nodeCrypto.randomFillSync(head, 8, NONCE_BYTES);
  head.writeBigUInt64BE(BigInt(Math.trunc(options.expiresIn ?? LIFETIME_MS)), 8 + NONCE_BYTES);
  return Buffer.concat([head, sign(algorithm, secretOf(secret), head)]).toString(encoding);
}

/** Whether a token was made with the secret and has not expired. */
export function verify(token: string, options: Options = {}): boolean {
  if (typeof token !== "string" || token === "") throw bunErrors.invalid("Token must be a non-empty string");
  const { encoding, algorithm } = read(options);
  const bytes: any = Buffer.from(token, encoding);
  if (bytes.length <= HEAD_BYTES) return false;
  const head = bytes.subarray(0, HEAD_BYTES);
  const expected = sign(algorithm, secretOf(options.secret), head);
  const given = bytes.subarray(HEAD_BYTES);
  if (given.length !== expected.length || !nodeCrypto.timingSafeEqual(given, expected)) return false;
  const ageMs = Date.now() - Number(head.readBigUInt64BE(0));
  const lifetimeMs = Number(head.readBigUInt64BE(8 + NONCE_BYTES));
  return (lifetimeMs === 0 || ageMs <= lifetimeMs) && ageMs <= (options.maxAge ?? LIFETIME_MS);
}

export const CSRF = { generate, verify };
