// Callback functions on names, directories, links and metadata. Bytes are moved in `callback_io.ts`.
import { toCallback, toDescriptor, toFileLength, toUnixTimestamp, toUserId, voidCallback } from "internal:node/fs/arguments";
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
import { newRecord, STATFS_FIELDS, statFsOf, statsOf } from "internal:node/fs/stats";
import { checkTempPrefix, parentOf } from "internal:node/fs/sync_tree";
import { whenDone } from "internal:node/fs/when_done";
import { fsCallback as start } from "internal:core/ops";
import { validateBoolean, validateFunction } from "internal:core/validators";
import * as native from "native:fs";
import defer * as abortable from "internal:node/fs/abortable";
import defer * as recursion from "internal:node/fs/read_dir_recursive";
import defer * as realPaths from "internal:node/fs/real_path";
import defer * as fs from "internal:node/fs";

const NO_OPTIONS: Options = Object.freeze({});

/** Asks whether the file can be used as `mode` says. */
export function access(path: any, mode: any, callback?: any): void {
  if (typeof mode === "function") {
    callback = mode;
    mode = undefined;
  }
  path = toPath(path);
  const done = voidCallback(callback);
  start(native.access, done, path, toAccessMode(mode));
}

/** Calls back with true or false, without an error argument. Deprecated. */
export function exists(path: any, callback: any): void {
  validateFunction(callback, "cb");
  let target;
  try {
    target = toPath(path);
  } catch {
    return callback(false);
  }
  start(native.exists, (error: any, found: boolean) => callback(!error && found), target);
}

type NativeStat = (path: string, out: Uint8Array, big: boolean, missingIsFalse: boolean) => Promise<boolean>;

function startStat(op: NativeStat, path: any, options: any, callback: any): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, "cb");
  if (options != null && typeof options === "object") getOptions(options, NO_OPTIONS);
  path = toPath(path);
  if (
    options?.signal !== undefined &&
    (callback = abortable.callbackUntilAborted(options.signal, callback)) === undefined
  )
    return;
  const big = options?.bigint === true;
  const record = newRecord(big);
  const done = (error: any, found: boolean) =>
    error ? callback(error) : callback(null, found ? statsOf(record) : undefined);
  start(op, done, path, record.bytes, big, options?.throwIfNoEntry === false);
}

/** What is at `path`, following links. */
export function stat(path: any, options: any = NO_OPTIONS, callback?: any): void {
  startStat(native.stat, path, options, callback);
}

/** As `stat`, of a link itself. */
export function lstat(path: any, options: any = NO_OPTIONS, callback?: any): void {
  startStat(native.lstat, path, options, callback);
}

/** What a descriptor refers to. */
export function fstat(fd: any, options: any = NO_OPTIONS, callback?: any): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, "cb");
  if (options != null && typeof options === "object") getOptions(options, NO_OPTIONS);
  fd = toDescriptor(fd);
  if (
    options?.signal !== undefined &&
    (callback = abortable.callbackUntilAborted(options.signal, callback)) === undefined
  )
    return;
  const big = options?.bigint === true;
  const record = newRecord(big);
  start(
    native.fstat,
    (error: any) => (error ? callback(error) : callback(null, statsOf(record))),
    fd,
    record.bytes,
    big,
  );
}

/** The file system that `path` is on. */
export function statfs(path: any, options: any = NO_OPTIONS, callback?: any): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, "cb");
  path = toPath(path);
  const big = options?.bigint === true;
  const record = newRecord(big, STATFS_FIELDS);
  start(
    native.statfs,
    (error: any) => (error ? callback(error) : callback(null, statFsOf(record))),
    path,
    record.bytes,
    big,
  );
}

/** Creates a directory, with `recursive` its parents too. */
export function mkdir(path: any, options: any, callback?: any): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  const { mode, recursive } = toMakeDirOptions(options);
  validateFunction(callback, "cb");
  path = toPath(path);
  if (!recursive) return start(native.makeDir, voidCallback(callback), path, mode);
  start(
    native.makeDirs,
    (error: any, first: string | null) => {
      if (error || first === null) callback(error ?? null);
      else callback(null, decodeName(first, "utf8"));
    },
    path,
    mode,
  );
}

