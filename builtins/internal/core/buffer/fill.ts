// `fill`: a number, a string in an encoding, or bytes, repeated over a range.
import { safe } from "internal:core/bootstrap";
import { getEncoding, latin1, utf8 } from "internal:core/buffer/encodings";
import { kMaxLength } from "internal:core/buffer/limits";
import defer * as errors from "internal:core/errors";
import { isUint8Array } from "internal:core/util/types";
import defer * as validators from "internal:core/validators";
import { fillArray } from "native:buffer";

const fillNumber = Uint8Array.prototype.fill;

/** `buffer.fill(value[, offset[, end]][, encoding])`. Returns the buffer. */
export function fill(
  this: Uint8Array,
  value: unknown,
  offset?: unknown,
  end?: unknown,
  encoding?: unknown,
): Uint8Array {
  // The common case: all of a buffer, with a string or bytes.
  if (offset === undefined && fillArray(this, value, 0, this.length)) return this;
  let pattern: Uint8Array | undefined;
  if (typeof value === "string") {
    if (offset === undefined || typeof offset === "string") {
      encoding = offset;
      offset = undefined;
    } else if (typeof end === "string") {
      encoding = end;
      end = undefined;
    }
    const string = value;
    value = string.length === 0 ? 0 : (singleByte(string, encoding) ?? (pattern = stringPattern(string, encoding)));
  } else if (isUint8Array(value)) {
    pattern = value;
  } else if (safe.isView(value)) {
    pattern = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (offset === undefined) {
    offset = 0;
    end = this.length;
  } else {
    validators.validateInteger(offset, "offset", 0, kMaxLength);
    if (end === undefined) end = this.length;
    else validators.validateInteger(end, "end", 0, this.length);
    if ((offset as number) >= (end as number)) return this;
  }
  // A `length` property that the program defined must not lead outside the memory.
  if ((end as number) > this.byteLength) throw new errors.ERR_BUFFER_OUT_OF_BOUNDS();
  if (pattern === undefined)
    return fillNumber.call(this, (value as number) & 255, offset as number, end as number) as Uint8Array;
  if (pattern.length === 0) throw new errors.ERR_INVALID_ARG_VALUE("value", value);
  repeat(this, pattern, safe.trunc(offset as number), safe.trunc(end as number));
  return this;
}

function checkedEncoding(name: unknown) {
  if (name === undefined || name === null || name === "") return utf8;
  validators.validateString(name, "encoding");
  const encoding = getEncoding(name);
  if (encoding === undefined) throw new errors.ERR_UNKNOWN_ENCODING(name);
  return encoding;
}

/** The byte of a string that encodes to one byte, the common case. */
function singleByte(string: string, name: unknown): number | undefined {
  const encoding = checkedEncoding(name);
  if (string.length !== 1) return undefined;
  const unit = string.charCodeAt(0);
  return (encoding === utf8 && unit < 128) || (encoding === latin1 && unit < 256) ? unit : undefined;
}

function stringPattern(string: string, name: unknown): Uint8Array {
  const encoding = checkedEncoding(name);
  const bytes = new Uint8Array(encoding.byteLength(string));
  const written = encoding.write(string, bytes, 0, bytes.length);
  if (written === 0) throw new errors.ERR_INVALID_ARG_VALUE("value", string);
  return written === bytes.length ? bytes : bytes.subarray(0, written);
}

/** Repeats the pattern over a range. */
function repeat(target: Uint8Array, pattern: Uint8Array, start: number, end: number): void {
  if (fillArray(target, pattern, start, end)) return;
  // Another typed array.
  const bytes = pattern.slice();
  for (let index = start; index < end; index++) target[index] = bytes[(index - start) % bytes.length]!;
}
