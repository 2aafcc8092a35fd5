// `Bun.randomUUIDv7`.
import { load } from "internal:bootstrap";

/** A UUID of version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random bits. */
export function randomUUIDv7(): string {
  const bytes = new Uint8Array(16);
  load("web:crypto").crypto.getRandomValues(bytes);
  let milliseconds = Date.now();
  for (let index = 5; index >= 0; index--) {
    bytes[index] = milliseconds % 256;
    milliseconds = Math.floor(milliseconds / 256);
  }
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
