// The source code of a Blob, read synchronously, for `new Worker(URL.createObjectURL(blob))`.
import { blobParts, type Blob } from "web:blob";
import { utf8ToString } from "native:buffer";
import { DOMException } from "web:dom_exception";

/** The content as a string. Throws a NotSupportedError DOMException for a Blob whose bytes are in a file. */
export function sourceOf(blob: Blob): string {
  const parts = blobParts(blob);
  let length = 0;
  for (const part of parts) {
    if (!(part instanceof Uint8Array))
      throw new DOMException("A worker cannot start from a Blob over a file.", "NotSupportedError");
    length += part.byteLength;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts as readonly Uint8Array[]) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return utf8ToString(bytes, 0, length);
}
