// Watched files, and which test files depend on each.
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import { clearTimeout, setTimeout } from "internal:core/timers";

/** Editors write a file in several steps. */
const SETTLE_MS = 200;

export class WatchedFiles {
  readonly #onChange: (paths: Set<string>) => void;
  readonly #watchers = new Map<string, { close(): void }>();
  readonly #owners = new Map<string, Set<string>>();
  #root: string | undefined;
  #changed = new Set<string>();
  #timer: unknown;

  /** `onChange` receives the paths of files that were changed, created or removed. */
  constructor(onChange: (paths: Set<string>) => void) {
    this.#onChange = onChange;
  }

  /** Watches a folder and everything in it, also files without dependents. */
  watchTree(folder: string): void {
    this.#root = folder;
    this.#watch(folder, true);
  }

  /** Records that the test file `owner` depends on the file at `file`, an absolute path. */
  add(file: string, owner: string): void {
    let owners = this.#owners.get(file);
    if (owners === undefined) this.#owners.set(file, (owners = new Set()));
    owners.add(owner);
    if (this.#root === undefined || !file.startsWith(`${this.#root}/`)) this.#watch(path.default.dirname(file), false);
  }

  /** The test files that depend on one of `files`. */
  ownersOf(files: Iterable<string>): Set<string> {
    const found = new Set<string>();
    for (const file of files) for (const owner of this.#owners.get(file) ?? []) found.add(owner);
    return found;
  }

  /** Stops watching. */
  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string, recursive: boolean): void {
    if (this.#watchers.has(folder)) return;
    const watcher = fs.default.watch(folder, { recursive }, (_event: string, name: string | null) => {
      if (name !== null) this.#note(path.default.join(folder, name), recursive);
    });
    // The folder itself may be removed.
    watcher.on("error", () => {});
    this.#watchers.set(folder, watcher);
  }

  #note(file: string, isWanted: boolean): void {
    if (!isWanted && !this.#owners.has(file)) return;
    this.#changed.add(file);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const changed = this.#changed;
      this.#changed = new Set();
      this.#onChange(changed);
    }, SETTLE_MS);
  }
}
