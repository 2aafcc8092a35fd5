// `FileHandle`: an open file with promise-returning methods. Counts its users, so that `close` waits for in-flight
// operations. Reading and writing complete files is in `promises_io.ts`.
import { safe } from "internal:core/bootstrap";
import { aggregateTwoErrors, ERR_INTERNAL_ASSERTION, ERR_INVALID_STATE } from "internal:core/errors";
import * as context from "internal:core/async/context";
import { checkBuffers, isView, toFileLength, toUnixTimestamp, toUserId } from "internal:node/fs/arguments";
import {
  checkTransferOptions,
  gather,
  newGathered,
  newReadBuffer,
  scatter,
  toBytesWrite,
  toRead,
  toTextWrite,
  type TransferOptions,
} from "internal:node/fs/io_arguments";
import { toMode, type StatOptions } from "internal:node/fs/options";
import { newRecord, statsOf, type Stats } from "internal:node/fs/stats";
import type { FileContents } from "internal:node/fs/sync_io";
import { emitWarning } from "internal:core/process/warn";
import { validateBoolean, validateBuffer, validateObject } from "internal:core/validators";
import type { ReadableByteStreamController, ReadableStream, ReadableStreamBYOBRequest } from "web:streams";
import { kTransfer } from "internal:web/clone/protocol";
import * as native from "native:fs";
import EventEmitter from "internal:node/events";
import defer * as abortable from "internal:node/fs/abortable";
import defer * as readStreams from "internal:node/fs/read_stream";
import defer * as wholeFiles from "internal:node/fs/promises_io";
import defer * as writeStreams from "internal:node/fs/write_stream";
import defer * as exceptions from "web:dom_exception";
import defer * as readline from "internal:node/readline";
import defer * as webStreams from "web:streams";

/** Adds a user of the handle: it stays open until the user is removed. */
export const kRef = Symbol("kRef");
/** Removes a user; the last one closes the file. */
export const kUnref = Symbol("kUnref");

const WEB_CHUNK_BYTES = 16384;

type FileStreamClass = new (path: undefined, options: object) => object;
interface ReadResult {
  bytesRead: number;
  buffer: Uint8Array;
}
interface ReadvResult {
  bytesRead: number;
  buffers: Uint8Array[];
}
interface WritevResult {
  bytesWritten: number;
  buffers: Uint8Array[];
}
interface WriteResult {
  bytesWritten: number;
  buffer: unknown;
}
interface WebStreamOptions {
  type?: unknown;
  autoClose?: unknown;
}

/** An open file; made by `fs.promises.open`. */
export class FileHandle extends EventEmitter {
  #fd: number;
  #users = 1;
  #locked = false;
  #isTransferred = false;
  #closing: PromiseWithResolvers<void> | null = null;
  #scope: context.Scope | undefined;
  declare close: () => Promise<void>;

  constructor(fd: number) {
    super();
    this.#fd = fd;
    this.#scope = context.capture("FILEHANDLE", this);
    // An own property, because programs call `handle.close` without the handle.
    this.close = () => this.#close();
  }

  /** Whether `value` is a FileHandle; also when its prototype was replaced. */
  static isFileHandle(value: unknown): value is FileHandle {
    return value !== null && typeof value === "object" && #fd in value;
  }

  /** The descriptor; -1 once closed. */
  get fd(): number {
    return this.#fd;
  }

  getAsyncId(): number {
    return this.#scope?.asyncId ?? -1;
  }

  /** Writes at the end of a file opened for appending, otherwise at the position. */
  appendFile(data: unknown, options?: unknown): Promise<void> {
    return FileHandle.#use(this, "writeFile", () => wholeFiles.writeToHandle(this, data, options));
  }

  chmod(mode: unknown): Promise<void> {
    return FileHandle.#use(this, "fchmod", () => native.fchmod(this.#fd, toMode(mode, "mode")));
  }

