// URLs that equal their serialization: `http(s)://host[:port]/path[?query][#hash]` and `file:///path` in plain characters, the forms
// that servers and programs mostly parse. One pass over the string finds the parts; the native parser handles all other URLs.
import { UrlPart, UrlPosition, UrlScheme } from "native:url";

const HOST = 1;
const PATH = 2;
const QUERY = 4;
const HASH = 8;

/**
 * The parts in which each ASCII character is not percent-encoded (URL Standard: percent-encode sets of special URLs): the sum of the
 * numbers above as one hexadecimal digit for each character from "!" to "~".
 */
const CLASSES = "e08eeeaeeeeeffeffffffffffee0e0ceeeeeeeeeeeeeeeeeeeeeeeeeeeecece4ffffffffffffffffffffffffffcece";
const FIRST_CODE = 0x21;
const classes = new Uint8Array(128);
for (let index = 0; index < CLASSES.length; index++) {
  const digit = CLASSES.charCodeAt(index);
  classes[FIRST_CODE + index] = digit < 0x61 ? digit - 0x30 : digit - 0x57;
}

const CODE_DASH = 0x2d;
const CODE_DOT = 0x2e;
const CODE_SLASH = 0x2f;
const CODE_COLON = 0x3a;
const CODE_QUESTION = 0x3f;
const CODE_HASH = 0x23;
const CODE_PERCENT = 0x25;
const CODE_0 = 0x30;
const CODE_9 = 0x39;
/** Longer URLs are left to the native parser. */
const HREF_LENGTH_MAX = 2048;

/** Fills `parts` (`UrlPart`) and returns true when `text` equals its serialization; false when it may not. */
export function parsePlain(text: string, parts: Uint32Array): boolean {
  const hostStart = httpHostStart(text);
  if (hostStart === -1) return parsePlainFile(text, parts);
  const pathStart = readHost(text, parts, hostStart, hostStart);
  return pathStart !== -1 && readPath(text, parts, pathStart) === 0;
}

/** Where the host of an `http` or `https` URL may begin; -1 for others and those that are too long. */
export function httpHostStart(text: string): number {
  const { length } = text;
  // The shortest one is `http://a/`. (`startsWith` costs ten times these comparisons in JavaScriptCore.)
  if (
    length > HREF_LENGTH_MAX ||
    length < 9 ||
    text.charCodeAt(0) !== 0x68 ||
    text.charCodeAt(1) !== 0x74 ||
    text.charCodeAt(2) !== 0x74 ||
    text.charCodeAt(3) !== 0x70
  )
    return -1;
  const colon = text.charCodeAt(4) === 0x73 ? 5 : 4;
  const isComplete =
    text.charCodeAt(colon) === CODE_COLON &&
    text.charCodeAt(colon + 1) === CODE_SLASH &&
    text.charCodeAt(colon + 2) === CODE_SLASH;
  return isComplete ? colon + 3 : -1;
}

/**
 * Fills the parts of scheme, host and port when the latter equal their serializations, and returns where the path begins; -1 when they
 * may not equal them. `authorityStart`: what `httpHostStart` returned.
 */
export function readHost(text: string, parts: Uint32Array, authorityStart: number, hostStart: number): number {
  const { length } = text;
  const scheme = authorityStart === HTTPS_HOST_START ? UrlScheme.HTTPS : UrlScheme.HTTP;
  let index = hostStart;
  while (index < length && (classes[text.charCodeAt(index) & 127]! & HOST) !== 0 && text.charCodeAt(index) < 128)
    index++;
  const hostEnd = index;
  if (!isPlainHost(text, hostStart, hostEnd)) return -1;
  let port: number = UrlPosition.OMITTED;
  if (index < length && text.charCodeAt(index) === CODE_COLON) {
    port = 0;
    const start = ++index;
    while (index < length) {
      const code = text.charCodeAt(index);
      if (code < CODE_0 || code > CODE_9) break;
      port = port * 10 + code - CODE_0;
      index++;
    }
    const isDefault = scheme === UrlScheme.HTTP ? port === 80 : port === 443;
    if (
      index === start ||
      index - start > 5 ||
      port > 65535 ||
      isDefault ||
      (text.charCodeAt(start) === CODE_0 && index - start > 1)
    )
      return -1;
  }
  if (index >= length || text.charCodeAt(index) !== CODE_SLASH) return -1;
  writeAuthority(parts, scheme, hostStart, hostEnd, port);
  return index;
}

const HTTPS_HOST_START = 8;
const FILE_PATH_START = 7;

