// Callback functions on names, directories, links and metadata. Bytes are moved in `callback_io.ts`.
import { safe } from "internal:core/bootstrap";
import {
  toCallback,
  toDescriptor,
  toFileLength,
  toUnixTimestamp,
  toUserId,
  voidCallback,
  type Callback,
  type SystemError,
} from "internal:node/fs/arguments";
import { namesOf, toDirents } from "internal:node/fs/dirent";
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
import { decodeName, decodeNames, toPath } from "internal:node/fs/path";
import { toRemoveError } from "internal:node/fs/remove_error";
import { newRecord, statFsOf, statsOf } from "internal:node/fs/stats";
import { checkTempPrefix, parentOf } from "internal:node/fs/sync_tree";
import { whenDone } from "internal:node/fs/when_done";
import { fsCallback as start } from "internal:core/ops";
import { validateBoolean, validateFunction } from "internal:core/validators";
import * as native from "native:fs";
import { StatFsField } from "native:fs";
import defer * as abortable from "internal:node/fs/abortable";
import defer * as recursion from "internal:node/fs/read_dir_recursive";
import defer * as realPaths from "internal:node/fs/real_path";
import defer * as fs from "internal:node/fs";

const NO_OPTIONS: Options = safe.freeze({});

/** Fails unless the process may access the file with `mode`. */
export function access(path: unknown, mode: unknown, callback?: unknown): void {
  if (typeof mode === "function") {
    callback = mode;
    mode = undefined;
  }
  const target = toPath(path);
  const done = voidCallback(callback);
  start(native.access, done, target, toAccessMode(mode));
}

/** Calls `callback(exists)`, without an error argument. Deprecated. */
export function exists(path: unknown, callback: unknown): void {
  validateFunction(callback, "cb");
  let target: string;
  try {
    target = toPath(path);
  } catch {
    return callback(false);
  }
  start(native.exists, (error: unknown, found: boolean) => callback(!error && found), target);
}

type NativeStat = (path: string, out: Uint8Array, big: boolean, missingIsFalse: boolean) => Promise<boolean>;

/** The second argument of `stat`: options, or the callback of a call without options. */
type StatArgument = StatOptions | Callback | null | undefined;

function startStat(op: NativeStat, path: unknown, options: StatArgument, callback: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  const callee = toCallback(callback);
  if (options != null && typeof options === "object") getOptions(options, NO_OPTIONS);
  const target = toPath(path);
  const done = options?.signal === undefined ? callee : abortable.callbackUntilAborted(options.signal, callee);
  if (done === undefined) return;
  const big = options?.bigint === true;
  const record = newRecord(big);
  start(
    op,
    (error: unknown, found: boolean) => (error ? done(error) : done(null, found ? statsOf(record) : undefined)),
    target,
    record.bytes,
    big,
    options?.throwIfNoEntry === false,
  );
}

/** The Stats of `path`, following links. */
export function stat(path: unknown, options: StatArgument = NO_OPTIONS, callback?: unknown): void {
  startStat(native.stat, path, options, callback);
}

/** As `stat`, of a link itself. */
export function lstat(path: unknown, options: StatArgument = NO_OPTIONS, callback?: unknown): void {
  startStat(native.lstat, path, options, callback);
}

/** The Stats of an open file. */
export function fstat(fd: unknown, options: StatArgument = NO_OPTIONS, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  const callee = toCallback(callback);
  if (options != null && typeof options === "object") getOptions(options, NO_OPTIONS);
  const descriptor = toDescriptor(fd);
  const done = options?.signal === undefined ? callee : abortable.callbackUntilAborted(options.signal, callee);
  if (done === undefined) return;
  const big = options?.bigint === true;
  const record = newRecord(big);
  start(
    native.fstat,
    (error: unknown) => (error ? done(error) : done(null, statsOf(record))),
    descriptor,
    record.bytes,
    big,
  );
}

/** The file system that `path` is on. */
export function statfs(path: unknown, options: StatArgument = NO_OPTIONS, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, "cb");
  const target = toPath(path);
  const big = options?.bigint === true;
  const record = newRecord(big, StatFsField.COUNT);
  start(
    native.statfs,
    (error: unknown) => (error ? callback(error) : callback(null, statFsOf(record))),
    target,
    record.bytes,
    big,
  );
}

