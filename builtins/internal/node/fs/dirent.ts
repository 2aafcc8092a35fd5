// `Dirent`: one entry of a directory with its type.
import { constants } from "internal:node/fs/constants";
import { decodeName, type FileName } from "internal:node/fs/path";
import type { DirectoryEntries } from "native:fs";

const {
  UV_DIRENT_FILE,
  UV_DIRENT_DIR,
  UV_DIRENT_LINK,
  UV_DIRENT_FIFO,
  UV_DIRENT_SOCKET,
  UV_DIRENT_CHAR,
  UV_DIRENT_BLOCK,
} = constants as Record<string, number>;
const type = Symbol("type");

/** A name, its directory, and the type of the file. */
export class Dirent {
  declare name: FileName;
  declare parentPath: FileName;
  declare [type]: number;
  constructor(name: FileName, kind: number, path: FileName) {
    this.name = name;
    this.parentPath = path;
    this[type] = kind;
  }
  isDirectory(): boolean {
    return this[type] === UV_DIRENT_DIR;
  }
  isFile(): boolean {
    return this[type] === UV_DIRENT_FILE;
  }
  isBlockDevice(): boolean {
    return this[type] === UV_DIRENT_BLOCK;
  }
  isCharacterDevice(): boolean {
    return this[type] === UV_DIRENT_CHAR;
  }
  isSymbolicLink(): boolean {
    return this[type] === UV_DIRENT_LINK;
  }
  isFIFO(): boolean {
    return this[type] === UV_DIRENT_FIFO;
  }
  isSocket(): boolean {
    return this[type] === UV_DIRENT_SOCKET;
  }
}

/** The names of a native listing. */
export function namesOf(entries: DirectoryEntries): string[] {
  return entries.types.length === 0 ? [] : entries.names.split("/");
}

/** The Dirents of a native listing: names in `encoding`, `parent` as their `parentPath`. */
export function toDirents(entries: DirectoryEntries, parent: FileName, encoding: string | null | undefined): Dirent[] {
  const result: Dirent[] = [];
  const names = namesOf(entries);
  for (let index = 0; index < names.length; index++) {
    result.push(new Dirent(decodeName(names[index] as string, encoding), entries.types[index] as number, parent));
  }
  return result;
}
