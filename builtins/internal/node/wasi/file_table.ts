// The open files of a WASI program, and its paths: each begins at a directory that the program has opened, and may not leave it, also
// not by symbolic links.
import fs from "internal:node/fs";
import { EBADF, EINVAL, ELOOP, ENOENT, ENOTCAPABLE, ENOTDIR, Failure } from "internal:node/wasi/errno";

/** Bits of `rights`. */
export const Right = {
  DATASYNC: 1n << 0n,
  READ: 1n << 1n,
  SEEK: 1n << 2n,
  SET_FLAGS: 1n << 3n,
  SYNC: 1n << 4n,
  TELL: 1n << 5n,
  WRITE: 1n << 6n,
  ADVISE: 1n << 7n,
  ALLOCATE: 1n << 8n,
  CREATE_DIRECTORY: 1n << 9n,
  CREATE_FILE: 1n << 10n,
  LINK_SOURCE: 1n << 11n,
  LINK_TARGET: 1n << 12n,
  OPEN: 1n << 13n,
  READDIR: 1n << 14n,
  READLINK: 1n << 15n,
  RENAME_SOURCE: 1n << 16n,
  RENAME_TARGET: 1n << 17n,
  PATH_STAT: 1n << 18n,
  PATH_SET_SIZE: 1n << 19n,
  PATH_SET_TIMES: 1n << 20n,
  STAT: 1n << 21n,
  SET_SIZE: 1n << 22n,
  SET_TIMES: 1n << 23n,
  SYMLINK: 1n << 24n,
  REMOVE_DIRECTORY: 1n << 25n,
  UNLINK: 1n << 26n,
  POLL: 1n << 27n,
} as const;

/** Values of `filetype`. */
export const CHARACTER_DEVICE = 2;
export const DIRECTORY = 3;
export const REGULAR_FILE = 4;
const UNKNOWN = 0;
const BLOCK_DEVICE = 1;
const SOCKET = 6;
const SYMBOLIC_LINK = 7;

const REGULAR_RIGHTS = 148898303n;
const DIRECTORY_RIGHTS = 264240792n;
const ALL_RIGHTS = 268435455n;
const LINKS_MAX = 32;

/** An open file. */
export interface File {
  fd: number;
  type: number;
  /** The path of a directory, without links. */
  path: string;
  /** The name of a directory that was open at start, or null. */
  preopen: string | null;
  rights: bigint;
  inheriting: bigint;
  /** Bits of `fdflags`. */
  flags: number;
  /** Where the next read or write of a regular file begins. */
  position: number;
  /** Standard streams stay open for others. */
  isOwned: boolean;
}

/** The members of `fs.Stats` that say what a file is. */
interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isCharacterDevice(): boolean;
  isBlockDevice(): boolean;
  isSocket(): boolean;
}

/** The type of a file. */
export function typeOf(stats: Kinds): number {
  if (stats.isFile()) return REGULAR_FILE;
  if (stats.isDirectory()) return DIRECTORY;
  if (stats.isSymbolicLink()) return SYMBOLIC_LINK;
  if (stats.isCharacterDevice()) return CHARACTER_DEVICE;
  if (stats.isBlockDevice()) return BLOCK_DEVICE;
  return stats.isSocket() ? SOCKET : UNKNOWN;
}

export class FileTable {
  #files: (File | undefined)[] = [];

