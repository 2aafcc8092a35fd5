// The table of encodings: the names of each one, and how to measure, write and read it. Names are case-insensitive.
import * as decode from "internal:core/buffer/decode";
import * as encode from "internal:core/buffer/encode";

/** One encoding. `write` and `slice` take ranges that are already clamped. */
export interface Encoding {
  /** The name that `StringDecoder` and streams report. */
  readonly name: string;
  /** Distance in bytes between places where a search may match. */
  readonly step: number;
  byteLength(string: string): number;
  write(string: string, target: Uint8Array, offset: number, maxBytes: number): number;
  slice(bytes: Uint8Array, start: number, end: number): string;
}

export const utf8: Encoding = {
  name: "utf8",
  step: 1,
  byteLength: encode.utf8ByteLength,
  write: encode.writeUtf8,
  slice: decode.utf8Slice,
};
export const utf16le: Encoding = {
  name: "utf16le",
  step: 2,
  byteLength: (string) => string.length * 2,
  write: encode.writeUtf16,
  slice: decode.ucs2Slice,
};
export const latin1: Encoding = {
  name: "latin1",
  step: 1,
  byteLength: (string) => string.length,
  write: encode.writeLatin1,
  slice: decode.latin1Slice,
};
export const ascii: Encoding = {
  name: "ascii",
  step: 1,
  byteLength: (string) => string.length,
  write: encode.writeLatin1,
  slice: decode.asciiSlice,
};
export const base64: Encoding = {
  name: "base64",
  step: 1,
  byteLength: encode.base64ByteLength,
  write: encode.writeBase64,
  slice: decode.base64Slice,
};
export const base64url: Encoding = {
  name: "base64url",
  step: 1,
  byteLength: encode.base64ByteLength,
  write: encode.writeBase64,
  slice: decode.base64urlSlice,
};
export const hex: Encoding = {
  name: "hex",
  step: 1,
  byteLength: (string) => string.length >>> 1,
  write: encode.writeHex,
  slice: decode.hexSlice,
};

/** The encoding of a name, in any case; undefined for an unknown one. */
export function getEncoding(name: string): Encoding | undefined {
  return find(name) ?? find(`${name}`.toLowerCase());
}

function find(name: string): Encoding | undefined {
  switch (name) {
    case "utf8":
    case "utf-8":
      return utf8;
    case "hex":
      return hex;
    case "base64":
      return base64;
    case "latin1":
    case "binary":
      return latin1;
    case "utf16le":
    case "utf-16le":
    case "ucs2":
    case "ucs-2":
      return utf16le;
    case "ascii":
      return ascii;
    case "base64url":
      return base64url;
    default:
      return undefined;
  }
}

/** Whether `name` is an encoding that Buffer knows. */
export function isEncoding(name: unknown): boolean {
  return typeof name === "string" && name.length !== 0 && getEncoding(name) !== undefined;
}