  chown(uid: unknown, gid: unknown): Promise<void> {
    return FileHandle.#use(this, "fchown", () => {
      const owner = toUserId(uid, "uid");
      return native.fchown(this.#fd, owner, toUserId(gid, "gid"));
    });
  }

  datasync(): Promise<void> {
    return FileHandle.#use(this, "fdatasync", () => native.fdatasync(this.#fd));
  }

  sync(): Promise<void> {
    return FileHandle.#use(this, "fsync", () => native.fsync(this.#fd));
  }

  /** Reads into `buffer`: `{ bytesRead, buffer }`. Also `(options)` and `(buffer, options)`. */
  read(buffer?: unknown, offset?: unknown, length?: unknown, position?: unknown): Promise<ReadResult> {
    return FileHandle.#use(this, "read", async () => {
      if (!isView(buffer)) {
        const options = checkTransferOptions(buffer);
        ({ buffer = newReadBuffer(), offset, length, position } = options);
        validateBuffer(buffer);
      }
      if (offset !== null && typeof offset === "object")
        ({ offset = 0, length, position = null } = offset as TransferOptions);
      length ??= (buffer as Uint8Array).byteLength - ((offset as number) ?? 0);
      const transfer = toRead(buffer, offset, length, position);
      const bytesRead =
        transfer.length === 0
          ? 0
          : await native.read(this.#fd, transfer.buffer, transfer.offset, transfer.length, transfer.position);
      return { __proto__: null, bytesRead, buffer } as unknown as ReadResult;
    });
  }

  /** Reads into several buffers: `{ bytesRead, buffers }`. */
  readv(buffers: unknown, position?: unknown): Promise<ReadvResult> {
    return FileHandle.#use(this, "readv", async () => {
      checkBuffers(buffers);
      const all = newGathered(buffers);
      const bytesRead = await native.read(
        this.#fd,
        all,
        0,
        all.byteLength,
        typeof position === "number" ? position : -1,
      );
      scatter(all, bytesRead, buffers);
      return { __proto__: null, bytesRead, buffers } as ReadvResult;
    });
  }

  /** The contents from the current position to the end. */
  readFile(options?: unknown): Promise<FileContents> {
    return FileHandle.#use(this, "readFile", () => wholeFiles.readFromHandle(this, options));
  }

  /** The lines as an async iterable (`readline.Interface`). */
  readLines(options?: object): object {
    return readline.default.createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }

  stat(options?: StatOptions): Promise<Stats> {
    return FileHandle.#use(this, "fstat", async () => {
      if (options !== undefined) validateObject(options, "options");
      const big = options?.bigint === true;
      const record = newRecord(big);
      const signal = options?.signal;
      if (signal === undefined) await native.fstat(this.#fd, record.bytes, big);
      else await abortable.untilAborted(signal, () => native.fstat(this.#fd, record.bytes, big));
      return statsOf(record);
    });
  }

  truncate(length: unknown = 0): Promise<void> {
    return FileHandle.#use(this, "ftruncate", () => native.ftruncate(this.#fd, toFileLength(length)));
  }

  utimes(atime: unknown, mtime: unknown): Promise<void> {
    return FileHandle.#use(this, "futimes", () => {
      const accessTime = toUnixTimestamp(atime, "atime");
      return native.futimes(this.#fd, accessTime, toUnixTimestamp(mtime, "mtime"));
    });
  }

  /** Writes bytes or a string: `{ bytesWritten, buffer }`. */
  write(buffer: unknown, offset?: unknown, length?: unknown, position?: unknown): Promise<WriteResult> {
    return FileHandle.#use(this, "write", async () => {
      if ((buffer as Uint8Array)?.byteLength === 0) return { __proto__: null, bytesWritten: 0, buffer } as WriteResult;
      const transfer = isView(buffer)
        ? toBytesWrite(buffer, offset, length, position)
        : toTextWrite(buffer, offset, length);
      const bytesWritten = await native.write(
        this.#fd,
        transfer.buffer,
        transfer.offset,
        transfer.length,
        transfer.position,
      );
      return { __proto__: null, bytesWritten, buffer } as WriteResult;
    });
  }

  /** Writes several buffers as one: `{ bytesWritten, buffers }`. */
  writev(buffers: unknown, position?: unknown): Promise<WritevResult> {
    return FileHandle.#use(this, "writev", async () => {
      checkBuffers(buffers);
      if (buffers.length === 0) return { __proto__: null, bytesWritten: 0, buffers } as WritevResult;
      const all = gather(buffers);
      const bytesWritten = await native.write(
        this.#fd,
        all,
        0,
        all.byteLength,
        typeof position === "number" ? position : -1,
      );
      return { __proto__: null, bytesWritten, buffers } as WritevResult;
    });
  }

  /** Writes all of `data` at the current position. */
  writeFile(data: unknown, options?: unknown): Promise<void> {
    return FileHandle.#use(this, "writeFile", () => wholeFiles.writeToHandle(this, data, options));
  }

  /** The rest of the file as a byte-oriented web stream. Locks the handle for other web streams. */
  readableWebStream(options: WebStreamOptions = {}): ReadableStream {
    this.#checkOpen();
    if (this.#locked) throw new ERR_INVALID_STATE("The FileHandle is locked");
    this.#locked = true;
    validateObject(options, "options");
    const { type = "bytes", autoClose = false } = options;
    validateBoolean(autoClose, "options.autoClose");
    if (type !== "bytes") {
      emitWarning(
        'A non-"bytes" options.type has no effect. A byte-oriented steam is always created.',
        "ExperimentalWarning",
      );
    }
    return this.#openWebStream(autoClose);
  }

  #openWebStream(autoClose: boolean): ReadableStream {
    let finished = false;
    const finish = async () => {
      if (finished) return;
      finished = true;
      this[kUnref]();
      if (autoClose) await this.close();
    };
    let controller!: ReadableByteStreamController;
    const stream = new webStreams.ReadableStream({
      type: "bytes",
      autoAllocateChunkSize: WEB_CHUNK_BYTES,
      start: (given: ReadableByteStreamController) => {
        controller = given;
      },
      pull: async () => {
        const request = controller.byobRequest as ReadableStreamBYOBRequest;
        const { bytesRead } = await this.read(request.view, 0, request.view!.byteLength);
        if (bytesRead === 0) {
          controller.close();
          await finish();
        }
        request.respond(bytesRead);
      },
      cancel: finish,
    });
    this[kRef]();
    this.once("close", () => {
      if (finished) return;
      try {
        controller.close();
      } catch {
        /* it was closed or failed already */
      }
      finish().catch(() => {});
    });
    return stream;
  }

  /** A ReadStream over this handle, which the stream closes at its end unless `autoClose` is false. */
  createReadStream(options?: object): object {
    return new (readStreams.ReadStream as unknown as FileStreamClass)(undefined, { ...options, fd: this });
  }

  /** A WriteStream over this handle, which the stream closes at its end unless `autoClose` is false. */
  createWriteStream(options?: object): object {
    return new (writeStreams.WriteStream as unknown as FileStreamClass)(undefined, { ...options, fd: this });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Moves the file to the receiver of a message. Throws a DataCloneError for a handle in use. */
  [kTransfer](): { kind: string; handle: number } {
    const handle = this.#fd;
    const isClosed = handle === -1 && this.#closing === null;
    if (isClosed || this.#closing !== null || this.#users > 1) {
      const reason = isClosed ? "Cannot clone object of unsupported type." : "Cannot transfer FileHandle while in use";
      throw new exceptions.DOMException(reason, "DataCloneError");
    }
    this.#fd = -1;
    if (this.#scope !== undefined) context.destroyed(this.#scope);
    this.#users = 0;
    this.#isTransferred = true;
    return { kind: "FileHandle", handle };
  }

  [kRef](): void {
    this.#users++;
  }

  [kUnref](): void {
    this.#users--;
    if (this.#users === 0) this.#closeNow();
  }

  #close(): Promise<void> {
    if (this.#fd === -1 && this.#closing === null) return Promise.resolve();
    if (this.#closing !== null) return this.#closing.promise;
    this.#closing = Promise.withResolvers<void>();
    const { promise } = this.#closing;
    this[kUnref]();
    this.emit("close");
    return promise;
  }

  #closeNow(): void {
    const fd = this.#fd;
    const closing = this.#closing;
    this.#fd = -1;
    if (this.#scope !== undefined) context.destroyed(this.#scope);
    const settle = (act: () => void) => {
      this.#closing = null;
      act();
    };
    native.close(fd).then(
      () => settle(() => closing?.resolve()),
      (error: unknown) => settle(() => closing?.reject(error)),
    );
  }

  #checkOpen(): void {
    if (this.#fd === -1) throw new ERR_INVALID_STATE("The FileHandle is closed");
    if (this.#closing !== null) throw new ERR_INVALID_STATE("The FileHandle is closing");
  }

  // Static, so that a method called on another object rejects instead of throwing.
  static async #use<T>(handle: FileHandle, syscall: string, run: () => T | Promise<T>): Promise<T> {
    if (!FileHandle.isFileHandle(handle)) throw new ERR_INTERNAL_ASSERTION("handle must be an instance of FileHandle");
    if (handle.#fd === -1) {
      const reason = handle.#isTransferred ? "The FileHandle has been transferred" : "file closed";
      throw safe.assign(new Error(reason), { code: "EBADF", syscall });
    }
    handle[kRef]();
    try {
      return await run();
    } finally {
      handle[kUnref]();
    }
  }
}

/** Settles as `operation` does, after closing the handle. When both fail, the error holds both errors. */
export async function closingAfter<T>(handle: FileHandle, operation: Promise<T>): Promise<T> {
  let value: T;
  try {
    value = await operation;
  } catch (error) {
    await handle.close().catch((closeError: unknown) => {
      throw aggregateTwoErrors(closeError, error);
    });
    throw error;
  }
  await handle.close();
  return value;
}
