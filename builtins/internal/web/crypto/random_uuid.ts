// Random UUIDs (RFC 9562), for node:crypto and the global `crypto`.
import { validateBoolean, validateObject } from "internal:core/validators";
import { randomSource } from "internal:core/random_source";
import { randomFill, randomUuids } from "native:crypto";

const UUID_BYTES = 16;
const UUID_LENGTH = 36;

const hex: string[] = [];
for (let byte = 0; byte < 256; byte++) hex.push((byte + 256).toString(16).slice(1));

// One native call for many UUIDs, each of which is a part of its string.
let made = "";
let used = 0;
let single: Uint8Array | undefined;

function text(bytes: Uint8Array, at: number): string {
  return (
    hex[bytes[at]!]! +
    hex[bytes[at + 1]!] +
    hex[bytes[at + 2]!] +
    hex[bytes[at + 3]!] +
    "-" +
    hex[bytes[at + 4]!] +
    hex[bytes[at + 5]!] +
    "-" +
    hex[bytes[at + 6]!] +
    hex[bytes[at + 7]!] +
    "-" +
    hex[bytes[at + 8]!] +
    hex[bytes[at + 9]!] +
    "-" +
    hex[bytes[at + 10]!] +
    hex[bytes[at + 11]!] +
    hex[bytes[at + 12]!] +
    hex[bytes[at + 13]!] +
    hex[bytes[at + 14]!] +
    hex[bytes[at + 15]!]
  );
}

export interface UuidOptions {
  disableEntropyCache?: boolean;
}

function usesCache(options: UuidOptions | undefined): boolean {
  if (options === undefined) return true;
  validateObject(options as unknown, "options");
  const { disableEntropyCache = false } = options;
  validateBoolean(disableEntropyCache as unknown, "options.disableEntropyCache");
  return !disableEntropyCache;
}

function setVersion(bytes: Uint8Array, at: number, version: number): void {
  // RFC 9562 §4: four bits of version, two of variant.
  bytes[at + 6] = (bytes[at + 6]! & 0x0f) | (version << 4);
  bytes[at + 8] = (bytes[at + 8]! & 0x3f) | 0x80;
}

/** A version 4 UUID. `options.disableEntropyCache`: makes this one alone, not one of many. */
export function randomUUID(options?: UuidOptions): string {
  if (usesCache(options) && randomSource === null) {
    if (used === made.length) {
      made = randomUuids();
      used = 0;
    }
    const start = used;
    used = start + UUID_LENGTH;
    return made.slice(start, used);
  }
  const bytes = (single ??= new Uint8Array(UUID_BYTES));
  if (randomSource === null) randomFill(bytes);
  else randomSource(bytes);
  setVersion(bytes, 0, 4);
  const uuid = text(bytes, 0);
  // Used random bytes must not stay readable in memory.
  bytes.fill(0);
  return uuid;
}

/** A version 7 UUID: 48 bits of Unix time in milliseconds, then random bits. */
export function randomUUIDv7(options?: UuidOptions): string {
  usesCache(options);
  const bytes = (single ??= new Uint8Array(UUID_BYTES));
  randomFill(bytes);
  let time = Date.now();
  for (let index = 5; index >= 0; index--) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  setVersion(bytes, 0, 7);
  return text(bytes, 0);
}
