// `readdir` with `recursive`: breadth first, directories in the order they were found, links not followed.
import { Dirent } from "internal:fs/dirent";
import { type Options } from "internal:fs/options";
import { decodeName, joinPath } from "internal:fs/path";
import * as native from "native:fs";

const DIRECTORY = 2;

/** All names below `root` relative to it, or Dirents. */
export function readDirRecursiveSync(root: string, options: Options): any[] {
  const walk = new Walk(root, options);
  for (const { path, prefix } of walk.queue) walk.add(native.readDirSync(path), path, prefix);
  return walk.results;
}

/** As `readDirRecursiveSync`, off the thread. */
export async function readDirRecursive(root: string, options: Options): Promise<any[]> {
  const walk = new Walk(root, options);
  for (const { path, prefix } of walk.queue) walk.add(await native.readDir(path), path, prefix);
  return walk.results;
}

class Walk {
  /** Directories to read; it grows while it is walked. */
  readonly queue: { path: string; prefix: string }[];
  readonly results: any[] = [];
  readonly #encoding: any;
  readonly #withTypes: boolean;

  constructor(root: string, options: Options) {
    this.queue = [{ path: root, prefix: "" }];
    this.#encoding = options.encoding;
    this.#withTypes = Boolean(options.withFileTypes);
  }

  add(entries: native.DirectoryEntries, path: string, prefix: string): void {
    for (let index = 0; index < entries.names.length; index++) {
      const name = entries.names[index] as string;
      const type = entries.types[index] as number;
      const relative = prefix === "" ? name : joinPath(prefix, name);
      if (this.#withTypes) this.results.push(new Dirent(decodeName(name, this.#encoding), decodeName(path, "utf8"), type));
      else this.results.push(decodeName(relative, this.#encoding));
      if (type === DIRECTORY) this.queue.push({ path: joinPath(path, name), prefix: relative });
    }
  }
}
