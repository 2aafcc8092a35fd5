// `node:fs/promises`: assembles the module from `internal:node/fs/*`. The order of keys is Node's.
import { constants } from "internal:node/fs/constants";
import * as files from "internal:node/fs/promises_io";
import * as tree from "internal:node/fs/promises_tree";
import defer * as copies from "internal:node/fs/copy";
import defer * as directories from "internal:node/fs/dir";
import defer * as globs from "internal:node/fs/glob";
import defer * as watchers from "internal:node/fs/watcher";

/** See `internal:node/fs/copy`. */
async function cp(src: any, dest: any, options: any): Promise<void> {
  await copies.cpPromise(src, dest, options);
}

/** See `internal:node/fs/dir`. */
async function opendir(path: any, options: any, _unused?: any): Promise<any> {
  return directories.opendirPromise(path, options);
}

/** See `internal:node/fs/glob`. */
async function* glob(pattern: any, options: any): AsyncGenerator<any> {
  yield* globs.glob(pattern, options);
}

/** See `internal:node/fs/watcher`. */
async function* watch(filename: any, options: any = {}): AsyncGenerator<any> {
  yield* watchers.watchPromise(filename, options);
}

export default {
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
