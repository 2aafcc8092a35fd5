// The errors of reading and writing numbers: an invalid offset, an invalid count of bytes, a value out of range.
import { safe } from "internal:core/bootstrap";
import { ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } from "internal:core/errors";
import defer * as validators from "internal:core/validators";

/** Throws for an offset that is not an integer from 0 to `last`. */
export function offsetError(offset: unknown, last: number): never {
  if (safe.floor(offset as number) !== offset) {
    validators.validateNumber(offset, "offset");
    throw new ERR_OUT_OF_RANGE("offset", "an integer", offset);
  }
  if (last < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  throw new ERR_OUT_OF_RANGE("offset", `>= 0 and <= ${last}`, offset);
}

/** Throws for a `byteLength` that is not an integer from 1 to 6. */
export function byteLengthError(byteLength: unknown): never {
  if (safe.floor(byteLength as number) !== byteLength) {
    validators.validateNumber(byteLength, "byteLength");
    throw new ERR_OUT_OF_RANGE("byteLength", "an integer", byteLength);
  }
  throw new ERR_OUT_OF_RANGE("byteLength", ">= 1 and <= 6", byteLength);
}

/** Throws for a missing `offset` where it is required. */
export function offsetTypeError(offset: unknown): never {
  throw new ERR_INVALID_ARG_TYPE("offset", "number", offset);
}

/** Checks an offset for an access of `size` bytes. */
export function checkOffset(bytes: Uint8Array, offset: unknown, size: number): asserts offset is number {
  validators.validateNumber(offset, "offset");
  if (bytes[offset] === undefined || bytes[offset + size - 1] === undefined) offsetError(offset, bytes.length - size);
}

/** Throws for a value outside of `min`..`max` when it is written in `size` bytes; the message names wide ranges as powers of two. */
export function valueError(value: unknown, min: number | bigint, max: number | bigint, size: number): never {
  const n = typeof min === "bigint" ? "n" : "";
  let range: string;
  if (size > 4) {
    range =
      min == 0
        ? `>= 0${n} and < 2${n} ** ${size * 8}${n}`
        : `>= -(2${n} ** ${size * 8 - 1}${n}) and < 2${n} ** ${size * 8 - 1}${n}`;
  } else {
    range = `>= ${min}${n} and <= ${max}${n}`;
  }
  throw new ERR_OUT_OF_RANGE("value", range, value);
}
