// Tar archives from entries: POSIX headers (ustar), with extended ones (pax) for names that do not fit.
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";

export interface NewEntry {
  path: string;
  bytes: Uint8Array;
}

const BLOCK = 512;
/** Archives are filled up to records of this size, as POSIX says. */
const RECORD = 10240;
const NAME_MAX = 100;
const PREFIX_MAX = 155;
/** Sizes with more octal digits are in extended headers. */
const SIZE_MAX = 0o77777777777;

/** The archive of `entries`. Paths that end with a slash are folders. */
export function writeTar(entries: readonly NewEntry[], modified: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { path, bytes } of entries) {
    const isFolder = path.endsWith("/");
    const name = fit(path);
    const extended = extendedOf(path, name === null, isFolder ? 0 : bytes.length);
    if (extended.length > 0)
      addEntry(parts, { name: fit(`PaxHeader/${fallback(path)}`)!, type: "x", modified }, extended);
    const header = { name: name ?? fit(fallback(path))!, type: isFolder ? "5" : "0", modified };
    addEntry(parts, header, isFolder ? new Uint8Array() : bytes);
  }
  let size = 0;
  for (const part of parts) size += part.length;
  const archive = new Uint8Array(Math.ceil((size + 2 * BLOCK) / RECORD) * RECORD);
  let offset = 0;
  for (const part of parts) {
    archive.set(part, offset);
    offset += part.length;
  }
  return archive;
}

interface Name {
  prefix: Uint8Array;
  name: Uint8Array;
}

/** The path in the two fields of a header, or null when it does not fit. */
function fit(path: string): Name | null {
  const bytes = encodeUtf8(path);
  if (bytes.length !== path.length) return null;
  if (bytes.length <= NAME_MAX) return { prefix: new Uint8Array(), name: bytes };
  const slash = path.lastIndexOf("/", Math.min(PREFIX_MAX, path.length - 2));
  if (slash <= 0 || path.length - slash - 1 > NAME_MAX) return null;
  return { prefix: bytes.subarray(0, slash), name: bytes.subarray(slash + 1) };
}

/** A short name in ASCII for programs that do not read extended headers. */
function fallback(path: string): string {
  const name = /[^/]*\/?$/.exec(path)![0].replace(/[^\x20-\x7e]/g, "_");
  return name.slice(-NAME_MAX + "PaxHeader/".length);
}

function extendedOf(path: string, isLong: boolean, size: number): Uint8Array {
  let records = "";
  if (isLong) records += record("path", path);
  if (size > SIZE_MAX) records += record("size", String(size));
  return encodeUtf8(records);
}

/** A record of an extended header: it begins with its own length in bytes. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = encodeUtf8(rest).length;
  let total = length + String(length).length;
  total = length + String(total).length;
  return `${total}${rest}`;
}

interface Header {
  name: Name;
  type: string;
  modified: number;
}

function addEntry(parts: Uint8Array[], { name, type, modified }: Header, bytes: Uint8Array): void {
  const header = new Uint8Array(BLOCK);
  const put = (offset: number, text: string): void => header.set(encodeUtf8(text), offset);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");
  header.set(name.name, 0);
  put(100, `${type === "5" ? "000755" : "000644"} \0`);
  put(108, "000000 \0");
  put(116, "000000 \0");
  put(124, `${octal(Math.min(bytes.length, SIZE_MAX), 11)} `);
  put(136, `${octal(modified, 11)} `);
  put(148, "        ");
  put(156, type);
  put(257, "ustar\x0000");
  put(329, "000000 \0");
  put(337, "000000 \0");
  header.set(name.prefix, 345);
  let sum = 0;
  for (const byte of header) sum += byte;
  put(148, `${octal(sum, 6)}\0 `);
  const filled = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  filled.set(bytes);
  parts.push(header, filled);
}

/** A path as archives have it: a NUL ends it. */
export function pathOfKey(key: string): string {
  const end = key.indexOf("\0");
  // Lone surrogates become U+FFFD, as everywhere in UTF-8.
  return decodeUtf8(encodeUtf8(end === -1 ? key : key.slice(0, end)));
}
