// The forms of arguments that connect() and listen() share, and TCP ports in text.
import type { StreamHandle } from "internal:node/net/handle";

/** Marks an array of arguments that is in its normal form already. */
export const kNormalized = Symbol("normalizedArgs");
/** The stream handle of a socket or server, beside Node's `_handle`. */
export type Handle = StreamHandle;

/** `[options, callback | null]` of `(options)`, `(path)`, `(port, host)`, each with further arguments and a callback at the end. */
export function normalizeArgs(args: any[]): any {
  if (args.length === 0) return mark([{}, null]);
  const first = args[0];
  let options: any = {};
  if (typeof first === "object" && first !== null) options = first;
  else if (isPipeName(first)) options.path = first;
  else {
    options.port = first;
    if (args.length > 1 && typeof args[1] === "string") options.host = args[1];
  }
  const callback = args[args.length - 1];
  return mark([options, typeof callback === "function" ? callback : null]);
}

function mark(normalized: any): any {
  normalized[kNormalized] = true;
  return normalized;
}

/** Whether it is text that is no port number. */
export function isPipeName(value: unknown): value is string {
  return typeof value === "string" && toNumber(value) === false;
}

/** The number in the value when it is at least 0, else false. */
export function toNumber(value: any): number | false {
  const number = Number(value);
  return number >= 0 ? number : false;
}
