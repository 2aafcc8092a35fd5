// Direct functions on names, directories, links and metadata. Bytes are moved in `sync_io.ts`.
import { safe } from "internal:core/bootstrap";
import { toDescriptor, toFileLength, toUnixTimestamp, toUserId, type SystemError } from "internal:node/fs/arguments";
import { namesOf, toDirents, type Dirent } from "internal:node/fs/dirent";
import {
  checkSymlinkType,
  getOptions,
  removesTree,
  toAccessMode,
  toCopyMode,
  toMakeDirOptions,
  toMode,
  toRemoveOptions,
  type Options,
  type StatOptions,
} from "internal:node/fs/options";
import { decodeName, decodeNames, toPath, type FileName } from "internal:node/fs/path";
import { toRemoveError } from "internal:node/fs/remove_error";
import { newRecord, sharedRecord, statFsOf, statsOf, type StatFs, type Stats } from "internal:node/fs/stats";
import { emitWarning } from "internal:core/process/warn";
import { validateBoolean } from "internal:core/validators";
import * as native from "native:fs";
import { StatFsField } from "native:fs";
import defer * as recursion from "internal:node/fs/read_dir_recursive";
import defer * as realPaths from "internal:node/fs/real_path";
import defer * as fs from "internal:node/fs";
import defer * as nodePath from "internal:core/path";

const NO_OPTIONS: Options = safe.freeze({});

/** Throws unless the process may access the file with `mode` (`fs.constants.R_OK` …). */
export function accessSync(path: unknown, mode?: unknown): void {
  native.accessSync(toPath(path), toAccessMode(mode));
}

let warnedAboutExists = false;

// A path that a policy ignores fails with ENOENT; refusals are the caller's.
function isThere(path: string): boolean {
  try {
    return native.existsSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
    return false;
  }
}

/** Whether the path exists. Never throws: for a path of a wrong type the result is false, with a deprecation warning. */
export function existsSync(path: unknown): boolean {
  if (typeof path === "string") return !path.includes("\0") && isThere(path);
  let target: string;
  try {
    target = toPath(path);
  } catch (error) {
    if (!warnedAboutExists && (error as SystemError)?.code === "ERR_INVALID_ARG_TYPE") {
      warnedAboutExists = true;
      emitWarning("Passing invalid argument types to fs.existsSync is deprecated", "DeprecationWarning", "DEP0187");
    }
    return false;
  }
  return isThere(target);
}

/** The Stats of `path`, following links; undefined when it does not exist and `throwIfNoEntry` is false. */
export function statSync(path: unknown): Stats;
export function statSync(path: unknown, options: StatOptions | undefined): Stats | undefined;
export function statSync(path: unknown, options: StatOptions | undefined = undefined): Stats | undefined {
  const big = options?.bigint === true;
  const record = sharedRecord(big);
  return native.statSync(toPath(path), record.bytes, big, options?.throwIfNoEntry === false)
    ? statsOf(record)
    : undefined;
}

/** As `statSync`, of a link itself. */
export function lstatSync(path: unknown, options: StatOptions | undefined = undefined): Stats | undefined {
  const big = options?.bigint === true;
  const record = sharedRecord(big);
  return native.lstatSync(toPath(path), record.bytes, big, options?.throwIfNoEntry === false)
    ? statsOf(record)
    : undefined;
}

/** The Stats of an open file. */
export function fstatSync(fd: unknown, options: StatOptions | undefined = undefined): Stats {
  const big = options?.bigint === true;
  const record = sharedRecord(big);
  native.fstatSync(toDescriptor(fd), record.bytes, big);
  return statsOf(record);
}

/** The file system that `path` is on. */
export function statfsSync(path: unknown, options: StatOptions | undefined = undefined): StatFs {
  const big = options?.bigint === true;
  const record = newRecord(big, StatFsField.COUNT);
  native.statfsSync(toPath(path), record.bytes, big);
  return statFsOf(record);
}

