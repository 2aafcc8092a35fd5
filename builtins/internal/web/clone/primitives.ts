// The structured clone of single primitives, the most frequent messages, without the code for objects. The first byte
// distinguishes them from messages of `internal:web/clone/writer`, which start with a small version number.

/** First bytes from here on are messages of this file. */
export const PRIMITIVE = 0x80;
const UNDEFINED = 0x80;
const NULL = 0x81;
const TRUE = 0x82;
const FALSE = 0x83;
const NUMBER = 0x84;
const LATIN1 = 0x85;

const STRING_LENGTH_MAX = 256;

/** The bytes of a primitive; null for values that need the writer. */
export function writePrimitive(value: unknown): Uint8Array | null {
  switch (typeof value) {
    case "undefined":
      return Uint8Array.of(UNDEFINED);
    case "boolean":
      return Uint8Array.of(value ? TRUE : FALSE);
    case "number":
      return writeNumber(value);
    case "string":
      return value.length <= STRING_LENGTH_MAX ? writeLatin1(value) : null;
    default:
      return value === null ? Uint8Array.of(NULL) : null;
  }
}

function writeNumber(value: number): Uint8Array {
  const bytes = new Uint8Array(9);
  bytes[0] = NUMBER;
  new DataView(bytes.buffer).setFloat64(1, value, true);
  return bytes;
}

function writeLatin1(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length + 1);
  bytes[0] = LATIN1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0xff) return null;
    bytes[index + 1] = unit;
  }
  return bytes;
}

/** The primitive of such bytes. */
export function readPrimitive(bytes: Uint8Array): unknown {
  switch (bytes[0]) {
    case NULL:
      return null;
    case TRUE:
      return true;
    case FALSE:
      return false;
    case NUMBER:
      return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(1, true);
    case LATIN1:
      return String.fromCharCode.apply(null, bytes.subarray(1) as unknown as number[]);
    default:
      return undefined;
  }
}
