// `node:fs`: assembles the module from `internal:node/fs/*`. The order of the keys is Node's.
import { option } from "internal:core/launch";
import defer * as syncTracing from "internal:node/process/trace_sync_io";
import * as callbackIo from "internal:node/fs/callback_io";
import * as callbackTree from "internal:node/fs/callback_tree";
import { constants } from "internal:node/fs/constants";
import * as deferred from "internal:node/fs/deferred";
import { toUnixTimestamp } from "internal:node/fs/arguments";
import { Dirent } from "internal:node/fs/dirent";
import { DeprecatedStats } from "internal:node/fs/stats";
import * as syncIo from "internal:node/fs/sync_io";
import * as syncTree from "internal:node/fs/sync_tree";
import { extendModuleForHome } from "internal:web/home_extensions";
import defer * as promisesModule from "internal:node/fs/promises";

const promisifyCustom = Symbol.for("nodejs.util.promisify.custom");

const fs: Record<string, any> = {
  appendFile: callbackIo.appendFile,
  appendFileSync: syncIo.appendFileSync,
  access: callbackTree.access,
  accessSync: syncTree.accessSync,
  chown: callbackTree.chown,
  chownSync: syncTree.chownSync,
  chmod: callbackTree.chmod,
  chmodSync: syncTree.chmodSync,
  close: callbackIo.close,
  closeSync: syncIo.closeSync,
  copyFile: callbackTree.copyFile,
  copyFileSync: syncTree.copyFileSync,
  cp: deferred.cp,
  cpSync: deferred.cpSync,
  createReadStream: deferred.createReadStream,
  createWriteStream: deferred.createWriteStream,
  exists: callbackTree.exists,
  existsSync: syncTree.existsSync,
  fchown: callbackTree.fchown,
  fchownSync: syncTree.fchownSync,
  fchmod: callbackTree.fchmod,
  fchmodSync: syncTree.fchmodSync,
  fdatasync: callbackIo.fdatasync,
  fdatasyncSync: syncIo.fdatasyncSync,
  fstat: callbackTree.fstat,
  fstatSync: syncTree.fstatSync,
  fsync: callbackIo.fsync,
  fsyncSync: syncIo.fsyncSync,
  ftruncate: callbackTree.ftruncate,
  ftruncateSync: syncTree.ftruncateSync,
  futimes: callbackTree.futimes,
  futimesSync: syncTree.futimesSync,
  glob: deferred.glob,
  globSync: deferred.globSync,
  lchown: callbackTree.lchown,
  lchownSync: syncTree.lchownSync,
  // Links have no mode on Linux.
  lchmod: undefined,
  lchmodSync: undefined,
  link: callbackTree.link,
  linkSync: syncTree.linkSync,
  lstat: callbackTree.lstat,
  lstatSync: syncTree.lstatSync,
  lutimes: callbackTree.lutimes,
  lutimesSync: syncTree.lutimesSync,
  mkdir: callbackTree.mkdir,
  mkdirSync: syncTree.mkdirSync,
  mkdtemp: callbackTree.mkdtemp,
  mkdtempSync: syncTree.mkdtempSync,
  mkdtempDisposableSync: syncTree.mkdtempDisposableSync,
  open: callbackIo.open,
  openSync: syncIo.openSync,
  openAsBlob: deferred.openAsBlob,
  openAsBlobSync: deferred.openAsBlobSync,
  readdir: callbackTree.readdir,
  readdirSync: syncTree.readdirSync,
  read: callbackIo.read,
  readSync: syncIo.readSync,
  readv: callbackIo.readv,
  readvSync: syncIo.readvSync,
  readFile: callbackIo.readFile,
  readFileSync: syncIo.readFileSync,
  readlink: callbackTree.readlink,
  readlinkSync: syncTree.readlinkSync,
  realpath: callbackTree.realpath,
  realpathSync: syncTree.realpathSync,
  rename: callbackTree.rename,
  renameSync: syncTree.renameSync,
  rm: callbackTree.rm,
  rmSync: syncTree.rmSync,
  rmdir: callbackTree.rmdir,
  rmdirSync: syncTree.rmdirSync,
  stat: callbackTree.stat,
  statfs: callbackTree.statfs,
  statSync: syncTree.statSync,
  statfsSync: syncTree.statfsSync,
  symlink: callbackTree.symlink,
  symlinkSync: syncTree.symlinkSync,
  truncate: callbackTree.truncate,
  truncateSync: syncTree.truncateSync,
  unwatchFile: deferred.unwatchFile,
  unlink: callbackTree.unlink,
  unlinkSync: syncTree.unlinkSync,
  utimes: callbackTree.utimes,
  utimesSync: syncTree.utimesSync,
  watch: deferred.watch,
  watchFile: deferred.watchFile,
  writeFile: callbackIo.writeFile,
  writeFileSync: syncIo.writeFileSync,
  write: callbackIo.write,
  writeSync: syncIo.writeSync,
  writev: callbackIo.writev,
  writevSync: syncIo.writevSync,
  Dirent,
  Stats: DeprecatedStats,
};
deferred.defineClasses(fs);
Object.assign(fs, { _toUnixTimestamp: toUnixTimestamp });
Object.defineProperty(fs, "Dir", { get: deferred.dirClass, enumerable: true, configurable: true });
Object.assign(fs, { opendir: deferred.opendir, opendirSync: deferred.opendirSync });
Object.defineProperty(fs, "constants", { value: constants, enumerable: true, configurable: false, writable: false });
Object.defineProperty(fs, "promises", { get: getPromises, enumerable: true, configurable: true });

function getPromises(): object {
  return promisesModule.default;
}

// The results of `util.promisify` for functions whose callbacks receive several values, or no error.
function definePromisified(name: string, keys: readonly [string, string]): void {
  const original = fs[name];
  const promisified = (...args: unknown[]) =>
    new Promise((resolve, reject) => {
      original(...args, (error: unknown, first: unknown, second: unknown) =>
        error ? reject(error) : resolve({ [keys[0]]: first, [keys[1]]: second }),
      );
    });
  Object.defineProperty(promisified, "name", { value: name });
  Object.defineProperty(original, promisifyCustom, {
    value: promisified,
    enumerable: false,
    writable: true,
    configurable: true,
  });
}
definePromisified("read", ["bytesRead", "buffer"]);
definePromisified("readv", ["bytesRead", "buffers"]);
definePromisified("write", ["bytesWritten", "buffer"]);
definePromisified("writev", ["bytesWritten", "buffers"]);
const existsLater = {
  exists: (path: unknown): Promise<boolean> => new Promise((resolve) => fs.exists(path, resolve)),
};
Object.defineProperty(fs.exists, promisifyCustom, { value: existsLater.exists });

extendModuleForHome("node:fs", fs);
if (option("--trace-sync-io") !== undefined) syncTracing.install("node:fs", fs);

export default fs;
