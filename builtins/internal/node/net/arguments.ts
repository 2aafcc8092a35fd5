// The forms of arguments that connect() and listen() share, and TCP ports as strings.
import type { StreamHandle } from "internal:node/net/handle";

/** Marks an array of arguments that is already normalized. */
export const kNormalized = Symbol("normalizedArgs");
/** The stream handle of a socket or server, beside Node's `_handle`. */
export type Handle = StreamHandle;

/** `[options, callback]` of `connect` or `listen`. Options are the program's own object: each is checked where it is used. */
export type NormalizedArguments = [options: any, callback: (() => void) | null] & { [kNormalized]?: true };

/** `[options, callback | null]` of `(options)`, `(path)`, `(port, host)`, each with further arguments and a callback at the end. */
export function normalizeArgs(args: unknown[]): NormalizedArguments {
  if (args.length === 0) return mark([{}, null]);
  const first = args[0];
  let options: Record<string, unknown> = {};
  if (typeof first === "object" && first !== null) options = first as Record<string, unknown>;
  else if (isPipeName(first)) options.path = first;
  else {
    options.port = first;
    if (args.length > 1 && typeof args[1] === "string") options.host = args[1];
  }
  const callback = args[args.length - 1];
  return mark([options, typeof callback === "function" ? (callback as () => void) : null]);
}

function mark(normalized: NormalizedArguments): NormalizedArguments {
  normalized[kNormalized] = true;
  return normalized;
}

/** Whether it is a string that is not a port number. */
export function isPipeName(value: unknown): value is string {
  return typeof value === "string" && toNumber(value) === false;
}

/** The value as a number when it is at least 0, else false. */
export function toNumber(value: unknown): number | false {
  const number = Number(value);
  return number >= 0 ? number : false;
}
