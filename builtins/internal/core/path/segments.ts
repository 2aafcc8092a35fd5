// Functions for both kinds of paths: removing "." and ".." segments, splitting off names, formatting.
import * as lists from "internal:core/lists";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateObject } from "internal:core/validators";

export const SLASH = 0x2f;
export const BACKSLASH = 0x5c;
export const DOT = 0x2e;
export const COLON = 0x3a;

/** The result of `path.parse` and the argument of `path.format`. */
export interface ParsedPath {
  root: string;
  dir: string;
  base: string;
  ext: string;
  name: string;
}

/** Throws ERR_INVALID_ARG_TYPE unless `value` is a string. Inlined by hand where a path function is hot. */
export function requireString(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw new ERR_INVALID_ARG_TYPE(name, "string", value);
}

/**
 * Whether a POSIX path has no empty segment, "." or "..", and no slash at the end unless it is the root: such a path, the usual one,
 * need not be taken apart.
 */
export function isNormal(path: string): boolean {
  const { length } = path;
  let size = 0;
  let isDots = true;
  for (let index = 0; index < length; index++) {
    const unit = path.charCodeAt(index);
    if (unit !== SLASH) {
      size++;
      if (unit !== DOT) isDots = false;
      continue;
    }
    if (isDots && size < 3 && index > 0) return false;
    size = 0;
    isDots = true;
  }
  return !(isDots && size < 3) || length === 1;
}

/**
 * Joins the segments of `path` without empty ones, "." and resolved "..". A ".." without a segment to remove is retained
 * when `allowAboveRoot` is set. With `isWindows`, "/" separates too.
 */
export function normalizeSegments(
  path: string,
  allowAboveRoot: boolean,
  separator: string,
  isWindows: boolean,
): string {
  const segments: string[] = [];
  const length = path.length;
  let start = 0;
  for (let index = 0; index <= length; index++) {
    if (index < length) {
      const unit = path.charCodeAt(index);
      if (unit !== SLASH && (!isWindows || unit !== BACKSLASH)) continue;
    }
    const size = index - start;
    if (size === 2 && path.charCodeAt(start) === DOT && path.charCodeAt(start + 1) === DOT) {
      if (segments.length > 0 && segments[segments.length - 1] !== "..") lists.pop(segments);
      else if (allowAboveRoot) lists.push(segments, "..");
    } else if (size > 0 && !(size === 1 && path.charCodeAt(start) === DOT)) {
      lists.push(segments, path.slice(start, index));
    }
    start = index + 1;
  }
  return segments.join(separator);
}

/** The start of the extension of the name in `path[start..end)`; `end` when there is none. A name like ".profile" or ".." has none. */
export function extensionIndex(path: string, start: number, end: number): number {
  let dot = end - 1;
  while (dot > start && path.charCodeAt(dot) !== DOT) dot--;
  if (dot <= start) return end;
  return end - start === 2 && path.charCodeAt(start) === DOT ? end : dot;
}

/**
 * The name in `path[start..end)` without `suffix`, unless the suffix is the complete name. Node compares from the end of the
 * name (down to `scanStart`, after a drive), and when the suffix is longer than the name, it returns the separators at the end
 * of the path too.
 */
export function withoutSuffix(
  path: string,
  start: number,
  end: number,
  suffix: string | undefined,
  scanStart = 0,
): string {
  const name = path.slice(start, end);
  if (suffix === undefined || suffix.length === 0 || suffix.length > path.length || suffix === name) return name;
  if (name === "") return path.slice(scanStart);
  if (suffix.length < name.length) return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return suffix.endsWith(name) ? path.slice(start) : name;
}

/** `path.format`: `dir` wins over `root`, `base` over `name` and `ext`. */
export function format(separator: string, parsed: Partial<ParsedPath>): string {
  validateObject(parsed as unknown, "pathObject");
  const { dir: givenDir, root, base: givenBase, name, ext } = parsed;
  const dir = givenDir || root;
  const dot = ext && !`${ext}`.startsWith(".") ? "." : "";
  const base = givenBase || `${name || ""}${ext ? `${dot}${ext}` : ""}`;
  if (!dir) return base;
  return dir === root ? `${dir}${base}` : `${dir}${separator}${base}`;
}