/** As `parsePlain`, for a file URL without a host and a drive letter. */
function parsePlainFile(text: string, parts: Uint32Array): boolean {
  if (
    text.length > HREF_LENGTH_MAX ||
    text.length < 9 ||
    text.charCodeAt(0) !== 0x66 ||
    text.charCodeAt(1) !== 0x69 ||
    text.charCodeAt(2) !== 0x6c ||
    text.charCodeAt(3) !== 0x65 ||
    text.charCodeAt(4) !== CODE_COLON ||
    text.charCodeAt(5) !== CODE_SLASH ||
    text.charCodeAt(6) !== CODE_SLASH ||
    text.charCodeAt(FILE_PATH_START) !== CODE_SLASH ||
    text.charCodeAt(8) === CODE_SLASH ||
    isColonOrBar(text.charCodeAt(9))
  )
    return false;
  writeAuthority(parts, UrlScheme.FILE, FILE_PATH_START, FILE_PATH_START, UrlPosition.OMITTED);
  return readPath(text, parts, FILE_PATH_START) === 0;
}

function isColonOrBar(code: number): boolean {
  return code === CODE_COLON || code === 0x7c;
}

function writeAuthority(parts: Uint32Array, scheme: UrlScheme, hostStart: number, hostEnd: number, port: number): void {
  parts[UrlPart.PROTOCOL_END] = scheme === UrlScheme.HTTPS ? 6 : 5;
  parts[UrlPart.USERNAME_END] = hostStart;
  parts[UrlPart.HOST_START] = hostStart;
  parts[UrlPart.HOST_END] = hostEnd;
  parts[UrlPart.PORT] = port;
  parts[UrlPart.SCHEME] = scheme;
}

/**
 * Fills the parts of path, query and fragment. Returns 0 when they equal their serializations, -1 when they may not, and for a path that
 * is plain but for segments that begin with a dot the index of the first such dot.
 */
export function readPath(text: string, parts: Uint32Array, pathStart: number): number {
  const { length } = text;
  let firstDot = 0;
  let kind = PATH;
  let searchStart: number = UrlPosition.OMITTED;
  let hashStart: number = UrlPosition.OMITTED;
  for (let index = pathStart; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return -1;
    if ((classes[code]! & kind) !== 0) {
      if (kind === PATH && code === CODE_PERCENT && mayBeEncodedDot(text, index)) return -1;
      if (kind === PATH && code === CODE_DOT && firstDot === 0 && text.charCodeAt(index - 1) === CODE_SLASH)
        firstDot = index;
    } else if (code === CODE_QUESTION && kind === PATH) {
      searchStart = index;
      kind = QUERY;
    } else if (code === CODE_HASH && kind !== HASH) {
      hashStart = index;
      kind = HASH;
    } else return -1;
  }
  parts[UrlPart.PATHNAME_START] = pathStart;
  parts[UrlPart.SEARCH_START] = searchStart;
  parts[UrlPart.HASH_START] = hashStart;
  return firstDot;
}

/** Whether the percent sign at `index` may belong to a dot segment, which changes the path. */
function mayBeEncodedDot(text: string, index: number): boolean {
  return text.charCodeAt(index + 1) === 0x32 && (text.charCodeAt(index + 2) | 0x20) === 0x65;
}

/** No empty label, no Punycode (which must be checked), no number that could be an odd IPv4 address. */
function isPlainHost(text: string, start: number, end: number): boolean {
  if (end === start) return false;
  let labelStart = start;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === CODE_DOT) {
      if (index === labelStart) return false;
      labelStart = index + 1;
    } else if (code === CODE_DASH && text.charCodeAt(index - 1) === CODE_DASH) return false;
  }
  if (labelStart === end) return false;
  // A last label that is a number, hexadecimal included, makes the host an IPv4 address.
  const first = text.charCodeAt(labelStart);
  return first < CODE_0 || first > CODE_9 || isPlainIpv4(text, start, end);
}

/** Four decimal numbers up to 255 without leading zeros. */
function isPlainIpv4(text: string, start: number, end: number): boolean {
  let dots = 0;
  let value = 0;
  let digits = 0;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === CODE_DOT) {
      dots++;
      value = 0;
      digits = 0;
    } else {
      if (code < CODE_0 || code > CODE_9 || (digits > 0 && value === 0)) return false;
      value = value * 10 + code - CODE_0;
      digits++;
      if (value > 255) return false;
    }
  }
  return dots === 3;
}
