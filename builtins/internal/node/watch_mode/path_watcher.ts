// Notices events that may concern watched paths; whether a path did change is for the caller to find out. Directories are
// watched rather than files, so that files that are replaced, removed or created are noticed.
import { statsOf } from "internal:node/watch_mode/file_state";
import { Places } from "internal:node/watch_mode/places";
import { isRemote, PolledFiles } from "internal:node/watch_mode/polling";
import { readFileSync } from "internal:node/fs/sync_io";
import { Watch } from "internal:node/fs/watch_queue";
import nodePath from "internal:core/path";
import { cwd } from "native:process";

/** The key of paths that are concerned by all names of a directory; it is not a file name. */
const ANY_NAME = "/";

export class PathWatcher {
  readonly #onEvent: (path: string) => void;
  /** By directory, or file. */
  readonly #watches = new Map<string, Watch>();
  /** Directories that the system cannot watch, or not reliably. */
  readonly #unreliable = new Set<string>();
  /** The watched paths by directory and name. */
  readonly #paths = new Map<string, Map<string, Set<string>>>();
  readonly #places = new Places(cwd());
  readonly #polled: PolledFiles;
  #mountPoints: Set<string> | undefined;

  constructor(onEvent: (path: string) => void) {
    this.#onEvent = onEvent;
    this.#polled = new PolledFiles(onEvent);
  }

  /** Watches an absolute path, whether or not it exists; again, when what it leads through was changed. */
  add(path: string): void {
    let isReliable = true;
    for (const { directory, name } of this.#places.of(path)) {
      this.#register(directory, name, path);
      if (!this.#watchDirectory(directory)) isReliable = false;
    }
    if (!isReliable || !this.#watchHardLink(path)) this.#polled.add(path);
  }

  /** Reports `path` for changes of any entry in `directory`. */
  addDirectory(directory: string, path: string): void {
    for (const place of this.#places.of(directory)) this.#register(place.directory, place.name, path);
    this.#register(directory, ANY_NAME, path);
    if (!this.#watchDirectory(directory)) this.#polled.add(directory);
  }

  /** Stops watching. */
  clear(): void {
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
    this.#unreliable.clear();
    this.#paths.clear();
    this.#places.clear();
    this.#polled.clear();
    this.#mountPoints = undefined;
  }

  #register(directory: string, name: string, path: string): void {
    let names = this.#paths.get(directory);
    if (names === undefined) this.#paths.set(directory, (names = new Map()));
    const paths = names.get(name);
    if (paths === undefined) names.set(name, new Set([path]));
    else paths.add(path);
  }

  /** Returns false when events of the directory may be missing. */
  #watchDirectory(directory: string): boolean {
    if (this.#watches.has(directory) || this.#unreliable.has(directory)) return !this.#unreliable.has(directory);
    const isOpen = this.#open(directory, (name) => this.#onDirectoryEvent(directory, name));
    if (isOpen && !isRemote(directory)) return true;
    this.#unreliable.add(directory);
    return false;
  }

  /** A file that has other names, or is mounted by itself, is changed without events of its directory. */
  #watchHardLink(path: string): boolean {
    if (path.includes("/node_modules/") || this.#watches.has(path)) return true;
    const stats = statsOf(path);
    if (stats === undefined || stats.isDirectory() || (stats.nlink === 1 && !this.#isMountPoint(path))) return true;
    return this.#open(path, () => {
      // The watch is on a file that may have been replaced.
      this.#close(path);
      this.#onEvent(path);
    });
  }

  /** Returns false when the system cannot watch. */
  #open(path: string, listener: (name: string | null) => void): boolean {
    try {
      const watch = new Watch(path, (_event, name) => listener(name === null ? null : String(name)));
      watch.setReferenced(true);
      this.#watches.set(path, watch);
      return true;
    } catch (error) {
      // Removed since it was found: another event follows. Otherwise the limit of watches is reached, or it is not readable.
      return (error as { code?: string }).code === "ENOENT";
    }
  }

  #close(path: string): void {
    this.#watches.get(path)?.close();
    this.#watches.delete(path);
  }

  #onDirectoryEvent(directory: string, name: string | null): void {
    const names = this.#paths.get(directory);
    if (name === null) {
      // The directory itself was removed, moved, or got other attributes.
      this.#forget(directory);
      for (const paths of names?.values() ?? []) for (const path of paths) this.#onEvent(path);
      return;
    }
    const paths = names?.get(name);
    if (paths !== undefined) {
      const end = nodePath.join(directory, name);
      if (!paths.has(end) || paths.size > 1) this.#forget(end);
      for (const path of paths) this.#onEvent(path);
    }
    for (const path of names?.get(ANY_NAME) ?? []) this.#onEvent(path);
  }

  /** Closes the watches at and below a path, which may lead elsewhere now. */
  #forget(path: string): void {
    this.#places.clear();
    for (const watched of this.#watches.keys())
      if (watched === path || watched.startsWith(`${path}/`)) this.#close(watched);
  }

  #isMountPoint(path: string): boolean {
    return (this.#mountPoints ??= mountPoints()).has(path);
  }
}

/** The paths that file systems, directories and files are mounted at. */
function mountPoints(): Set<string> {
  let table: string;
  try {
    table = String(readFileSync("/proc/self/mountinfo", "utf8"));
  } catch {
    return new Set();
  }
  const unescape = (field: string): string =>
    field.replace(/\\([0-7]{3})/g, (_match, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return new Set(table.split("\n").map((line) => unescape(line.split(" ")[4] ?? "")));
}