/** Creates a directory. With `recursive` it creates the missing parents too and returns the first directory it made. */
export function mkdirSync(path: unknown, options?: unknown): string | undefined {
  const { mode, recursive } = toMakeDirOptions(options);
  const target = toPath(path);
  if (!recursive) return native.makeDirSync(target, mode) as undefined;
  const first = native.makeDirsSync(target, mode);
  return first === null ? undefined : decodeName(first, "utf8");
}

let warnedAboutPrefix = false;

/** Checks the prefix of `mkdtemp`; warns once about a trailing X, which some systems would replace too. */
export function checkTempPrefix(prefix: unknown): string {
  const path = toPath(prefix, "prefix");
  if (!warnedAboutPrefix && path.endsWith("X")) {
    warnedAboutPrefix = true;
    emitWarning("mkdtemp() templates ending with X are not portable. For details see: https://nodejs.org/api/fs.html");
  }
  return path;
}

/** Creates a directory with six random characters after `prefix`. */
export function mkdtempSync(prefix: unknown, options?: unknown): FileName {
  const checked = getOptions(options, NO_OPTIONS);
  return decodeName(native.makeTempDirSync(checkTempPrefix(prefix)), checked.encoding);
}

/** A temporary directory that is removed when the object is disposed. */
interface DisposableTempDir {
  path: FileName;
  remove(): void;
  [Symbol.dispose](): void;
}

/** As `mkdtempSync`, wrapped in an object that removes the directory when disposed. */
export function mkdtempDisposableSync(prefix: unknown, options?: unknown): DisposableTempDir {
  const path = mkdtempSync(prefix, options);
  // Absolute now, because the working directory may be another one at disposal.
  const fullPath = toPath(nodePath.default.resolve(String(path)));
  const remove = () => native.removeSync(fullPath, true, true, 0, 100);
  return {
    path,
    remove,
    [Symbol.dispose]() {
      remove();
    },
  };
}

/** The names (or Dirents) in a directory; with `recursive`, of all below it. */
export function readdirSync(path: unknown, options?: unknown): (FileName | Dirent)[] {
  const checked = getOptions(options, NO_OPTIONS);
  const target = toPath(path);
  if (checked.recursive != null) validateBoolean(checked.recursive, "options.recursive");
  if (checked.recursive) return recursion.readDirRecursiveSync(target, checked);
  const entries = native.readDirSync(target);
  return checked.withFileTypes
    ? toDirents(entries, parentOf(path), checked.encoding)
    : decodeNames(namesOf(entries), checked.encoding);
}

/** The `parentPath` of Dirents: the path as the program passed it; for a URL, its path. */
export function parentOf(path: unknown): FileName {
  return typeof path === "string" || path instanceof Uint8Array ? path : toPath(path);
}

/** Removes a file or, with `recursive`, a tree. */
export function rmSync(path: unknown, options?: unknown): void {
  const target = toPath(path);
  const { recursive, force, maxRetries, retryDelay } = toRemoveOptions(options);
  try {
    native.removeSync(target, recursive, force, maxRetries, retryDelay);
  } catch (error) {
    throw toRemoveError(error as SystemError, target);
  }
}

/** Removes an empty directory; in Bun, with `recursive`, a tree. */
export function rmdirSync(path: unknown, options?: unknown): void {
  if (removesTree(options)) return rmSync(path, options);
  native.removeDirSync(toPath(path));
}

/** Removes a name. */
export function unlinkSync(path: unknown): void {
  native.unlinkSync(toPath(path));
}

/** Renames or moves within a file system. */
export function renameSync(oldPath: unknown, newPath: unknown): void {
  const from = toPath(oldPath, "oldPath");
  native.renameSync(from, toPath(newPath, "newPath"));
}

/** Copies one file. `mode`: `fs.constants.COPYFILE_…`. */
export function copyFileSync(source: unknown, dest: unknown, mode?: unknown): void {
  const from = toPath(source, "src");
  native.copyFileSync(from, toPath(dest, "dest"), toCopyMode(mode));
}

