// Windows paths, on every system.
import {
  extensionIndex,
  format,
  normalizeSegments,
  requireString,
  withoutSuffix,
  type ParsedPath,
} from "internal:core/path/segments";
import { isReservedName, isSeparator, readRoot, startsWithDrive } from "internal:core/path/roots";
import defer * as matching from "internal:core/path/glob";
import { services } from "internal:core/bootstrap";

/** The working directory of a drive, if the system has one. */
function workingDirectory(device: string): string {
  if (device === "") return services().process.cwd();
  const path: string | undefined = services().process.env[`=${device}`] || services().process.cwd();
  const isOther = path === undefined || (path.slice(0, 2).toLowerCase() !== device.toLowerCase() && path[2] === "\\");
  return isOther ? `${device}\\` : path!;
}

/** An absolute path from the segments, right to left until both drive and root are known. */
function resolve(...segments: string[]): string {
  let device = "";
  let tail = "";
  let isAbsolute = false;
  for (let index = segments.length - 1; index >= -1; index--) {
    const segment = index >= 0 ? segments[index]! : workingDirectory(device);
    requireString(segment, index >= 0 ? `paths[${index}]` : "path");
    if (segment.length === 0) continue;
    const root = readRoot(segment);
    if (root.device !== "") {
      if (device !== "" && root.device.toLowerCase() !== device.toLowerCase()) continue;
      if (device === "") device = root.device;
    }
    if (!isAbsolute) {
      tail = `${segment.slice(root.end)}\\${tail}`;
      isAbsolute = root.isAbsolute;
    }
    if (isAbsolute && device !== "") break;
  }
  tail = normalizeSegments(tail, !isAbsolute, "\\", true);
  return isAbsolute ? `${device}\\${tail}` : `${device}${tail}` || ".";
}

/** The path with backslashes, without ".", "..", and doubled separators. A relative path never becomes a drive. */
function normalize(path: string): string {
  requireString(path, "path");
  const length = path.length;
  if (length === 0) return ".";
  if (length === 1) return path === "/" ? "\\" : path;
  const root = readRoot(path);
  if (root.shareEnd === length && root.server !== "." && root.server !== "?") {
    return `\\\\${root.server}\\${path.slice(root.shareStart)}\\`;
  }
  let tail = root.end < length ? normalizeSegments(path.slice(root.end), !root.isAbsolute, "\\", true) : "";
  if (tail.length === 0 && !root.isAbsolute) tail = ".";
  if (tail.length > 0 && isSeparator(path.charCodeAt(length - 1))) tail += "\\";
  const colon = path.indexOf(":");
  if (isReservedName(path, colon) && colon === length - 1) return `.\\${path}.`;
  if (!root.isAbsolute && root.device === "" && path.includes(":")) {
    if (startsWithDrive(tail)) return `.\\${tail}`;
    for (let colon = path.indexOf(":"); colon !== -1; colon = path.indexOf(":", colon + 1)) {
      if (colon === length - 1 || isSeparator(path.charCodeAt(colon + 1))) return `.\\${tail}`;
    }
  }
  if (isReservedName(path, colon)) return `.\\${root.device}${tail}`;
  return root.isAbsolute ? `${root.device}\\${tail}` : `${root.device}${tail}`;
}

function isAbsolute(path: string): boolean {
  requireString(path, "path");
  return (
    path.length > 0 &&
    (isSeparator(path.charCodeAt(0)) || (path.length > 2 && startsWithDrive(path) && isSeparator(path.charCodeAt(2))))
  );
}

/** The segments with backslashes between them, normalized. Only a first segment that starts like a share makes a share. */
function join(...segments: string[]): string {
  let joined: string | undefined;
  let first = "";
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!;
    requireString(segment, "path");
    if (segment.length === 0) continue;
    if (joined === undefined) joined = first = segment;
    else joined += `\\${segment}`;
  }
  if (joined === undefined) return ".";
  const isShare =
    first.length > 2 &&
    isSeparator(first.charCodeAt(0)) &&
    isSeparator(first.charCodeAt(1)) &&
    !isSeparator(first.charCodeAt(2));
  if (!isShare) {
    let slashes = 0;
    while (slashes < joined.length && isSeparator(joined.charCodeAt(slashes))) slashes++;
    if (slashes >= 2) joined = `\\${joined.slice(slashes)}`;
  }
  for (const part of joined.split("\\")) {
    const colon = part.indexOf(":");
    // The path before the name of a device must not be removed.
    if (colon !== -1 && isReservedName(part, colon)) return joined.replaceAll("/", "\\");
  }
  return normalize(joined);
}

