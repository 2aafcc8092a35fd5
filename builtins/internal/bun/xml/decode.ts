// From what `Bun.XML.parse` is called with to a string: encodings by the mark or the declaration of the document.
import { invalid } from "internal:bun/errors";
import { wrong } from "internal:bun/xml/scanner";
import { isAnyArrayBuffer, isArrayBufferView } from "internal:core/util/types";
import { TextDecoder } from "web:encoding";
import { blobParts, isBlob } from "web:blob";
import { Buffer } from "internal:node/buffer";

const DECLARATION = /^<\?xml((?:[ \t\n\r]+[a-z]+[ \t\n\r]*=[ \t\n\r]*(?:"[^"<]*"|'[^'<]*'))*)[ \t\n\r]*\?>/;
const MEMBER = /([a-z]+)[ \t\n\r]*=[ \t\n\r]*(?:"([^"]*)"|'([^']*)')/g;

export interface Declaration {
  length: number;
  encoding: string | null;
  isStandalone: boolean;
}

/** The XML declaration, which the document begins with. */
export function readDeclaration(source: string): Declaration {
  const found = DECLARATION.exec(source);
  if (found === null) {
    if (/^<\?xml[ \t\n\r]*\?>/.test(source)) throw wrong("The XML declaration must specify the version");
    throw wrong("Invalid XML declaration");
  }
  const members = [...found[1]!.matchAll(MEMBER)].map(([, key, double, single]) => [key!, double ?? single!] as const);
  const keys = members.map(([key]) => key).join(" ");
  if (!/^version\b/.test(keys)) throw wrong("The XML declaration must specify the version");
  if (!/^version(?: encoding)?(?: standalone)?$/.test(keys)) throw wrong("Invalid XML declaration");
  const { version, encoding, standalone } = Object.fromEntries(members) as Record<string, string | undefined>;
  if (!/^1\.[0-9]+$/.test(version!)) throw wrong(`Unsupported XML version '${version}' (this is an XML 1.0 parser)`);
  if (encoding !== undefined && !/^[A-Za-z][\w.-]*$/.test(encoding))
    throw wrong(`Invalid encoding name '${encoding}' in the XML declaration`);
  if (standalone !== undefined && standalone !== "yes" && standalone !== "no")
    throw wrong(`Invalid standalone value '${standalone}' in the XML declaration`);
  return { length: found[0].length, encoding: encoding ?? null, isStandalone: standalone === "yes" };
}

/** The document as a string, without a byte-order mark. */
export function decodeDocument(input: unknown): string {
  if (input === undefined || input === null)
    throw invalid("input must be a string, ArrayBuffer, ArrayBufferView or Blob");
  const bytes = bytesOf(input);
  return (bytes === null ? `${input as string}` : decodeBytes(bytes)).replace(/^\ufeff/, "");
}

/** The bytes of a buffer or a Blob in memory; null for other values. */
function bytesOf(input: unknown): Uint8Array | null {
  if (isArrayBufferView(input)) return new Uint8Array(input.buffer as ArrayBuffer, input.byteOffset, input.byteLength);
  if (isAnyArrayBuffer(input)) return new Uint8Array(input as ArrayBuffer);
  if (!isBlob(input)) return null;
  return Buffer.concat(
    blobParts(input).map((part) => {
      if (part instanceof Uint8Array) return part;
      throw invalid("File blob cannot be used here");
    }),
  );
}

function decodeBytes(bytes: Uint8Array): string {
  const isLittle = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0);
  const isBig = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === 0x3c);
  if (isLittle || isBig) return decode(bytes, isLittle ? "utf-16le" : "utf-16be", "Invalid UTF-16");
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 400)).replace(/^\xef\xbb\xbf/, "");
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const encoding = /^<\?xml[ \t\n\r]/.test(start) && start.includes("?>") ? readDeclaration(start).encoding : null;
  const name = encoding?.toUpperCase() ?? "UTF-8";
  if (/^UTF-?16/.test(name)) throw wrong(`Document is not UTF-16 but declares encoding '${encoding}'`);
  const isLatin1 = /^(?:ISO-?8859-1|ISO_8859-1|LATIN1|L1)$/.test(name);
  const isUtf8 = /^(?:UTF-?8|US-ASCII|ASCII)$/.test(name);
  if (hasMark && !isUtf8) throw wrong(`Document has a UTF-8 byte-order mark but declares encoding '${encoding}'`);
  if (isLatin1) return latin1(bytes);
  if (!isUtf8) throw wrong(`Unsupported encoding '${encoding}' (supported: UTF-8, UTF-16, ISO-8859-1)`);
  return decode(bytes, "utf-8", "Invalid UTF-8");
}

/** The decoder that the Web calls "latin1" is that of Windows. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return text;
}

function decode(bytes: Uint8Array, encoding: string, message: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw wrong(message);
  }
}
