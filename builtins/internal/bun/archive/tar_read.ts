// The entries of tar archives: POSIX (ustar and pax) and GNU's extensions for long names and large numbers.
import { decodeUtf8 } from "internal:core/utf8";

export interface Entry {
  path: string;
  kind: "file" | "folder" | "symlink" | "link" | "other";
  /** The target of a link. */
  target: string;
  mode: number;
  /** When it was modified, in milliseconds. */
  modified: number;
  bytes: Uint8Array;
}

const BLOCK = 512;
const KINDS: Record<string, Entry["kind"]> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "5": "folder",
  "2": "symlink",
  "1": "link",
};

/** The entries of an archive in their order. Throws for what is not an archive, and for one that ends too early. */
export function* readTar(archive: Uint8Array): Generator<Entry> {
  if (archive.length < BLOCK) throw new Error("Unrecognized archive format");
  let global: Record<string, string> = {};
  let next: Record<string, string> = {};
  for (let offset = 0; offset + BLOCK <= archive.length;) {
    const header = archive.subarray(offset, offset + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (!hasRightSum(header))
      throw new Error(offset === 0 ? "Unrecognized archive format" : "Damaged tar archive (bad header checksum)");
    const type = String.fromCharCode(header[156]!);
    const members = { ...global, ...next };
    const isExtension = "xgLK".includes(type);
    const size = !isExtension && members.size !== undefined ? Number(members.size) : numberOf(header, 124, 12);
    const start = offset + BLOCK;
    if (!(size >= 0) || start + size > archive.length)
      throw new Error("Truncated tar archive detected while reading data");
    const bytes = archive.subarray(start, start + size);
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "g") global = { ...global, ...recordsOf(bytes) };
    else if (type === "x") next = { ...next, ...recordsOf(bytes) };
    else if (type === "L") next = { ...next, path: stringOf(bytes, 0, size) };
    else if (type === "K") next = { ...next, linkpath: stringOf(bytes, 0, size) };
    else {
      next = {};
      yield entryOf(header, type, members, bytes);
    }
  }
}

function entryOf(header: Uint8Array, type: string, members: Record<string, string>, bytes: Uint8Array): Entry {
  const isPosix = stringOf(header, 257, 6) === "ustar";
  const prefix = isPosix && header[262] === 0 ? stringOf(header, 345, 155) : "";
  const name = stringOf(header, 0, 100);
  const path = members.path ?? (prefix === "" ? name : `${prefix}/${name}`);
  const isFolder = KINDS[type] === "file" && path.endsWith("/");
  return {
    path,
    kind: isFolder ? "folder" : (KINDS[type] ?? "other"),
    target: members.linkpath ?? stringOf(header, 157, 100),
    mode: numberOf(header, 100, 8),
    modified: Math.trunc(members.mtime === undefined ? numberOf(header, 136, 12) : Number(members.mtime)) * 1000,
    bytes,
  };
}

function hasRightSum(header: Uint8Array): boolean {
  let sum = 0;
  for (let index = 0; index < BLOCK; index++) sum += index >= 148 && index < 156 ? 0x20 : header[index]!;
  return sum === numberOf(header, 148, 8);
}

/** A number of a header: octal digits, or with the highest bit set a binary one. */
function numberOf(header: Uint8Array, offset: number, length: number): number {
  if (header[offset]! < 0x80) return Number.parseInt(stringOf(header, offset, length).trim() || "0", 8);
  if (header[offset] === 0xff) return Number.NaN;
  let value = header[offset]! & 0x7f;
  for (let index = 1; index < length; index++) value = value * 256 + header[offset + index]!;
  return value;
}

function stringOf(bytes: Uint8Array, offset: number, length: number): string {
  const field = bytes.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return decodeUtf8(end === -1 ? field : field.subarray(0, end));
}

/** The records of an extended header. */
function recordsOf(bytes: Uint8Array): Record<string, string> {
  const records: Record<string, string> = {};
  for (let offset = 0; offset < bytes.length;) {
    const space = bytes.indexOf(0x20, offset);
    const length = space === -1 ? Number.NaN : Number.parseInt(decodeUtf8(bytes.subarray(offset, space)), 10);
    if (!(length > space - offset + 1)) break;
    const text = decodeUtf8(bytes.subarray(space + 1, offset + length - 1));
    const equals = text.indexOf("=");
    records[text.slice(0, equals)] = text.slice(equals + 1);
    offset += length;
  }
  return records;
}