/** The relative path that leads from one path to the other; both are resolved first, and case does not count. */
function relative(from: string, to: string): string {
  requireString(from, "from");
  requireString(to, "to");
  if (from === to) return "";
  const source = resolve(from);
  const target = resolve(to);
  if (source.toLowerCase() === target.toLowerCase()) return "";
  const sourceParts = trimmedParts(source);
  const targetParts = trimmedParts(target);
  let common = 0;
  while (
    common < sourceParts.length &&
    common < targetParts.length &&
    sourceParts[common]!.toLowerCase() === targetParts[common]!.toLowerCase()
  )
    common++;
  if (common === 0 && sourceParts.length > 0 && targetParts.length > 0) return target;
  const up = new Array<string>(sourceParts.length - common).fill("..");
  return [...up, ...targetParts.slice(common)].join("\\");
}

function trimmedParts(path: string): string[] {
  const trimmed = path.replace(/^\\+|\\+$/g, "");
  return trimmed === "" ? [] : trimmed.split("\\");
}

/** The path in the form that Windows accepts without a length limit (`\\?\…`). */
function toNamespacedPath(path: string): string {
  if (typeof path !== "string" || path.length === 0) return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (resolved.startsWith("\\\\")) {
    return resolved[2] === "?" || resolved[2] === "." ? resolved : `\\\\?\\UNC\\${resolved.slice(2)}`;
  }
  return startsWithDrive(resolved) && resolved[2] === "\\" ? `\\\\?\\${resolved}` : resolved;
}

/** The start of the part that `dirname` and `parse` may remove: after the drive or share and its separator. */
function cutStart(path: string): number {
  const root = readRoot(path);
  if (root.shareEnd === 0) return root.end;
  return root.shareEnd === path.length ? root.shareEnd : root.shareEnd + 1;
}

/** The end of the path without its trailing separators, down to `start`. */
function nameEnd(path: string, start: number): number {
  let end = path.length;
  while (end > start && isSeparator(path.charCodeAt(end - 1))) end--;
  return end;
}

function nameStart(path: string, start: number, end: number): number {
  while (end > start && !isSeparator(path.charCodeAt(end - 1))) end--;
  return end;
}

function dirname(path: string): string {
  requireString(path, "path");
  if (path.length === 0) return ".";
  if (path.length === 1) return isSeparator(path.charCodeAt(0)) ? path : ".";
  const start = cutStart(path);
  const name = nameStart(path, start, nameEnd(path, start));
  if (name === start) return start === 0 ? "." : path.slice(0, start);
  return path.slice(0, name - 1);
}

/** The last segment, without `suffix` when the name ends with it. */
function basename(path: string, suffix?: string): string {
  if (suffix !== undefined) requireString(suffix, "suffix");
  requireString(path, "path");
  if (suffix !== undefined && suffix.length > 0 && suffix === path) return "";
  const start = startsWithDrive(path) ? 2 : 0;
  const end = nameEnd(path, start);
  return withoutSuffix(path, nameStart(path, start, end), end, suffix, start);
}

/** The extension of the last segment, with its dot. */
function extname(path: string): string {
  requireString(path, "path");
  const start = startsWithDrive(path) ? 2 : 0;
  const end = nameEnd(path, start);
  return path.slice(extensionIndex(path, nameStart(path, start, end), end), end);
}

/** Root, folder, name and extension of a path. */
function parse(path: string): ParsedPath {
  requireString(path, "path");
  const result: ParsedPath = { root: "", dir: "", base: "", ext: "", name: "" };
  if (path.length === 0) return result;
  const rootEnd = cutStart(path);
  result.root = result.dir = path.slice(0, rootEnd);
  const end = nameEnd(path, rootEnd);
  const start = nameStart(path, rootEnd, end);
  if (end > start) {
    const dot = extensionIndex(path, start, end);
    result.base = path.slice(start, end);
    result.name = path.slice(start, dot);
    result.ext = path.slice(dot, end);
  }
  if (start > 0 && start !== rootEnd) result.dir = path.slice(0, start - 1);
  return result;
}

/** Whether the path matches the glob pattern. */
function matchesGlob(path: string, pattern: string): boolean {
  return matching.matchGlob(path, pattern, true);
}

export const win32: any = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format: format.bind(null, "\\"),
  parse,
  matchesGlob,
  sep: "\\",
  delimiter: ";",
  win32: null,
  posix: null,
};