/** Makes a hard link. */
export function linkSync(existingPath: unknown, newPath: unknown): void {
  const from = toPath(existingPath, "existingPath");
  native.linkSync(from, toPath(newPath, "newPath"));
}

/** Makes a symbolic link to `target` at `path`. */
export function symlinkSync(target: unknown, path: unknown, type?: unknown): void {
  checkSymlinkType(type);
  const linkTarget = toPath(target, "target");
  native.symlinkSync(linkTarget, toPath(path));
}

/** The target of a symbolic link. */
export function readlinkSync(path: unknown, options?: unknown): FileName {
  const checked = getOptions(options, NO_OPTIONS);
  return decodeName(native.readLinkSync(toPath(path)), checked.encoding);
}

/** The absolute path without links; the error names the part that does not exist. */
export function realpathSync(path: unknown, options?: unknown): FileName {
  return realPaths.realPathSync(path, options);
}
realpathSync.native = function native_(path: unknown, options?: unknown): FileName {
  const checked = getOptions(options, NO_OPTIONS);
  return decodeName(native.realPathSync(toPath(path)), checked.encoding);
};
safe.defineProperty(realpathSync.native, "name", { value: "native" });

/** Sets the permission bits. */
export function chmodSync(path: unknown, mode: unknown): void {
  const target = toPath(path);
  native.chmodSync(target, toMode(mode, "mode"));
}

/** Sets the permission bits of an open file. */
export function fchmodSync(fd: unknown, mode: unknown): void {
  const modeBits = toMode(mode, "mode");
  native.fchmodSync(toDescriptor(fd), modeBits);
}

/** Sets owner and group; -1 leaves one unchanged. */
export function chownSync(path: unknown, uid: unknown, gid: unknown): void {
  const target = toPath(path);
  native.chownSync(target, toUserId(uid, "uid"), toUserId(gid, "gid"));
}

/** Sets owner and group of a link itself. */
export function lchownSync(path: unknown, uid: unknown, gid: unknown): void {
  const target = toPath(path);
  native.lchownSync(target, toUserId(uid, "uid"), toUserId(gid, "gid"));
}

/** Sets owner and group of an open file. */
export function fchownSync(fd: unknown, uid: unknown, gid: unknown): void {
  const owner = toUserId(uid, "uid");
  const group = toUserId(gid, "gid");
  native.fchownSync(toDescriptor(fd), owner, group);
}

/** Sets access and modification time (Date or seconds). */
export function utimesSync(path: unknown, atime: unknown, mtime: unknown): void {
  const target = toPath(path);
  native.utimesSync(target, toUnixTimestamp(atime), toUnixTimestamp(mtime));
}

/** Sets the times of an open file. */
export function futimesSync(fd: unknown, atime: unknown, mtime: unknown): void {
  const accessTime = toUnixTimestamp(atime, "atime");
  const modifiedTime = toUnixTimestamp(mtime, "mtime");
  native.futimesSync(toDescriptor(fd), accessTime, modifiedTime);
}

/** Sets the times of a link itself. */
export function lutimesSync(path: unknown, atime: unknown, mtime: unknown): void {
  const target = toPath(path);
  native.lutimesSync(target, toUnixTimestamp(atime), toUnixTimestamp(mtime));
}

/** Cuts or extends an open file to `length` bytes. */
export function ftruncateSync(fd: unknown, length: unknown = 0): void {
  const size = toFileLength(length);
  native.ftruncateSync(toDescriptor(fd), size);
}

/** Cuts or extends a file to `length` bytes. */
export function truncateSync(path: unknown, length?: unknown): void {
  length ??= 0;
  const fd = fs.default.openSync(path, "r+");
  try {
    fs.default.ftruncateSync(fd, length);
  } finally {
    fs.default.closeSync(fd);
  }
}
