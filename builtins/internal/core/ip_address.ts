// Parses IP addresses. Strict as inet_pton: four decimal parts without leading zeros, or
// the strings of RFC 4291 §2.2 with an optional zone (RFC 4007 §11).
import { safe } from "internal:core/bootstrap";

const DOT = 46;
const COLON = 58;
const PERCENT = 37;
const GROUP_COUNT = 8;
/** Names of network interfaces and numbers of them. */
const zoneName = /^[\dA-Za-z.:-]+$/;

/** The address as an unsigned number; -1 when `text` (from `start` to `end`) is not an IPv4 address. */
export function parseIPv4(text: string, start = 0, end = text.length): number {
  let address = 0;
  let part = -1;
  let partLength = 0;
  let dotCount = 0;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      if (part < 0 || ++dotCount > 3) return -1;
      address = address * 256 + part;
      part = -1;
      partLength = 0;
    } else {
      const digit = code - 48;
      if (digit < 0 || digit > 9 || (partLength > 0 && part === 0)) return -1;
      part = part < 0 ? digit : part * 10 + digit;
      partLength++;
      if (part > 255) return -1;
    }
  }
  return part < 0 || dotCount !== 3 ? -1 : address * 256 + part;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** The eight groups of the address, without its zone; null when `text` is not an IPv6 address. */
export function parseIPv6(text: string): number[] | null {
  let end = 0;
  while (end < text.length && text.charCodeAt(end) !== PERCENT) end++;
  if (end < text.length && !zoneName.test(text.slice(end + 1))) return null;
  const groups: number[] = [];
  let gap = -1;
  let index = 0;
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return null;
    gap = 0;
    index = 2;
  }
  while (index < end) {
    if (groups.length >= GROUP_COUNT) return null;
    const start = index;
    let group = 0;
    while (index < end && hexDigit(text.charCodeAt(index)) >= 0)
      group = group * 16 + hexDigit(text.charCodeAt(index++));
    const code = index < end ? text.charCodeAt(index) : -1;
    if (code === DOT) {
      const tail = parseIPv4(text, start, end);
      if (tail < 0 || groups.length > GROUP_COUNT - 2) return null;
      groups.push(safe.floor(tail / 0x10000), tail % 0x10000);
      index = end;
      break;
    }
    if (index === start || index - start > 4) return null;
    groups.push(group);
    if (code === -1) break;
    if (code !== COLON) return null;
    index++;
    if (index < end && text.charCodeAt(index) === COLON) {
      if (gap >= 0) return null;
      gap = groups.length;
      index++;
    } else if (index === end) return null;
  }
  if (end === 0) return null;
  if (gap < 0) return groups.length === GROUP_COUNT ? groups : null;
  if (groups.length >= GROUP_COUNT) return null;
  const zeros: number[] = new Array(GROUP_COUNT - groups.length).fill(0);
  return [...groups.slice(0, gap), ...zeros, ...groups.slice(gap)];
}

/** Whether it is an IPv4 address. Other values are converted to strings. */
export function isIPv4(input: unknown): boolean {
  return parseIPv4(`${input}`) >= 0;
}

/** Whether it is an IPv6 address. */
export function isIPv6(input: unknown): boolean {
  return parseIPv6(`${input}`) !== null;
}

/** 4, 6, or 0 for a value that is not an address. */
export function isIP(input: unknown): number {
  const text = `${input}`;
  return parseIPv4(text) >= 0 ? 4 : parseIPv6(text) !== null ? 6 : 0;
}
