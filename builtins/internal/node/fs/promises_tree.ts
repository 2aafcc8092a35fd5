// `fs.promises` on names, directories, links and metadata. Files' contents are in `promises_io.ts`.
import { safe } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { toFileLength, toUnixTimestamp, toUserId } from "internal:node/fs/arguments";
import { namesOf, toDirents, type Dirent } from "internal:node/fs/dirent";
import { closingAfter } from "internal:node/fs/file_handle";
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
import { open } from "internal:node/fs/promises_io";
import { toRemoveError } from "internal:node/fs/remove_error";
import { newRecord, statFsOf, statsOf, type StatFs, type Stats } from "internal:node/fs/stats";
import { checkTempPrefix, parentOf } from "internal:node/fs/sync_tree";
import { validateBoolean, validateObject } from "internal:core/validators";
import * as native from "native:fs";
import { StatFsField } from "native:fs";
import defer * as abortable from "internal:node/fs/abortable";
import defer * as recursion from "internal:node/fs/read_dir_recursive";
import defer * as nodePath from "internal:core/path";

const NO_OPTIONS: Options = safe.freeze({});

/** Rejects unless the process may access the file with `mode`. */
export async function access(path: unknown, mode: unknown = 0): Promise<void> {
  const target = toPath(path);
  await native.access(target, toAccessMode(mode));
}

/** Copies one file. */
export async function copyFile(source: unknown, dest: unknown, mode?: unknown): Promise<void> {
  const from = toPath(source, "src");
  const to = toPath(dest, "dest");
  await native.copyFile(from, to, toCopyMode(mode));
}

/** Renames or moves within a file system. */
export async function rename(oldPath: unknown, newPath: unknown): Promise<void> {
  const from = toPath(oldPath, "oldPath");
  await native.rename(from, toPath(newPath, "newPath"));
}

/** Cuts or extends a file to `length` bytes. */
export async function truncate(path: unknown, length: unknown = 0): Promise<void> {
  const handle = await open(path, "r+");
  await closingAfter(handle, (async () => native.ftruncate(handle.fd, toFileLength(length)))());
}

/** Removes a file or, with `recursive`, a tree. */
export async function rm(path: unknown, options?: unknown): Promise<void> {
  const target = toPath(path);
  const { recursive, force, maxRetries, retryDelay } = toRemoveOptions(options);
  await native.remove(target, recursive, force, maxRetries, retryDelay).catch((error) => {
    throw toRemoveError(error, target);
  });
}

/** Removes an empty directory; in Bun, with `recursive`, a tree. */
export async function rmdir(path: unknown, options?: unknown): Promise<void> {
  if (removesTree(options)) return rm(path, options);
  await native.removeDir(toPath(path));
}

/** Creates a directory. With `recursive` it creates the missing parents too and returns the first directory it made. */
export async function mkdir(path: unknown, options?: unknown): Promise<string | undefined> {
  const { mode, recursive } = toMakeDirOptions(options);
  const target = toPath(path);
  if (!recursive) return native.makeDir(target, mode) as Promise<undefined>;
  const first = await native.makeDirs(target, mode);
  return first === null ? undefined : decodeName(first, "utf8");
}

/** The names (or Dirents) in a directory; with `recursive`, of all below it. */
export async function readdir(path: unknown, options?: unknown): Promise<(FileName | Dirent)[]> {
  const checked = getOptions(options, NO_OPTIONS);
  const target = toPath(path);
  if (checked.recursive != null) validateBoolean(checked.recursive, "options.recursive");
  if (checked.recursive) return recursion.readDirRecursive(target, checked);
  const entries = await native.readDir(target);
  return checked.withFileTypes
    ? toDirents(entries, parentOf(path), checked.encoding)
    : decodeNames(namesOf(entries), checked.encoding);
}

/** The target of a symbolic link. */
export async function readlink(path: unknown, options?: unknown): Promise<FileName> {
  const { encoding } = getOptions(options, NO_OPTIONS);
  return decodeName(await native.readLink(toPath(path, "oldPath")), encoding);
}

/** Makes a symbolic link to `target` at `path`. */
export async function symlink(target: unknown, path: unknown, type?: unknown): Promise<void> {
  checkSymlinkType(type);
  const linkTarget = toPath(target, "target");
  await native.symlink(linkTarget, toPath(path));
}

