// Bodies in the form of the native client: strings and bytes in one piece, all others as a stream.
import { blobParts, isBlob } from "web:blob";
import { encodeUtf8, joinBytes } from "internal:core/utf8";
import { type BodyRecord, markUsed } from "web:body";
import { type ReadableState } from "internal:web/web_streams/readable";
import defer * as streams from "internal:web/fetch/body_stream";
import defer * as classes from "internal:web/web_streams/readable_class";

const IDEMPOTENT = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"]);

/** Whether the method is idempotent (RFC 9110 §9.2.2). */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}

/** The content of a body that is in memory, marked as used, and how many bytes it is; null for a stream. */
export function readyBytes(body: BodyRecord): { content: string | Uint8Array; length: number } | null {
  const { source } = body;
  if (source === null || (body.stream !== null && body.stream.disturbed)) return null;
  if (typeof source === "string") {
    markUsed(body);
    // An ASCII string is passed unchanged; the length of another string is known after encoding.
    if (/^[\0-\x7f]*$/.test(source)) return { content: source, length: source.length };
    const bytes = encodeUtf8(source);
    return { content: bytes, length: bytes.length };
  }
  if (source instanceof Uint8Array) {
    markUsed(body);
    return { content: source, length: source.length };
  }
  if (!isBlob(source)) return null;
  const parts = blobParts(source);
  if (!parts.every((part) => part instanceof Uint8Array)) return null;
  markUsed(body);
  const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : joinBytes(parts as Uint8Array[]);
  return { content: bytes, length: bytes.length };
}

/** The bytes of a string that `readyBytes` returned. */
export function bytesOfString(text: string): Uint8Array {
  return encodeUtf8(text);
}

/** The stream of a body that is not in memory. */
export function streamOfBody(body: BodyRecord): ReadableState {
  const stream = classes.readableStateOf(streams.publicStreamOf(body));
  body.used = true;
  return stream;
}

/** The length in bytes of a body that is not in memory; null when it is unknown. */
export function knownLength(body: BodyRecord): number | null {
  return isBlob(body.source) ? body.source.size : streams.announcedBytes(body);
}
