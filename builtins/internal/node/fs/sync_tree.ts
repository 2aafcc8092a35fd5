// Direct functions on names, directories, links and metadata. Bytes are moved in `sync_io.ts`.
import { toDescriptor, toFileLength, toUnixTimestamp, toUserId } from "internal:node/fs/arguments";
import { namesOf, toDirents } from "internal:node/fs/dirent";
import {
  checkRemoveDirOptions,
  checkSymlinkType,
  getOptions,
  toAccessMode,
  toCopyMode,
  toMakeDirOptions,
  toMode,
  toRemoveOptions,
  type Options,
} from "internal:node/fs/options";
import { decodeName, decodeNames, toPath } from "internal:node/fs/path";
import { toRemoveError } from "internal:node/fs/remove_error";
import { newRecord, sharedRecord, STATFS_FIELDS, statFsOf, statsOf } from "internal:node/fs/stats";
import { emitWarning } from "internal:core/process/warn";
import { validateBoolean } from "internal:core/validators";
import * as native from "native:fs";
import defer * as recursion from "internal:node/fs/read_dir_recursive";
import defer * as realPaths from "internal:node/fs/real_path";
import defer * as fs from "internal:node/fs";
import defer * as nodePath from "internal:core/path";

const NO_OPTIONS: Options = Object.freeze({});

/** Throws unless the file can be used as `mode` says (`fs.constants.R_OK` …). */
export function accessSync(path: any, mode?: any): void {
  native.accessSync(toPath(path), toAccessMode(mode));
}

let warnedAboutExists = false;

/** Whether something is there. Never throws: a path of a wrong type is "no", with a deprecation warning. */
export function existsSync(path: any): boolean {
  if (typeof path === "string") return !path.includes("\0") && native.existsSync(path);
  try {
    path = toPath(path);
  } catch (error: any) {
    if (!warnedAboutExists && error?.code === "ERR_INVALID_ARG_TYPE") {
      warnedAboutExists = true;
      emitWarning("Passing invalid argument types to fs.existsSync is deprecated", "DeprecationWarning", "DEP0187");
    }
    return false;
  }
  return native.existsSync(path);
}

/** What is at `path`, following links; undefined when nothing is and `throwIfNoEntry` is false. */
export function statSync(path: any, options: any = undefined): any {
  const big = options?.bigint === true;
  const record = sharedRecord(big);
  return native.statSync(toPath(path), record.bytes, big, options?.throwIfNoEntry === false)
    ? statsOf(record)
    : undefined;
}

/** As `statSync`, of a link itself. */
export function lstatSync(path: any, options: any = undefined): any {
  const big = options?.bigint === true;
  const record = sharedRecord(big);
  return native.lstatSync(toPath(path), record.bytes, big, options?.throwIfNoEntry === false)
    ? statsOf(record)
    : undefined;
}

/** What a descriptor refers to. */
export function fstatSync(fd: any, options: any = undefined): any {
  const big = options?.bigint === true;
  const record = sharedRecord(big);
  native.fstatSync(toDescriptor(fd), record.bytes, big);
  return statsOf(record);
}

/** The file system that `path` is on. */
export function statfsSync(path: any, options: any = undefined): any {
  const big = options?.bigint === true;
  const record = newRecord(big, STATFS_FIELDS);
  native.statfsSync(toPath(path), record.bytes, big);
  return statFsOf(record);
}

/** Creates a directory; with `recursive`, its parents too, and then returns the first that was made. */
export function mkdirSync(path: any, options?: any): string | undefined {
  const { mode, recursive } = toMakeDirOptions(options);
  const target = toPath(path);
  if (!recursive) return native.makeDirSync(target, mode) as undefined;
  const first = native.makeDirsSync(target, mode);
  return first === null ? undefined : decodeName(first, "utf8");
}

let warnedAboutPrefix = false;

/** Checks the prefix of `mkdtemp`; warns once about a trailing X, which some systems would replace too. */
export function checkTempPrefix(prefix: any): string {
  const path = toPath(prefix, "prefix");
  if (!warnedAboutPrefix && path.endsWith("X")) {
    warnedAboutPrefix = true;
    emitWarning("mkdtemp() templates ending with X are not portable. For details see: https://nodejs.org/api/fs.html");
  }
  return path;
}

/** Creates a directory with six random characters after `prefix`. */
export function mkdtempSync(prefix: any, options?: any): any {
  options = getOptions(options, NO_OPTIONS);
  return decodeName(native.makeTempDirSync(checkTempPrefix(prefix)), options.encoding);
}

