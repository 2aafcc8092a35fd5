// `fs.promises` on names, directories, links and metadata. Files' contents are in `promises_io.ts`.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { toFileLength, toUnixTimestamp, toUserId } from "internal:node/fs/arguments";
import { namesOf, toDirents } from "internal:node/fs/dirent";
import { closingAfter } from "internal:node/fs/file_handle";
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
import { open } from "internal:node/fs/promises_io";
import { toRemoveError } from "internal:node/fs/remove_error";
import { newRecord, STATFS_FIELDS, statFsOf, statsOf } from "internal:node/fs/stats";
import { checkTempPrefix, parentOf } from "internal:node/fs/sync_tree";
import { validateBoolean, validateObject } from "internal:core/validators";
import * as native from "native:fs";
import defer * as abortable from "internal:node/fs/abortable";
import defer * as recursion from "internal:node/fs/read_dir_recursive";
import defer * as nodePath from "internal:core/path";

const NO_OPTIONS: Options = Object.freeze({});

/** Rejects unless the file can be used as `mode` says. */
export async function access(path: any, mode: any = 0): Promise<void> {
  path = toPath(path);
  await native.access(path, toAccessMode(mode));
}

/** Copies one file. */
export async function copyFile(source: any, dest: any, mode?: any): Promise<void> {
  source = toPath(source, "src");
  dest = toPath(dest, "dest");
  await native.copyFile(source, dest, toCopyMode(mode));
}

/** Renames or moves within a file system. */
export async function rename(oldPath: any, newPath: any): Promise<void> {
  oldPath = toPath(oldPath, "oldPath");
  await native.rename(oldPath, toPath(newPath, "newPath"));
}

/** Cuts or extends a file to `length` bytes. */
export async function truncate(path: any, length: any = 0): Promise<void> {
  const handle = await open(path, "r+");
  await closingAfter(handle, (async () => native.ftruncate(handle.fd, toFileLength(length)))());
}

/** Removes a file or, with `recursive`, a tree. */
export async function rm(path: any, options?: any): Promise<void> {
  const target = toPath(path);
  const { recursive, force, maxRetries, retryDelay } = toRemoveOptions(options);
  await native.remove(target, recursive, force, maxRetries, retryDelay).catch((error) => {
    throw toRemoveError(error, target);
  });
}

/** Removes an empty directory. */
export async function rmdir(path: any, options?: any): Promise<void> {
  checkRemoveDirOptions(options);
  await native.removeDir(toPath(path));
}

/** Creates a directory; with `recursive`, its parents too, and then gives the first that was made. */
export async function mkdir(path: any, options?: any): Promise<string | undefined> {
  const { mode, recursive } = toMakeDirOptions(options);
  const target = toPath(path);
  if (!recursive) return native.makeDir(target, mode) as Promise<undefined>;
  const first = await native.makeDirs(target, mode);
  return first === null ? undefined : decodeName(first, "utf8");
}

/** The names (or Dirents) in a directory; with `recursive`, of all below it. */
export async function readdir(path: any, options?: any): Promise<any[]> {
  options = getOptions(options, NO_OPTIONS);
  const target = toPath(path);
  if (options.recursive != null) validateBoolean(options.recursive, "options.recursive");
  if (options.recursive) return recursion.readDirRecursive(target, options);
  const entries = await native.readDir(target);
  return options.withFileTypes
    ? toDirents(entries, parentOf(path), options.encoding)
    : decodeNames(namesOf(entries), options.encoding);
}

/** What a symbolic link says. */
export async function readlink(path: any, options?: any): Promise<any> {
  const { encoding } = getOptions(options, NO_OPTIONS);
  return decodeName(await native.readLink(toPath(path, "oldPath")), encoding);
}

/** Makes a symbolic link at `path` that says `target`. */
export async function symlink(target: any, path: any, type?: any): Promise<void> {
  checkSymlinkType(type);
  target = toPath(target, "target");
  await native.symlink(target, toPath(path));
}

type NativeStat = (path: string, out: Uint8Array, big: boolean, missingIsFalse: boolean) => Promise<boolean>;