/** Creates a directory; with `recursive`, its missing parents too. */
export function mkdir(path: unknown, options: unknown, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  const { mode, recursive } = toMakeDirOptions(options);
  validateFunction(callback, "cb");
  const target = toPath(path);
  if (!recursive) return start(native.makeDir, voidCallback(callback), target, mode);
  start(
    native.makeDirs,
    (error: unknown, first: string | null) => {
      if (error || first === null) callback(error ?? null);
      else callback(null, decodeName(first, "utf8"));
    },
    target,
    mode,
  );
}

/** Creates a directory with six random characters after `prefix`. */
export function mkdtemp(prefix: unknown, options: unknown, callback?: unknown): void {
  const done = toCallback(typeof options === "function" ? options : callback);
  const { encoding } = getOptions(options, NO_OPTIONS);
  start(native.makeTempDir, naming(done, encoding), checkTempPrefix(prefix));
}

function naming(callback: Callback, encoding: string | null | undefined): (error: unknown, name: string) => void {
  return (error: unknown, name: string) => (error ? callback(error) : callback(null, decodeName(name, encoding)));
}

/** The names (or Dirents) in a directory. */
export function readdir(path: unknown, options: unknown, callback?: unknown): void {
  const done = toCallback(typeof options === "function" ? options : callback);
  const checked = getOptions(options, NO_OPTIONS);
  const target = toPath(path);
  if (checked.recursive != null) validateBoolean(checked.recursive, "options.recursive");
  const { encoding, withFileTypes } = checked;
  if (checked.recursive) return whenDone(recursion.readDirRecursive(target, checked), done);
  start(
    native.readDir,
    (error: unknown, entries: native.DirectoryEntries) => {
      if (error) return done(error);
      done(
        null,
        withFileTypes ? toDirents(entries, parentOf(path), encoding) : decodeNames(namesOf(entries), encoding),
      );
    },
    target,
  );
}

/** Removes a file or, with `recursive`, a tree. */
export function rm(path: unknown, options: unknown, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  const target = toPath(path);
  const { recursive, force, maxRetries, retryDelay } = toRemoveOptions(options);
  validateFunction(callback, "cb");
  start(
    native.remove,
    (error: unknown) => callback(error ? toRemoveError(error as SystemError, target) : null),
    target,
    recursive,
    force,
    maxRetries,
    retryDelay,
  );
}

/** Removes an empty directory; in Bun, with `recursive`, a tree. */
export function rmdir(path: unknown, options: unknown, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  if (removesTree(options)) return rm(path, options, callback);
  const done = voidCallback(callback);
  start(native.removeDir, done, toPath(path));
}

/** Removes a name. */
export function unlink(path: unknown, callback: unknown): void {
  const done = voidCallback(callback);
  start(native.unlink, done, toPath(path));
}

/** Renames or moves within a file system. */
export function rename(oldPath: unknown, newPath: unknown, callback: unknown): void {
  const done = voidCallback(callback);
  const from = toPath(oldPath, "oldPath");
  start(native.rename, done, from, toPath(newPath, "newPath"));
}

/** Copies one file. */
export function copyFile(source: unknown, dest: unknown, mode: unknown, callback?: unknown): void {
  if (typeof mode === "function") {
    callback = mode;
    mode = 0;
  }
  const from = toPath(source, "src");
  const to = toPath(dest, "dest");
  const done = voidCallback(callback);
  start(native.copyFile, done, from, to, toCopyMode(mode));
}

/** Makes a hard link. */
export function link(existingPath: unknown, newPath: unknown, callback: unknown): void {
  const done = voidCallback(callback);
  const from = toPath(existingPath, "existingPath");
  start(native.link, done, from, toPath(newPath, "newPath"));
}

/** Makes a symbolic link to `target` at `path`. */
export function symlink(target: unknown, path: unknown, type: unknown, callback?: unknown): void {
  if (callback === undefined) {
    callback = type;
    validateFunction(callback, "cb");
  } else {
    checkSymlinkType(type);
  }
  const linkTarget = toPath(target, "target");
  const linkPath = toPath(path);
  start(native.symlink, voidCallback(callback), linkTarget, linkPath);
}

/** The target of a symbolic link. */
export function readlink(path: unknown, options: unknown, callback?: unknown): void {
  const done = toCallback(typeof options === "function" ? options : callback);
  const { encoding } = getOptions(options, NO_OPTIONS);
  start(native.readLink, naming(done, encoding), toPath(path));
}

