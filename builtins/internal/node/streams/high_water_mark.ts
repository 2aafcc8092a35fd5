// The high-water mark, at which back-pressure starts: the defaults, and the options of a stream.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateInteger } from "internal:core/validators";

let bytesMark = 64 * 1024;
let objectsMark = 16;

/** `stream.getDefaultHighWaterMark`: bytes, or a count of objects in object mode. */
export function getDefaultHighWaterMark(objectMode: boolean): number {
  return objectMode ? objectsMark : bytesMark;
}

/** `stream.setDefaultHighWaterMark`: for streams made from now on. `value` is an integer from 0. */
export function setDefaultHighWaterMark(objectMode: boolean, value: number): void {
  validateInteger(value, "value", 0);
  if (objectMode) objectsMark = value;
  else bytesMark = value;
}

/** The marks in the options of a stream, unchecked. */
interface HighWaterMarkOptions {
  highWaterMark?: unknown;
  readableHighWaterMark?: unknown;
  writableHighWaterMark?: unknown;
}

/** The mark for one side of a stream. `sideKey` is the option of that side, which only duplex streams read. */
export function highWaterMarkOf(
  objectMode: boolean,
  options: HighWaterMarkOptions,
  sideKey: "readableHighWaterMark" | "writableHighWaterMark",
  isDuplex: boolean,
): number {
  const mark = options.highWaterMark ?? (isDuplex ? options[sideKey] : null);
  if (mark === null || mark === undefined) return getDefaultHighWaterMark(objectMode);
  if (!safe.isInteger(mark) || (mark as number) < 0) {
    throw new ERR_INVALID_ARG_VALUE(isDuplex ? `options.${sideKey}` : "options.highWaterMark", mark);
  }
  return safe.floor(mark as number);
}
