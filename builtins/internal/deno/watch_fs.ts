// `Deno.watchFs` over fs.watch: an asynchronous iterator of file system events. https://docs.deno.com/api/deno/~/Deno.watchFs
import fs from "internal:node/fs";
import nodePath from "internal:core/path";
import { errors } from "internal:deno/errors";
import * as permissions from "internal:core/permissions";
import { pathOf } from "internal:deno/file_objects";
import type { watch as watchNode } from "internal:node/fs/watcher";
import { setTimeout } from "internal:core/timers";
import { PermissionKind } from "native:permissions";

/** The two events of a renaming are at most this far apart. */
const RENAME_MS = 20;
/** The inode of a path at which nothing is. */
const GONE = -1;

/** What `fs.watch` returns. */
type Watcher = ReturnType<typeof watchNode>;

interface WatchEvent {
  kind: string;
  paths: string[];
  flag: string | null;
}

/** `Deno.FsWatcher`: an asynchronous iterator. */
export class FsWatcher {
  #watchers: Watcher[] = [];
  #events: WatchEvent[] = [];
  #waiting: ((result: IteratorResult<WatchEvent, undefined>) => void)[] = [];
  #isClosed = false;
  /** The known paths, to distinguish created from removed ones, each with its inode: a renamed file keeps that. */
  #known = new Map<string, number>();
  /** The latest path that was removed, with its inode. */
  #removed: { path: string; inode: number } | null = null;

  constructor(paths: string[], recursive: boolean) {
    try {
      for (const path of paths) {
        const isFolder = fs.statSync(path).isDirectory();
        this.#record(path, isFolder, recursive);
        const watcher = watch(path, recursive && isFolder);
        watcher.on("change", (event: string, name: string | null) =>
          this.#report(event, name === null || !isFolder ? path : nodePath.join(path, name)),
        );
        watcher.on("error", () => this.close());
        this.#watchers.push(watcher);
      }
    } catch (error) {
      for (const watcher of this.#watchers) watcher.close();
      throw codeOf(error) === "ENOENT" ? new errors["NotFound"]!("No path was found.") : error;
    }
  }

  #record(path: string, isFolder: boolean, recursive: boolean): void {
    this.#known.set(path, inodeOf(path));
    if (!isFolder) return;
    for (const name of fs.readdirSync(path, { recursive }) as string[]) {
      const inner = nodePath.join(path, name);
      this.#known.set(inner, inodeOf(inner));
    }
  }

  #report(event: string, path: string): void {
    if (event !== "rename" && this.#removed === null) {
      this.#push("modify", path);
      return;
    }
    const inode = inodeOf(path);
    const known = this.#known.get(path);
    if (this.#removed !== null && this.#removed.inode === inode) this.#reportRenamed(this.#removed.path, path, inode);
    else if (event !== "rename") this.#push("modify", path);
    else if (known === undefined) {
      // When the event arrives a file may be gone again: an unknown path was created.
      this.#known.set(path, inode);
      this.#push("create", path);
    } else if (inode === GONE) this.#reportRemoved(path, known);
    else this.#push("modify", path);
  }

  #reportRemoved(path: string, inode: number): void {
    this.#known.delete(path);
    this.#push("remove", path);
    if (inode === GONE) return;
    const removed = { path, inode };
    this.#removed = removed;
    // The other event of a renaming follows at once.
    setTimeout(() => {
      if (this.#removed === removed) this.#removed = null;
    }, RENAME_MS).unref();
  }

  /** As Deno: after `remove` with the old path one event with the new path, and one with both. */
  #reportRenamed(from: string, to: string, inode: number): void {
    this.#removed = null;
    this.#known.set(to, inode);
    this.#push("rename", to);
    this.#push("rename", from, to);
  }

  #push(kind: string, ...paths: string[]): void {
    const event: WatchEvent = Object.assign(Object.create(null), { kind, paths, flag: null });
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#events.push(event);
    else waiting({ value: event, done: false });
  }

  next(): Promise<IteratorResult<WatchEvent, undefined>> {
    const event = this.#events.shift();
    if (event !== undefined) return Promise.resolve({ value: event, done: false });
    if (this.#isClosed) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async return(value?: undefined): Promise<IteratorResult<WatchEvent, undefined>> {
    if (!this.#isClosed) this.close();
    return { value, done: true };
  }

  /** Stops watching; pending reads end. Throws BadResource on a second call. */
  close(): void {
    if (this.#isClosed) throw new errors["BadResource"]!("Bad resource ID");
    this.#isClosed = true;
    for (const watcher of this.#watchers) watcher.close();
    for (const waiting of this.#waiting.splice(0)) waiting({ value: undefined, done: true });
  }

  ref(): void {
    for (const watcher of this.#watchers) watcher.ref();
  }
  unref(): void {
    for (const watcher of this.#watchers) watcher.unref();
  }
  [Symbol.asyncIterator](): this {
    return this;
  }
  [Symbol.dispose](): void {
    if (!this.#isClosed) this.close();
  }
}

/** The inode of what is at `path`. */
function inodeOf(path: string): number {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.ino ?? GONE;
}

// A link to itself does not prevent watching the rest.
function watch(path: string, recursive: boolean): Watcher {
  try {
    return fs.watch(path, { recursive });
  } catch (error) {
    if (codeOf(error) !== "ELOOP" || !recursive) throw error;
    return fs.watch(path, { recursive, ignore: (name: string) => isLinkCycle(nodePath.join(path, name)) });
  }
}

function isLinkCycle(path: string): boolean {
  try {
    fs.statSync(path);
    return false;
  } catch (error) {
    return codeOf(error) === "ELOOP";
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}

/** `Deno.watchFs`. Throws NotFound. */
export function watchFs(paths: string | string[], { recursive = true }: { recursive?: boolean } = {}): FsWatcher {
  if (permissions.isRestricted)
    for (const path of Array.isArray(paths) ? paths : [paths]) permissions.check(PermissionKind.READ, pathOf(path));
  return new FsWatcher(
    (Array.isArray(paths) ? paths : [paths]).map((path) => nodePath.resolve(pathOf(path))),
    recursive,
  );
}
