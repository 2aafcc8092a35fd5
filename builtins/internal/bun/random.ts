// `Bun.randomUUIDv7`.
import { load } from "internal:core/bootstrap";
import { encodeUuid } from "internal:bun/extras";

const COUNTER_BITS = 12;
let latestMs = -1;
let counter = 0;

/**
 * A UUID of version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, a counter within the millisecond, then random bits. `encoding` is `hex`,
 * `base64`, `base64url` or `buffer`; a number in its place is the time.
 */
export function randomUUIDv7(encoding: any = "hex", timestamp?: number | Date): unknown {
  const given = typeof encoding === "number" || encoding instanceof Date ? encoding : timestamp;
  const time = given === undefined ? Date.now() : Number(given);
  const bytes = new Uint8Array(16);
  load("web:crypto").crypto.getRandomValues(bytes);
  if (time === latestMs) counter = (counter + 1) % (1 << COUNTER_BITS);
  else {
    // Room above for those that follow in the same millisecond.
    counter = ((bytes[6]! & 0x07) << 8) | bytes[7]!;
    latestMs = time;
  }
  for (let index = 5, rest = time; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = (counter >> 8) | 0x70;
  bytes[7] = counter & 0xff;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return encodeUuid(bytes, typeof encoding === "string" ? encoding : "hex");
}
