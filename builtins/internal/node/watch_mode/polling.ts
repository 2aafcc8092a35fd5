// What replaces inotify where it is not enough: on file systems that other machines change too, in containers whose files are
// the host's, and when the system's limit of watches is reached.
import { readdirSync, statfsSync } from "internal:node/fs/sync_tree";
import { unwatchFile, watchFile } from "internal:node/fs/watch_file";
import { stateOf } from "internal:node/watch_mode/file_state";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import nodePath from "internal:core/path";
import type { Dirent } from "internal:node/fs/dirent";

const FILE_INTERVAL_MS = 500;
const TREE_INTERVAL_MS = 1000;

/** The numbers of statfs(2) of file systems whose changes by others cause no events: 9P, AFS, CIFS, FUSE, NFS, SMB, VirtualBox. */
const REMOTE = new Set([0x01021997, 0x5346414f, 0xff534d42, 0x65735546, 0x6969, 0x517b, 0xfe534d42, 0x786f4256]);

/** Whether the file system of a directory may change without events. */
export function isRemote(directory: string): boolean {
  try {
    return REMOTE.has(Number(statfsSync(directory).type) >>> 0);
  } catch {
    return false;
  }
}

/** Reads the Stats of single files again and again. */
export class PolledFiles {
  readonly #onChange: (path: string) => void;
  readonly #listeners = new Map<string, () => void>();

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  add(path: string): void {
    if (this.#listeners.has(path)) return;
    const listener = (): void => this.#onChange(path);
    this.#listeners.set(path, listener);
    watchFile(path, { interval: FILE_INTERVAL_MS }, listener);
  }

  clear(): void {
    for (const [path, listener] of this.#listeners) unwatchFile(path, listener);
    this.#listeners.clear();
  }
}

/** Lists a directory and all below it again and again. */
export class PolledTree {
  readonly #root: string;
  readonly #onChange: (path: string) => void;
  #states: Map<string, string>;
  #timer: Timeout;

  constructor(root: string, onChange: (path: string) => void) {
    this.#root = root;
    this.#onChange = onChange;
    this.#states = statesBelow(root);
    this.#timer = setTimeout(() => this.#poll(), TREE_INTERVAL_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #poll(): void {
    const previous = this.#states;
    const states = (this.#states = statesBelow(this.#root));
    for (const [path, state] of states) if (previous.get(path) !== state) this.#onChange(path);
    for (const path of previous.keys()) if (!states.has(path)) this.#onChange(path);
    this.#timer = setTimeout(() => this.#poll(), TREE_INTERVAL_MS);
  }
}

/** The states of the files below a directory, without directories. */
function statesBelow(root: string): Map<string, string> {
  const states = new Map<string, string>();
  const directories = [root];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of entriesOf(directory)) {
      const path = nodePath.join(directory, entry.name as string);
      if (entry.isDirectory()) directories.push(path);
      else states.set(path, stateOf(path));
    }
  }
  return states;
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }) as Dirent[];
  } catch {
    return [];
  }
}
