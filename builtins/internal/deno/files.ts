// Files of `Deno`, over node:fs: the same system calls, Deno's records and errors.
import fs from "internal:node/fs";
import { Buffer } from "internal:node/buffer";
import { translate } from "internal:deno/errors";
import { asBytes, entryOf, FsFile, infoOf, pathOf, SeekMode, writeOptions } from "internal:deno/file_objects";
import { variables } from "internal:core/process/environment";
import { crypto } from "web:crypto";
import { isReadableStream } from "web:streams";
import { URL } from "web:url";

type Call = (...args: any[]) => unknown;

function pathIn(first: unknown): string | undefined {
  return typeof first === "string" || first instanceof URL ? pathOf(first) : undefined;
}

/** Calls `call`; converts what it throws to Deno's error. */
function guarded(operation: string, call: Call): Call {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      throw translate(error, operation, pathIn(args[0]));
    }
  };
}

/** As above, for an asynchronous call. */
function guardedAsync(operation: string, call: Call): Call {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      throw translate(error, operation, pathIn(args[0]));
    }
  };
}

const { promises } = fs;
const files = fs;

function toUint8Array(buffer: any): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

// A signal rejects the call with its own reason.
async function withSignal(signal: any, call: (signal: unknown) => Promise<unknown>): Promise<unknown> {
  signal?.throwIfAborted();
  try {
    return await call(signal);
  } catch (error: any) {
    throw signal?.aborted && error?.name === "AbortError" ? signal.reason : error;
  }
}

async function writeWhole(path: string | URL, data: unknown, options: any = {}): Promise<void> {
  const bytes = isReadableStream(data)
    ? await bytesOfStream(data)
    : typeof data === "string"
      ? data
      : Buffer.from(asBytes(data));
  await withSignal(options.signal, () => promises.writeFile(pathOf(path), bytes, flagsOf(options)));
  // Unlike that of open(2), the mode is also that of a file that existed.
  if (options.mode !== undefined && options.mode !== null) await promises.chmod(pathOf(path), options.mode);
}

function writeWholeSync(path: string | URL, data: unknown, options?: { mode?: number | null }): void {
  files.writeFileSync(pathOf(path), data as never, flagsOf(options));
  if (options?.mode !== undefined && options.mode !== null) files.chmodSync(pathOf(path), options.mode);
}

async function bytesOfStream(stream: any): Promise<unknown> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function open(path: string | URL, options: any = { read: true }): Promise<FsFile> {
  // Off the thread: a FIFO waits for its other end.
  const fd = await new Promise<number>((resolve, reject) => {
    files.open(pathOf(path), writeOptions(options), options.mode ?? 0o666, (error: unknown, opened: number) =>
      error ? reject(error) : resolve(opened),
    );
  });
  return new FsFile(fd, pathOf(path));
}

async function* readDir(path: string | URL): AsyncGenerator<object> {
  let entries: unknown[];
  try {
    entries = await promises.readdir(pathOf(path), { withFileTypes: true });
  } catch (error) {
    throw translate(error, "readdir");
  }
  for (const entry of entries) yield entryOf(entry);
}

const TEMPORARY_ATTEMPTS = 10;
const TEMPORARY_BYTES = 4;

/** Creates a file or folder with an unused name; `make` throws EEXIST for a name in use. */
function temporary(make: (path: string) => void, { dir, prefix = "", suffix = "" }: any = {}): string {
  const folder = dir ?? variables["TMPDIR"] ?? "/tmp";
  for (let attempt = 1; ; attempt++) {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(TEMPORARY_BYTES))).toString("hex");
    const path = `${folder}/${prefix}${random}${suffix}`;
    try {
      make(path);
      return path;
    } catch (error: any) {
      if (error.code !== "EEXIST" || attempt === TEMPORARY_ATTEMPTS) throw error;
    }
  }
}

const makeTempDir = (options?: unknown): string => temporary((path) => files.mkdirSync(path, 0o700), options);
const makeTempFile = (options?: unknown): string =>
  temporary((path) => files.closeSync(files.openSync(path, "wx", 0o600)), options);

// Deno's times are seconds or dates.
function seconds(time: number | Date): number {
  return time instanceof Date ? time.getTime() / 1000 : time;
}

