// The arguments and results of Deno's file functions.
import type { URL } from "web:url";
import * as context from "internal:core/async/context";
import posix from "internal:core/path";
import { check, isRestricted } from "internal:core/permissions";
import { PermissionKind } from "native:permissions";
import fs from "internal:node/fs";
import { fileURLToPath } from "internal:web/file_url_argument";
import { isTestThread } from "internal:core/worker_state";
import { encodeUtf8 } from "internal:core/utf8";
import { translate } from "internal:deno/errors";
import { fdatasync, flock, flockSync, fsync, seekSync, unlockSync } from "native:fs";
import { DescriptorKind, flush, kindOf, setRawMode, writeBytes } from "native:stdio";
import { streamOfDescriptor } from "internal:web/file_stream";
import defer * as streams from "web:streams";

const files = fs;

/** A path from a string or file URL. */
export function pathOf(path: string | URL): string {
  return typeof path === "object" && path !== null ? fileURLToPath(path) : `${path}`;
}

/** The bytes of data to write. */
export function asBytes(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (typeof data === "string") return encodeUtf8(data);
  throw new TypeError("data must be a Uint8Array");
}

/** Deno's FileInfo of Node's Stats. */
export function infoOf(stats: any): object {
  return {
    isFile: stats.isFile(),
    isDirectory: stats.isDirectory(),
    isSymlink: stats.isSymbolicLink(),
    size: stats.size,
    mtime: stats.mtime,
    atime: stats.atime,
    birthtime: stats.birthtime,
    ctime: stats.ctime,
    dev: stats.dev,
    ino: stats.ino,
    mode: stats.mode,
    nlink: stats.nlink,
    uid: stats.uid,
    gid: stats.gid,
    rdev: stats.rdev,
    blksize: stats.blksize,
    blocks: stats.blocks,
    isBlockDevice: stats.isBlockDevice(),
    isCharDevice: stats.isCharacterDevice(),
    isFifo: stats.isFIFO(),
    isSocket: stats.isSocket(),
  };
}

/** Deno's DirEntry of Node's Dirent. */
export function entryOf(entry: any): object {
  return {
    __proto__: null,
    name: entry.name,
    isFile: entry.isFile(),
    isDirectory: entry.isDirectory(),
    isSymlink: entry.isSymbolicLink(),
  };
}

/** Node's open flags of Deno's open options. */
export function writeOptions(options: any): number {
  const { O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_TRUNC, O_CREAT, O_EXCL } = files.constants;
  const writes = options.write || options.append;
  if ((options.create || options.createNew) && !writes)
    throw new Error("'create' or 'createNew' options require 'write' or 'append' to be true");
  if (options.truncate && !options.write) throw new Error("'truncate' option requires 'write' to be true");
  if (!options.read && !writes) throw new Error("'options' requires at least one option to be true");
  if (options.append && options.truncate)
    throw new TypeError("creating or truncating a file requires write or append access");
  let flags = writes ? (options.read ? O_RDWR : O_WRONLY) : O_RDONLY;
  if (options.append) flags |= O_APPEND;
  if (options.truncate) flags |= O_TRUNC;
  if (options.create) flags |= O_CREAT;
  if (options.createNew) flags |= O_CREAT | O_EXCL;
  return flags;
}

function fail(error: unknown): never {
  throw translate(error);
}

/** `Deno.SeekMode`. */
export const SeekMode = Object.freeze({ 0: "Start", 1: "Current", 2: "End", Start: 0, Current: 1, End: 2 });

/** What a test file writes belongs to its report: standard output may be a document of the run. */
const isCaptured = isTestThread();

/** A descriptor that is not open. */
const CLOSED = 2 ** 31 - 1;

