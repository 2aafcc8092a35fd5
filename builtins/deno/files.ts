// Files of `Deno`, over node:fs: the same system calls, Deno's shapes and errors.
import fs from "node:fs";
import { Buffer } from "node:buffer";
import { translate } from "deno:errors";
import { asBytes, entryOf, FsFile, infoOf, pathOf, SeekMode, writeOptions } from "deno:file_objects";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";

type Call = (...args: any[]) => any;

/** Runs `call`; what it throws becomes Deno's error. */
function guarded(operation: string, call: Call): Call {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      throw translate(error, operation);
    }
  };
}

/** The same off the thread. */
function guardedAsync(operation: string, call: Call): Call {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      throw translate(error, operation);
    }
  };
}

const { promises } = fs as any;
const files = fs as any;

function toUint8Array(buffer: any): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

async function open(path: string | URL, options: any = { read: true }): Promise<FsFile> {
  return new FsFile(files.openSync(pathOf(path), writeOptions(options), options.mode ?? 0o666));
}

async function* readDir(path: string | URL): AsyncGenerator<object> {
  let entries: any[];
  try {
    entries = await promises.readdir(pathOf(path), { withFileTypes: true });
  } catch (error) {
    throw translate(error, "readdir");
  }
  for (const entry of entries) yield entryOf(entry);
}

function temporary(make: (prefix: string) => string, options: any = {}): string {
  const folder = options.dir ?? "/tmp";
  return make(`${folder}/${options.prefix ?? ""}`) + (options.suffix ?? "");
}

function missing(name: string): Call {
  return () => {
    throw new ERR_METHOD_NOT_IMPLEMENTED(`Deno.${name}`);
  };
}

/** The members, by name. */
export const members: Record<string, any> = {
  readTextFile: guardedAsync("readfile", (path) => promises.readFile(pathOf(path), "utf8")),
  readTextFileSync: guarded("readfile", (path) => files.readFileSync(pathOf(path), "utf8")),
  readFile: guardedAsync("readfile", async (path) => toUint8Array(await promises.readFile(pathOf(path)))),
  readFileSync: guarded("readfile", (path) => toUint8Array(files.readFileSync(pathOf(path)))),
  writeTextFile: guardedAsync("writefile", (path, text, options) => promises.writeFile(pathOf(path), String(text), flagsOf(options))),
  writeTextFileSync: guarded("writefile", (path, text, options) => files.writeFileSync(pathOf(path), String(text), flagsOf(options))),
  writeFile: guardedAsync("writefile", (path, data, options) => promises.writeFile(pathOf(path), Buffer.from(asBytes(data)), flagsOf(options))),
  writeFileSync: guarded("writefile", (path, data, options) => files.writeFileSync(pathOf(path), Buffer.from(asBytes(data)), flagsOf(options))),
  open: guardedAsync("open", open),
  openSync: guarded("open", (path, options = { read: true }) => new FsFile(files.openSync(pathOf(path), writeOptions(options), options.mode ?? 0o666))),
  create: guardedAsync("open", (path) => open(path, { read: true, write: true, create: true, truncate: true })),
  createSync: guarded("open", (path) => new FsFile(files.openSync(pathOf(path), "w+"))),
  stat: guardedAsync("stat", async (path) => infoOf(await promises.stat(pathOf(path)))),
  statSync: guarded("stat", (path) => infoOf(files.statSync(pathOf(path)))),
  lstat: guardedAsync("lstat", async (path) => infoOf(await promises.lstat(pathOf(path)))),
  lstatSync: guarded("lstat", (path) => infoOf(files.lstatSync(pathOf(path)))),
  readDir,
  readDirSync: guarded("readdir", (path) => files.readdirSync(pathOf(path), { withFileTypes: true }).map(entryOf)[Symbol.iterator]()),
  mkdir: guardedAsync("mkdir", async (path, options) => void (await promises.mkdir(pathOf(path), options))),
  mkdirSync: guarded("mkdir", (path, options) => void files.mkdirSync(pathOf(path), options)),
  remove: guardedAsync("remove", (path, options) => remove(pathOf(path), options)),
  removeSync: guarded("remove", (path, options) => removeSync(pathOf(path), options)),
  rename: guardedAsync("rename", (from, to) => promises.rename(pathOf(from), pathOf(to))),
  renameSync: guarded("rename", (from, to) => files.renameSync(pathOf(from), pathOf(to))),
  copyFile: guardedAsync("copy", (from, to) => promises.copyFile(pathOf(from), pathOf(to))),
  copyFileSync: guarded("copy", (from, to) => files.copyFileSync(pathOf(from), pathOf(to))),
  realPath: guardedAsync("realpath", (path) => promises.realpath(pathOf(path))),
  realPathSync: guarded("realpath", (path) => files.realpathSync(pathOf(path))),
  truncate: guardedAsync("truncate", (path, length) => promises.truncate(pathOf(path), length)),
  truncateSync: guarded("truncate", (path, length) => files.truncateSync(pathOf(path), length)),
  chmod: guardedAsync("chmod", (path, mode) => promises.chmod(pathOf(path), mode)),
  chmodSync: guarded("chmod", (path, mode) => files.chmodSync(pathOf(path), mode)),
  symlink: guardedAsync("symlink", (from, to) => promises.symlink(pathOf(from), pathOf(to))),
  symlinkSync: guarded("symlink", (from, to) => files.symlinkSync(pathOf(from), pathOf(to))),
  link: guardedAsync("link", (from, to) => promises.link(pathOf(from), pathOf(to))),
  linkSync: guarded("link", (from, to) => files.linkSync(pathOf(from), pathOf(to))),
  readLink: guardedAsync("readlink", (path) => promises.readlink(pathOf(path))),
  readLinkSync: guarded("readlink", (path) => files.readlinkSync(pathOf(path))),
  makeTempDir: guardedAsync("mkdtemp", async (options) => temporary(files.mkdtempSync, options)),
  makeTempDirSync: guarded("mkdtemp", (options) => temporary(files.mkdtempSync, options)),
  makeTempFile: missing("makeTempFile"),
  makeTempFileSync: missing("makeTempFileSync"),
  FsFile,
  SeekMode,
  get stdin() {
    return new FsFile(0);
  },
  get stdout() {
    return new FsFile(1);
  },
  get stderr() {
    return new FsFile(2);
  },
};

function flagsOf(options: any = {}): object {
  const flag = options.append ? "a" : options.createNew ? "wx" : options.create === false ? "r+" : "w";
  return { flag, mode: options.mode, signal: options.signal };
}

async function remove(path: string, options: any = {}): Promise<void> {
  if (options.recursive) return promises.rm(path, { recursive: true });
  const isDirectory = (await promises.lstat(path)).isDirectory();
  return isDirectory ? promises.rmdir(path) : promises.unlink(path);
}

function removeSync(path: string, options: any = {}): void {
  if (options.recursive) return files.rmSync(path, { recursive: true });
  return files.lstatSync(path).isDirectory() ? files.rmdirSync(path) : files.unlinkSync(path);
}