type NativeStat = (path: string, out: Uint8Array, big: boolean, missingIsFalse: boolean) => Promise<boolean>;

async function statWith(op: NativeStat, path: unknown, options: StatOptions): Promise<Stats | undefined> {
  validateObject(options, "options");
  const { signal } = options;
  const big = options.bigint === true;
  const missingIsFalse = options.throwIfNoEntry === false;
  const record = newRecord(big);
  const target = toPath(path);
  const found = await (signal === undefined
    ? op(target, record.bytes, big, missingIsFalse)
    : abortable.untilAborted(signal, () => op(target, record.bytes, big, missingIsFalse)));
  return found ? statsOf(record) : undefined;
}

/** The Stats of `path`; for a link, of the link itself. */
export async function lstat(path: unknown, options: StatOptions = NO_OPTIONS): Promise<Stats | undefined> {
  return statWith(native.lstat, path, options);
}

/** The Stats of `path`, following links. */
export async function stat(path: unknown, options: StatOptions = NO_OPTIONS): Promise<Stats | undefined> {
  return statWith(native.stat, path, options);
}

/** The file system that `path` is on. */
export async function statfs(path: unknown, options: StatOptions = NO_OPTIONS): Promise<StatFs> {
  const target = toPath(path);
  const big = options?.bigint === true;
  const record = newRecord(big, StatFsField.COUNT);
  await native.statfs(target, record.bytes, big);
  return statFsOf(record);
}

/** Makes a hard link. */
export async function link(existingPath: unknown, newPath: unknown): Promise<void> {
  const from = toPath(existingPath, "existingPath");
  await native.link(from, toPath(newPath, "newPath"));
}

/** Removes a name. */
export async function unlink(path: unknown): Promise<void> {
  await native.unlink(toPath(path));
}

/** Sets the permission bits. */
export async function chmod(path: unknown, mode: unknown): Promise<void> {
  const target = toPath(path);
  await native.chmod(target, toMode(mode, "mode"));
}

/** Not available on Linux: links have no mode. */
export async function lchmod(path: unknown, mode: unknown): Promise<void> {
  throw new ERR_METHOD_NOT_IMPLEMENTED("lchmod()");
}

/** Sets owner and group of a link itself. */
export async function lchown(path: unknown, uid: unknown, gid: unknown): Promise<void> {
  const target = toPath(path);
  const ownerId = toUserId(uid, "uid");
  await native.lchown(target, ownerId, toUserId(gid, "gid"));
}

/** Sets owner and group; -1 leaves one unchanged. */
export async function chown(path: unknown, uid: unknown, gid: unknown): Promise<void> {
  const target = toPath(path);
  const owner = toUserId(uid, "uid");
  await native.chown(target, owner, toUserId(gid, "gid"));
}

/** Sets access and modification time (Date or seconds). */
export async function utimes(path: unknown, atime: unknown, mtime: unknown): Promise<void> {
  const target = toPath(path);
  const accessTime = toUnixTimestamp(atime);
  await native.utimes(target, accessTime, toUnixTimestamp(mtime));
}

/** Sets the times of a link itself. */
export async function lutimes(path: unknown, atime: unknown, mtime: unknown): Promise<void> {
  const target = toPath(path);
  const accessTime = toUnixTimestamp(atime);
  await native.lutimes(target, accessTime, toUnixTimestamp(mtime));
}

/** The absolute path without links. */
export async function realpath(path: unknown, options?: unknown): Promise<FileName> {
  const { encoding } = getOptions(options, NO_OPTIONS);
  return decodeName(await native.realPath(toPath(path)), encoding);
}

/** Creates a directory with six random characters after `prefix`. */
export async function mkdtemp(prefix: unknown, options?: unknown): Promise<FileName> {
  const { encoding } = getOptions(options, NO_OPTIONS);
  return decodeName(await native.makeTempDir(checkTempPrefix(prefix)), encoding);
}

/** As `mkdtemp`, wrapped in an object that removes the directory when disposed. */
export async function mkdtempDisposable(prefix: unknown, options?: unknown): Promise<object> {
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