/** `Deno.FsFile`. It is read and written at the file's own position: pipes and terminals have no other. */
export class FsFile {
  #fd: number;
  #isStandard: boolean;
  /** Operations that use the descriptor on another thread, and the descriptor that is closed after them. */
  #operationCount = 0;
  #closing = CLOSED;
  #scope: context.Scope | undefined;
  /** Where it was opened, in a program with permissions. */
  #path: string | undefined;
  constructor(fd: number, path?: string) {
    this.#fd = fd;
    if (isRestricted && path !== undefined) this.#path = posix.resolve(path);
    this.#isStandard = fd <= 2;
    this.#scope = this.#isStandard ? undefined : context.capture("FSFILE", this);
  }
  readSync(buffer: Uint8Array): number | null {
    try {
      const count: number = files.readSync(this.#fd, buffer, 0, buffer.length, null);
      return count === 0 && buffer.length > 0 ? null : count;
    } catch (error) {
      throw translate(error);
    }
  }
  async read(buffer: Uint8Array): Promise<number | null> {
    const count = await new Promise<number>((resolve, reject) => {
      files.read(this.#fd, buffer, 0, buffer.length, null, (error: unknown, bytes: number) =>
        error ? reject(translate(error)) : resolve(bytes),
      );
    });
    return count === 0 && buffer.length > 0 ? null : count;
  }
  writeSync(bytes: Uint8Array): number {
    try {
      if (this.#isStandard && isCaptured) {
        writeBytes(this.#fd, bytes);
        return bytes.length;
      }
      // The buffered output of the console is written first.
      if (this.#isStandard) flush();
      return files.writeSync(this.#fd, bytes, 0, bytes.length, null);
    } catch (error) {
      throw translate(error);
    }
  }
  async write(bytes: Uint8Array): Promise<number> {
    return this.writeSync(bytes);
  }
  seekSync(offset: number | bigint, whence: number): number {
    if (whence === SeekMode.Start && offset < 0) throw new TypeError("Invalid argument (os error 22)");
    if (typeof whence !== "number") throw new TypeError("expected i32");
    if (whence !== SeekMode.Start && whence !== SeekMode.Current && whence !== SeekMode.End)
      throw new TypeError(`Invalid seek mode: ${whence}`);
    return this.#guard(() => seekSync(this.#fd, Number(offset), whence));
  }
  async seek(offset: number | bigint, whence: number): Promise<number> {
    return this.seekSync(offset, whence);
  }
  async stat(): Promise<object> {
    return this.statSync();
  }
  statSync(): object {
    // A file that was opened for writing alone reveals nothing, as in Deno (CVE-2025-61786).
    if (this.#path !== undefined) check(PermissionKind.READ, this.#path);
    return infoOf(this.#guard(() => files.fstatSync(this.#fd)));
  }
  async truncate(length = 0): Promise<void> {
    this.truncateSync(length);
  }
  truncateSync(length = 0): void {
    this.#guard(() => files.ftruncateSync(this.#fd, length));
  }
  async sync(): Promise<void> {
    await this.#using(fsync).catch(fail);
  }
  syncSync(): void {
    this.#guard(() => files.fsyncSync(this.#fd));
  }
  async syncData(): Promise<void> {
    await this.#using(fdatasync).catch(fail);
  }
  syncDataSync(): void {
    this.#guard(() => files.fdatasyncSync(this.#fd));
  }
  async utime(accessed: number | Date, modified: number | Date): Promise<void> {
    this.utimeSync(accessed, modified);
  }
  /** Sets the times, in seconds or as dates. */
  utimeSync(accessed: number | Date, modified: number | Date): void {
    const seconds = (time: number | Date): number => (time instanceof Date ? time.getTime() / 1000 : time);
    this.#guard(() => files.futimesSync(this.#fd, seconds(accessed), seconds(modified)));
  }
  /** Waits for an advisory lock of the file, shared or exclusive. */
  async lock(exclusive = false): Promise<void> {
    await this.#using((fd) => flock(fd, exclusive, true)).catch(fail);
  }
  lockSync(exclusive = false): void {
    this.#guard(() => flockSync(this.#fd, exclusive, true));
  }
  /** Tries to lock the file without waiting; returns whether it is locked. */
  async tryLock(exclusive = false): Promise<boolean> {
    return this.tryLockSync(exclusive);
  }
  tryLockSync(exclusive = false): boolean {
    return this.#guard(() => flockSync(this.#fd, exclusive, false));
  }
  async unlock(): Promise<void> {
    this.unlockSync();
  }
  unlockSync(): void {
    this.#guard(() => unlockSync(this.#fd));
  }
  /** Sets raw mode: a terminal delivers keys immediately, without echo and special characters. */
  setRaw(mode: boolean, _options?: { cbreak?: boolean }): void {
    this.#guard(() => setRawMode(this.#fd, Boolean(mode)));
  }
  /** Runs an operation whose descriptor stays open until it has ended, also when the file is closed. */
  async #using<T>(operation: (fd: number) => Promise<T>): Promise<T> {
    this.#operationCount++;
    try {
      return await operation(this.#fd);
    } finally {
      if (--this.#operationCount === 0 && this.#closing !== CLOSED) files.closeSync(this.#closing);
    }
  }
  #guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw translate(error);
    }
  }
  isTerminal(): boolean {
    return kindOf(this.#fd) === DescriptorKind.TERMINAL;
  }
  get readable(): unknown {
    return streamOfDescriptor(this.#fd, () => this.#closeOnce());
  }
  get writable(): unknown {
    const file = this;
    return new streams.WritableStream({
      write(chunk: Uint8Array) {
        for (let rest = chunk; rest.length > 0;) rest = rest.subarray(file.writeSync(rest));
      },
      close: () => file.#closeOnce(),
      abort: () => file.#closeOnce(),
    });
  }
  close(): void {
    const fd = this.#fd;
    this.#fd = CLOSED;
    if (this.#scope !== undefined) context.destroyed(this.#scope);
    if (this.#operationCount > 0 && fd !== CLOSED) {
      this.#closing = fd;
      return;
    }
    try {
      files.closeSync(fd);
    } catch (error) {
      throw translate(error);
    }
  }
  /** The end of a stream closes the file, unless it is standard input, output or error. */
  #closeOnce(): void {
    if (!this.#isStandard && this.#fd !== CLOSED) this.close();
  }
  [Symbol.dispose](): void {
    if (this.#fd !== CLOSED) this.close();
  }
}
