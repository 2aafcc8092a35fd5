// `fs.Utf8Stream`: a fast, simple writer for logs. Buffers what the program writes and writes it to the file in large
// chunks, directly or off the thread. The queue of chunks is in `utf8_stream_queue.ts`.
import { safe } from "internal:core/bootstrap";
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_STATE,
  ERR_OPERATION_FAILED,
} from "internal:core/errors";
import type { SystemError } from "internal:node/fs/arguments";
import { BytesQueue, StringQueue, type ChunkQueue } from "internal:node/fs/utf8_stream_queue";
import { nextTick } from "internal:core/ticks";
import { clearInterval, setInterval, setTimeout, type Timeout } from "internal:core/timers";
import {
  validateBoolean,
  validateFunction,
  validateObject,
  validateOneOf,
  validateUint32,
} from "internal:core/validators";
import { sleepSync } from "native:fs";
import EventEmitter from "internal:node/events";
import fs from "internal:node/fs";
import nodePath from "internal:core/path";

const BUSY_RETRY_MS = 100;
const MAX_WRITE = 16 * 1024;
const HIGH_WATER_MARK = 16387;
const FUNCTIONS = ["write", "writeSync", "fsync", "fsyncSync", "close", "open", "mkdir", "mkdirSync"];

/** Writes strings ("utf8") or Buffers ("buffer") to a file or descriptor; see Node's documentation of `fs.Utf8Stream`. */
export class Utf8Stream extends EventEmitter {
  readonly #fs: Record<string, any>;
  readonly #queue: ChunkQueue;
  readonly #options: CheckedOptions;
  readonly #highWaterMark: number;
  #fd = -1;
  #file: string | undefined;
  #timer: Timeout | undefined;
  #isOpening = false;
  #isWriting = false;
  #isEnding = false;
  #isDestroyed = false;
  #isReopening = false;
  #isFlushPending = false;
  #isDrainScheduled = false;

