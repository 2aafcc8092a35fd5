// Checks of the arguments of reading and writing: descriptors, ranges in a buffer, positions, lists of buffers, times,
// owners, callbacks.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } from "internal:core/errors";
import { isDate } from "internal:core/util/types";
import { validateFunction, validateInt32, validateInteger } from "internal:core/validators";

/** The largest double below 2^63. */
const POSITION_MAX = 2 ** 63 - 1024;

/** The error of a failed native call. */
export interface SystemError extends Error {
  code?: string;
  errno?: number;
  syscall?: string;
  path?: string;
  dest?: string;
}

/** A callback of a program: an error or null, then the values. */
export type Callback = (error: unknown, ...values: unknown[]) => void;

/** The largest owner id. To the system it means "leave unchanged", and programs pass -1 for that. */
const MAX_USER_ID = 2 ** 32 - 1;

/** Checks a descriptor: an integer from 0 to 2^31-1. */
export function toDescriptor(fd: unknown, name = "fd"): number {
  if (safe.is(fd, -0)) return 0;
  validateInt32(fd, name, 0);
  return fd;
}

/** Checks a callback named `cb`, as all of `fs` call it in errors. */
export function toCallback(callback: unknown): Callback {
  validateFunction(callback, "cb");
  return callback;
}

/** A callback that is called with the error only: for operations without a value. */
export function voidCallback(callback: unknown): Callback {
  validateFunction(callback, "cb");
  return (error: unknown) => callback(error ?? null);
}

/** Whether `value` is a typed array or a DataView. */
export function isView(value: unknown): value is Uint8Array {
  return safe.isView(value);
}

/** Checks offset and length of a read into `byteLength` bytes. */
export function checkReadRange(offset: number, length: number, byteLength: number): void {
  if (offset < 0) throw new ERR_OUT_OF_RANGE("offset", ">= 0", offset);
  if (length < 0) throw new ERR_OUT_OF_RANGE("length", ">= 0", length);
  if (offset + length > byteLength) throw new ERR_OUT_OF_RANGE("length", `<= ${byteLength - offset}`, length);
}

/** Checks offset and length of a write from `byteLength` bytes. */
export function checkWriteRange(offset: number, length: number, byteLength: number): void {
  if (offset > byteLength) throw new ERR_OUT_OF_RANGE("offset", `<= ${byteLength}`, offset);
  if (length > byteLength - offset) throw new ERR_OUT_OF_RANGE("length", `<= ${byteLength - offset}`, length);
  if (length < 0) throw new ERR_OUT_OF_RANGE("length", ">= 0", length);
  validateInt32(length, "length", 0);
}

/** Checks an offset of a read or write: null and undefined are 0. */
export function toOffset(offset: unknown): number {
  if (offset == null) return 0;
  validateInteger(offset, "offset", 0);
  return offset;
}

/** The position of a read: null, undefined and -1 mean the file's own (-1). Bigints up to 2^63-1 are allowed. */
export function toReadPosition(position: unknown, length: number): number {
  if (position == null) return -1;
  if (typeof position === "number") {
    validateInteger(position, "position", -1);
    return position;
  }
  if (typeof position !== "bigint") throw new ERR_INVALID_ARG_TYPE("position", ["integer", "bigint"], position);
  const largest = 2n ** 63n - 1n - BigInt(length);
  if (!(position >= -1n && position <= largest))
    throw new ERR_OUT_OF_RANGE("position", `>= -1 && <= ${largest}`, position);
  // Rounded to a double it must still fit the 63 bits of the system's offsets.
  return safe.min(Number(position), POSITION_MAX);
}

/** The position of a write: anything that is not a number means the file's own (-1). */
export function toWritePosition(position: unknown): number {
  return typeof position === "number" && position >= 0 ? position : -1;
}

/** Checks a list of views. */
export function checkBuffers(buffers: unknown): asserts buffers is Uint8Array[] {
  if (!safe.isArray(buffers)) throw new ERR_INVALID_ARG_TYPE("buffers", "ArrayBufferView[]", buffers);
  for (const view of buffers) {
    if (!isView(view)) throw new ERR_INVALID_ARG_TYPE("buffers", "ArrayBufferView[]", buffers);
  }
}

/** Checks an owner or group id; -1 leaves it unchanged. */
export function toUserId(id: unknown, name: string): number {
  validateInteger(id, name, -1, MAX_USER_ID);
  return id === -1 ? MAX_USER_ID : id;
}

/** Seconds since 1970 from a Date, a number of seconds, or a numeric string. Negative numbers mean now. */
export function toUnixTimestamp(time: unknown, name = "time"): number {
  // A numeric string counts, whatever its spelling, hence the comparison by value.
  if (typeof time === "string" && +time == (time as unknown)) return +time;
  if (typeof time === "number" && safe.isFinite(time)) return time < 0 ? safe.now() / 1000 : time;
  if (isDate(time)) return time.getTime() / 1000;
  throw new ERR_INVALID_ARG_TYPE(name, ["Date", "Time in seconds"], time);
}

/** A file length in bytes: an integer; negative ones count as 0. */
export function toFileLength(length: unknown): number {
  validateInteger(length, "len");
  return safe.max(0, length);
}
