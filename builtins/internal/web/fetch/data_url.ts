// data: URLs (https://fetch.spec.whatwg.org/#data-urls).
import { encodeUtf8 } from "internal:core/utf8";

const DEFAULT_TYPE = "text/plain;charset=US-ASCII";

/** The MIME type and the bytes of a data: URL; null for one that is malformed. */
export function parseDataUrl(url: string): { mimeType: string; body: Uint8Array } | null {
  const hash = url.indexOf("#");
  const text = url.slice("data:".length, hash < 0 ? undefined : hash);
  const comma = text.indexOf(",");
  if (comma < 0) return null;
  let mimeType = text.slice(0, comma).trim();
  let body: Uint8Array | null = percentDecode(text.slice(comma + 1));
  const marked = mimeType.endsWith("4") ? /;[ ]*base64$/i.exec(mimeType) : null;
  if (marked !== null) {
    body = decodeBase64(body);
    if (body === null) return null;
    mimeType = mimeType.slice(0, marked.index);
  }
  if (mimeType.startsWith(";")) mimeType = `text/plain${mimeType}`;
  return { mimeType: knownMimeType(mimeType), body };
}

/** The last type and its serialization: most programs use one. */
let lastType = "";
let lastSerialized = DEFAULT_TYPE;

function knownMimeType(text: string): string {
  if (text !== lastType) {
    lastSerialized = serializeMimeType(text) ?? DEFAULT_TYPE;
    lastType = text;
  }
  return lastSerialized;
}

function percentDecode(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  if (!text.includes("%")) return bytes;
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte === 0x25) {
      const high = hexValue(bytes[index + 1]);
      const low = hexValue(bytes[index + 2]);
      if (high >= 0 && low >= 0) {
        out[length++] = (high << 4) | low;
        index += 2;
        continue;
      }
    }
    out[length++] = byte;
  }
  return out.subarray(0, length);
}

function hexValue(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** "Forgiving-base64 decode"; null for invalid base64. */
function decodeBase64(bytes: Uint8Array): Uint8Array | null {
  let text = "";
  for (const byte of bytes) {
    if (byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32) continue;
    text += String.fromCharCode(byte);
  }
  if (text.length % 4 === 0) text = text.replace(/={1,2}$/, "");
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) return null;
  return Uint8Array.fromBase64(text, { lastChunkHandling: "loose" });
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** "Serialize a MIME type" of the parsed `text`; null for an invalid MIME type. */
function serializeMimeType(text: string): string | null {
  const [essence = "", ...parameters] = splitParameters(text);
  const slash = essence.indexOf("/");
  const type = essence.slice(0, slash);
  const subtype = essence.slice(slash + 1).trimEnd();
  if (slash <= 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) return null;
  let serialized = `${type}/${subtype}`.toLowerCase();
  const seen = new Set<string>();
  for (const parameter of parameters) {
    const equals = parameter.indexOf("=");
    if (equals < 0) continue;
    const name = parameter.slice(0, equals).trimStart().toLowerCase();
    let value = parameter.slice(equals + 1);
    value = value.startsWith('"')
      ? value.replace(/^"((?:[^"\\]|\\.)*)"?.*$/s, "$1").replace(/\\(.)/g, "$1")
      : value.trimEnd();
    if (!TOKEN.test(name) || value === "" || /[^\t\x20-\x7e\x80-\xff]/.test(value) || seen.has(name)) continue;
    seen.add(name);
    serialized += `;${name}=${TOKEN.test(value) ? value : `"${value.replace(/(["\\])/g, "\\$1")}"`}`;
  }
  return serialized;
}

/** Splits at semicolons outside quotes. */
function splitParameters(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === "\\" && isQuoted) index++;
    else if (character === ";" && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
