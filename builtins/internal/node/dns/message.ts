// DNS messages (RFC 1035 §4): a query as bytes, and the records of an answer. Every offset is checked: answers come from
// strangers. A malformed message gives null.
import { Buffer } from "internal:node/buffer";

/** Types of records by name (https://www.iana.org/assignments/dns-parameters). */
export const TYPES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  NAPTR: 35,
  TLSA: 52,
  ANY: 255,
  CAA: 257,
} as const;

const CLASS_INTERNET = 1;
const HEADER_BYTES = 12;
const LABEL_BYTES_MAX = 63;
const NAME_BYTES_MAX = 255;
const RECURSION_DESIRED = 0x0100;

/** One record. `data` lies between the offsets in `bytes`, since names in it may point anywhere in the message. */
export interface Record {
  name: string;
  type: number;
  ttl: number;
  bytes: Uint8Array;
  start: number;
  end: number;
}

export interface Answer {
  /** The response code, RFC 1035 §4.1.1: 0 none, 3 no such name. */
  code: number;
  records: Record[];
}

/** A query for `name`, already ASCII. Null for a name that no message can hold. */
export function encodeQuery(identification: number, name: string, type: number): Uint8Array | null {
  const labels = name === "." || name === "" ? [] : name.replace(/\.$/, "").split(".");
  const bytes: number[] = [
    identification >> 8,
    identification & 255,
    RECURSION_DESIRED >> 8,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  for (const label of labels) {
    const text = Buffer.from(label);
    if (text.length === 0 || text.length > LABEL_BYTES_MAX) return null;
    bytes.push(text.length, ...text);
  }
  bytes.push(0);
  if (bytes.length - HEADER_BYTES > NAME_BYTES_MAX) return null;
  bytes.push(type >> 8, type & 255, 0, CLASS_INTERNET);
  return new Uint8Array(bytes);
}

/** A name at `offset`, and where it ends there. Null when it runs out of the message or in circles. */
export function readName(bytes: Uint8Array, offset: number): { name: string; end: number } | null {
  const labels: string[] = [];
  let end = -1;
  let length = 0;
  for (;;) {
    const size = bytes[offset];
    if (size === undefined) return null;
    if ((size & 0xc0) === 0xc0) {
      const low = bytes[offset + 1];
      if (low === undefined) return null;
      if (end < 0) end = offset + 2;
      const target = ((size & 0x3f) << 8) | low;
      // A pointer goes back to something earlier; that alone makes circles impossible.
      if (target >= offset) return null;
      offset = target;
      continue;
    }
    if ((size & 0xc0) !== 0) return null;
    offset++;
    if (size === 0) break;
    if (offset + size > bytes.length) return null;
    length += size + 1;
    if (length > NAME_BYTES_MAX) return null;
    labels.push(labelText(bytes, offset, size));
    offset += size;
  }
  return { name: labels.join("."), end: end < 0 ? offset : end };
}

// RFC 1035 §5.1: what is no plain character of a name is written escaped.
function labelText(bytes: Uint8Array, start: number, length: number): string {
  let text = "";
  for (let index = start; index < start + length; index++) {
    const code = bytes[index]!;
    if (code < 33 || code > 126) text += `\\${String(code).padStart(3, "0")}`;
    else if (
      code === 46 ||
      code === 92 ||
      code === 59 ||
      code === 34 ||
      code === 40 ||
      code === 41 ||
      code === 64 ||
      code === 36
    )
      text += `\\${String.fromCharCode(code)}`;
    else text += String.fromCharCode(code);
  }
  return text;
}

export function read16(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 8) | bytes[offset + 1]!;
}

export function read32(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!) >>> 0;
}

/** The answer section of a response. Null when the message is broken or answers another question. */
export function decodeAnswer(bytes: Uint8Array, query: Uint8Array): Answer | null {
  if (bytes.length < HEADER_BYTES) return null;
  const code = bytes[3]! & 15;
  let offset = HEADER_BYTES;
  for (let index = read16(bytes, 4); index > 0; index--) {
    const question = readName(bytes, offset);
    if (question === null || question.end + 4 > bytes.length) return null;
    const asked = readName(query, HEADER_BYTES)!;
    if (
      question.name.toLowerCase() !== asked.name.toLowerCase() ||
      read16(bytes, question.end) !== read16(query, asked.end)
    )
      return null;
    offset = question.end + 4;
  }
  const records: Record[] = [];
  for (let index = read16(bytes, 6); index > 0; index--) {
    const owner = readName(bytes, offset);
    if (owner === null || owner.end + 10 > bytes.length) return null;
    const start = owner.end + 10;
    const end = start + read16(bytes, owner.end + 8);
    if (end > bytes.length) return null;
    // The TTL is a 31-bit number (RFC 2181 §8).
    if (read16(bytes, owner.end + 2) === CLASS_INTERNET) {
      records.push({
        name: owner.name,
        type: read16(bytes, owner.end),
        ttl: read32(bytes, owner.end + 4) & 0x7fffffff,
        bytes,
        start,
        end,
      });
    }
    offset = end;
  }
  return { code, records };
}
