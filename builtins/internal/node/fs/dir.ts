// `fs.Dir`: a directory that is read in parts, directly or with promises and callbacks, with `recursive` into the
// directories found (breadth first, links not followed).
import { safe } from "internal:core/bootstrap";
import { ERR_DIR_CLOSED, ERR_DIR_CONCURRENT_OPERATION, ERR_INVALID_THIS, ERR_MISSING_ARGS } from "internal:core/errors";
import { namesOf, toDirents, type Dirent } from "internal:node/fs/dirent";
import { getOptions, type Options } from "internal:node/fs/options";
import { decodeName, joinPath, toPath } from "internal:node/fs/path";
import { whenDone } from "internal:node/fs/when_done";
import { fsCallback as start } from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import { validateFunction, validateUint32 } from "internal:core/validators";
import * as native from "native:fs";

const DEFAULTS: Options = safe.freeze({ encoding: "utf8" });

/** An open directory. Only one operation runs at a time; asynchronous ones wait for each other. */
export class Dir {
  readonly #path: string;
  readonly #options: Options;
  #fd: number;
  /** The directory being read: the opened one, later one below it. */
  #current: { fd: number; path: string } | null;
  #pending: string[] = [];
  #entries: Dirent[] = [];
  #closed = false;
  #running = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(handle: number, path: string, options: unknown) {
    if (handle == null) throw new ERR_MISSING_ARGS("handle");
    this.#fd = handle;
    this.#path = path;
    this.#options = { bufferSize: 32, ...getOptions(options, DEFAULTS) };
    this.#current = { fd: handle, path };
    try {
      validateUint32(this.#options.bufferSize, "options.bufferSize", true);
    } catch (error) {
      // The program never receives this object, so it cannot close the directory.
      native.closeSync(handle);
      throw error;
    }
  }

  /** The path as the program passed it to `opendir`. */
  get path(): string {
    if (!(#path in this)) throw new ERR_INVALID_THIS("Dir");
    return decodeName(this.#path, "utf8");
  }

  /** The next entry, or null at the end; a promise without a callback. */
  read(callback?: unknown): Promise<Dirent | null> | undefined {
    if (callback === undefined) return this.#enqueue(() => this.#next());
    if (this.#closed) throw new ERR_DIR_CLOSED();
    validateFunction(callback, "callback");
    whenDone(
      this.#enqueue(() => this.#next()),
      callback,
    );
    return undefined;
  }

  /** The next entry, or null at the end. */
  readSync(): Dirent | null {
    this.#checkIdle();
    while (this.#entries.length === 0) {
      if (this.#current === null) {
        const path = this.#pending.shift();
        if (path === undefined) return null;
        this.#current = { fd: native.openDirSync(path), path };
      }
      const { fd } = this.#current;
      if (this.#take(native.nextEntriesSync(fd))) native.closeSync(fd);
    }
    return this.#entries.shift() as Dirent;
  }

  /** Closes the directory; a promise without a callback. */
  close(callback?: unknown): Promise<void> | undefined {
    if (callback === undefined)
      return this.#closed ? Promise.reject(new ERR_DIR_CLOSED()) : this.#enqueue(() => this.#close());
    validateFunction(callback, "callback");
    if (this.#closed) nextTick(callback, new ERR_DIR_CLOSED());
    else
      whenDone(
        this.#enqueue(() => this.#close()),
        (error: unknown) => callback(error ?? null),
      );
    return undefined;
  }

  /** Closes the directory. */
  closeSync(): void {
    this.#checkIdle();
    this.#closed = true;
    if (this.#current !== null && this.#current.fd !== this.#fd) native.closeSync(this.#current.fd);
    native.closeSync(this.#fd);
  }

  /** The entries one after the other; closes the directory at the end. */
  async *entries(): AsyncGenerator<Dirent> {
    try {
      for (;;) {
        const entry = await this.read();
        if (entry == null) return;
        yield entry;
      }
    } finally {
      await this.close();
    }
  }

  [Symbol.dispose](): void {
    if (!this.#closed) this.closeSync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#closed) await this.close();
  }

  declare [Symbol.asyncIterator]: () => AsyncGenerator<Dirent>;

  #checkIdle(): void {
    if (this.#closed) throw new ERR_DIR_CLOSED();
    if (this.#running > 0) throw new ERR_DIR_CONCURRENT_OPERATION();
  }

  // Runs `operation` after those that were started before it.
  #enqueue<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new ERR_DIR_CLOSED());
    this.#running++;
    const run = async () => {
      try {
        if (this.#closed) throw new ERR_DIR_CLOSED();
        return await operation();
      } finally {
        this.#running--;
      }
    };
    const result = this.#running === 1 ? run() : this.#last.then(run, run);
    this.#last = result.catch(() => {});
    return result;
  }

  async #next(): Promise<Dirent | null> {
    while (this.#entries.length === 0) {
      if (this.#current === null) {
        const path = this.#pending.shift();
        if (path === undefined) return null;
        this.#current = { fd: await native.openDir(path), path };
      }
      const { fd } = this.#current;
      if (this.#take(await native.nextEntries(fd))) await native.close(fd);
    }
    return this.#entries.shift() as Dirent;
  }

  /** Stores the entries that were read; true when the current directory is exhausted and must be closed. */
  #take(found: native.DirectoryEntries): boolean {
    const { fd, path } = this.#current as { fd: number; path: string };
    if (found.types.length === 0) {
      this.#current = null;
      return fd !== this.#fd;
    }
    const names = namesOf(found);
    const entries = toDirents(found, decodeName(path, "utf8"), this.#options.encoding);
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index] as Dirent;
      this.#entries.push(entry);
      if (this.#options.recursive && entry.isDirectory()) this.#pending.push(joinPath(path, names[index] as string));
    }
    return false;
  }

  async #close(): Promise<void> {
    this.#closed = true;
    if (this.#current !== null && this.#current.fd !== this.#fd) await native.close(this.#current.fd);
    await native.close(this.#fd);
  }
}
safe.defineProperty(Dir.prototype, Symbol.asyncIterator, {
  value: Dir.prototype.entries,
  enumerable: false,
  writable: true,
  configurable: true,
});

/** Opens a directory. */
export function opendirSync(path: unknown, options?: unknown): Dir {
  const target = toPath(path);
  const checked = getOptions(options, DEFAULTS);
  return new Dir(native.openDirSync(target), target, checked);
}

/** Opens a directory; the callback receives a Dir. */
export function opendir(path: unknown, options: unknown, callback?: unknown): void {
  callback = typeof options === "function" ? options : callback;
  validateFunction(callback, "callback");
  const target = toPath(path);
  const checked = getOptions(options, DEFAULTS);
  start(
    native.openDir,
    (error: unknown, fd: number) => {
      if (error) return callback(error);
      let dir;
      try {
        dir = new Dir(fd, target, checked);
      } catch (failure) {
        return callback(failure);
      }
      callback(null, dir);
    },
    target,
  );
}

/** Opens a directory, with a promise. */
export async function opendirPromise(path: unknown, options?: unknown): Promise<Dir> {
  const target = toPath(path);
  const checked = getOptions(options, DEFAULTS);
  validateUint32(checked.bufferSize ?? 32, "options.bufferSize", true);
  return new Dir(await native.openDir(target), target, checked);
}
