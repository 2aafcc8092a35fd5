// native:fs. The file system, one function per system call or per loop that is only fast in Rust. Implemented by
// host/fs.
//
// Every operation exists twice: `…Sync` returns directly, the plain name runs off the JavaScript thread and returns a
// promise. Arguments are checked in `builtins/internal/node/fs`, not here.
//
// Paths are strings here, not `Path`: the path itself, or, when its bytes are not valid UTF-8, "\0" followed by one
// character per byte (U+0000 never occurs in a path, so the marker is unambiguous). Returned names have the same form.
//
// Errors. A failed call throws or rejects with Node's error: message `CODE: description, syscall 'path' -> 'dest'`,
// with `errno` (negative), `code`, `syscall`, and `path` and `dest` when the call has them. `syscall` is libuv's name:
// `scandir` for readDir, `copyfile` for copyFile, `utime`, `futime`, `lutime`, `opendir`, `mkdtemp`; otherwise the
// system call's.
import type { BytesMut, Bytes, Enum, EnumOf, Flags, FlagsOf, Handlers, f64, i32, u32, u8 } from "./types.ts";

/** What a position counts from (lseek(2)). */
export declare const SeekOrigin: Enum<u8, { START: 0; CURRENT: 1; END: 2 }>;
export type SeekOrigin = EnumOf<typeof SeekOrigin>;

/** How a file is copied: Node's `COPYFILE_…`. */
export declare const CopyFlags: Flags<
  i32,
  {
    /** Fails if the destination exists. */
    EXCLUSIVE: 1;
    /** Tries a reflink. */
    CLONE: 2;
    /** Requires a reflink. */
    CLONE_FORCE: 4;
  }
>;
export type CopyFlags = FlagsOf<typeof CopyFlags>;

/** The numbers of `stat`, by their index. */
export declare const StatField: Enum<
  u8,
  {
    DEVICE: 0;
    MODE: 1;
    LINK_COUNT: 2;
    UID: 3;
    GID: 4;
    SPECIAL_DEVICE: 5;
    BLOCK_BYTES: 6;
    INODE: 7;
    SIZE: 8;
    BLOCKS: 9;
    ACCESS_SECONDS: 10;
    ACCESS_NANOSECONDS: 11;
    MODIFIED_SECONDS: 12;
    MODIFIED_NANOSECONDS: 13;
    CHANGED_SECONDS: 14;
    CHANGED_NANOSECONDS: 15;
    BIRTH_SECONDS: 16;
    BIRTH_NANOSECONDS: 17;
    /** How many there are. */
    COUNT: 18;
  }
>;

/** The numbers of `statfs`, by their index. */
export declare const StatFsField: Enum<
  u8,
  {
    TYPE: 0;
    BLOCK_BYTES: 1;
    FRAGMENT_BYTES: 2;
    BLOCKS: 3;
    FREE_BLOCKS: 4;
    AVAILABLE_BLOCKS: 5;
    FILES: 6;
    FREE_FILES: 7;
    /** How many there are. */
    COUNT: 8;
  }
>;

/** What an event queue reports. */
export interface WatchHandlers extends Handlers {
  /** Called as a task with raw `inotify_event` records in native byte order. */
  events(records: Bytes): void;
}

/** The `O_…` values that differ between processors. */
export interface OpenFlagValues {
  direct: i32;
  directory: i32;
  noFollow: i32;
  noAtime: i32;
  sync: i32;
  dataSync: i32;
}
/**
 * The values of this machine's open flags; constant for the process.
 * @permission none: constants of the processor
 */
export declare function openFlagValues(): OpenFlagValues;

/** Entries of a directory, without "." and "..". */
export interface DirectoryEntries {
  /** The names, joined by "/", which no name contains: one string crosses faster than many. */
  names: string;
  /** One `UV_DIRENT_…` of libuv per name. */
  types: Bytes;
}

// Descriptors