/** As `mkdtempSync`, wrapped in an object that removes it when disposed. */
export function mkdtempDisposableSync(prefix: any, options?: any): any {
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
export function readdirSync(path: any, options?: any): any[] {
  options = getOptions(options, NO_OPTIONS);
  const target = toPath(path);
  if (options.recursive != null) validateBoolean(options.recursive, "options.recursive");
  if (options.recursive) return recursion.readDirRecursiveSync(target, options);
  const entries = native.readDirSync(target);
  return options.withFileTypes
    ? toDirents(entries, parentOf(path), options.encoding)
    : decodeNames(namesOf(entries), options.encoding);
}

/** The `parentPath` of Dirents: the path as it was given, a URL as its path. */
export function parentOf(path: any): any {
  return typeof path === "string" || path instanceof Uint8Array ? path : toPath(path);
}

/** Removes a file or, with `recursive`, a tree. */
export function rmSync(path: any, options?: any): void {
  const target = toPath(path);
  const { recursive, force, maxRetries, retryDelay } = toRemoveOptions(options);
  try {
    native.removeSync(target, recursive, force, maxRetries, retryDelay);
  } catch (error) {
    throw toRemoveError(error, target);
  }
}

/** Removes an empty directory. */
export function rmdirSync(path: any, options?: any): void {
  checkRemoveDirOptions(options);
  native.removeDirSync(toPath(path));
}

/** Removes a name. */
export function unlinkSync(path: any): void {
  native.unlinkSync(toPath(path));
}

/** Renames or moves within a file system. */
export function renameSync(oldPath: any, newPath: any): void {
  oldPath = toPath(oldPath, "oldPath");
  native.renameSync(oldPath, toPath(newPath, "newPath"));
}

/** Copies one file. `mode`: `fs.constants.COPYFILE_…`. */
export function copyFileSync(source: any, dest: any, mode?: any): void {
  source = toPath(source, "src");
  native.copyFileSync(source, toPath(dest, "dest"), toCopyMode(mode));
}

/** Makes a hard link. */
export function linkSync(existingPath: any, newPath: any): void {
  existingPath = toPath(existingPath, "existingPath");
  native.linkSync(existingPath, toPath(newPath, "newPath"));
}

/** Makes a symbolic link at `path` that says `target`. */
export function symlinkSync(target: any, path: any, type?: any): void {
  checkSymlinkType(type);
  target = toPath(target, "target");
  native.symlinkSync(target, toPath(path));
}

/** What a symbolic link says. */
export function readlinkSync(path: any, options?: any): any {
  options = getOptions(options, NO_OPTIONS);
  return decodeName(native.readLinkSync(toPath(path)), options.encoding);
}

/** The absolute path without links; a missing part is named in the error. */
export function realpathSync(path: any, options?: any): any {
  return realPaths.realPathSync(path, options);
}
realpathSync.native = function native_(path: any, options?: any): any {
  options = getOptions(options, NO_OPTIONS);
  return decodeName(native.realPathSync(toPath(path)), options.encoding);
};
Object.defineProperty(realpathSync.native, "name", { value: "native" });

/** Sets the permission bits. */
export function chmodSync(path: any, mode: any): void {
  path = toPath(path);
  native.chmodSync(path, toMode(mode, "mode"));
}

/** Sets the permission bits of an open file. */
export function fchmodSync(fd: any, mode: any): void {
  mode = toMode(mode, "mode");
  native.fchmodSync(toDescriptor(fd), mode);
}

/** Sets owner and group; -1 leaves one. */
export function chownSync(path: any, uid: any, gid: any): void {
  path = toPath(path);
  native.chownSync(path, toUserId(uid, "uid"), toUserId(gid, "gid"));
}

/** Sets owner and group of a link itself. */
export function lchownSync(path: any, uid: any, gid: any): void {
  path = toPath(path);
  native.lchownSync(path, toUserId(uid, "uid"), toUserId(gid, "gid"));
}

/** Sets owner and group of an open file. */
export function fchownSync(fd: any, uid: any, gid: any): void {
  uid = toUserId(uid, "uid");
  gid = toUserId(gid, "gid");
  native.fchownSync(toDescriptor(fd), uid, gid);
}

/** Sets access and modification time (Date or seconds). */
export function utimesSync(path: any, atime: any, mtime: any): void {
  path = toPath(path);
  native.utimesSync(path, toUnixTimestamp(atime), toUnixTimestamp(mtime));
}

/** Sets the times of an open file. */
export function futimesSync(fd: any, atime: any, mtime: any): void {
  atime = toUnixTimestamp(atime, "atime");
  mtime = toUnixTimestamp(mtime, "mtime");
  native.futimesSync(toDescriptor(fd), atime, mtime);
}

/** Sets the times of a link itself. */
export function lutimesSync(path: any, atime: any, mtime: any): void {
  path = toPath(path);
  native.lutimesSync(path, toUnixTimestamp(atime), toUnixTimestamp(mtime));
}

/** Cuts or extends an open file to `length` bytes. */
export function ftruncateSync(fd: any, length: any = 0): void {
  length = toFileLength(length);
  native.ftruncateSync(toDescriptor(fd), length);
}

/** Cuts or extends a file to `length` bytes. */
export function truncateSync(path: any, length?: any): void {
  length ??= 0;
  const fd = fs.default.openSync(path, "r+");
  try {
    fs.default.ftruncateSync(fd, length);
  } finally {
    fs.default.closeSync(fd);
  }
}
