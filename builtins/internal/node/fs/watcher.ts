// `fs.watch` on one file or directory. Watching trees is in `watch_tree.ts`, polling single files in `watch_file.ts`.
import { safe } from "internal:core/bootstrap";
import {
  AbortError,
  ERR_FS_WATCH_QUEUE_OVERFLOW,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} from "internal:core/errors";
import { compileGlob } from "internal:node/fs/glob_pattern";
import { copyOptions, getOptions, type Options } from "internal:node/fs/options";
import { toPath, type FileName } from "internal:node/fs/path";
import { eventName, Watch } from "internal:node/fs/watch_queue";
import { emitWarning } from "internal:core/process/warn";
import { capture, destroyed, inScope, type Scope } from "internal:core/async/context";
import { nextTick } from "internal:core/ticks";
import { isRegExp } from "internal:core/util/types";
import {
  validateAbortSignal,
  validateBoolean,
  validateInteger,
  validateObject,
  validateOneOf,
} from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import EventEmitter from "internal:node/events";
import type { Listener } from "internal:core/events/emitter";
import type { SystemError } from "internal:node/fs/arguments";
import type { TreeWatcher } from "internal:node/fs/watch_tree";
import type { AbortSignal } from "web:abort";
import defer * as trees from "internal:node/fs/watch_tree";

/** Whether events of a name are ignored. */
export type IgnoreTest = (name: string) => boolean;
type IgnoreItem = string | RegExp | IgnoreTest;

/** The options of `fs.watch`. Members typed `unknown` are checked where they are read. */
export interface WatchOptions extends Options {
  persistent?: unknown;
  throwIfNoEntry?: unknown;
  ignore?: unknown;
}

/** One event as the async iterators yield it. */
export interface WatchEvent {
  eventType: string;
  filename: FileName;
}

/** The error of a failed watch; `filename` is the watched path. */
export interface WatchError extends SystemError {
  filename?: string;
}

/** Checks the option `ignore`: a glob, a RegExp, a function, or a list of these. */
export function checkIgnore(ignore: unknown): void {
  if (ignore == null) return;
  for (const [index, item] of (safe.isArray(ignore) ? ignore : [ignore]).entries()) {
    const name = safe.isArray(ignore) ? `options.ignore[${index}]` : "options.ignore";
    if (item === "") throw new ERR_INVALID_ARG_VALUE(name, item, "must be a non-empty string");
    if (typeof item === "string" || typeof item === "function" || isRegExp(item)) continue;
    const expected = ["string", "RegExp", "Function"];
    throw new ERR_INVALID_ARG_TYPE(name, expected, item);
  }
}

/** Compiles a checked `ignore`; null when it is absent. */
export function compileIgnore(ignore: unknown): IgnoreTest | null {
  if (ignore == null) return null;
  const tests = (safe.isArray(ignore) ? ignore : [ignore]).map((item: IgnoreItem): IgnoreTest => {
    if (typeof item === "string") return compileGlob(item, { matchBase: true });
    return isRegExp(item) ? (name) => item.exec(name) !== null : item;
  });
  return (name) => tests.some((test) => test(name));
}

const open = new Map<Watch, FSWatcher>();

/** The watched paths, and whether their watchers keep the process alive. */
export function watchedPaths(): { path: string; isReferenced: boolean }[] {
  return [...open.keys()].map(({ path, isReferenced }) => ({ path, isReferenced }));
}

/** The watchers that keep the process alive. */
export function referencedWatchers(): FSWatcher[] {
  return [...open].filter(([watch]) => watch.isReferenced).map(([, watcher]) => watcher);
}

/** Watches one path; emits "change" with the event and the name. */
export class FSWatcher extends EventEmitter {
  #watch: Watch | null = null;
  #isClosed = false;
  #scope: Scope | undefined;

  /** Starts watching `path`. The error of a failure has the path as `filename`. */
  begin(path: string, options: WatchOptions): void {
    checkIgnore(options.ignore);
    const isIgnored = compileIgnore(options.ignore);
    const { encoding } = options;
    try {
      this.#watch = new Watch(path, (event, name) => {
        const shown = decode(eventName(name, path), encoding);
        if (!isIgnored?.(shown as string)) inScope(this.#scope, () => this.emit("change", event, shown));
      });
      this.#scope = capture("FSEVENTWRAP", this);
    } catch (error) {
      if (options.throwIfNoEntry === false && (error as WatchError).code === "ENOENT") return;
      throw withFilename(error as WatchError, path);
    }
    open.set(this.#watch, this);
    if (options.persistent) this.#watch.setReferenced(true);
  }