/**
 * Opens `path` with close-on-exec. `flags` are the system's `O_…`; `mode` applies to a file that is created.
 * @permission open(path, flags)
 */
export declare function openSync(path: string, flags: i32, mode: u32): i32;
/**
 * `openSync`, off the thread. @atOnce
 * @permission open(path, flags)
 */
export declare function open(path: string, flags: i32, mode: u32): Promise<i32>;

/**
 * Closes a descriptor. EINTR counts as closed.
 * @permission none: works on an open descriptor
 */
export declare function closeSync(fd: i32): void;
/**
 * `closeSync`, off the thread. @atOnce
 * @permission none: works on an open descriptor
 */
export declare function close(fd: i32): Promise<void>;

/**
 * Reads at most `length` bytes into `buffer` at `offset` (bytes). `position` -1: at the file's own position. Returns the count.
 * @permission none: works on an open descriptor
 */
export declare function readSync(fd: i32, buffer: BytesMut, offset: f64, length: f64, position: f64): f64;
/**
 * `readSync`, off the thread. @atOnce
 * @permission none: works on an open descriptor
 */
export declare function read(fd: i32, buffer: BytesMut, offset: f64, length: f64, position: f64): Promise<f64>;

/**
 * Sets the file's own position: `offset` bytes from the origin. Returns it.
 * @permission none: works on an open descriptor
 */
export declare function seekSync(fd: i32, offset: f64, origin: SeekOrigin): f64;

/**
 * Writes at most `length` bytes of `buffer` from `offset` on. `position` -1: at the file's own position. Returns the count.
 * @permission none: works on an open descriptor
 */
export declare function writeSync(fd: i32, buffer: Bytes, offset: f64, length: f64, position: f64): f64;
/**
 * `writeSync`, off the thread.
 * @permission none: works on an open descriptor
 */
export declare function write(fd: i32, buffer: Bytes, offset: f64, length: f64, position: f64): Promise<f64>;

/**
 * Flushes data and metadata to the disk.
 * @permission metadata("fsync", fd)
 */
export declare function fsyncSync(fd: i32): void;
/**
 * `fsyncSync`, off the thread.
 * @permission metadata("fsync", fd)
 */
export declare function fsync(fd: i32): Promise<void>;

/**
 * Flushes the data to the disk.
 * @permission metadata("fdatasync", fd)
 */
export declare function fdatasyncSync(fd: i32): void;
/**
 * `fdatasyncSync`, off the thread.
 * @permission metadata("fdatasync", fd)
 */
export declare function fdatasync(fd: i32): Promise<void>;

/**
 * Locks the file of `fd` against other openings of it (flock): exclusively or shared. With `waits` false it returns
 * at once when another holder has the lock. Returns whether it is locked.
 * @permission none: works on an open descriptor
 */
export declare function flockSync(fd: i32, isExclusive: boolean, waits: boolean): boolean;
/**
 * `flockSync`, off the thread.
 * @permission none: works on an open descriptor
 */
export declare function flock(fd: i32, isExclusive: boolean, waits: boolean): Promise<boolean>;

/**
 * Releases the lock.
 * @permission none: works on an open descriptor
 */
export declare function unlockSync(fd: i32): void;
/**
 * `unlockSync`, off the thread.
 * @permission none: works on an open descriptor
 */
export declare function unlock(fd: i32): Promise<void>;

/**
 * Truncates or extends the file to `length` bytes.
 * @permission none: works on an open descriptor
 */
export declare function ftruncateSync(fd: i32, length: f64): void;
/**
 * `ftruncateSync`, off the thread.
 * @permission none: works on an open descriptor
 */
export declare function ftruncate(fd: i32, length: f64): Promise<void>;

/**
 * How many bytes a regular file has from `position` on, at most 4 MiB, if its first and last pages are cached, so
 * that sending them would not wait for a disk. 0 at its end, -1 for other files.
 * @permission none: works on an open descriptor
 */
