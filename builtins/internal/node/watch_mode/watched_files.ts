// Watched files and directories, and which programs depend on each: reports the paths whose state is no longer the one that
// was loaded, once their changes have settled.
import {
  MISSING,
  stateOf,
  stateOfDirectory,
  stateOfUnresolved,
  statsOf,
  writtenMs,
} from "internal:node/watch_mode/file_state";
import { PathWatcher } from "internal:node/watch_mode/path_watcher";
import { isRemote, PolledTree } from "internal:node/watch_mode/polling";
import { watch as watchTree } from "internal:node/fs/watcher";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import nodePath from "internal:core/path";

/** Editors write a file in several steps. */
const SETTLE_MS = 150;
/** Changes are reported by then even if further ones keep coming. */
const REPORT_MS = 1000;
/** Build tools remove a file and write it again. */
const MISSING_MS = 500;

/** A watched path. */
interface Entry {
  readonly owners: Set<string>;
  readonly readState: (path: string) => string;
  /** Null in a tree, which reports the files in it. */
  state: string | null;
  /** Since when the file is known to be missing; 0: it is not. */
  missingSinceMs: number;
}

export class WatchedFiles {
  readonly #onChange: (paths: Set<string>) => void;
  readonly #watcher = new PathWatcher((path) => this.#note(path));
  readonly #entries = new Map<string, Entry>();
  readonly #trees = new Map<string, { close(): void }>();
  /** Paths whose state is to be compared, and paths that are known to be changed. */
  #noted = new Set<string>();
  #changed = new Set<string>();
  #firstNotedMs = 0;
  /** When the run began whose files these are. */
  #resetMs = Number.POSITIVE_INFINITY;
  #timer: Timeout | undefined;

  /** `onChange` receives the paths of files that were changed, created or removed. */
  constructor(onChange: (paths: Set<string>) => void) {
    this.#onChange = onChange;
  }

  /** Watches a directory and everything in it, also files without dependents. Throws when it does not exist. */
  watchTree(directory: string): void {
    this.#openTree(directory);
    this.#watch(directory, stateOfDirectory);
  }

  /**
   * Watches the file at `path`, an absolute path, on which `owner` depends. A `state` is that of the file when it was loaded:
   * if it was changed since, that is reported.
   */
  add(path: string, owner: string, state?: string): void {
    const entry = this.#entries.get(path) ?? this.#watch(path, stateOf);
    entry.owners.add(owner);
    if (state === undefined || entry.state === null || state === entry.state) return;
    entry.state = state;
    this.#note(path);
  }

  /** Watches for the files that a module which was not found may be in. */
  addUnresolved(path: string): void {
    if (this.#entries.has(path)) return;
    this.#watch(path, stateOfUnresolved);
  }

  /** The owners that depend on one of `files`. */
  ownersOf(files: Iterable<string>): Set<string> {
    const found = new Set<string>();
    for (const file of files) for (const owner of this.#entries.get(file)?.owners ?? []) found.add(owner);
    return found;
  }

  /** Removes the files, and the changes that are not reported yet. Trees stay. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#noted.clear();
    this.#changed.clear();
    this.#watcher.clear();
    this.#entries.clear();
    this.#resetMs = Date.now();
    for (const directory of this.#trees.keys()) this.#watch(directory, stateOfDirectory);
  }

  /** Stops watching. */
  close(): void {
    for (const tree of this.#trees.values()) tree.close();
    this.#trees.clear();
    this.reset();
  }

  #watch(path: string, readState: (path: string) => string): Entry {
    const entry: Entry = { owners: new Set(), readState, state: null, missingSinceMs: 0 };
    this.#entries.set(path, entry);
    if (readState === stateOf && this.#isInTree(path)) return entry;
    this.#place(path, readState);
    entry.state = readState(path);
    return entry;
  }

  #place(path: string, readState: (path: string) => string): void {
    this.#watcher.add(path);
    if (readState !== stateOfUnresolved) return;
    this.#watcher.addDirectory(nodePath.dirname(path), path);
    if (statsOf(path)?.isDirectory()) this.#watcher.addDirectory(path, path);
  }

  #isInTree(path: string): boolean {
    for (const directory of this.#trees.keys()) if (path.startsWith(`${directory}/`)) return true;
    return false;
  }

  #openTree(directory: string): void {
    this.#trees.get(directory)?.close();
    const onChange = (path: string): void => {
      this.#changed.add(path);
      this.#schedule(SETTLE_MS);
    };
    const poll = (): void => void this.#trees.set(directory, new PolledTree(directory, onChange));
    if (isRemote(directory)) return poll();
    try {
      const tree = watchTree(directory, { recursive: true }, (_event: string, name: string | null) =>
        onChange(nodePath.join(directory, name ?? "")),
      );
      tree.on("error", () => {
        tree.close();
        poll();
      });
      this.#trees.set(directory, tree);
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") throw error;
      poll();
    }
  }

  #note(path: string): void {
    this.#noted.add(path);
    this.#schedule(SETTLE_MS);
  }

  #schedule(delayMs: number): void {
    const nowMs = Date.now();
    if (this.#timer === undefined) this.#firstNotedMs = nowMs;
    else clearTimeout(this.#timer);
    const restMs = Math.max(0, this.#firstNotedMs + REPORT_MS - nowMs);
    this.#timer = setTimeout(() => this.#report(), Math.min(delayMs, restMs));
  }

  #report(): void {
    this.#timer = undefined;
    const changed = this.#changed;
    const noted = this.#noted;
    this.#changed = new Set();
    this.#noted = new Set();
    for (const path of noted) {
      const entry = this.#entries.get(path);
      if (entry === undefined || entry.state === null) continue;
      try {
        // First watched, then read: no change is missed between the two.
        this.#place(path, entry.readState);
        if (this.#isChanged(path, entry)) changed.add(path);
      } catch {
        // A directory was removed meanwhile: its next event follows.
      }
    }
    if (changed.size > 0) this.#onChange(changed);
  }

  #isChanged(path: string, entry: Entry): boolean {
    const state = entry.readState(path);
    if (state === entry.state) {
      entry.missingSinceMs = 0;
      return false;
    }
    if (state === MISSING && this.#mayReappear(path, entry)) return false;
    if (entry.readState === stateOfDirectory && state !== MISSING) this.#openTree(path);
    entry.state = state;
    entry.missingSinceMs = 0;
    return true;
  }

  #mayReappear(path: string, entry: Entry): boolean {
    // A file that was written and removed during the run is a temporary one of the program.
    if (entry.readState === stateOf && writtenMs(entry.state!) >= this.#resetMs) return true;
    const nowMs = Date.now();
    if (entry.missingSinceMs === 0) entry.missingSinceMs = nowMs;
    if (nowMs - entry.missingSinceMs >= MISSING_MS) return false;
    this.#noted.add(path);
    this.#schedule(MISSING_MS);
    return true;
  }
}
