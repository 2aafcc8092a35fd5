// node:querystring: the legacy parser and formatter of query strings, which preserves malformed parts instead of throwing.
import defer * as buffers from "internal:core/buffer";
import { ERR_INVALID_URI } from "internal:core/errors";

const HEX = "0123456789ABCDEF";

/** Marks the characters that `escape` leaves as they are: A-Z a-z 0-9 - _ . ! ~ * ' ( ). */
const unescaped = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()") {
  unescaped[character.charCodeAt(0)] = 1;
}

function percent(byte: number): string {
  return `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
}

/** Percent-encodes a string; every byte of a character outside ASCII is escaped. Throws ERR_INVALID_URI for a lone surrogate. */
function escape(value: any): string {
  let text: string = value;
  if (typeof text !== "string") text = typeof value === "object" ? String(value) : `${value}`;
  let result = "";
  let plainStart = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 128 && unescaped[unit] === 1) continue;
    if (plainStart < index) result += text.slice(plainStart, index);
    if (unit < 0x80) {
      result += percent(unit);
    } else if (unit < 0x800) {
      result += percent(0xc0 | (unit >> 6)) + percent(0x80 | (unit & 0x3f));
    } else if (unit < 0xd800 || unit > 0xdfff) {
      result += percent(0xe0 | (unit >> 12)) + percent(0x80 | ((unit >> 6) & 0x3f)) + percent(0x80 | (unit & 0x3f));
    } else {
      if (++index >= text.length) throw new ERR_INVALID_URI();
      const point = 0x10000 + (((unit & 0x3ff) << 10) | (text.charCodeAt(index) & 0x3ff));
      result +=
        percent(0xf0 | (point >> 18)) +
        percent(0x80 | ((point >> 12) & 0x3f)) +
        percent(0x80 | ((point >> 6) & 0x3f)) +
        percent(0x80 | (point & 0x3f));
    }
    plainStart = index + 1;
  }
  return plainStart === 0 ? text : result + text.slice(plainStart);
}
Object.defineProperty(escape, "name", { value: "qsEscape" });

function hexValue(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 && unit < 128 ? letter - 0x57 : -1;
}

/** The bytes of a percent-encoded string; a percent sign without two digits stays. With `decodeSpaces`, "+" is a space. */
function unescapeBuffer(text: unknown, decodeSpaces?: boolean): any {
  const source = `${text}`;
  const bytes = buffers.Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let index = 0; index < source.length; index++) {
    let unit = source.charCodeAt(index);
    if (unit === 0x2b && decodeSpaces) {
      unit = 0x20;
    } else if (unit === 0x25 && index + 2 < source.length) {
      const high = hexValue(source.charCodeAt(index + 1));
      const low = hexValue(source.charCodeAt(index + 2));
      if (high >= 0 && low >= 0) {
        unit = high * 16 + low;
        index += 2;
      }
    }
    bytes[length++] = unit;
  }
  return length === source.length ? bytes : bytes.slice(0, length);
}

/** Decodes a percent-encoded string; invalid UTF-8 becomes U+FFFD instead of an error. */
function unescape(text: string, decodeSpaces?: boolean): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return moduleExports.unescapeBuffer(text, decodeSpaces).toString();
  }
}
Object.defineProperty(unescape, "name", { value: "qsUnescape" });

function primitiveText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? `${value}` : "";
  if (typeof value === "bigint") return `${value}`;
  return typeof value === "boolean" ? (value ? "true" : "false") : "";
}

type Encoder = (text: string) => string;

/** Numbers, bigints and booleans need no escaping, except a number with an exponent ("1e+21"). */
function encodeValue(value: unknown, encode: Encoder, isOwnEncoder: boolean): string {
  if (!isOwnEncoder) return encode(primitiveText(value));
  if (typeof value === "string") return value.length === 0 ? "" : encode(value);
  if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) >= 1e21) return encode(`${value}`);
  return primitiveText(value);
}

/** `name=value` pairs of the object's own enumerable properties; an array has one pair per element. */
function stringify(object: any, separator?: unknown, equals?: unknown, options?: any): string {
  const sep = separator || "&";
  const eq = equals || "=";
  let encode: Encoder = moduleExports.escape;
  if (options && typeof options.encodeURIComponent === "function") encode = options.encodeURIComponent;
  const isOwn = encode === escape;
  if (object === null || typeof object !== "object") return "";
  let result = "";
  for (const key of Object.keys(object)) {
    const value = object[key];
    const start = encodeValue(key, encode, isOwn) + eq;
    if (!Array.isArray(value)) {
      result += (result === "" ? "" : sep) + start + encodeValue(value, encode, isOwn);
      continue;
    }
    for (const element of value) result += (result === "" ? "" : sep) + start + encodeValue(element, encode, isOwn);
  }
  return result;
}

/** Decodes one name or value; falls back to the default decoder when the program's throws. */
function decodePart(text: string, decode: (text: string) => string, isOwn: boolean): string {
  if (text === "") return text;
  const spaced = text.includes("+") ? text.replaceAll("+", isOwn ? " " : "%20") : text;
  // Without an escape there is nothing to decode, and characters beyond Latin-1 stay as they are.
  if (isOwn && (!spaced.includes("%") || !/%[0-9a-f]{2}/i.test(spaced))) return spaced;
  try {
    return decode(spaced);
  } catch {
    return unescape(spaced, true);
  }
}

/** An object without prototype: the value of a name that occurs once, an array for one that occurs more often. */
function parse(text: unknown, separator?: unknown, equals?: unknown, options?: any): Record<string, string | string[]> {
  const result: any = Object.create(null);
  if (typeof text !== "string" || text.length === 0) return result;
  const sep = separator ? `${separator}` : "&";
  const eq = equals ? `${equals}` : "=";
  const maxKeys = options && typeof options.maxKeys === "number" ? options.maxKeys : 1000;
  let pairsLeft = maxKeys > 0 ? maxKeys : -1;
  let decode: (text: string) => string = moduleExports.unescape;
  if (options && typeof options.decodeURIComponent === "function") decode = options.decodeURIComponent;
  const isOwn = decode === unescape;
  if (sep === "&" && eq === "=") {
    parseUsual(result, text, pairsLeft, decode, isOwn);
    return result;
  }
  for (let start = 0; start < text.length;) {
    // An empty separator does not separate; as in Node there are no values then, and with an empty equals sign no names.
    const found = sep === "" ? -1 : text.indexOf(sep, start);
    const end = found === -1 ? text.length : found;
    if (end > start) {
      const split = text.indexOf(eq, start);
      const hasValue = split !== -1 && split + eq.length <= end;
      const key = decodePart(text.slice(start, hasValue ? split : end), decode, isOwn);
      const value = hasValue && sep !== "" ? decodePart(text.slice(split + eq.length, end), decode, isOwn) : "";
      addPair(result, key, value);
    }
    // A separator with nothing before it counts as a pair, too.
    if (pairsLeft !== -1 && --pairsLeft === 0) break;
    start = end + sep.length;
  }
  return result;
}

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const EQUALS = 0x3d;

/** `parse` for the usual separators, in one pass over the string, which also finds the parts that need no decoding. */
function parseUsual(
  result: unknown,
  text: string,
  pairsLeft: number,
  decode: (text: string) => string,
  isOwn: boolean,
): void {
  let start = 0;
  let split = -1;
  let isPlain = isOwn;
  for (let index = 0; index <= text.length; index++) {
    const code = index === text.length ? AMPERSAND : text.charCodeAt(index);
    if (code === AMPERSAND) {
      if (index > start) {
        const key = text.slice(start, split === -1 ? index : split);
        const value = split === -1 ? "" : text.slice(split + 1, index);
        if (isPlain) addPair(result, key, value);
        else addPair(result, decodePart(key, decode, isOwn), split === -1 ? "" : decodePart(value, decode, isOwn));
      }
      if (pairsLeft !== -1 && --pairsLeft === 0) return;
      start = index + 1;
      split = -1;
      isPlain = isOwn;
    } else if (code === EQUALS) {
      if (split === -1) split = index;
    } else if (code === PLUS || code === PERCENT) {
      isPlain = false;
    }
  }
}

function addPair(result: any, key: string, value: string): void {
  const current = result[key];
  if (current === undefined) result[key] = value;
  else if (typeof current === "string") result[key] = [current, value];
  else current[current.length] = value;
}

const moduleExports = { unescapeBuffer, unescape, escape, stringify, encode: stringify, parse, decode: parse };
export default moduleExports;
