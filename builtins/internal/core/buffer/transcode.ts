// `transcode`: bytes of one encoding to bytes of another, with "?" (or U+FFFD) for characters that the target lacks.
import { safe } from "internal:core/bootstrap";
import { FastBuffer } from "internal:core/buffer/class";
import * as encodings from "internal:core/buffer/encodings";
import { fromString } from "internal:core/buffer/from";
import defer * as errors from "internal:core/errors";
import { isUint8Array } from "internal:core/util/types";
import * as native from "native:buffer";

// ICU's error numbers.
const U_ILLEGAL_ARGUMENT_ERROR = 1;
const U_INVALID_CHAR_FOUND = 10;

/** The bytes of `source`, decoded as `fromEncoding` and encoded as `toEncoding`: ascii, latin1, ucs2 or utf8. */
export function transcode(source: unknown, fromEncoding: unknown, toEncoding: unknown): FastBuffer {
  if (!isUint8Array(source)) throw new errors.ERR_INVALID_ARG_TYPE("source", ["Buffer", "Uint8Array"], source);
  if (source.length === 0) return new FastBuffer();
  const from = encodingOf(fromEncoding);
  const target = encodingOf(toEncoding);
  // Between these two ICU replaces nothing.
  if (from === encodings.utf8 && target === encodings.utf16le)
    return written(source, native.utf16BytesOfUtf8(source), native.writeUtf8AsUtf16);
  if (from === encodings.utf16le && target === encodings.utf8)
    return written(source, native.utf8BytesOfUtf16(source), native.writeUtf16AsUtf8);
  const string = read(source, from, target);
  if (target === encodings.utf8 || target === encodings.utf16le) return fromString(string, target.name);
  return writeNarrow(string, target === encodings.ascii ? 0x7f : 0xff);
}

/** A buffer of `size` bytes, -1 for a source that is no text, which `write` fills from the source. */
function written(
  source: Uint8Array,
  size: number,
  write: (source: Uint8Array, target: Uint8Array) => void,
): FastBuffer {
  if (size === -1) throw failure("U_INVALID_CHAR_FOUND", U_INVALID_CHAR_FOUND);
  const buffer = new FastBuffer(size);
  write(source, buffer);
  return buffer;
}

function encodingOf(name: unknown): encodings.Encoding {
  const encoding = name == null || name === "" ? encodings.utf8 : encodings.getEncoding(String(name));
  if (
    encoding === encodings.ascii ||
    encoding === encodings.latin1 ||
    encoding === encodings.utf16le ||
    encoding === encodings.utf8
  )
    return encoding;
  throw failure("U_ILLEGAL_ARGUMENT_ERROR", U_ILLEGAL_ARGUMENT_ERROR);
}

function failure(code: string, errno: number): Error {
  return safe.assign(new Error(`Unable to transcode Buffer [${code}]`), { code, errno });
}

function read(source: Uint8Array, encoding: encodings.Encoding, target: encodings.Encoding): string {
  if (encoding !== encodings.ascii) return encoding.slice(source, 0, source.length);
  if (target === encodings.utf16le) return encodings.latin1.slice(source, 0, source.length);
  return encodings.latin1.slice(source, 0, source.length).replace(/[\x80-\xff]/g, "\ufffd");
}

function writeNarrow(string: string, max: number): FastBuffer {
  const buffer = new FastBuffer(string.length);
  let length = 0;
  for (let index = 0; index < string.length; index++) {
    const point = string.codePointAt(index)!;
    if (point > 0xffff) index++;
    buffer[length++] = point <= max ? point : 0x3f;
  }
  return length === string.length ? buffer : new FastBuffer(buffer.buffer, 0, length);
}
