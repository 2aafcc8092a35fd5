// DNS messages (RFC 1035 §4): encodes a query, and decodes the records of a response. Every offset is checked, since responses are
// untrusted. A malformed message yields null.
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

/** One record. Its data is between the offsets in `bytes`, the message, since names in it may point anywhere in the message. */
export interface Record {
  name: string;
  type: number;
  ttl: number;
  bytes: Uint8Array;
  start: number;
  end: number;
}

export interface Response {
  /** The response code, RFC 1035 §4.1.1: 0 none, 3 no such name. */
  code: number;
  records: Record[];
}

/** Encodes a query for `name`, already ASCII. Null for a name that is too long. */
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
    const encoded = Buffer.from(label);
    if (encoded.length === 0 || encoded.length > LABEL_BYTES_MAX) return null;
    bytes.push(encoded.length, ...encoded);
  }
  bytes.push(0);
  if (bytes.length - HEADER_BYTES > NAME_BYTES_MAX) return null;
  bytes.push(type >> 8, type & 255, 0, CLASS_INTERNET);
  return new Uint8Array(bytes);
}

/** The name at `offset`, and the offset of its end. Null when it exceeds the message or has a cycle. */
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
      // A pointer refers to an earlier offset, so there are no cycles.
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
    labels.push(decodeLabel(bytes, offset, size));
    offset += size;
  }
  return { name: labels.join("."), end: end < 0 ? offset : end };
}

// RFC 1035 §5.1: special characters of a label are escaped.
function decodeLabel(bytes: Uint8Array, start: number, length: number): string {
  let label = "";
  for (let index = start; index < start + length; index++) {
    const code = bytes[index]!;
    if (code < 33 || code > 126) label += `\\${String(code).padStart(3, "0")}`;
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
      label += `\\${String.fromCharCode(code)}`;
    else label += String.fromCharCode(code);
  }
  return label;
}

export function read16(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 8) | bytes[offset + 1]!;
}

export function read32(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!) >>> 0;
}

/** The answer section of a response. Null when the message is malformed or responds to another query. */
export function decodeResponse(bytes: Uint8Array, query: Uint8Array): Response | null {
  if (bytes.length < HEADER_BYTES) return null;
  const code = bytes[3]! & 15;
  let offset = HEADER_BYTES;
  for (let index = read16(bytes, 4); index > 0; index--) {
    const question = readName(bytes, offset);
    if (question === null || question.end + 4 > bytes.length) return null;
    const sent = readName(query, HEADER_BYTES)!;
    if (
      question.name.toLowerCase() !== sent.name.toLowerCase() ||
      read16(bytes, question.end) !== read16(query, sent.end)
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
