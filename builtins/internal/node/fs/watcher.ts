// `fs.watch` on one file or directory. Trees are watched by `watch_tree.ts`, single files by polling in `watch_file.ts`.
import { AbortError, ERR_FS_WATCH_QUEUE_OVERFLOW, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { compileGlob } from "internal:node/fs/glob_pattern";
import { copyOptions, getOptions } from "internal:node/fs/options";
import { toPath } from "internal:node/fs/path";
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
import defer * as trees from "internal:node/fs/watch_tree";

/** Says whether a name is to be left out. */
export type IgnoreTest = (name: any) => boolean;

/** Checks the option `ignore`: a glob, a RegExp, a function, or a list of these. */
export function checkIgnore(ignore: any): void {
  if (ignore == null) return;
  for (const [index, item] of (Array.isArray(ignore) ? ignore : [ignore]).entries()) {
    const name = Array.isArray(ignore) ? `options.ignore[${index}]` : "options.ignore";
    if (item === "") throw new ERR_INVALID_ARG_VALUE(name, item, "must be a non-empty string");
    if (typeof item === "string" || typeof item === "function" || isRegExp(item)) continue;
    const expected = ["string", "RegExp", "Function"];
    throw new ERR_INVALID_ARG_TYPE(name, expected, item);
  }
}

/** Compiles a checked `ignore`; null when there is nothing to ignore. */
export function compileIgnore(ignore: any): IgnoreTest | null {
  if (ignore == null) return null;
  const tests = (Array.isArray(ignore) ? ignore : [ignore]).map((item): IgnoreTest => {
    if (typeof item === "string") return compileGlob(item, { matchBase: true });
    return isRegExp(item) ? (name) => item.exec(name) !== null : item;
  });
  return (name) => tests.some((test) => test(name));
}

const open = new Map<Watch, FSWatcher>();

/** The watchers that keep the process alive. */
export function referencedWatchers(): FSWatcher[] {
  return [...open].filter(([watch]) => watch.isReferenced).map(([, watcher]) => watcher);
}

/** Watches one path; emits "change" with the event and the name. */
export class FSWatcher extends (EventEmitter as any) {
  #watch: Watch | null = null;
  #isClosed = false;
  #scope: Scope | undefined;

  /** Starts watching `path`. The error of a failure names the file in `filename`. */
  begin(path: string, options: any): void {
    checkIgnore(options.ignore);
    const isIgnored = compileIgnore(options.ignore);
    const { encoding } = options;
    try {
      this.#watch = new Watch(path, (event, name) => {
        const shown = decode(eventName(name, path), encoding);
        if (!isIgnored?.(shown)) inScope(this.#scope, () => this.emit("change", event, shown));
      });
      this.#scope = capture("FSEVENTWRAP", this);
    } catch (error: any) {
      if (options.throwIfNoEntry === false && error.code === "ENOENT") return;
      throw named(error, path);
    }
    open.set(this.#watch, this);
    if (options.persistent) this.#watch.setReferenced(true);
  }

  /** Does nothing; programs of long ago call it. */
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

function decode(name: Uint8Array, encoding: any): any {
  return encoding === "buffer"
    ? name
    : (Buffer.from(name.buffer as ArrayBuffer, name.byteOffset, name.byteLength) as any).toString(encoding || "utf8");
}

function named(error: any, path: string): any {
  if (error.code === "ENOSPC")
    error.message = `ENOSPC: System limit for number of file watchers reached, watch '${path}'`;
  error.filename = path;
  return error;
}

/** Watches a file, a directory or, with `recursive`, a tree. */
export function watch(filename: any, options?: any, listener?: any): any {
  if (typeof options === "function") listener = options;
  options = { persistent: true, recursive: false, throwIfNoEntry: true, ...copyOptions(getOptions(options, {})) };
  const path = toPath(filename);
  let watcher: any;
  if (options.recursive) {
    watcher = new trees.TreeWatcher(options);
    watcher.begin(path);
  } else {
    watcher = new FSWatcher();
    watcher.begin(path, options);
  }
  if (listener) watcher.addListener("change", listener);
  if (options.signal) closeOnAbort(watcher, options.signal);
  return watcher;
}

function closeOnAbort(watcher: any, signal: any): void {
  if (signal.aborted) {
    nextTick(() => watcher.close());
    return;
  }
  const close = () => watcher.close();
  signal.addEventListener("abort", close);
  watcher.once("close", () => signal.removeEventListener("abort", close));
}

/** `fs.promises.watch`: the events as an async iterable. */
export async function* watchPromise(filename: any, options: any = {}): AsyncGenerator<any> {
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
  const queue: any[] = [];
  let wake = Promise.withResolvers<void>();
  const watcher = watch(filename, { persistent, recursive, encoding, ignore });
  const onAbort = () => wake.resolve();
  watcher.on("change", (eventType: string, name: any) => {
    if (queue.length < maxQueue) queue.push({ __proto__: null, eventType, filename: name });
    else if (overflow === "error") queue.splice(0, queue.length, new ERR_FS_WATCH_QUEUE_OVERFLOW(maxQueue));
    else {
      emitWarning("fs.watch maxQueue exceeded");
      return;
    }
    wake.resolve();
  });
  watcher.on("error", (error: any) => {
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
        if (Error.isError(item)) throw item;
        yield item;
      }
    }
    throw new AbortError(undefined, { cause: signal.reason });
  } finally {
    watcher.close();
    signal?.removeEventListener("abort", onAbort);
  }
}
