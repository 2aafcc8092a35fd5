// UTF-8 of web bodies, without the classes of the Encoding Standard.
import { utf8Slice } from "internal:core/buffer/decode";
import { encodeUtf8 as encodeNatively } from "native:buffer";
import defer * as encoding from "internal:core/buffer/encode";

const SHORT_STRING_LENGTH = 32;

/** "UTF-8 decode": without a byte order mark, never failing. */
export function decodeUtf8(bytes: Uint8Array): string {
  const { length } = bytes;
  const hasMark = length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return utf8Slice(bytes, hasMark ? 3 : 0, length);
}

/** The UTF-8 bytes of a string; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(string: string): Uint8Array {
  if (string.length > SHORT_STRING_LENGTH) return encodeNatively(string);
  const bytes = new Uint8Array(encoding.utf8ByteLength(string));
  encoding.writeUtf8(string, bytes, 0, bytes.length);
  return bytes;
}

/** Concatenates byte arrays. */
export function joinBytes(views: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const view of views) size += view.byteLength;
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const view of views) {
    joined.set(view, offset);
    offset += view.byteLength;
  }
  return joined;
}
