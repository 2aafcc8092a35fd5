// `Bun.randomUUIDv5` and `Bun.randomUUIDv7` (RFC 9562).
import { load } from "internal:core/bootstrap";
import { randomUUID } from "internal:web/crypto/random_uuid";

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
/** Namespaces of RFC 9562 §6.6. */
const NAMESPACES: Record<string, string> = {
  dns: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  url: "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
  oid: "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
  x500: "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
};

const COUNTER_BITS = 12;
/** The top bit of a first counter stays clear: capacity for the UUIDs that follow in the same millisecond. */
const FIRST_COUNTER_MAX = (1 << (COUNTER_BITS - 1)) - 1;
const TIME_DIGITS = 12;
const TIME_END = 2 ** 48;
const COUNTER_DIGITS = 3;
let latestMs = -1;
let counter = 0;
/** The digits of `latestMs`, up to the version. */
let latestDigits = "";

/** A UUID of version 5 (RFC 9562 §5.5): SHA-1 of a namespace and a name. */
export function randomUUIDv5(name: string | Uint8Array, namespace: string | Uint8Array, encoding = "hex"): unknown {
  const { Buffer } = load("internal:node/buffer");
  const space = typeof namespace === "string" ? (NAMESPACES[namespace.toLowerCase()] ?? namespace) : namespace;
  if (typeof space === "string" && !UUID.test(space))
    throw invalid("Invalid UUID format for namespace", "ERR_INVALID_ARG_VALUE");
  const spaceBytes = typeof space === "string" ? Buffer.from(space.replaceAll("-", ""), "hex") : Buffer.from(space);
  if (spaceBytes.length !== 16) throw invalid("Namespace must be exactly 16 bytes", "ERR_INVALID_ARG_VALUE");
  const bytes = load("internal:node/crypto")
    .default.createHash("sha1")
    .update(spaceBytes)
    .update(typeof name === "string" ? name : Buffer.from(name))
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return encodeUuid(bytes, encoding);
}

/**
 * A UUID of version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, a counter within the millisecond, then random bits.
 * `encoding` is `hex`, `base64`, `base64url` or `buffer`; a number in its place is the time.
 */
export function randomUUIDv7(encoding: string | number | Date = "hex", timestamp?: number | Date): unknown {
  if (encoding === "hex" && timestamp === undefined) {
    const now = Date.now();
    if (Number.isInteger(now) && now >= 0 && now < TIME_END) return uuidAt(now);
  }
  const given = typeof encoding === "number" || encoding instanceof Date ? encoding : timestamp;
  const time = given === undefined ? Date.now() : Number(given);
  const bytes = new Uint8Array(16);
  load("web:crypto").crypto.getRandomValues(bytes);
  count(time, (bytes[6]! << 8) | bytes[7]!);
  for (let index = 5, rest = time; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = (counter >> 8) | 0x70;
  bytes[7] = counter & 0xff;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return encodeUuid(bytes, typeof encoding === "string" ? encoding : "hex");
}

/** A UUID of version 7 with the random part of one of version 4, which is at the same place. */
function uuidAt(time: number): string {
  const random = randomUUID();
  if (time !== latestMs || latestDigits === "") {
    count(time, Number.parseInt(random.slice(15, 18), 16));
    const digits = time.toString(16).padStart(TIME_DIGITS, "0");
    latestDigits = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
  } else count(time, 0);
  return latestDigits + counterDigits(counter) + random.slice(18);
}

/** Counts the UUIDs of a millisecond, from a random number on. */
function count(time: number, random: number): void {
  if (time === latestMs) counter = (counter + 1) % (1 << COUNTER_BITS);
  else {
    counter = random & FIRST_COUNTER_MAX;
    latestMs = time;
    latestDigits = "";
  }
}

let digitsByCounter: string[] | undefined;

function counterDigits(value: number): string {
  digitsByCounter ??= new Array<string>(1 << COUNTER_BITS);
  return (digitsByCounter[value] ??= value.toString(16).padStart(COUNTER_DIGITS, "0"));
}

/** The bytes of a UUID as `hex` (with hyphens), `base64`, `base64url` or `buffer`. */
function encodeUuid(bytes: Uint8Array, encoding: string): unknown {
  const buffer = load("internal:node/buffer").Buffer.from(bytes);
  if (encoding === "buffer") return buffer;
  if (encoding === "base64" || encoding === "base64url") return buffer.toString(encoding);
  if (encoding !== "hex")
    throw invalid(`Encoding must be one of base64, base64url, hex, or buffer`, "ERR_UNKNOWN_ENCODING");
  return buffer.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function invalid(message: string, code: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}