/** Creates a directory with six random characters after `prefix`. */
export function mkdtemp(prefix: any, options: any, callback?: any): void {
  callback = toCallback(typeof options === "function" ? options : callback);
  const { encoding } = getOptions(options, NO_OPTIONS);
  start(native.makeTempDir, naming(callback, encoding), checkTempPrefix(prefix));
}

function naming(callback: any, encoding: any): (error: any, name: string) => void {
  return (error: any, name: string) => (error ? callback(error) : callback(null, decodeName(name, encoding)));
}

/** The names (or Dirents) in a directory. */
export function readdir(path: any, options: any, callback?: any): void {
  callback = toCallback(typeof options === "function" ? options : callback);
  options = getOptions(options, NO_OPTIONS);
  const target = toPath(path);
  if (options.recursive != null) validateBoolean(options.recursive, "options.recursive");
  const { encoding, withFileTypes } = options;
  if (options.recursive) return whenDone(recursion.readDirRecursive(target, options), callback);
  start(
    native.readDir,
    (error: any, entries: native.DirectoryEntries) => {
      if (error) return callback(error);
      callback(
        null,
        withFileTypes ? toDirents(entries, parentOf(path), encoding) : decodeNames(namesOf(entries), encoding),
      );
    },
    target,
  );
}

/** Removes a file or, with `recursive`, a tree. */
export function rm(path: any, options: any, callback?: any): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  path = toPath(path);
  const { recursive, force, maxRetries, retryDelay } = toRemoveOptions(options);
  validateFunction(callback, "cb");
  start(
    native.remove,
    (error: any) => callback(error ? toRemoveError(error, path) : null),
    path,
    recursive,
    force,
    maxRetries,
    retryDelay,
  );
}

/** Removes an empty directory. */
export function rmdir(path: any, options: any, callback?: any): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  checkRemoveDirOptions(options);
  const done = voidCallback(callback);
  start(native.removeDir, done, toPath(path));
}

/** Removes a name. */
export function unlink(path: any, callback: any): void {
  const done = voidCallback(callback);
  start(native.unlink, done, toPath(path));
}

/** Renames or moves within a file system. */
export function rename(oldPath: any, newPath: any, callback: any): void {
  const done = voidCallback(callback);
  oldPath = toPath(oldPath, "oldPath");
  start(native.rename, done, oldPath, toPath(newPath, "newPath"));
}

/** Copies one file. */
export function copyFile(source: any, dest: any, mode: any, callback?: any): void {
  if (typeof mode === "function") {
    callback = mode;
    mode = 0;
  }
  source = toPath(source, "src");
  dest = toPath(dest, "dest");
  const done = voidCallback(callback);
  start(native.copyFile, done, source, dest, toCopyMode(mode));
}

/** Makes a hard link. */
export function link(existingPath: any, newPath: any, callback: any): void {
  const done = voidCallback(callback);
  existingPath = toPath(existingPath, "existingPath");
  start(native.link, done, existingPath, toPath(newPath, "newPath"));
}

/** Makes a symbolic link at `path` that says `target`. */
export function symlink(target: any, path: any, type: any, callback?: any): void {
  if (callback === undefined) {
    callback = type;
    validateFunction(callback, "cb");
  } else {
    checkSymlinkType(type);
  }
  target = toPath(target, "target");
  path = toPath(path);
  start(native.symlink, voidCallback(callback), target, path);
}

/** What a symbolic link says. */
export function readlink(path: any, options: any, callback?: any): void {
  callback = toCallback(typeof options === "function" ? options : callback);
  const { encoding } = getOptions(options, NO_OPTIONS);
  start(native.readLink, naming(callback, encoding), toPath(path));
}

