// `readdir` with `recursive`: breadth first, directories in the order they were found. Links to directories are followed;
// a link to a parent directory ends with the system's ELOOP, as in Node.
import { Dirent, namesOf } from "internal:node/fs/dirent";
import { type Options } from "internal:node/fs/options";
import { decodeName, joinPath, type FileName } from "internal:node/fs/path";
import { newRecord, sharedRecord, statsOf } from "internal:node/fs/stats";
import * as native from "native:fs";

const DIRECTORY = 2;
const LINK = 3;

type Results = (FileName | Dirent)[];

/** All names below `root` relative to it, or Dirents. */
export function readDirRecursiveSync(root: string, options: Options): Results {
  const walk = new Walk(root, options);
  for (const { path, prefix, isLink } of walk.queue) {
    if (!isLink || isDirectorySync(path)) walk.add(native.readDirSync(path), path, prefix);
  }
  return walk.results;
}

/** How many directories are read at the same time: waking the thread for each takes as long as reading it. */
const READ_AT_ONCE_MAX = 16;

/** As `readDirRecursiveSync`, off the thread. */
export async function readDirRecursive(root: string, options: Options): Promise<Results> {
  const walk = new Walk(root, options);
  const { queue } = walk;
  let next = 0;
  while (next < queue.length) {
    const reads: Promise<Read>[] = [];
    const start = next;
    for (; next < queue.length && next - start < READ_AT_ONCE_MAX; next++) reads[next - start] = read(queue[next]!);
    // In the order of the queue, whichever is read first.
    for (let index = 0; index < reads.length; index++) {
      const { entries, error } = await reads[index]!;
      if (error !== undefined) throw error;
      const { path, prefix } = queue[start + index]!;
      if (entries !== undefined) walk.add(entries, path, prefix);
    }
  }
  return walk.results;
}

/** The entries of a directory, nothing for a link to something else, or the error of reading it. */
interface Read {
  entries?: native.DirectoryEntries;
  error?: unknown;
}

async function read({ path, isLink }: Queued): Promise<Read> {
  try {
    return !isLink || (await isDirectory(path)) ? { entries: await native.readDir(path) } : {};
  } catch (error) {
    return { error };
  }
}

function isDirectorySync(path: string): boolean {
  const record = sharedRecord(false);
  try {
    native.statSync(path, record.bytes, false, false);
  } catch {
    return false;
  }
  return statsOf(record).isDirectory();
}

async function isDirectory(path: string): Promise<boolean> {
  const record = newRecord(false);
  return native.stat(path, record.bytes, false, false).then(
    () => statsOf(record).isDirectory(),
    () => false,
  );
}

/** A directory, or a link that may lead to one. */
interface Queued {
  path: string;
  prefix: string;
  isLink: boolean;
}

class Walk {
  /** It grows while it is walked. */
  readonly queue: Queued[];
  readonly results: Results = [];
  readonly #encoding: string | null | undefined;
  readonly #withTypes: boolean;

  constructor(root: string, options: Options) {
    this.queue = [{ path: root, prefix: "", isLink: false }];
    this.#encoding = options.encoding;
    this.#withTypes = Boolean(options.withFileTypes);
  }

  add(entries: native.DirectoryEntries, path: string, prefix: string): void {
    const names = namesOf(entries);
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      const type = entries.types[index] as number;
      const relative = prefix === "" ? name : joinPath(prefix, name);
      if (this.#withTypes)
        this.results.push(new Dirent(decodeName(name, this.#encoding), type, decodeName(path, "utf8")));
      else this.results.push(decodeName(relative, this.#encoding));
      if (type === DIRECTORY || type === LINK)
        this.queue.push({ path: joinPath(path, name), prefix: relative, isLink: type === LINK });
    }
  }
}
