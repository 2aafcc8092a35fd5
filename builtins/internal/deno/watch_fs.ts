// `Deno.watchFs` over fs.watch: an asynchronous iterator of file system events. https://docs.deno.com/api/deno/~/Deno.watchFs
import fs from "internal:node/fs";
import nodePath from "internal:core/path";
import { errors } from "internal:deno/errors";
import * as permissions from "internal:core/permissions";
import { pathOf } from "internal:deno/file_objects";
import type { watch as watchNode } from "internal:node/fs/watcher";
import { PermissionKind } from "native:permissions";

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
  /** The known paths, to distinguish created from removed ones. */
  #known = new Set<string>();

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
    this.#known.add(path);
    if (!isFolder) return;
    for (const name of fs.readdirSync(path, { recursive }) as string[]) this.#known.add(nodePath.join(path, name));
  }

  // When the event arrives a file may be gone again: an unknown path was created.
  #report(event: string, path: string): void {
    if (event !== "rename") this.#push("modify", path);
    else if (!this.#known.has(path)) {
      this.#known.add(path);
      this.#push("create", path);
    } else if (fs.lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      this.#known.delete(path);
      this.#push("remove", path);
    } else this.#push("modify", path);
  }

  #push(kind: string, path: string): void {
    const event: WatchEvent = Object.assign(Object.create(null), { kind, paths: [path], flag: null });
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