export declare function cachedBytesSync(fd: i32, position: f64): f64;

// Complete files

/**
 * The bytes of a file. Opened with `flags`; syscall `open`, `fstat` or `read`; errors after opening have no path.
 * @permission open(path, flags)
 */
export declare function readFileSync(path: string, flags: i32): Bytes;
/**
 * `readFileSync`, off the thread.
 * @permission open(path, flags)
 */
export declare function readFile(path: string, flags: i32): Promise<Bytes>;

/**
 * A file decoded as UTF-8: malformed sequences become U+FFFD, a byte-order mark stays.
 * @permission open(path, flags)
 */
export declare function readFileTextSync(path: string, flags: i32): string;
/**
 * `readFileTextSync`, off the thread.
 * @permission open(path, flags)
 */
export declare function readFileText(path: string, flags: i32): Promise<string>;

/**
 * The bytes from the descriptor's position to the end of the file.
 * @permission none: works on an open descriptor
 */
export declare function readAllSync(fd: i32): Bytes;
/**
 * `readAllSync`, off the thread.
 * @permission none: works on an open descriptor
 */
export declare function readAll(fd: i32): Promise<Bytes>;

/**
 * Opens, writes all of `data`, closes.
 * @permission open(path, flags)
 */
export declare function writeFileSync(path: string, data: Bytes, flags: i32, mode: u32): void;
/**
 * `writeFileSync`, off the thread.
 * @permission open(path, flags)
 */
export declare function writeFile(path: string, data: Bytes, flags: i32, mode: u32): Promise<void>;

/**
 * The same with the UTF-8 encoding of `text`.
 * @permission open(path, flags)
 */
export declare function writeFileTextSync(path: string, text: string, flags: i32, mode: u32): void;
/**
 * `writeFileTextSync`, off the thread.
 * @permission open(path, flags)
 */
export declare function writeFileText(path: string, text: string, flags: i32, mode: u32): Promise<void>;

/**
 * Writes all of `data` at the descriptor's position.
 * @permission none: works on an open descriptor
 */
export declare function writeAllSync(fd: i32, data: Bytes): void;
/**
 * `writeAllSync`, off the thread.
 * @permission none: works on an open descriptor
 */
export declare function writeAll(fd: i32, data: Bytes): Promise<void>;

/**
 * Copies the contents and mode.
 * @permission read(source)
 * @permission write(dest)
 */
export declare function copyFileSync(source: string, dest: string, flags: CopyFlags): void;
/**
 * `copyFileSync`, off the thread.
 * @permission read(source)
 * @permission write(dest)
 */
export declare function copyFile(source: string, dest: string, flags: CopyFlags): Promise<void>;

/**
 * Copies the entries of the directory `source` into the new, empty directory `dest`. Relative targets of links become
 * absolute unless `keepsTargets`; `keepsTimes` copies the times. Returns null, or what cannot be copied and its
 * destination: `socket PATH`, `fifo PATH`, `unknown PATH`. Not for restricted programs: only the two directories are
 * checked.
 * @permission read(source)
 * @permission write(dest)
 */
export declare function copyTreeSync(
  source: string,
  dest: string,
  flags: CopyFlags,
  keepsTargets: boolean,
  keepsTimes: boolean,
): string | null;
/**
 * `copyTreeSync`, off the thread.
 * @permission read(source)
 * @permission write(dest)
 */
export declare function copyTree(
  source: string,
  dest: string,
  flags: CopyFlags,
  keepsTargets: boolean,
  keepsTimes: boolean,
): Promise<string | null>;

// Status

/**
 * Writes the numbers of `StatField` into `out`: as f64, or as i64 when `big`. False, without throwing, when the file is
 * missing (ENOENT, ENOTDIR) and `missingIsFalse`.
 * @permission readOpened(path)
 */