async function statWith(op: NativeStat, path: any, options: any): Promise<any> {
  validateObject(options, "options");
  const { signal } = options;
  const big = options.bigint === true;
  const missingIsFalse = options.throwIfNoEntry === false;
  const record = newRecord(big);
  path = toPath(path);
  const found = await (signal === undefined
    ? op(path, record.bytes, big, missingIsFalse)
    : abortable.untilAborted(signal, () => op(path, record.bytes, big, missingIsFalse)));
  return found ? statsOf(record) : undefined;
}

/** What is at `path`, of a link itself. */
export async function lstat(path: any, options: any = NO_OPTIONS): Promise<any> {
  return statWith(native.lstat, path, options);
}

/** What is at `path`, following links. */
export async function stat(path: any, options: any = NO_OPTIONS): Promise<any> {
  return statWith(native.stat, path, options);
}

/** The file system that `path` is on. */
export async function statfs(path: any, options: any = NO_OPTIONS): Promise<any> {
  path = toPath(path);
  const big = options?.bigint === true;
  const record = newRecord(big, STATFS_FIELDS);
  await native.statfs(path, record.bytes, big);
  return statFsOf(record);
}

/** Makes a hard link. */
export async function link(existingPath: any, newPath: any): Promise<void> {
  existingPath = toPath(existingPath, "existingPath");
  await native.link(existingPath, toPath(newPath, "newPath"));
}

/** Removes a name. */
export async function unlink(path: any): Promise<void> {
  await native.unlink(toPath(path));
}

/** Sets the permission bits. */
export async function chmod(path: any, mode: any): Promise<void> {
  path = toPath(path);
  await native.chmod(path, toMode(mode, "mode"));
}

/** Not available on Linux: links have no mode. */
export async function lchmod(path: any, mode: any): Promise<void> {
  throw new ERR_METHOD_NOT_IMPLEMENTED("lchmod()");
}

/** Sets owner and group of a link itself. */
export async function lchown(path: any, uid: any, gid: any): Promise<void> {
  path = toPath(path);
  uid = toUserId(uid, "uid");
  await native.lchown(path, uid, toUserId(gid, "gid"));
}

/** Sets owner and group; -1 leaves one. */
export async function chown(path: any, uid: any, gid: any): Promise<void> {
  path = toPath(path);
  uid = toUserId(uid, "uid");
  await native.chown(path, uid, toUserId(gid, "gid"));
}

/** Sets access and modification time (Date or seconds). */
export async function utimes(path: any, atime: any, mtime: any): Promise<void> {
  path = toPath(path);
  atime = toUnixTimestamp(atime);
  await native.utimes(path, atime, toUnixTimestamp(mtime));
}

/** Sets the times of a link itself. */
export async function lutimes(path: any, atime: any, mtime: any): Promise<void> {
  path = toPath(path);
  atime = toUnixTimestamp(atime);
  await native.lutimes(path, atime, toUnixTimestamp(mtime));
}

/** The absolute path without links. */
export async function realpath(path: any, options?: any): Promise<any> {
  const { encoding } = getOptions(options, NO_OPTIONS);
  return decodeName(await native.realPath(toPath(path)), encoding);
}

/** Creates a directory with six random characters after `prefix`. */
export async function mkdtemp(prefix: any, options?: any): Promise<any> {
  const { encoding } = getOptions(options, NO_OPTIONS);
  return decodeName(await native.makeTempDir(checkTempPrefix(prefix)), encoding);
}

/** As `mkdtemp`, wrapped in an object that removes the directory when disposed. */
export async function mkdtempDisposable(prefix: any, options?: any): Promise<any> {
  const path = await mkdtemp(prefix, options);
  // Absolute now, because the working directory may be another one at disposal.
  const fullPath = toPath(nodePath.default.resolve(String(path)));
  const remove = async () => {
    await native.remove(fullPath, true, true, 0, 100);
  };
  return {
    __proto__: null,
    path,
    remove,
    async [Symbol.asyncDispose]() {
      await remove();
    },
  };
}
