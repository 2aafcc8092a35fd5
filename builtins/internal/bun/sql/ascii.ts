// Numbers and dates in the text formats of databases, read from the bytes: a string of each would cost more than it.
import type { Buffer } from "internal:node/buffer";

type Bytes = InstanceType<typeof Buffer>;

const ZERO = 0x30;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const SPACE = 0x20;
/** Longer ones can be inexact as numbers. */
const DIGITS_MAX = 15;
const DATE_BYTES = 10;
const SECONDS_BYTES = 19;
const HOUR_MS = 3_600_000;

/** An integer in decimal digits. */
export function integerOf(bytes: Bytes, at: number, end: number): number {
  const start = bytes[at] === MINUS ? at + 1 : at;
  if (end - start > DIGITS_MAX) return Number(bytes.toString("latin1", at, end));
  let value = 0;
  for (let index = start; index < end; index++) {
    const digit = bytes[index]! - ZERO;
    if (digit < 0 || digit > 9) return Number(bytes.toString("latin1", at, end));
    value = value * 10 + digit;
  }
  return start === at ? value : -value;
}

/** Two digits, or NaN. */
function two(bytes: Bytes, at: number): number {
  const tens = bytes[at]! - ZERO;
  const ones = bytes[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** `2024-01-02` and `2024-01-02 03:04:05.678+00` in milliseconds since 1970; NaN for what is written otherwise. */
export function dateMs(bytes: Bytes, at: number, end: number): number {
  const length = end - at;
  if (length < DATE_BYTES || bytes[at + 4] !== MINUS || bytes[at + 7] !== MINUS) return NaN;
  const year = two(bytes, at) * 100 + two(bytes, at + 2);
  const month = two(bytes, at + 5);
  const day = two(bytes, at + 8);
  if (!(year >= 100 && month > 0 && day > 0)) return NaN;
  let ms = Date.UTC(year, month - 1, day);
  if (length === DATE_BYTES) return ms;
  if (length < SECONDS_BYTES || bytes[at + 10] !== SPACE || bytes[at + 13] !== COLON || bytes[at + 16] !== COLON)
    return NaN;
  ms += ((two(bytes, at + 11) * 60 + two(bytes, at + 14)) * 60 + two(bytes, at + 17)) * 1000;
  let next = at + SECONDS_BYTES;
  if (next < end && bytes[next] === DOT) {
    let scale = 100;
    for (next++; next < end; next++) {
      const digit = bytes[next]! - ZERO;
      if (digit < 0 || digit > 9) break;
      ms += digit * scale;
      scale = scale > 1 ? scale / 10 : 0;
    }
  }
  if (next === end) return ms;
  const sign = bytes[next]!;
  if (next + 3 !== end || (sign !== PLUS && sign !== MINUS)) return NaN;
  const offset = two(bytes, next + 1) * HOUR_MS;
  return sign === PLUS ? ms - offset : ms + offset;
}
