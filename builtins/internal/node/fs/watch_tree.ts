// `fs.watch` with `recursive`: one watch per directory, since inotify does not support trees. New directories are watched
// as they appear; a listing finds the entries that were added before the watch.
import { AbortError, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { toPath } from "internal:node/fs/path";
import { lstatSync, readdirSync, statSync } from "internal:node/fs/sync_tree";
import { eventName, Watch } from "internal:node/fs/watch_queue";
import {
  checkIgnore,
  compileIgnore,
  type IgnoreTest,
  type WatchError,
  type WatchEvent,
  type WatchOptions,
} from "internal:node/fs/watcher";
import { capture, destroyed, type Scope } from "internal:core/async/context";
import { validateAbortSignal, validateBoolean } from "internal:core/validators";
import EventEmitter from "internal:node/events";
import nodePath from "internal:core/path";
import type { SystemError } from "internal:node/fs/arguments";
import type { Dirent } from "internal:node/fs/dirent";
import type { Stats } from "internal:node/fs/stats";
import type { AbortSignal } from "web:abort";

const { basename, join, relative, resolve } = nodePath;

/** Watches a directory and all below it; emits "change" with the event and the path relative to the root. */
export class TreeWatcher extends EventEmitter {
  readonly #options: { signal: AbortSignal | undefined; throwIfNoEntry: boolean };
  readonly #isIgnored: IgnoreTest | null;
  readonly #watches = new Map<string, Watch>();
  /** The known paths below the root, and the links among them: an event for another path is a new name. */
  readonly #entries = new Set<string>();
  readonly #links = new Set<string>();
  #root = "";
  #isClosed = false;
  #isReferenced: boolean;
  #scope: Scope | undefined;

  constructor(options: WatchOptions) {
    super();
    const { persistent = true, recursive, signal, encoding, throwIfNoEntry = true, ignore } = options;
    if (recursive != null) validateBoolean(recursive, "options.recursive");
    if (persistent != null) validateBoolean(persistent, "options.persistent");
    if (signal != null) validateAbortSignal(signal, "options.signal");
    validateBoolean(throwIfNoEntry, "options.throwIfNoEntry");
    if (encoding != null && typeof encoding !== "string") throw new ERR_INVALID_ARG_VALUE("options.encoding", encoding);
    checkIgnore(ignore);
    this.#isIgnored = compileIgnore(ignore);
    this.#isReferenced = persistent as boolean;
    this.#options = { signal, throwIfNoEntry };
  }

  /** Starts watching `path`. Throws when it does not exist, unless `throwIfNoEntry` is false. */
  begin(path: string): void {
    this.#scope = capture("FSEVENTWRAP", { hasRef: () => this.#isReferenced && this.#watches.size > 0 });
    this.#root = resolve(toPath(path));
    try {
      if (statSync(this.#root).isDirectory()) this.#addDirectory(this.#root, true);
      else this.#watchSingleFile(this.#root);
    } catch (thrown) {
      const error = thrown as WatchError;
      if (!this.#options.throwIfNoEntry && error.code === "ENOENT") return;
      error.filename = this.#root;
      this.close();
      throw error;
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#scope !== undefined) destroyed(this.#scope);
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
    this.#entries.clear();
    this.#links.clear();
    this.emit("close");
  }

  ref(): void {
    this.#setReferenced(true);
  }

  unref(): void {
    this.#setReferenced(false);
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent> {
    const { signal } = this.#options;
    const next = () =>
      new Promise<IteratorResult<WatchEvent>>((settle, reject) => {
        const onAbort = () => {
          this.close();
          reject(new AbortError(undefined, { cause: signal!.reason }));
        };
        if (signal?.aborted) return onAbort();
        signal?.addEventListener("abort", onAbort, { once: true });
        this.once("change", (eventType: string, filename: string) => {
          signal?.removeEventListener("abort", onAbort);
          settle({ __proto__: null, value: { eventType, filename } } as unknown as IteratorResult<WatchEvent>);
        });
      });
    return {
      next: () => (this.#isClosed ? { __proto__: null, done: true } : next()),
      return: () => {
        this.close();
        return { __proto__: null, done: true };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
      // As in Node, the results of a closed watcher are not promises.
    } as unknown as AsyncIterator<WatchEvent>;
  }

  #setReferenced(isReferenced: boolean): void {
    this.#isReferenced = isReferenced;
    for (const watch of this.#watches.values()) watch.setReferenced(isReferenced);
  }

  #report(event: "rename" | "change", path: string): void {
    this.emit("change", event, relative(this.#root, path));
  }

  /** Returns false when the path no longer exists. */
  #watch(path: string, listener: (name: string | null) => void): boolean {
    if (this.#isClosed) return false;
    if (this.#watches.has(path)) return true;
    let watch: Watch;
    try {
      watch = new Watch(path, (event, name) => {
        if (!this.#isClosed) listener(name === null ? null : String(name));
      });
    } catch (error) {
      if ((error as SystemError).code === "ENOENT" && path !== this.#root) return false;
      throw error;
    }
    watch.setReferenced(this.#isReferenced);
    this.#watches.set(path, watch);
    return true;
  }

  #watchSingleFile(path: string): void {
    this.#entries.add(path);
    this.#watch(path, () => {
      if (statSync(path, { throwIfNoEntry: false }) !== undefined) this.emit("change", "change", basename(path));
      else {
        this.#report("rename", path);
        this.#forget(path);
      }
    });
  }

  #addDirectory(directory: string, isInitial: boolean): void {
    // The watch starts before the listing, so that no entry is missed between the two.
    if (!this.#watch(directory, (name) => this.#onDirectoryEvent(directory, name))) {
      this.#forget(directory);
      return;
    }
    let entries: Dirent[];
    try {
      entries = readdirSync(directory, { withFileTypes: true }) as Dirent[];
    } catch (error) {
      const { code } = error as SystemError;
      if (directory === this.#root && isInitial) throw error;
      if (code !== "ENOENT" && code !== "ENOTDIR") {
        this.emit("error", error);
        return;
      }
      if (!isInitial) this.#report("rename", directory);
      this.#forget(directory);
      return;
    }
    for (const entry of entries) {
      const path = join(directory, entry.name as string);
      if (!this.#isClosed && !this.#entries.has(path) && !this.#skips(path)) this.#addEntry(path, entry, isInitial);
    }
  }

  #skips(path: string): boolean {
    return this.#isIgnored?.(relative(this.#root, path)) ?? false;
  }

  /** `entry` has the type of the file: a Dirent or Stats. */
  #addEntry(path: string, entry: Dirent | Stats, isInitial: boolean): void {
    this.#entries.add(path);
    if (!isInitial) this.#report("rename", path);
    if (entry.isSymbolicLink()) {
      // The watch is on the link's target; its changes are reported as the link's.
      this.#links.add(path);
      if (!this.#watch(path, () => this.#report("rename", path))) this.#forget(path);
    } else if (entry.isDirectory()) this.#addDirectory(path, isInitial);
  }

  #onDirectoryEvent(directory: string, name: string | null): void {
    // The directory's own events are reported under its own name, which is not a known entry.
    const path = join(directory, name ?? String(eventName(null, directory)));
    if (this.#entries.has(path)) {
      this.#onEntryEvent(path);
      return;
    }
    if (this.#skips(path)) return;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats !== undefined) this.#addEntry(path, stats, false);
    else if (directory === this.#root && statSync(directory, { throwIfNoEntry: false }) === undefined) {
      this.#report("rename", directory);
      this.#forget(directory);
    }
  }

  #onEntryEvent(path: string): void {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      this.#report("rename", path);
      this.#forget(path);
    } else if (this.#links.has(path)) this.#report("rename", path);
    else if (stats.isDirectory()) this.#addDirectory(path, false);
    else this.#report("change", path);
  }

  #forget(path: string): void {
    const isGone = (known: string) => known === path || known.startsWith(`${path}/`);
    for (const [watched, watch] of this.#watches) {
      if (!isGone(watched)) continue;
      watch.close();
      this.#watches.delete(watched);
    }
    for (const known of this.#entries) {
      if (!isGone(known)) continue;
      this.#entries.delete(known);
      this.#links.delete(known);
    }
  }
}
