// URLs with credentials or dot segments that are plain otherwise (internal:web/serialized_url). The native parser handles all others.
import { UrlPart, UrlPosition } from "native:url";
import { httpHostStart, parsePlain, readHost, readPath } from "internal:web/serialized_url";

const CODE_DOT = 0x2e;
const CODE_SLASH = 0x2f;
const CODE_COLON = 0x3a;
const CODE_AT = 0x40;

/** Fills `parts` (`UrlPart`) and returns the serialization; null when the native parser must decide. */
export function parseUsual(text: string, parts: Uint32Array): string | null {
  const start = httpHostStart(text);
  if (start === -1) return parsePlain(text, parts) ? text : null;
  const pathStart = readAuthority(text, parts, start);
  return pathStart === -1 ? null : parsePath(text, parts, pathStart);
}

/** As `parseUsual` of a URL whose parts before the path are in `parts`. */
export function parsePath(text: string, parts: Uint32Array, pathStart: number): string | null {
  const firstDot = readPath(text, parts, pathStart);
  if (firstDot === 0) return text;
  return firstDot === -1 ? null : resolveDotSegments(text, parts, pathStart, firstDot);
}

/** Whether `parseUsual` would return a URL. `parts` are overwritten. */
export function isUsual(text: string, parts: Uint32Array): boolean {
  const start = httpHostStart(text);
  if (start === -1) return parsePlain(text, parts);
  const pathStart = readAuthority(text, parts, start);
  return pathStart !== -1 && readPath(text, parts, pathStart) !== -1;
}

function readAuthority(text: string, parts: Uint32Array, start: number): number {
  const pathStart = readHost(text, parts, start, start);
  return pathStart === -1 ? readCredentialsAndHost(text, parts, start) : pathStart;
}

/** As `readHost`, for an authority with credentials. */
function readCredentialsAndHost(text: string, parts: Uint32Array, start: number): number {
  let colon = -1;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === CODE_AT) {
      // Empty names and passwords are not serialized.
      if (index === start || colon === start || colon === index - 1) return -1;
      const pathStart = readHost(text, parts, start, index + 1);
      parts[UrlPart.USERNAME_END] = colon === -1 ? index : colon;
      parts[UrlPart.HOST_START] = index;
      return pathStart;
    }
    if (code === CODE_COLON && colon === -1) colon = index;
    else if (!isPlainUserinfo(code)) return -1;
  }
  return -1;
}

// Letters, digits and -._~!$%&'()*+, (URL Standard: userinfo percent-encode set).
function isPlainUserinfo(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a || code === 0x7e;
  if (code >= 0x41) return code <= 0x5a || code === 0x5f;
  if (code >= 0x24) return code <= 0x39;
  return code === 0x21;
}

/** The URL without the segments "." and ".." of its path, and `parts` of it. `firstDot`: where the first dot after a slash is. */
function resolveDotSegments(text: string, parts: Uint32Array, pathStart: number, firstDot: number): string {
  let url = text;
  let start = firstDot;
  let end = pathEnd(parts, url);
  while (start !== -1) {
    const dots = dotsOf(url, start, end);
    if (dots === 0) start = nextDot(url, start, end);
    else {
      // The path without this segment, and for ".." without the one before it; both were resolved up to here.
      const kept = dots === 1 ? start : afterSlash(url, start - 2, pathStart);
      const next = Math.min(start + dots + 1, end);
      url = url.slice(0, kept) + url.slice(next);
      end -= next - kept;
      movePathEnd(parts, next - kept);
      start = kept < end && url.charCodeAt(kept) === CODE_DOT ? kept : nextDot(url, kept, end);
    }
  }
  return url;
}

/** Where the query or the fragment begins. */
function pathEnd(parts: Uint32Array, text: string): number {
  const search = parts[UrlPart.SEARCH_START]!;
  const hash = parts[UrlPart.HASH_START]!;
  return search !== UrlPosition.OMITTED ? search : hash !== UrlPosition.OMITTED ? hash : text.length;
}

function movePathEnd(parts: Uint32Array, removed: number): void {
  if (parts[UrlPart.SEARCH_START] !== UrlPosition.OMITTED) parts[UrlPart.SEARCH_START]! -= removed;
  if (parts[UrlPart.HASH_START] !== UrlPosition.OMITTED) parts[UrlPart.HASH_START]! -= removed;
}

/** The index of the next dot after a slash; -1 when the path has none. */
function nextDot(text: string, from: number, end: number): number {
  for (let index = from + 1; index < end; index++)
    if (text.charCodeAt(index) === CODE_DOT && text.charCodeAt(index - 1) === CODE_SLASH) return index;
  return -1;
}

/** The index after the last slash up to `from`; that after the first slash of the path when there is only this one. */
function afterSlash(text: string, from: number, pathStart: number): number {
  let index = from;
  while (index > pathStart && text.charCodeAt(index) !== CODE_SLASH) index--;
  return Math.max(index, pathStart) + 1;
}

/** 1 for the segment ".", 2 for "..", 0 for others, at a dot. */
function dotsOf(text: string, start: number, end: number): number {
  const dots = text.charCodeAt(start + 1) === CODE_DOT ? 2 : 1;
  return start + dots >= end || text.charCodeAt(start + dots) === CODE_SLASH ? dots : 0;
}
