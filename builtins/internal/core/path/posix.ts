// POSIX paths.
import {
  SLASH,
  extensionIndex,
  format,
  isNormal,
  normalizeSegments,
  requireString,
  withoutSuffix,
  type ParsedPath,
} from "internal:core/path/segments";
import defer * as matching from "internal:core/path/glob";
import { services } from "internal:core/bootstrap";

/** An absolute path from the segments, right to left until one is absolute, else from the working directory. */
function resolve(...segments: string[]): string {
  let resolved = "";
  let isAbsolute = false;
  for (let index = segments.length - 1; index >= -1 && !isAbsolute; index--) {
    const segment = index >= 0 ? segments[index]! : services().process.cwd();
    requireString(segment, index >= 0 ? `paths[${index}]` : "path");
    if (segment.length === 0) continue;
    resolved = resolved === "" && index === segments.length - 1 ? segment : `${segment}/${resolved}`;
    isAbsolute = segment.charCodeAt(0) === SLASH;
  }
  if (isAbsolute && isNormal(resolved)) return resolved;
  const normalized = normalizeSegments(resolved, !isAbsolute, "/", false);
  if (isAbsolute) return `/${normalized}`;
  return normalized.length > 0 ? normalized : ".";
}

/** The path without ".", "..", and doubled slashes; a slash at the end is retained. */
function normalize(path: string): string {
  requireString(path, "path");
  if (path.length === 0) return ".";
  if (isNormal(path)) return path;
  const isAbsolute = path.charCodeAt(0) === SLASH;
  const hasTrailingSlash = path.charCodeAt(path.length - 1) === SLASH;
  let normalized = normalizeSegments(path, !isAbsolute, "/", false);
  if (normalized.length === 0) {
    if (isAbsolute) return "/";
    return hasTrailingSlash ? "./" : ".";
  }
  if (hasTrailingSlash) normalized += "/";
  return isAbsolute ? `/${normalized}` : normalized;
}

function isAbsolute(path: string): boolean {
  requireString(path, "path");
  return path.length > 0 && path.charCodeAt(0) === SLASH;
}

/** The segments with slashes between them, normalized. */
function join(...segments: string[]): string {
  let joined = "";
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!;
    requireString(segment, "path");
    if (segment.length > 0) joined = joined === "" ? segment : `${joined}/${segment}`;
  }
  return joined === "" ? "." : normalize(joined);
}

/** The relative path that leads from one path to the other; both are resolved first. */
function relative(from: string, to: string): string {
  requireString(from, "from");
  requireString(to, "to");
  if (from === to) return "";
  const source = resolve(from);
  const target = resolve(to);
  if (source === target) return "";
  // Both start with a slash, and neither ends with one, except the root.
  const start = commonEnd(source, target) + 1;
  const rest = target.slice(start);
  if (start >= source.length) return rest;
  let up = "..";
  for (let slash = source.indexOf("/", start); slash !== -1; slash = source.indexOf("/", slash + 1)) up += "/..";
  return rest.length === 0 ? up : `${up}/${rest}`;
}

/** Where the segments that two different resolved paths share end: at a slash of one of them. */
function commonEnd(source: string, target: string): number {
  const length = source.length < target.length ? source.length : target.length;
  let slash = 0;
  for (let index = 0; index < length; index++) {
    const unit = source.charCodeAt(index);
    if (unit !== target.charCodeAt(index)) return slash;
    if (unit === SLASH) slash = index;
  }
  const longer = source.length > length ? source : target;
  return longer.charCodeAt(length) === SLASH ? length : slash;
}

/** POSIX paths have no namespace prefix; Windows paths do. */
function toNamespacedPath(path: string): string {
  return path;
}

/** The end of the path without its trailing slashes. */
function nameEnd(path: string): number {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--;
  return end;
}

/** As `lastIndexOf("/", from)`, which costs more than reading a short name. */
function lastSlash(path: string, from: number): number {
  let index = from < 0 ? 0 : from;
  while (index >= 0 && path.charCodeAt(index) !== SLASH) index--;
  return index;
}

function dirname(path: string): string {
  requireString(path, "path");
  if (path.length === 0) return ".";
  const end = nameEnd(path);
  if (end === 0) return "/";
  const slash = lastSlash(path, end - 1);
  if (slash === -1) return ".";
  if (slash === 0) return "/";
  // Exactly two leading slashes are implementation-defined (POSIX §4.13): they are retained.
  return slash === 1 && path.charCodeAt(0) === SLASH ? "//" : path.slice(0, slash);
}

/** The last segment, without `suffix` when the name ends with it. */
function basename(path: string, suffix?: string): string {
  if (suffix !== undefined) requireString(suffix, "suffix");
  requireString(path, "path");
  if (suffix !== undefined && suffix.length > 0 && suffix === path) return "";
  const end = nameEnd(path);
  return withoutSuffix(path, lastSlash(path, end - 1) + 1, end, suffix);
}

/** The extension of the last segment, with its dot. */
function extname(path: string): string {
  requireString(path, "path");
  const end = nameEnd(path);
  return end === 0 ? "" : path.slice(extensionIndex(path, lastSlash(path, end - 1) + 1, end), end);
}

/** Root, folder, name and extension of a path. */
function parse(path: string): ParsedPath {
  requireString(path, "path");
  const result: ParsedPath = { root: "", dir: "", base: "", ext: "", name: "" };
  if (path.length === 0) return result;
  const isRooted = path.charCodeAt(0) === SLASH;
  if (isRooted) result.root = "/";
  const end = nameEnd(path);
  const start = end === 0 ? 0 : lastSlash(path, end - 1) + 1;
  if (end > start) {
    // In the root, Node treats ".." as a name with an extension.
    const dot = start === 1 && end === 3 && path.endsWith("..") ? 2 : extensionIndex(path, start, end);
    result.base = path.slice(start, end);
    result.name = path.slice(start, dot);
    result.ext = path.slice(dot, end);
  }
  if (start > 1) result.dir = path.slice(0, start - 1);
  else if (isRooted) result.dir = "/";
  return result;
}

/** Whether the path matches the glob pattern. */
function matchesGlob(path: string, pattern: string): boolean {
  return matching.matchGlob(path, pattern, false);
}

export const posix: any = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format: format.bind(null, "/"),
  parse,
  matchesGlob,
  sep: "/",
  delimiter: ":",
  win32: null,
  posix: null,
};