export declare function statSync(path: string, out: BytesMut, big: boolean, missingIsFalse: boolean): boolean;
/**
 * `statSync`, off the thread. @atOnce
 * @permission readOpened(path)
 */
export declare function stat(path: string, out: BytesMut, big: boolean, missingIsFalse: boolean): Promise<boolean>;

/**
 * As `stat`, of the link itself.
 * @permission readOpenedEntry(path)
 */
export declare function lstatSync(path: string, out: BytesMut, big: boolean, missingIsFalse: boolean): boolean;
/**
 * `lstatSync`, off the thread. @atOnce
 * @permission readOpenedEntry(path)
 */
export declare function lstat(path: string, out: BytesMut, big: boolean, missingIsFalse: boolean): Promise<boolean>;

/**
 * As `stat`, of a descriptor.
 * @permission none: works on an open descriptor
 */
export declare function fstatSync(fd: i32, out: BytesMut, big: boolean): void;
/**
 * `fstatSync`, off the thread. @atOnce
 * @permission none: works on an open descriptor
 */
export declare function fstat(fd: i32, out: BytesMut, big: boolean): Promise<void>;

/**
 * Writes the numbers of `StatFsField`: as f64, or as i64 when `big`.
 * @permission readOpened(path)
 * @permission sys("statfs")
 */
export declare function statfsSync(path: string, out: BytesMut, big: boolean): void;
/**
 * `statfsSync`, off the thread.
 * @permission readOpened(path)
 * @permission sys("statfs")
 */
export declare function statfs(path: string, out: BytesMut, big: boolean): Promise<void>;

/**
 * Whether `path` exists; never throws.
 * @permission read(path)
 */
export declare function existsSync(path: string): boolean;
/**
 * `existsSync`, off the thread.
 * @permission read(path)
 */
export declare function exists(path: string): Promise<boolean>;

/**
 * Throws unless the process may access `path` as `mode` says (`R_OK`, `W_OK`, `X_OK` of access(2), or 0: exists).
 * @permission readOpened(path)
 */
export declare function accessSync(path: string, mode: i32): void;
/**
 * `accessSync`, off the thread.
 * @permission readOpened(path)
 */
export declare function access(path: string, mode: i32): Promise<void>;

/**
 * The absolute path without links, by the system's `realpath`.
 * @permission read(path)
 */
export declare function realPathSync(path: string): string;
/**
 * `realPathSync`, off the thread.
 * @permission read(path)
 */
export declare function realPath(path: string): Promise<string>;

/**
 * The same for `fs.realpath`, which Node's model allows.
 * @permission locate(path)
 */
export declare function locateSync(path: string): string;
/**
 * `locateSync`, off the thread.
 * @permission locate(path)
 */
export declare function locate(path: string): Promise<string>;

/**
 * The target of a symbolic link.
 * @permission readEntry(path)
 */
export declare function readLinkSync(path: string): string;
/**
 * `readLinkSync`, off the thread.
 * @permission readEntry(path)
 */
export declare function readLink(path: string): Promise<string>;

// Directories

/**
 * All entries of a directory, sorted by the bytes of their names. Unknown types are resolved. Syscall `scandir`.
 * @permission readOpened(path)
 */
export declare function readDirSync(path: string): DirectoryEntries;
/**
 * `readDirSync`, off the thread.
 * @permission readOpened(path)
 */
export declare function readDir(path: string): Promise<DirectoryEntries>;

/**
 * Opens a directory for `nextEntries`; close it with `close`. Syscall `opendir`; only the asynchronous error names the path.
 * @permission readOpened(path)
 */
export declare function openDirSync(path: string): i32;
/**
 * `openDirSync`, off the thread.
 * @permission readOpened(path)
 */
export declare function openDir(path: string): Promise<i32>;

/**
 * The next entries of an open directory in the system's order (at most 32 kB); no names at the end. Syscall
 * `scandir`.
 * @permission none: works on an open descriptor
 */