/** The absolute path without links. */
export function realpath(path: any, options: any, callback?: any): void {
  callback = toCallback(typeof options === "function" ? options : callback);
  const { encoding } = getOptions(options, NO_OPTIONS);
  whenDone(realPaths.realPath(realPaths.toTarget(path), encoding), callback);
}
realpath.native = function native_(path: any, options: any, callback?: any): void {
  callback = toCallback(callback || options);
  const { encoding } = getOptions(options, NO_OPTIONS);
  start(native.realPath, naming(callback, encoding), toPath(path));
};
Object.defineProperty(realpath.native, "name", { value: "native" });

/** Sets the permission bits. */
export function chmod(path: any, mode: any, callback: any): void {
  path = toPath(path);
  mode = toMode(mode, "mode");
  start(native.chmod, voidCallback(callback), path, mode);
}

/** Sets the permission bits of an open file. */
export function fchmod(fd: any, mode: any, callback: any): void {
  mode = toMode(mode, "mode");
  const done = voidCallback(callback);
  start(native.fchmod, done, toDescriptor(fd), mode);
}

/** Sets owner and group; -1 leaves one. */
export function chown(path: any, uid: any, gid: any, callback: any): void {
  startChown(native.chown, path, uid, gid, callback);
}

/** Sets owner and group of a link itself. */
export function lchown(path: any, uid: any, gid: any, callback: any): void {
  startChown(native.lchown, path, uid, gid, callback);
}

function startChown(
  op: (path: string, uid: number, gid: number) => Promise<void>,
  path: any,
  uid: any,
  gid: any,
  callback: any,
): void {
  const done = voidCallback(callback);
  path = toPath(path);
  uid = toUserId(uid, "uid");
  start(op, done, path, uid, toUserId(gid, "gid"));
}

/** Sets owner and group of an open file. */
export function fchown(fd: any, uid: any, gid: any, callback: any): void {
  uid = toUserId(uid, "uid");
  gid = toUserId(gid, "gid");
  const done = voidCallback(callback);
  start(native.fchown, done, toDescriptor(fd), uid, gid);
}

/** Sets access and modification time (Date or seconds). */
export function utimes(path: any, atime: any, mtime: any, callback: any): void {
  startUtimes(native.utimes, path, atime, mtime, callback);
}

/** Sets the times of a link itself. */
export function lutimes(path: any, atime: any, mtime: any, callback: any): void {
  startUtimes(native.lutimes, path, atime, mtime, callback);
}

function startUtimes(
  op: (path: string, atime: number, mtime: number) => Promise<void>,
  path: any,
  atime: any,
  mtime: any,
  callback: any,
): void {
  const done = voidCallback(callback);
  path = toPath(path);
  atime = toUnixTimestamp(atime);
  start(op, done, path, atime, toUnixTimestamp(mtime));
}

/** Sets the times of an open file. */
export function futimes(fd: any, atime: any, mtime: any, callback: any): void {
  atime = toUnixTimestamp(atime, "atime");
  mtime = toUnixTimestamp(mtime, "mtime");
  const done = voidCallback(callback);
  start(native.futimes, done, toDescriptor(fd), atime, mtime);
}

/** Cuts or extends an open file to `length` bytes. */
export function ftruncate(fd: any, length: any = 0, callback?: any): void {
  if (typeof length === "function") {
    callback = length;
    length = 0;
  }
  length = toFileLength(length);
  const done = voidCallback(callback);
  start(native.ftruncate, done, toDescriptor(fd), length);
}

/** Cuts or extends a file to `length` bytes. */
export function truncate(path: any, length: any, callback?: any): void {
  if (typeof length === "function") {
    callback = length;
    length = 0;
  }
  const bytes = toFileLength(length === undefined ? 0 : length);
  validateFunction(callback, "cb");
  fs.default.open(path, "r+", (error: any, fd: number) => {
    if (error) return callback(error);
    start(
      native.ftruncate,
      (failure: any) => fs.default.close(fd, (closeError: any) => callback(failure ?? closeError ?? null)),
      fd,
      bytes,
    );
  });
}
