// A reader and writer of DER (X.690), for keys, signatures and certificates.
import { concat, withoutLeadingZeros } from "internal:web/crypto/bytes";

export const INTEGER = 0x02;
export const BIT_STRING = 0x03;
export const OCTET_STRING = 0x04;
export const NULL = 0x05;
export const OBJECT_IDENTIFIER = 0x06;
export const SEQUENCE = 0x30;
export const SET = 0x31;

/** An element. `whole` includes its header. */
export interface Element {
  tag: number;
  content: Uint8Array;
  whole: Uint8Array;
}

/** The element at `at`; undefined for invalid bytes. */
export function readElement(bytes: Uint8Array, at = 0): Element | undefined {
  if (at + 2 > bytes.length) return undefined;
  let length = bytes[at + 1]!;
  let start = at + 2;
  if (length >= 0x80) {
    const count = length & 0x7f;
    if (count === 0 || count > 4 || start + count > bytes.length) return undefined;
    length = 0;
    for (let index = 0; index < count; index++) length = length * 256 + bytes[start + index]!;
    start += count;
  }
  if (start + length > bytes.length) return undefined;
  return { tag: bytes[at]!, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) };
}

/** The elements of a sequence of bytes, up to the first invalid one. */
export function readElements(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const element = readElement(bytes, at);
    if (element === undefined) break;
    elements.push(element);
    at += element.whole.length;
  }
  return elements;
}

/** The elements inside the element of the bytes. */
export function readSequence(bytes: Uint8Array): Element[] {
  const outer = readElement(bytes);
  return outer === undefined ? [] : readElements(outer.content);
}

/** The bytes of an unsigned INTEGER, without leading zeros. */
export function unsigned(element: Element | undefined): Uint8Array {
  return element === undefined ? new Uint8Array(1) : withoutLeadingZeros(element.content);
}

/** The dotted string of an object identifier's content. */
export function dotted(content: Uint8Array): string {
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of content) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte & 0x80) continue;
    if (arcs.length === 0) {
      const first = arc < 80n ? arc / 40n : 2n;
      arcs.push(first, arc - first * 40n);
    } else arcs.push(arc);
    arc = 0n;
  }
  return arcs.join(".");
}

/** An element of a tag with the parts as content. */
export function element(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = concat(...parts);
  const length = content.length;
  let header: number[];
  if (length < 0x80) header = [tag, length];
  else if (length < 0x100) header = [tag, 0x81, length];
  else if (length < 0x10000) header = [tag, 0x82, length >> 8, length & 0xff];
  else header = [tag, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return concat(new Uint8Array(header), content);
}

/** A SEQUENCE. */
export function sequence(...parts: Uint8Array[]): Uint8Array {
  return element(SEQUENCE, ...parts);
}

/** An INTEGER of unsigned big-endian bytes. */
export function integer(bytes: Uint8Array): Uint8Array {
  const short = bytes.length === 0 ? new Uint8Array(1) : withoutLeadingZeros(bytes);
  // A set first bit would make it negative.
  return short[0]! >= 0x80 ? element(INTEGER, new Uint8Array(1), short) : element(INTEGER, short);
}

/** A BIT STRING of whole bytes. */
export function bitString(bytes: Uint8Array): Uint8Array {
  return element(BIT_STRING, new Uint8Array(1), bytes);
}

/** An OCTET STRING. */
export function octetString(bytes: Uint8Array): Uint8Array {
  return element(OCTET_STRING, bytes);
}

/** The bytes of a hexadecimal string. */
export function hex(text: string): Uint8Array {
  return Uint8Array.fromHex(text);
}

/** The PEM of DER (RFC 7468): lines of 64 characters. */
export function toPem(label: string, der: Uint8Array): string {
  const text: string = der.toBase64();
  let body = "";
  for (let at = 0; at < text.length; at += 64) body += `${text.slice(at, at + 64)}\n`;
  return `-----BEGIN ${label}-----\n${body}-----END ${label}-----\n`;
}

/** The first PEM block with one of the labels, as DER; undefined when there is none or it is invalid. */
export function fromPem(text: string, labels: readonly string[]): { label: string; der: Uint8Array } | undefined {
  const found = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n?([^-]*)-----END \1-----/g;
  for (let match = found.exec(text); match !== null; match = found.exec(text)) {
    const label = match[1]!;
    if (!labels.includes(label)) continue;
    try {
      return { label, der: Uint8Array.fromBase64(match[2]!.trim()) };
    } catch {
      // Not base64: the caller reads it differently, or throws.
      return undefined;
    }
  }
  return undefined;
}