export declare function nextEntriesSync(fd: i32): DirectoryEntries;
/**
 * `nextEntriesSync`, off the thread.
 * @permission none: works on an open descriptor
 */
export declare function nextEntries(fd: i32): Promise<DirectoryEntries>;

/**
 * Creates one directory.
 * @permission writeEntry(path)
 */
export declare function makeDirSync(path: string, mode: u32): void;
/**
 * `makeDirSync`, off the thread.
 * @permission writeEntry(path)
 * @refusesAtOnce
 */
export declare function makeDir(path: string, mode: u32): Promise<void>;

/**
 * Creates a directory with its parents. Returns the first one created, or null if all existed.
 * @permission writeEntry(path)
 */
export declare function makeDirsSync(path: string, mode: u32): string | null;
/**
 * `makeDirsSync`, off the thread.
 * @permission writeEntry(path)
 * @refusesAtOnce
 */
export declare function makeDirs(path: string, mode: u32): Promise<string | null>;

/**
 * Creates a directory called `prefix` plus six random characters, mode 0700, and returns its path.
 * @permission temporary(prefix)
 */
export declare function makeTempDirSync(prefix: string): string;
/**
 * `makeTempDirSync`, off the thread.
 * @permission temporary(prefix)
 */
export declare function makeTempDir(prefix: string): Promise<string>;

/**
 * Removes an empty directory.
 * @permission writeEntry(path)
 */
export declare function removeDirSync(path: string): void;
/**
 * `removeDirSync`, off the thread.
 * @permission writeEntry(path)
 */
export declare function removeDir(path: string): Promise<void>;

// Names

/**
 * Removes a name that is not a directory.
 * @permission writeEntry(path)
 */
export declare function unlinkSync(path: string): void;
/**
 * `unlinkSync`, off the thread.
 * @permission writeEntry(path)
 */
export declare function unlink(path: string): Promise<void>;

/**
 * Removes `path` and, if `recursive`, everything below it. `force`: a missing path is not an error. On EBUSY,
 * EMFILE, ENFILE, ENOTEMPTY or EPERM it retries `maxRetries` times, waiting `retryDelayMs` longer each time.
 * Syscall: `lstat` when `path` is missing, `rm` for a directory (with EISDIR without `recursive`), `unlink` for
 * anything else.
 * @permission writeTree(path)
 */
export declare function removeSync(
  path: string,
  recursive: boolean,
  force: boolean,
  maxRetries: u32,
  retryDelayMs: u32,
): void;
/**
 * `removeSync`, off the thread.
 * @permission writeTree(path)
 */
export declare function remove(
  path: string,
  recursive: boolean,
  force: boolean,
  maxRetries: u32,
  retryDelayMs: u32,
): Promise<void>;

/**
 * Renames, replacing `dest`.
 * @permission readTree(source)
 * @permission writeTree(source)
 * @permission writeTree(dest)
 */
export declare function renameSync(source: string, dest: string): void;
/**
 * `renameSync`, off the thread.
 * @permission readTree(source)
 * @permission writeTree(source)
 * @permission writeTree(dest)
 */
export declare function rename(source: string, dest: string): Promise<void>;

/**
 * Makes `dest` a second name (hard link) of the file.
 * @permission readEntry(existing)
 * @permission writeEntry(existing)
 * @permission linkName(dest)
 */
export declare function linkSync(existing: string, dest: string): void;
/**
 * `linkSync`, off the thread.
 * @permission readEntry(existing)
 * @permission writeEntry(existing)
 * @permission linkName(dest)
 */
export declare function link(existing: string, dest: string): Promise<void>;

/**
 * Makes `path` a symbolic link to `target`.
 * @permission linkTarget("symlinkSync")
 * @permission writeEntry(path)
 */
export declare function symlinkSync(target: string, path: string): void;
/**
 * `symlinkSync`, off the thread.
 * @permission linkTarget("symlink")
 * @permission writeEntry(path)
 */