/** The members, by name. */
export const members: Record<string, unknown> = {
  readTextFile: guardedAsync("readfile", (path, options) =>
    withSignal(options?.signal, (signal) => promises.readFile(pathOf(path), { encoding: "utf8", signal })),
  ),
  readTextFileSync: guarded("readfile", (path) => files.readFileSync(pathOf(path), "utf8")),
  readFile: guardedAsync("readfile", async (path, options) =>
    toUint8Array(await withSignal(options?.signal, (signal) => promises.readFile(pathOf(path), { signal }))),
  ),
  readFileSync: guarded("readfile", (path) => toUint8Array(files.readFileSync(pathOf(path)))),
  writeTextFile: guardedAsync("writefile", (path, text, options) =>
    writeWhole(path, isReadableStream(text) ? text : String(text), options),
  ),
  writeTextFileSync: guarded("writefile", (path, text, options) => writeWholeSync(path, String(text), options)),
  writeFile: guardedAsync("writefile", writeWhole),
  writeFileSync: guarded("writefile", (path, data, options) =>
    writeWholeSync(path, Buffer.from(asBytes(data)), options),
  ),
  open: guardedAsync("open", open),
  openSync: guarded(
    "open",
    (path, options = { read: true }) =>
      new FsFile(files.openSync(pathOf(path), writeOptions(options), options.mode ?? 0o666), pathOf(path)),
  ),
  create: guardedAsync("open", (path) => open(path, { read: true, write: true, create: true, truncate: true })),
  createSync: guarded("open", (path) => new FsFile(files.openSync(pathOf(path), "w+"), pathOf(path))),
  stat: guardedAsync("stat", async (path) => infoOf(await promises.stat(pathOf(path)))),
  statSync: guarded("stat", (path) => infoOf(files.statSync(pathOf(path)))),
  lstat: guardedAsync("lstat", async (path) => infoOf(await promises.lstat(pathOf(path)))),
  lstatSync: guarded("lstat", (path) => infoOf(files.lstatSync(pathOf(path)))),
  readDir,
  readDirSync: guarded("readdir", (path) =>
    files.readdirSync(pathOf(path), { withFileTypes: true }).map(entryOf)[Symbol.iterator](),
  ),
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
  truncate: guardedAsync("truncate", async (path, length) => truncateSync(pathOf(path), length)),
  utime: guardedAsync("utime", (path, accessed, modified) =>
    promises.utimes(pathOf(path), seconds(accessed), seconds(modified)),
  ),
  utimeSync: guarded("utime", (path, accessed, modified) =>
    files.utimesSync(pathOf(path), seconds(accessed), seconds(modified)),
  ),
  chown: guardedAsync("chown", (path, user, group) => promises.chown(pathOf(path), user ?? -1, group ?? -1)),
  chownSync: guarded("chown", (path, user, group) => files.chownSync(pathOf(path), user ?? -1, group ?? -1)),
  truncateSync: guarded("truncate", (path, length) => truncateSync(pathOf(path), length)),
  chmod: guardedAsync("chmod", (path, mode) => promises.chmod(pathOf(path), mode)),
  chmodSync: guarded("chmod", (path, mode) => files.chmodSync(pathOf(path), mode)),
  symlink: guardedAsync("symlink", (from, to) => promises.symlink(pathOf(from), pathOf(to))),
  symlinkSync: guarded("symlink", (from, to) => files.symlinkSync(pathOf(from), pathOf(to))),
  link: guardedAsync("link", (from, to) => promises.link(pathOf(from), pathOf(to))),
  linkSync: guarded("link", (from, to) => files.linkSync(pathOf(from), pathOf(to))),
  readLink: guardedAsync("readlink", (path) => promises.readlink(pathOf(path))),
  readLinkSync: guarded("readlink", (path) => files.readlinkSync(pathOf(path))),
  makeTempDir: guardedAsync("mkdir", async (options) => makeTempDir(options)),
  makeTempDirSync: guarded("mkdir", makeTempDir),
  makeTempFile: guardedAsync("open", async (options) => makeTempFile(options)),
  makeTempFileSync: guarded("open", makeTempFile),
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

/** Needs the permission to write only, which a file that is opened to write and read does not. */
function truncateSync(path: string, length: number | undefined): void {
  const fd = files.openSync(path, files.constants.O_WRONLY);
  try {
    files.ftruncateSync(fd, length ?? 0);
  } finally {
    files.closeSync(fd);
  }
}

async function remove(path: string, options: any = {}): Promise<void> {
  if (options.recursive) return promises.rm(path, { recursive: true });
  try {
    await promises.unlink(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EISDIR") throw error;
    await promises.rmdir(path);
  }
}

function removeSync(path: string, options: any = {}): void {
  if (options.recursive) return files.rmSync(path, { recursive: true });
  try {
    files.unlinkSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EISDIR") throw error;
    files.rmdirSync(path);
  }
}
// What guards them has no name of its own.
for (const name of Object.keys(members)) {
  const member = members[name];
  if (typeof member === "function" && member.name === "")
    Object.defineProperty(member, "name", { value: name, configurable: true });
}
