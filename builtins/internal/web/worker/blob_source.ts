// The source code of a Blob, read synchronously, for `new Worker(URL.createObjectURL(blob))` and imports.
import { blobParts, type Blob } from "web:blob";
import { utf8ToString } from "native:buffer";
import { DOMException } from "web:dom_exception";

/** The content as a string. Throws a NotSupportedError DOMException for a Blob whose bytes are in a file. */
export function sourceOf(blob: Blob): string {
  const bytes = bytesOf(blob);
  return utf8ToString(bytes, 0, bytes.length);
}

/** The content. Throws as `sourceOf`. */
export function bytesOf(blob: Blob): Uint8Array {
  const parts = blobParts(blob);
  let length = 0;
  for (const part of parts) {
    if (!(part instanceof Uint8Array))
      throw new DOMException("Source cannot be in a Blob over a file.", "NotSupportedError");
    length += part.byteLength;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts as readonly Uint8Array[]) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}