export declare function symlink(target: string, path: string): Promise<void>;

// Owner, mode, times

/**
 * Sets the permission bits.
 * @permission write(path)
 */
export declare function chmodSync(path: string, mode: u32): void;
/**
 * `chmodSync`, off the thread.
 * @permission write(path)
 * @refusesAtOnce
 */
export declare function chmod(path: string, mode: u32): Promise<void>;
/**
 * Sets the permission bits of a descriptor's file.
 * @permission metadata("fchmod", fd)
 */
export declare function fchmodSync(fd: i32, mode: u32): void;
/**
 * `fchmodSync`, off the thread.
 * @permission metadata("fchmod", fd)
 */
export declare function fchmod(fd: i32, mode: u32): Promise<void>;

/**
 * Sets owner and group; 4294967295 leaves one unchanged.
 * @permission write(path)
 */
export declare function chownSync(path: string, uid: u32, gid: u32): void;
/**
 * `chownSync`, off the thread.
 * @permission write(path)
 */
export declare function chown(path: string, uid: u32, gid: u32): Promise<void>;
/**
 * Sets owner and group of the link itself.
 * @permission writeEntry(path)
 */
export declare function lchownSync(path: string, uid: u32, gid: u32): void;
/**
 * `lchownSync`, off the thread.
 * @permission writeEntry(path)
 */
export declare function lchown(path: string, uid: u32, gid: u32): Promise<void>;
/**
 * Sets owner and group of a descriptor's file.
 * @permission metadata("fchown", fd)
 */
export declare function fchownSync(fd: i32, uid: u32, gid: u32): void;
/**
 * `fchownSync`, off the thread.
 * @permission metadata("fchown", fd)
 */
export declare function fchown(fd: i32, uid: u32, gid: u32): Promise<void>;

/**
 * Sets access and modification time, in seconds with a fraction since 1970. NaN leaves one unchanged, +Infinity
 * means now.
 * @permission write(path)
 */
export declare function utimesSync(path: string, accessSeconds: f64, modifiedSeconds: f64): void;
/**
 * `utimesSync`, off the thread.
 * @permission write(path)
 * @refusesAtOnce
 */
export declare function utimes(path: string, accessSeconds: f64, modifiedSeconds: f64): Promise<void>;
/**
 * Sets the times of the link itself.
 * @permission writeEntry(path)
 */
export declare function lutimesSync(path: string, accessSeconds: f64, modifiedSeconds: f64): void;
/**
 * `lutimesSync`, off the thread.
 * @permission writeEntry(path)
 * @refusesAtOnce
 */
export declare function lutimes(path: string, accessSeconds: f64, modifiedSeconds: f64): Promise<void>;
/**
 * Sets the times of a descriptor's file.
 * @permission metadata("futimes", fd)
 */
export declare function futimesSync(fd: i32, accessSeconds: f64, modifiedSeconds: f64): void;
/**
 * `futimesSync`, off the thread.
 * @permission metadata("futimes", fd)
 */
export declare function futimes(fd: i32, accessSeconds: f64, modifiedSeconds: f64): Promise<void>;

// Watching (inotify)

/**
 * Opens an event queue. It does not keep the loop alive; the caller does.
 * @permission none: a new queue watches nothing
 */
export declare function watchOpenSync(handlers: WatchHandlers): i32;
/**
 * Watches `path` on queue `fd`; returns the watch's number, the same for the same file. Syscall `watch`.
 * @permission read(path)
 */
export declare function watchAddSync(fd: i32, path: string): i32;
/**
 * Removes a watch. Unknown numbers are ignored.
 * @permission none: works on an open queue
 */
export declare function watchRemoveSync(fd: i32, watch: i32): void;

/**
 * Blocks the thread; for writers that must not return before a busy file accepted their data.
 * @permission none: only waits
 */
export declare function sleepSync(milliseconds: u32): void;
