// `node:fs/promises`: assembles the module from `internal:node/fs/*`. The order of the keys is Node's.
import { constants } from "internal:node/fs/constants";
import * as files from "internal:node/fs/promises_io";
import * as tree from "internal:node/fs/promises_tree";
import type { Dir } from "internal:node/fs/dir";
import type { Dirent } from "internal:node/fs/dirent";
import type { WatchEvent } from "internal:node/fs/watcher";
import { extendModuleForHome } from "internal:web/home_extensions";
import defer * as copies from "internal:node/fs/copy";
import defer * as directories from "internal:node/fs/dir";
import defer * as globs from "internal:node/fs/glob";
import defer * as watchers from "internal:node/fs/watcher";

/** See `internal:node/fs/copy`. */
async function cp(src: unknown, dest: unknown, options: unknown): Promise<void> {
  await copies.cpPromise(src, dest, options);
}

/** See `internal:node/fs/dir`. */
async function opendir(path: unknown, options: unknown, _unused?: unknown): Promise<Dir> {
  return directories.opendirPromise(path, options);
}

/** See `internal:node/fs/glob`. */
async function* glob(pattern: unknown, options: unknown): AsyncGenerator<string | Dirent> {
  yield* globs.glob(pattern, options);
}

/** See `internal:node/fs/watcher`. */
async function* watch(filename: unknown, options: unknown = {}): AsyncGenerator<WatchEvent> {
  yield* watchers.watchPromise(filename, options);
}

const members = {
  access: tree.access,
  copyFile: tree.copyFile,
  cp,
  glob,
  open: files.open,
  opendir,
  rename: tree.rename,
  truncate: tree.truncate,
  rm: tree.rm,
  rmdir: tree.rmdir,
  mkdir: tree.mkdir,
  readdir: tree.readdir,
  readlink: tree.readlink,
  symlink: tree.symlink,
  lstat: tree.lstat,
  stat: tree.stat,
  statfs: tree.statfs,
  link: tree.link,
  unlink: tree.unlink,
  chmod: tree.chmod,
  lchmod: tree.lchmod,
  lchown: tree.lchown,
  chown: tree.chown,
  utimes: tree.utimes,
  lutimes: tree.lutimes,
  realpath: tree.realpath,
  mkdtemp: tree.mkdtemp,
  mkdtempDisposable: tree.mkdtempDisposable,
  writeFile: files.writeFile,
  appendFile: files.appendFile,
  readFile: files.readFile,
  watch,
  constants,
};
extendModuleForHome("node:fs/promises", members);

export default members;