  /** Throws UVWASI_… when a preopened directory cannot be opened. */
  constructor(standard: number[], preopens: [name: string, path: string][]) {
    for (const fd of standard) {
      let type = UNKNOWN;
      try {
        type = typeOf(fs.fstatSync(fd));
      } catch {
        // A closed descriptor fails in the calls that use it.
      }
      this.#add({ ...blank(fd, type), rights: REGULAR_RIGHTS, isOwned: false });
    }
    for (const [name, path] of preopens) {
      try {
        const real = fs.realpathSync(path);
        const fd = fs.openSync(real, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
        this.#add({ ...blank(fd, DIRECTORY), path: real, preopen: name });
      } catch (error) {
        throw initFailure(error);
      }
    }
  }

  /** The file `number`. Throws EBADF, or ENOTCAPABLE when it lacks one of `rights`. */
  get(number: number, rights = 0n): File {
    const file = this.#files[number];
    if (file === undefined) throw new Failure(EBADF);
    if ((file.rights & rights) !== rights) throw new Failure(ENOTCAPABLE);
    return file;
  }

  /** Opens a path that `resolve` has returned. Returns the number. */
  open(path: string, flags: number, mode: number, rights: bigint, inheriting: bigint, fdFlags: number): number {
    const fd = fs.openSync(path, flags, mode);
    const type = typeOf(fs.fstatSync(fd));
    const possible = type === DIRECTORY ? DIRECTORY_RIGHTS : REGULAR_RIGHTS;
    return this.#add({
      ...blank(fd, type),
      path,
      rights: rights & possible,
      inheriting: type === DIRECTORY ? inheriting : 0n,
      flags: fdFlags,
    });
  }

  close(number: number): void {
    const file = this.get(number);
    this.#files[number] = undefined;
    if (file.isOwned) fs.closeSync(file.fd);
  }

  /** Moves a file to another number, whose file is closed. */
  renumber(from: number, to: number): void {
    const file = this.get(from);
    this.get(to);
    if (from === to) return;
    this.close(to);
    this.#files[to] = file;
    this.#files[from] = undefined;
  }

  #add(file: File): number {
    let number = this.#files.indexOf(undefined);
    if (number < 0) number = this.#files.length;
    this.#files[number] = file;
    return number;
  }
}

function blank(fd: number, type: number): File {
  const isDirectory = type === DIRECTORY;
  return {
    fd,
    type,
    path: "",
    preopen: null,
    rights: isDirectory ? DIRECTORY_RIGHTS : REGULAR_RIGHTS,
    inheriting: isDirectory ? ALL_RIGHTS : 0n,
    flags: 0,
    position: 0,
    isOwned: true,
  };
}

function initFailure(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === undefined) return error;
  const failure = new Error(`UVWASI_${code}, uvwasi_init`);
  return Object.assign(failure, { code: `UVWASI_${code}`, syscall: "uvwasi_init" });
}

/**
 * The system's path of `path` below a directory. Throws ENOTCAPABLE for one outside. `follows`: whether a link at its end is followed.
 */
export function resolve(directory: File, path: string, follows: boolean): string {
  if (directory.type !== DIRECTORY) throw new Failure(ENOTDIR);
  if (path === "" || path.includes("\0")) throw new Failure(EINVAL);
  const done: string[] = [];
  if (path.startsWith("/")) throw new Failure(ENOTCAPABLE);
  const waiting = split(path).reverse();
  const needsDirectory = path.endsWith("/");
  for (let links = 0; waiting.length > 0;) {
    const part = waiting.pop()!;
    if (part === "..") {
      if (done.length === 0) throw new Failure(ENOTCAPABLE);
      done.pop();
      continue;
    }
    const current = [directory.path, ...done, part].join("/");
    const stats = fs.lstatSync(current, { throwIfNoEntry: false });
    const isLast = waiting.length === 0;
    if (stats?.isSymbolicLink() && (!isLast || follows || needsDirectory)) {
      if (++links > LINKS_MAX) throw new Failure(ELOOP);
      const target = fs.readlinkSync(current) as string;
      if (target.startsWith("/")) throw new Failure(ENOTCAPABLE);
      waiting.push(...split(target).reverse());
      continue;
    }
    if (!isLast && stats === undefined) throw new Failure(ENOENT);
    if (!isLast && !stats!.isDirectory()) throw new Failure(ENOTDIR);
    done.push(part);
  }
  const resolved = [directory.path, ...done].join("/");
  return needsDirectory ? `${resolved}/` : resolved;
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}