  /** Does nothing; old programs call it. */
  start(): void {}

  /** Stops watching and emits "close" later. */
  close(): void {
    if (this.#isClosed || this.#watch === null) return;
    this.#isClosed = true;
    open.delete(this.#watch);
    this.#watch.close();
    if (this.#scope !== undefined) destroyed(this.#scope);
    nextTick(() => this.emit("close"));
  }

  ref(): this {
    this.#watch?.setReferenced(true);
    return this;
  }

  unref(): this {
    this.#watch?.setReferenced(false);
    return this;
  }
}

function decode(name: Uint8Array, encoding: string | null | undefined): FileName {
  return encoding === "buffer"
    ? name
    : Buffer.from(name.buffer, name.byteOffset, name.byteLength).toString(encoding || "utf8");
}

function withFilename(error: WatchError, path: string): WatchError {
  if (error.code === "ENOSPC")
    error.message = `ENOSPC: System limit for number of file watchers reached, watch '${path}'`;
  error.filename = path;
  return error;
}

/** Watches a file, a directory or, with `recursive`, a tree. */
export function watch(filename: unknown, options?: unknown, listener?: unknown): FSWatcher | TreeWatcher {
  if (typeof options === "function") listener = options;
  const checked: WatchOptions = {
    persistent: true,
    recursive: false,
    throwIfNoEntry: true,
    ...copyOptions(getOptions(options, {})),
  };
  const path = toPath(filename);
  let watcher: FSWatcher | TreeWatcher;
  if (checked.recursive) {
    watcher = new trees.TreeWatcher(checked);
    watcher.begin(path);
  } else {
    watcher = new FSWatcher();
    watcher.begin(path, checked);
  }
  if (listener) watcher.addListener("change", listener as Listener);
  if (checked.signal) closeOnAbort(watcher, checked.signal);
  return watcher;
}

function closeOnAbort(watcher: FSWatcher | TreeWatcher, signal: AbortSignal): void {
  if (signal.aborted) {
    nextTick(() => watcher.close());
    return;
  }
  const close = () => watcher.close();
  signal.addEventListener("abort", close);
  watcher.once("close", () => signal.removeEventListener("abort", close));
}

/** `fs.promises.watch`: the events as an async iterable. */
export async function* watchPromise(filename: unknown, options: unknown = {}): AsyncGenerator<WatchEvent> {
  toPath(filename);
  validateObject(options, "options");
  const {
    persistent = true,
    recursive = false,
    encoding = "utf8",
    maxQueue = 2048,
    overflow = "ignore",
    signal,
    ignore,
  } = options;
  validateBoolean(persistent, "options.persistent");
  validateBoolean(recursive, "options.recursive");
  validateInteger(maxQueue, "options.maxQueue");
  validateOneOf(overflow, "options.overflow", ["ignore", "error"]);
  validateAbortSignal(signal, "options.signal");
  checkIgnore(ignore);
  if (encoding && encoding !== "buffer" && !Buffer.isEncoding(encoding))
    throw new ERR_INVALID_ARG_VALUE("encoding", encoding, "is invalid encoding");
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  const queue: unknown[] = [];
  let wake = Promise.withResolvers<void>();
  const watcher = watch(filename, { persistent, recursive, encoding, ignore });
  const onAbort = () => wake.resolve();
  watcher.on("change", (eventType: string, name: FileName) => {
    if (queue.length < maxQueue) queue.push({ __proto__: null, eventType, filename: name });
    else if (overflow === "error") queue.splice(0, queue.length, new ERR_FS_WATCH_QUEUE_OVERFLOW(maxQueue));
    else {
      emitWarning("fs.watch maxQueue exceeded");
      return;
    }
    wake.resolve();
  });
  watcher.on("error", (error: unknown) => {
    queue.push(error);
    wake.resolve();
  });
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    while (!signal?.aborted) {
      await wake.promise;
      wake = Promise.withResolvers<void>();
      while (queue.length > 0) {
        const item = queue.shift();
        if (safe.isError(item)) throw item;
        yield item as WatchEvent;
      }
    }
    throw new AbortError(undefined, { cause: signal.reason });
  } finally {
    watcher.close();
    signal?.removeEventListener("abort", onAbort);
  }
}