  constructor(options: unknown = {}) {
    super();
    validateObject(options, "options");
    const { fs: functions = {} } = options;
    validateObject(functions, "options.fs");
    this.#fs = { ...fs, ...functions };
    for (const name of FUNCTIONS) validateFunction(this.#fs[name], `options.fs.${name}`);
    this.#options = checkOptions(options);
    this.#highWaterMark = safe.max(this.#options.minLength, HIGH_WATER_MARK);
    this.#queue = this.#options.contentMode === "buffer" ? new BytesQueue() : new StringQueue();
    const target = options.fd ?? options.dest;
    if (typeof target === "number") {
      this.#fd = target;
      nextTick(() => this.emit("ready"));
    } else if (typeof target === "string") this.#open(target);
    else throw new ERR_INVALID_ARG_TYPE("fd", ["number", "string"], target);
    const { minLength, maxWrite, periodicFlush } = this.#options;
    if (minLength >= maxWrite)
      throw new ERR_INVALID_ARG_VALUE.RangeError(
        "minLength",
        minLength,
        `should be smaller than maxWrite (${maxWrite})`,
      );
    this.on("newListener", (name: string) => {
      if (name === "drain") this.#isDrainScheduled = false;
    });
    if (periodicFlush !== 0) {
      this.#timer = setInterval(() => this.flush(() => {}), periodicFlush);
      this.#timer.unref();
    }
  }

  /** Queues `data`. Returns false when the caller should wait for "drain". Data beyond `maxLength` is dropped with "drop". */
  write(data: string & Uint8Array): boolean {
    this.#checkUsable();
    this.#queue.check(data);
    const { maxLength, maxWrite, minLength } = this.#options;
    if (maxLength > 0 && this.#queue.length + data.length > maxLength) this.emit("drop", data);
    else {
      this.#queue.push(data, maxWrite);
      if (!this.#isWriting && this.#queue.length >= minLength) this.#writeChunk();
    }
    return this.#queue.length < this.#highWaterMark;
  }

  /** Writes what is queued; calls `callback(error)` when it is on the disk. */
  flush(callback: (error?: unknown) => void = () => {}): void {
    validateFunction(callback, "cb");
    if (this.#isDestroyed) {
      callback(new ERR_INVALID_STATE("Utf8Stream is destroyed"));
      return;
    }
    if (this.#options.minLength <= 0) {
      callback();
      return;
    }
    this.#callAfterDrain(callback);
    if (!this.#isWriting) this.#writeChunk();
  }

  /** Writes what is queued and returns when it is on the disk. */
  flushSync(): void {
    this.#checkUsable();
    if (this.#fd < 0) throw new ERR_INVALID_STATE("Invalid file descriptor");
    // A chunk that is being written off the thread must not be written twice.
    const inFlight = this.#isWriting ? this.#queue.current : null;
    if (inFlight !== null) this.#queue.current = inFlight.slice(0, 0);
    try {
      this.#writeAllSync();
    } finally {
      if (inFlight !== null) this.#queue.current = inFlight;
    }
    try {
      this.#fs.fsyncSync(this.#fd);
    } catch {
      // Some descriptors cannot be flushed to a disk.
    }
  }

  /** Opens the file again, or another one: for rotated logs. */
  reopen(file?: string): void {
    this.#checkUsable();
    if (this.#isOpening) {
      this.once("ready", () => this.reopen(file));
      return;
    }
    if (this.#isEnding) return;
    if (!this.#file)
      throw new ERR_OPERATION_FAILED("Unable to reopen a file descriptor, you must pass a file to SonicBoom");
    if (file) this.#file = file;
    this.#isReopening = true;
    if (this.#isWriting) return;
    const old = this.#fd;
    this.once("ready", () => {
      if (old !== this.#fd)
        this.#fs.close(old, (error: unknown) => {
          if (error) this.emit("error", error);
        });
    });
    this.#open(this.#file as string);
  }

  /** Writes what is queued, then closes. */
  end(): void {
    this.#checkUsable();
    if (this.#isOpening) {
      this.once("ready", () => this.end());
      return;
    }
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#isWriting) return;
    if (this.#queue.length > 0 && this.#fd >= 0) this.#writeChunk();
    else this.#close();
  }

  /** Closes and drops what is queued. */
  destroy(): void {
    if (!this.#isDestroyed) this.#close();
  }

  get mode(): unknown {
    return this.#options.mode;
  }
  get file(): string | undefined {
    return this.#file;
  }
  get fd(): number {
    return this.#fd;
  }
  get minLength(): number {
    return this.#options.minLength;
  }
  get maxLength(): number {
    return this.#options.maxLength;
  }
  get writing(): boolean {
    return this.#isWriting;
  }
  get sync(): boolean {
    return this.#options.sync;
  }
  get fsync(): boolean {
    return this.#options.fsync;
  }
  get append(): boolean {
    return this.#options.append;
  }
  get periodicFlush(): number {
    return this.#options.periodicFlush;
  }
  get contentMode(): string {
    return this.#options.contentMode;
  }
  get mkdir(): boolean {
    return this.#options.mkdir;
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  #checkUsable(): void {
    if (this.#isDestroyed) throw new ERR_INVALID_STATE("Utf8Stream is destroyed");
  }

  #mayRetry(error: SystemError): boolean {
    const writing = this.#queue.current.length;
    return this.#options.retryEAGAIN(error, writing, this.#queue.length - writing);
  }

  #writeSync(): number {
    const { current } = this.#queue;
    return typeof current === "string"
      ? this.#fs.writeSync(this.#fd, current, "utf8")
      : this.#fs.writeSync(this.#fd, current);
  }

  #writeAllSync(): void {
    while (this.#queue.take()) {
      try {
        this.#queue.release(this.#writeSync());
      } catch (thrown) {
        const error = thrown as SystemError;
        if (!isBusy(error) || !this.#mayRetry(error)) {
          this.#queue.putBack();
          throw error;
        }
        sleepSync(BUSY_RETRY_MS);
      }
    }
  }

  // Starts writing the next chunk; an empty one when the queue is empty, so that every flush is followed by a drain.
  #writeChunk(): void {
    this.#isWriting = true;
    this.#queue.take();
    this.#writeCurrent();
  }

  #writeCurrent(): void {
    if (this.#options.sync) {
      let count: number;
      try {
        count = this.#writeSync();
      } catch (error) {
        this.#failed(error as SystemError);
        return;
      }
      this.#wrote(count);
      return;
    }
    const { current } = this.#queue;
    const done = (error: SystemError | null, count: number) => (error ? this.#failed(error) : this.#wrote(count));
    if (typeof current === "string") this.#fs.write(this.#fd, current, "utf8", done);
    else this.#fs.write(this.#fd, current, done);
  }

  #failed(error: SystemError): void {
    if (!isBusy(error) || !this.#mayRetry(error)) {
      this.#isWriting = false;
      this.emit("error", error);
    } else if (this.#options.sync) {
      sleepSync(BUSY_RETRY_MS);
      this.#writeCurrent();
    } else setTimeout(() => this.#writeCurrent(), BUSY_RETRY_MS);
  }

  #wrote(count: number): void {
    this.emit("write", count);
    this.#queue.release(count);
    if (this.#queue.current.length > 0) {
      this.#writeCurrent();
      return;
    }
    if (this.#options.fsync) this.#fs.fsyncSync(this.#fd);
    if (this.#isReopening) {
      this.#isWriting = false;
      this.#isReopening = false;
      this.reopen();
    } else if (this.#queue.length > this.#options.minLength || (this.#isEnding && this.#queue.length > 0))
      this.#writeChunk();
    else {
      this.#isWriting = false;
      if (this.#isEnding) this.#close();
      else this.#drained();
    }
  }

  #drained(): void {
    if (!this.#options.sync) {
      this.emit("drain");
      return;
    }
    if (this.#isDrainScheduled) return;
    this.#isDrainScheduled = true;
    nextTick(() => {
      if (this.listenerCount("drain") === 0) return;
      this.#isDrainScheduled = false;
      this.emit("drain");
    });
  }

  #callAfterDrain(callback: (error?: unknown) => void): void {
    this.#isFlushPending = true;
    const finish = (error?: unknown) => {
      this.#isFlushPending = false;
      callback(error);
    };
    const onDrain = () => {
      this.off("error", onError);
      if (this.#options.fsync || this.#isDestroyed) return finish();
      try {
        // A descriptor that was closed meanwhile has nothing left to flush.
        this.#fs.fsync(this.#fd, (error: SystemError | null) => finish(error?.code === "EBADF" ? undefined : error));
      } catch (error) {
        finish(error);
      }
    };
    const onError = (error: unknown) => {
      this.off("drain", onDrain);
      finish(error);
    };
    this.once("drain", onDrain);
    this.once("error", onError);
  }

  #open(file: string): void {
    const { sync, mkdir, append, mode } = this.#options;
    const flags = append ? "a" : "w";
    const directory = nodePath.dirname(file);
    this.#isOpening = true;
    this.#isWriting = true;
    this.#isDrainScheduled = false;
    if (sync) {
      try {
        if (mkdir) this.#fs.mkdirSync(directory, { recursive: true });
        this.#opened(file, this.#fs.openSync(file, flags, mode));
      } catch (error) {
        this.#openFailed(error);
        throw error;
      }
      return;
    }
    const done = (error: unknown, fd: number) => (error ? this.#openFailed(error) : this.#opened(file, fd));
    if (mkdir)
      this.#fs.mkdir(directory, { recursive: true }, (error: unknown) =>
        error ? this.#openFailed(error) : this.#fs.open(file, flags, mode, done),
      );
    else this.#fs.open(file, flags, mode, done);
  }

  #openFailed(error: unknown): void {
    this.#isReopening = false;
    this.#isWriting = false;
    this.#isOpening = false;
    if (!this.#options.sync) this.emit("error", error);
    else
      nextTick(() => {
        if (this.listenerCount("error") > 0) this.emit("error", error);
      });
  }

  #opened(file: string, fd: number): void {
    const wasReopening = this.#isReopening;
    this.#fd = fd;
    this.#file = file;
    this.#isReopening = false;
    this.#isOpening = false;
    this.#isWriting = false;
    if (this.#options.sync) nextTick(() => this.emit("ready"));
    else this.emit("ready");
    if (this.#isDestroyed) return;
    if ((!this.#isWriting && this.#queue.length > this.#options.minLength) || this.#isFlushPending) this.#writeChunk();
    else if (wasReopening && !this.#isWriting) nextTick(() => this.emit("drain"));
  }

  #close(): void {
    if (this.#fd === -1) {
      this.once("ready", () => this.#close());
      return;
    }
    if (this.#timer !== undefined) clearInterval(this.#timer);
    this.#isDestroyed = true;
    this.#queue.clear();
    const done = (error?: unknown) => {
      if (error) {
        this.emit("error", error);
        return;
      }
      if (this.#isEnding && !this.#isWriting) this.emit("finish");
      this.emit("close");
    };
    try {
      // Standard output and error stay open for other code. An error of the flush is ignored.
      this.#fs.fsync(this.#fd, () => (this.#fd === 1 || this.#fd === 2 ? done() : this.#fs.close(this.#fd, done)));
    } catch {
      // A replaced `fsync` threw: the error is ignored.
    }
  }
}

function isBusy(error: SystemError): boolean {
  return error?.code === "EAGAIN" || error?.code === "EBUSY";
}

interface CheckedOptions {
  minLength: number;
  maxLength: number;
  maxWrite: number;
  periodicFlush: number;
  sync: boolean;
  fsync: boolean;
  append: boolean;
  mkdir: boolean;
  mode: unknown;
  retryEAGAIN: (error: SystemError, writingLength: number, queuedLength: number) => boolean;
  contentMode: string;
}

function checkOptions(options: Record<string, any>): CheckedOptions {
  const checked: CheckedOptions = {
    minLength: options.minLength || 0,
    maxLength: options.maxLength || 0,
    maxWrite: options.maxWrite || MAX_WRITE,
    periodicFlush: options.periodicFlush || 0,
    sync: options.sync || false,
    fsync: options.fsync || false,
    append: options.append ?? true,
    mkdir: options.mkdir || false,
    mode: options.mode,
    retryEAGAIN: options.retryEAGAIN || (() => true),
    contentMode: options.contentMode ?? "utf8",
  };
  for (const name of ["minLength", "maxLength", "maxWrite", "periodicFlush"] as const)
    validateUint32(checked[name], `options.${name}`);
  for (const name of ["sync", "fsync", "append", "mkdir"] as const) validateBoolean(checked[name], `options.${name}`);
  validateFunction(checked.retryEAGAIN, "options.retryEAGAIN");
  validateOneOf(checked.contentMode, "options.contentMode", ["buffer", "utf8"]);
  return checked;
}
