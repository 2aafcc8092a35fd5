// The root of a Windows path: a drive, a share, a device, one backslash, or nothing; and the reserved names.
import { pinned } from "internal:core/bootstrap";
import { BACKSLASH, COLON, SLASH } from "internal:core/path/segments";

/** The start of a Windows path. */
export interface WindowsRoot {
  /** `C:`, `\\server\share`, `\\.` or `\\?`; empty when there is none. */
  device: string;
  /** The index after the root. */
  end: number;
  isAbsolute: boolean;
  /** The end of the share's name when the path starts like a share; 0 for another path. */
  shareEnd: number;
  /** The first part after two separators. */
  server: string;
  /** The start of the share's name. */
  shareStart: number;
}

export function isSeparator(unit: number): boolean {
  return unit === SLASH || unit === BACKSLASH;
}

function skip(path: string, from: number, separators: boolean): number {
  while (from < path.length && isSeparator(path.charCodeAt(from)) === separators) from++;
  return from;
}

/** Whether the path starts with a letter and a colon. */
export function startsWithDrive(path: string): boolean {
  if (path.length < 2 || path.charCodeAt(1) !== COLON) return false;
  const letter = path.charCodeAt(0) | 0x20;
  return path.charCodeAt(0) < 128 && letter >= 0x61 && letter <= 0x7a;
}

/** Reads the start of `path`. */
export function readRoot(path: string): WindowsRoot {
  const root: WindowsRoot = { device: "", end: 0, isAbsolute: false, shareEnd: 0, server: "", shareStart: 0 };
  if (startsWithDrive(path)) {
    root.device = path.slice(0, 2);
    root.isAbsolute = path.length > 2 && isSeparator(path.charCodeAt(2));
    root.end = root.isAbsolute ? 3 : 2;
    return root;
  }
  if (path.length === 0 || !isSeparator(path.charCodeAt(0))) return root;
  root.isAbsolute = true;
  root.end = 1;
  if (path.length < 2 || !isSeparator(path.charCodeAt(1))) return root;
  const serverEnd = skip(path, 2, false);
  const shareStart = skip(path, serverEnd, true);
  if (serverEnd === 2 || serverEnd === path.length || shareStart === path.length) return root;
  root.server = path.slice(2, serverEnd);
  root.shareStart = shareStart;
  root.shareEnd = skip(path, shareStart, false);
  if (root.server === "." || root.server === "?") {
    root.device = `\\\\${root.server}`;
    root.end = 4;
  } else {
    root.device = `\\\\${root.server}\\${path.slice(shareStart, root.shareEnd)}`;
    root.end = root.shareEnd;
  }
  return root;
}

const reserved = pinned(new Set(["CON", "PRN", "AUX", "NUL"]));
for (const digit of "123456789\xb9\xb2\xb3") {
  reserved.add(`COM${digit}`);
  reserved.add(`LPT${digit}`);
}

/** Whether the part before the colon is the name of a device, as in `CON:`. */
export function isReservedName(path: string, colonIndex: number): boolean {
  const { length } = path;
  const size = colonIndex < 0 ? length + colonIndex : colonIndex;
  // All have three or four characters: most paths need no part in capitals.
  return (size === 3 || size === 4) && reserved.has(path.slice(0, colonIndex).toUpperCase());
}
