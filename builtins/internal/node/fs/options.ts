// Options that many functions share: the `options` argument itself, encodings, flags, modes. The options of one
// function only (cp, rm, streams, watchers) are checked where that function is.
import { safe } from "internal:core/bootstrap";
import { AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { home } from "internal:core/program";
import { flagsByName } from "internal:node/fs/constants";
import {
  validateAbortSignal,
  validateBoolean,
  validateInt32,
  validateObject,
  validateUint32,
} from "internal:core/validators";
import type { AbortSignal } from "web:abort";
import defer * as buffer from "internal:node/buffer";

/**
 * What the functions of `fs` read from an options object after `getOptions`, which checks `encoding` and `signal`. The
 * function that reads another member checks it.
 */
export interface Options {
  encoding?: string | null;
  signal?: AbortSignal;
  flag?: unknown;
  mode?: unknown;
  flush?: unknown;
  recursive?: unknown;
  withFileTypes?: unknown;
  bufferSize?: unknown;
  /** `readFile`: where the contents go, or a function that returns it for a size. */
  buffer?: unknown;
}

/** The options of `stat` and its variants. */
export interface StatOptions {
  bigint?: unknown;
  throwIfNoEntry?: unknown;
  signal?: AbortSignal;
}

/**
 * Normalises an `options` argument: a string is the encoding; for null, undefined and a function it returns `defaults`.
 * Throws ERR_INVALID_ARG_TYPE for other types, ERR_INVALID_ARG_VALUE for an unknown encoding.
 */
export function getOptions<T extends Options>(options: unknown, defaults: T): T {
  if (options == null || typeof options === "function") return defaults;
  if (typeof options === "string") options = { ...defaults, encoding: options };
  else if (typeof options !== "object") throw new ERR_INVALID_ARG_TYPE("options", ["string", "Object"], options);
  const checked = options as T;
  if (checked.encoding !== "buffer") assertEncoding(checked.encoding);
  if (checked.signal !== undefined) validateAbortSignal(checked.signal, "options.signal");
  return checked;
}

/** A copy of options with the members they inherit; streams store and change theirs. */
export function copyOptions<T extends object>(options: T): T {
  const copy = {} as T;
  for (const key in options) copy[key] = options[key];
  return copy;
}

/** Throws ERR_INVALID_ARG_VALUE unless `encoding` is absent or an encoding of Buffer. */
export function assertEncoding(encoding: unknown): void {
  if (!encoding || encoding === "utf8" || encoding === "utf-8") return;
  if (!buffer.Buffer.isEncoding(encoding as string))
    throw new ERR_INVALID_ARG_VALUE("encoding", encoding, "is invalid encoding");
}

/** Whether strings in `encoding` are read natively as UTF-8. */
export function isUtf8(encoding: unknown): boolean {
  return encoding === "utf8" || encoding === "utf-8" || encoding === "UTF-8" || encoding === "UTF8";
}

/** The system's open flags for a number or a name of Node's ("r+", "ax", …); absent means read-only. */
export function toFlags(flags: unknown, name = "flags"): number {
  if (typeof flags === "number") {
    validateInt32(flags, name);
    return flags;
  }
  if (flags == null) return 0;
  const value = typeof flags === "string" ? flagsByName.get(flags) : undefined;
  if (value === undefined) throw new ERR_INVALID_ARG_VALUE("flags", flags);
  return value;
}

/** A file mode: a 32-bit number, or octal digits in a string. */
export function toMode(value: unknown, name: string, fallback?: number): number {
  const mode = value ?? fallback;
  if (typeof mode === "string") {
    if (!/^[0-7]+$/.test(mode))
      throw new ERR_INVALID_ARG_VALUE(name, mode, "must be a 32-bit unsigned integer or an octal string");
    const parsed = Number.parseInt(mode, 8);
    validateUint32(parsed, name);
    return parsed;
  }
  validateUint32(mode, name);
  return mode;
}

/** The mode of `access`: 0 to 7. The messages are those of Node's native check. */
export function toAccessMode(mode: unknown): number {
  return toSmallMode(mode, 0);
}

/** The mode of `copyFile`: 0 to 7. */
export function toCopyMode(mode: unknown): number {
  return toSmallMode(mode, 0);
}

function toSmallMode(mode: unknown, fallback: number): number {
  if (mode == null) return fallback;
  if (typeof mode !== "number")
    throw plainError(TypeError, "ERR_INVALID_ARG_TYPE", "mode must be int32 or null/undefined");
  if (!safe.isFinite(mode)) throw plainError(RangeError, "ERR_OUT_OF_RANGE", "mode is out of range");
  const whole = safe.trunc(mode);
  if (whole < 0 || whole > 7) throw plainError(RangeError, "ERR_OUT_OF_RANGE", "mode is out of range: >= 0 && <= 7");
  return whole;
}

/** An error as Node's C++ throws it: `code` is an own property and the name stays the class's. */
export function plainError(Class: new (message: string) => Error, code: string, message: string): Error {
  return safe.assign(new Class(message), { code });
}

/** Throws AbortError when `signal` is aborted. */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
}

/** The options of `rm`. */
export interface RemoveOptions {
  force: boolean;
  recursive: boolean;
  maxRetries: number;
  retryDelay: number;
}

const REMOVE_DEFAULTS = { recursive: false, force: false, maxRetries: 0, retryDelay: 100 };

/** Checks the options of `rm`. */
export function toRemoveOptions(options: unknown): RemoveOptions {
  if (options === undefined) return REMOVE_DEFAULTS;
  validateObject(options, "options");
  const result = { ...REMOVE_DEFAULTS, ...options };
  validateBoolean(result.force, "options.force");
  validateBoolean(result.recursive, "options.recursive");
  validateInt32(result.retryDelay, "options.retryDelay", 0);
  validateUint32(result.maxRetries, "options.maxRetries");
  return result;
}

/**
 * Checks the options of `rmdir`. Whether it removes a tree: `recursive` was removed in Node 26, and still works in Bun.
 */
export function removesTree(options: unknown): boolean {
  if (options === undefined) return false;
  validateObject(options, "options");
  const { recursive } = options;
  if (home() === "bun")
    return toRemoveOptions({ ...options, recursive: recursive === undefined ? false : recursive }).recursive;
  if (recursive === undefined) return false;
  throw new ERR_INVALID_ARG_VALUE("options.recursive", recursive, "is no longer supported");
}

/** The options of `mkdir`: a mode, or an object with `recursive` and `mode`. */
export function toMakeDirOptions(options: unknown): { mode: number; recursive: boolean } {
  if (typeof options === "number" || typeof options === "string")
    return { mode: toMode(options, "mode"), recursive: false };
  if (!options) return { mode: 0o777, recursive: false };
  const { recursive = false }: Options = options;
  validateBoolean(recursive, "options.recursive");
  const { mode }: Options = options;
  return { mode: mode === undefined ? 0o777 : toMode(mode, "options.mode"), recursive };
}

/** The flag of `symlink`'s third argument; it has no meaning on Linux and is only checked. */
export function checkSymlinkType(type: unknown): void {
  if (type == null || type === "dir" || type === "file" || type === "junction") return;
  throw new ERR_INVALID_ARG_VALUE("type", type, "must be one of: 'dir', 'file', 'junction', null, undefined");
}
