// The state of a watched path as a string: two states are equal when the file was not changed between them.
import { readdirSync, statSync } from "internal:node/fs/sync_tree";
import nodePath from "internal:core/path";
import type { Stats } from "internal:node/fs/stats";

/** The state of a file that does not exist. */
export const MISSING = "";

/** The state of the file at `path`: its number, size, and time of modification. Links are followed. */
export function stateOf(path: string): string {
  const stats = statsOf(path);
  return stats === undefined ? MISSING : stateOfStats(stats);
}

/** The state of a file with these Stats. */
export function stateOfStats({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}

/** When the file with this state was written, in milliseconds since 1970. */
export function writtenMs(state: string): number {
  return Number.parseFloat(state);
}

/** The state of a directory that is replaced as a whole: the number of its file. */
export function stateOfDirectory(path: string): string {
  const stats = statsOf(path);
  return stats === undefined ? MISSING : String(stats.ino);
}

/**
 * The state of a path that a module was not found at: the files it may mean, which are `path` itself, files with an added
 * extension, and entries of a directory of this name.
 */
export function stateOfUnresolved(path: string): string {
  const name = nodePath.basename(path);
  const files = entriesOf(nodePath.dirname(path)).filter((entry) => entry === name || entry.startsWith(`${name}.`));
  return [...files, "", ...entriesOf(path)].join("\n");
}

/** The Stats of a file, following links; undefined when it cannot be reached. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function entriesOf(directory: string): string[] {
  try {
    return (readdirSync(directory) as string[]).sort();
  } catch {
    return [];
  }
}