/** The absolute path without links. */
export function realpath(path: unknown, options: unknown, callback?: unknown): void {
  const done = toCallback(typeof options === "function" ? options : callback);
  const { encoding } = getOptions(options, NO_OPTIONS);
  whenDone(realPaths.realPath(realPaths.toTarget(path), encoding), done);
}
realpath.native = function native_(path: unknown, options: unknown, callback?: unknown): void {
  const done = toCallback(callback || options);
  const { encoding } = getOptions(options, NO_OPTIONS);
  start(native.realPath, naming(done, encoding), toPath(path));
};
safe.defineProperty(realpath.native, "name", { value: "native" });

/** Sets the permission bits. */
export function chmod(path: unknown, mode: unknown, callback: unknown): void {
  const target = toPath(path);
  const modeBits = toMode(mode, "mode");
  start(native.chmod, voidCallback(callback), target, modeBits);
}

/** Sets the permission bits of an open file. */
export function fchmod(fd: unknown, mode: unknown, callback: unknown): void {
  const modeBits = toMode(mode, "mode");
  const done = voidCallback(callback);
  start(native.fchmod, done, toDescriptor(fd), modeBits);
}

/** Sets owner and group; -1 leaves one unchanged. */
export function chown(path: unknown, uid: unknown, gid: unknown, callback: unknown): void {
  startChown(native.chown, path, uid, gid, callback);
}

/** Sets owner and group of a link itself. */
export function lchown(path: unknown, uid: unknown, gid: unknown, callback: unknown): void {
  startChown(native.lchown, path, uid, gid, callback);
}

function startChown(
  op: (path: string, uid: number, gid: number) => Promise<void>,
  path: unknown,
  uid: unknown,
  gid: unknown,
  callback: unknown,
): void {
  const done = voidCallback(callback);
  const target = toPath(path);
  const ownerId = toUserId(uid, "uid");
  start(op, done, target, ownerId, toUserId(gid, "gid"));
}

/** Sets owner and group of an open file. */
export function fchown(fd: unknown, uid: unknown, gid: unknown, callback: unknown): void {
  const owner = toUserId(uid, "uid");
  const group = toUserId(gid, "gid");
  const done = voidCallback(callback);
  start(native.fchown, done, toDescriptor(fd), owner, group);
}

/** Sets access and modification time (Date or seconds). */
export function utimes(path: unknown, atime: unknown, mtime: unknown, callback: unknown): void {
  startUtimes(native.utimes, path, atime, mtime, callback);
}

/** Sets the times of a link itself. */
export function lutimes(path: unknown, atime: unknown, mtime: unknown, callback: unknown): void {
  startUtimes(native.lutimes, path, atime, mtime, callback);
}

function startUtimes(
  op: (path: string, atime: number, mtime: number) => Promise<void>,
  path: unknown,
  atime: unknown,
  mtime: unknown,
  callback: unknown,
): void {
  const done = voidCallback(callback);
  const target = toPath(path);
  const accessTime = toUnixTimestamp(atime);
  start(op, done, target, accessTime, toUnixTimestamp(mtime));
}

/** Sets the times of an open file. */
export function futimes(fd: unknown, atime: unknown, mtime: unknown, callback: unknown): void {
  const accessTime = toUnixTimestamp(atime, "atime");
  const modifiedTime = toUnixTimestamp(mtime, "mtime");
  const done = voidCallback(callback);
  start(native.futimes, done, toDescriptor(fd), accessTime, modifiedTime);
}

/** Cuts or extends an open file to `length` bytes. */
export function ftruncate(fd: unknown, length: unknown = 0, callback?: unknown): void {
  if (typeof length === "function") {
    callback = length;
    length = 0;
  }
  const size = toFileLength(length);
  const done = voidCallback(callback);
  start(native.ftruncate, done, toDescriptor(fd), size);
}

/** Cuts or extends a file to `length` bytes. */
export function truncate(path: unknown, length: unknown, callback?: unknown): void {
  if (typeof length === "function") {
    callback = length;
    length = 0;
  }
  const bytes = toFileLength(length === undefined ? 0 : length);
  validateFunction(callback, "cb");
  fs.default.open(path, "r+", (error: unknown, fd: number) => {
    if (error) return callback(error);
    start(
      native.ftruncate,
      (truncateError: unknown) =>
        fs.default.close(fd, (closeError: unknown) => callback(truncateError ?? closeError ?? null)),
      fd,
      bytes,
    );
  });
}
