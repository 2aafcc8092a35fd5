// Paths: from what a program may pass (string, Uint8Array, file: URL) to what a native function accepts, and names back to
// the caller's `encoding`. Joining and normalising is in `node:path`.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import defer * as buffer from "internal:node/buffer";
import defer * as url from "internal:node/url";

/** What every `fs` function accepts as a path. */
export type PathLike = string | Uint8Array | { href: string };

/** A name as a program receives it: a string, or a Buffer with the encoding "buffer". */
export type FileName = string | Uint8Array;

/** Marks a path that crosses as bytes because it is not valid UTF-8 (see `ops/fs.ops.ts`). */
const RAW = "\0";

/**
 * The native form of a path argument.
 * Throws ERR_INVALID_ARG_TYPE for another type, ERR_INVALID_ARG_VALUE for a NUL inside, and the errors of
 * `fileURLToPath` for a URL.
 */
export function toPath(value: unknown, name = "path"): string {
  if (typeof value === "string") {
    if (safe.includes(value, "\0")) throw nulError(name, value);
    return value;
  }
  return toPathSlow(value, name);
}

/** Turns a `file:` URL into its path and returns anything else unchanged. */
export function pathOfUrl(value: unknown): unknown {
  return isUrl(value) ? url.default.fileURLToPath(value) : value;
}

/** Whether `value` is a URL object, of this realm or another implementation. */
export function isUrl(value: unknown): value is { href: string } {
  if (value === null || typeof value !== "object") return false;
  const candidate = value as Record<string, unknown>;
  return Boolean(candidate.href && candidate.protocol) && candidate.auth === undefined && candidate.path === undefined;
}

function toPathSlow(value: unknown, name: string): string {
  const path = pathOfUrl(value);
  if (typeof path === "string") {
    if (safe.includes(path, "\0")) throw nulError(name, path);
    return path;
  }
  if (!(path instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE(name, ["string", "Buffer", "URL"], value);
  if (path.includes(0)) throw nulError(name, path);
  return fromBytes(path);
}

function nulError(name: string, value: unknown): Error {
  return new ERR_INVALID_ARG_VALUE(name, value, "must be a string, Uint8Array, or URL without null bytes");
}

/** The native form of a path in bytes. */
export function fromBytes(bytes: Uint8Array): string {
  const view = buffer.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.default.isUtf8(view) ? view.utf8Slice(0, view.length) : RAW + view.latin1Slice(0, view.length);
}

/** The bytes of a path in native form. */
export function toBytes(name: string): Uint8Array {
  return name.charCodeAt(0) === 0 ? buffer.Buffer.from(name.slice(1), "latin1") : buffer.Buffer.from(name, "utf8");
}

/** Whether names are returned as plain strings under `encoding`. */
export function isUtf8Encoding(encoding: string | null | undefined): boolean {
  return !encoding || encoding === "utf8" || encoding === "utf-8";
}

/** A native name in the caller's encoding: a string, or a Buffer for "buffer". */
export function decodeName(name: string, encoding: "utf8"): string;
export function decodeName(name: string, encoding: string | null | undefined): FileName;
export function decodeName(name: string, encoding: string | null | undefined): FileName {
  if (isUtf8Encoding(encoding)) return name.charCodeAt(0) === 0 ? toBytes(name).toString() : name;
  const bytes = toBytes(name) as Uint8Array & { toString(encoding: string | null | undefined): string };
  return encoding === "buffer" ? bytes : bytes.toString(encoding);
}

/** As `decodeName` for a list, changing it in place. */
export function decodeNames(names: FileName[], encoding: string | null | undefined): FileName[] {
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    if (!isUtf8Encoding(encoding) || name.charCodeAt(0) === 0) names[index] = decodeName(name, encoding);
  }
  return names;
}

/** Native paths joined with one "/"; either may be in the raw form. */
export function joinPath(parent: string, name: string): string {
  if (parent.charCodeAt(0) !== 0 && name.charCodeAt(0) !== 0) {
    return parent === "" ? name : parent.endsWith("/") ? parent + name : `${parent}/${name}`;
  }
  return fromBytes(buffer.Buffer.concat([toBytes(parent), buffer.Buffer.from("/"), toBytes(name)]));
}
