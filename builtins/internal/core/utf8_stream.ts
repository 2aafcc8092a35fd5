// UTF-8 that arrives in chunks (Encoding Standard §8.1.1): an incomplete character at the end of a chunk, at most 3 bytes,
// is buffered for the next one. Malformed bytes are left to the decoder of complete strings.
import { safe } from "internal:core/bootstrap";
import { utf8Slice } from "internal:core/buffer/decode";
import { joinBytes } from "internal:core/utf8";
import { isUtf8 } from "native:buffer";

const INCOMPLETE_BYTES_MAX = 3;
const noBytes = new Uint8Array(0);

export class Utf8Stream {
  readonly #fatal: boolean;
  /** Whether a byte order mark may follow, which is not part of the string. */
  #mayBeMark: boolean;
  #incomplete = noBytes;

  constructor(fatal: boolean, ignoreBom: boolean) {
    this.#fatal = fatal;
    this.#mayBeMark = !ignoreBom;
  }

  /** The string of the buffered bytes and `chunk`. Null for malformed bytes when the decoder is fatal. */
  decode(chunk: Uint8Array, isLast: boolean): string | null {
    const bytes = this.#incomplete.length === 0 ? chunk : joinBytes([this.#incomplete, chunk]);
    const { length } = bytes;
    const end = isLast ? length : length - incompleteLength(bytes, length);
    this.#incomplete = end === length ? noBytes : copyOf(bytes, end, length);
    if (end === 0) return "";
    const start = this.#mayBeMark && end >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#mayBeMark = false;
    if (this.#fatal && !isUtf8(end === length ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, end)))
      return null;
    return start === end ? "" : utf8Slice(bytes, start, end);
  }
}

/** Of the bytes at the end, the number that begin a character which further bytes can complete. */
function incompleteLength(bytes: Uint8Array, length: number): number {
  const backMax = safe.min(INCOMPLETE_BYTES_MAX, length);
  for (let back = 1; back <= backMax; back++) {
    const byte = bytes[length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    if (byte < 0xc2 || byte > 0xf4) return 0;
    const size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (back >= size) return 0;
    return back > 1 && !isSecondByte(byte, bytes[length - back + 1]!) ? 0 : back;
  }
  return 0;
}

/** Whether a continuation byte may follow a lead byte: others would be overlong, surrogates or beyond U+10FFFF. */
function isSecondByte(lead: number, byte: number): boolean {
  switch (lead) {
    case 0xe0:
      return byte >= 0xa0;
    case 0xed:
      return byte < 0xa0;
    case 0xf0:
      return byte >= 0x90;
    case 0xf4:
      return byte < 0x90;
    default:
      return true;
  }
}

function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(end - start);
  for (let index = start; index < end; index++) copy[index - start] = bytes[index]!;
  return copy;
}
