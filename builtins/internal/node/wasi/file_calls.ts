// Calls of WASI preview 1 on open files.
import fs from "internal:node/fs";
import type { Call } from "internal:node/wasi/calls";
import { EBADF, EINVAL, ENOTDIR, ESPIPE, ENOTCAPABLE, Failure } from "internal:node/wasi/errno";
import { DIRECTORY, type File, REGULAR_FILE, Right, typeOf } from "internal:node/wasi/file_table";
import type { WasiState } from "internal:node/wasi/state";
import { Buffer } from "internal:node/buffer";

const DIRENT_BYTES = 24;
/** Bits of `fstflags`. */
const SET_ACCESS = 1;
const ACCESS_NOW = 2;
const SET_MODIFICATION = 4;
const MODIFICATION_NOW = 8;
/** Bits of `fdflags`. */
export const APPEND = 1;
const KNOWN_FLAGS = 31;
const NANOSECONDS_PER_SECOND = 1e9;

/** The members of `fs.BigIntStats` that a `filestat` has. */
type BigStats = Parameters<typeof typeOf>[0] &
  Record<"dev" | "ino" | "nlink" | "size" | "atimeNs" | "mtimeNs" | "ctimeNs", bigint>;

/** The calls; `isUnstable`: by the layouts of `wasi_unstable`. */
export function fileCalls(isUnstable: boolean): Record<string, Call> {
  // What the origins of `fd_seek` mean: 0 the start, 1 the position, 2 the end.
  const origins = isUnstable ? [1, 2, 0] : [0, 1, 2];
  return {
    ...common,
    fd_filestat_get: [
      "ii",
      (state, fd: number, result: number) => {
        const file = state.files.get(fd, Right.STAT);
        writeStats(state, result, fs.fstatSync(file.fd, { bigint: true }), isUnstable);
      },
    ],
    fd_seek: [
      "iIii",
      (state, fd: number, offset: bigint, whence: number, result: number) => {
        const isQuery = offset === 0n && origins[whence] === 1;
        const file = state.files.get(fd, isQuery ? Right.TELL : Right.SEEK);
        state.setU64(result, BigInt(seek(file, Number(offset), origins[whence])));
      },
    ],
  };
}

const common: Record<string, Call> = {
  fd_advise: [
    "iIIi",
    (state, fd: number, _offset, _length, advice: number) => {
      state.files.get(fd, Right.ADVISE);
      // Advice needs no action.
      if (advice > 5) throw new Failure(EINVAL);
    },
  ],
  fd_allocate: [
    "iII",
    (state, fd: number, offset: bigint, length: bigint) => {
      const file = state.files.get(fd, Right.ALLOCATE);
      const end = Number(offset + length);
      if (fs.fstatSync(file.fd).size < end) fs.ftruncateSync(file.fd, end);
    },
  ],
  fd_close: ["i", (state, fd: number) => state.files.close(fd)],
  fd_datasync: ["i", (state, fd: number) => fs.fdatasyncSync(state.files.get(fd, Right.DATASYNC).fd)],
  fd_sync: ["i", (state, fd: number) => fs.fsyncSync(state.files.get(fd, Right.SYNC).fd)],
  fd_fdstat_get: [
    "ii",
    (state, fd: number, result: number) => {
      const file = state.files.get(fd);
      const view = state.view(result, 24);
      view.setUint8(0, file.type);
      view.setUint16(2, file.flags, true);
      view.setBigUint64(8, file.rights, true);
      view.setBigUint64(16, file.inheriting, true);
    },
  ],
  fd_fdstat_set_flags: [
    "ii",
    (state, fd: number, flags: number) => {
      const file = state.files.get(fd, Right.SET_FLAGS);
      if (flags > KNOWN_FLAGS) throw new Failure(EINVAL);
      file.flags = flags;
    },
  ],
  fd_fdstat_set_rights: [
    "iII",
    (state, fd: number, rights: bigint, inheriting: bigint) => {
      const file = state.files.get(fd);
      // Rights can only be given up.
      if ((rights & ~file.rights) !== 0n || (inheriting & ~file.inheriting) !== 0n) throw new Failure(ENOTCAPABLE);
      file.rights = rights;
      file.inheriting = inheriting;
    },
  ],
  fd_filestat_set_size: [
    "iI",
    (state, fd: number, size: bigint) => fs.ftruncateSync(state.files.get(fd, Right.SET_SIZE).fd, Number(size)),
  ],
  fd_filestat_set_times: [
    "iIIi",
    (state, fd: number, access: bigint, modification: bigint, flags: number) => {
      const file = state.files.get(fd, Right.SET_TIMES);
      const times = timesOf(fs.fstatSync(file.fd), access, modification, flags);
      fs.futimesSync(file.fd, times[0], times[1]);
    },
  ],
  fd_read: [
    "iiii",
    (state, fd: number, vectors: number, count: number, result: number) => {
      const file = state.files.get(fd, Right.READ);
      const total = readInto(file, state.vectors(vectors, count), hasPosition(file) ? file.position : null);
      if (hasPosition(file)) file.position += total;
      state.setU32(result, total);
    },
  ],
  fd_pread: [
    "iiiIi",
    (state, fd: number, vectors: number, count: number, offset: bigint, result: number) => {
      const file = state.files.get(fd, Right.READ | Right.SEEK);
      state.setU32(result, readInto(file, state.vectors(vectors, count), Number(offset)));
    },
  ],
  fd_write: [
    "iiii",
    (state, fd: number, vectors: number, count: number, result: number) => {
      const file = state.files.get(fd, Right.WRITE);
      const isAppending = (file.flags & APPEND) !== 0;
      if (isAppending && hasPosition(file)) file.position = fs.fstatSync(file.fd).size;
      const total = writeFrom(file, state.vectors(vectors, count), hasPosition(file) ? file.position : null);
      if (hasPosition(file)) file.position += total;
      state.setU32(result, total);
    },
  ],
  fd_pwrite: [
    "iiiIi",
    (state, fd: number, vectors: number, count: number, offset: bigint, result: number) => {
      const file = state.files.get(fd, Right.WRITE | Right.SEEK);
      state.setU32(result, writeFrom(file, state.vectors(vectors, count), Number(offset)));
    },
  ],
  fd_tell: [
    "ii",
    (state, fd: number, result: number) => {
      const file = state.files.get(fd, Right.TELL);
      state.setU64(result, BigInt(seek(file, 0, 1)));
    },
  ],
  fd_prestat_get: [
    "ii",
    (state, fd: number, result: number) => {
      const name = preopenOf(state, fd);
      const view = state.view(result, 8);
      view.setUint8(0, 0);
      view.setUint32(4, Buffer.byteLength(name), true);
    },
  ],
  fd_prestat_dir_name: [
    "iii",
    (state, fd: number, address: number, length: number) => void state.writeText(address, length, preopenOf(state, fd)),
  ],
  fd_readdir: [
    "iiiIi",
    (state, fd: number, buffer: number, length: number, cookie: bigint, result: number) => {
      const file = state.files.get(fd, Right.READDIR);
      if (file.type !== DIRECTORY) throw new Failure(ENOTDIR);
      state.setU32(result, writeEntries(file, state.bytes(buffer, length), Number(cookie)));
    },
  ],
  fd_renumber: ["ii", (state, from: number, to: number) => state.files.renumber(from, to)],
};

// Other files are read and written where the system is.
function hasPosition(file: File): boolean {
  return file.isOwned && file.type === REGULAR_FILE;
}

function preopenOf(state: WasiState, fd: number): string {
  const { preopen } = state.files.get(fd);
  if (preopen === null) throw new Failure(fd < 3 ? EINVAL : EBADF);
  return preopen;
}

function seek(file: File, offset: number, origin: number | undefined): number {
  if (origin === undefined) throw new Failure(EINVAL);
  if (!hasPosition(file)) throw new Failure(ESPIPE);
  const start = origin === 0 ? 0 : origin === 1 ? file.position : fs.fstatSync(file.fd).size;
  if (start + offset < 0) throw new Failure(EINVAL);
  file.position = start + offset;
  return file.position;
}

function readInto(file: File, buffers: Uint8Array[], position: number | null): number {
  let total = 0;
  for (const buffer of buffers) {
    if (buffer.length === 0) continue;
    const count = fs.readSync(file.fd, buffer, 0, buffer.length, position === null ? null : position + total);
    total += count;
    if (count < buffer.length) break;
  }
  return total;
}

function writeFrom(file: File, buffers: Uint8Array[], position: number | null): number {
  let total = 0;
  for (const buffer of buffers) {
    if (buffer.length === 0) continue;
    const count = fs.writeSync(file.fd, buffer, 0, buffer.length, position === null ? null : position + total);
    total += count;
    if (count < buffer.length) break;
  }
  return total;
}

// A name that does not fit is cut off: then the program calls again with a larger buffer.
function writeEntries(file: File, target: Uint8Array, cookie: number): number {
  const names = fs.readdirSync(file.path) as string[];
  let used = 0;
  for (let index = cookie; index < names.length && used < target.length; index++) {
    const name = Buffer.from(names[index]!);
    const stats = fs.lstatSync(`${file.path}/${names[index]!}`, { bigint: true, throwIfNoEntry: false }) as
      | BigStats
      | undefined;
    if (stats === undefined) continue;
    const entry = new Uint8Array(DIRENT_BYTES + name.length);
    const view = new DataView(entry.buffer);
    view.setBigUint64(0, BigInt(index + 1), true);
    view.setBigUint64(8, stats.ino, true);
    view.setUint32(16, name.length, true);
    view.setUint8(20, typeOf(stats));
    entry.set(name, DIRENT_BYTES);
    const part = entry.subarray(0, target.length - used);
    target.set(part, used);
    used += part.length;
  }
  return used;
}

/** Writes a `filestat` of bigint stats. */
export function writeStats(state: WasiState, result: number, stats: BigStats, isUnstable: boolean): void {
  const view = state.view(result, isUnstable ? 56 : 64);
  view.setBigUint64(0, stats.dev, true);
  view.setBigUint64(8, stats.ino, true);
  view.setUint8(16, typeOf(stats));
  // The number of links had 32 bits before.
  if (isUnstable) view.setUint32(20, Number(stats.nlink), true);
  else view.setBigUint64(24, stats.nlink, true);
  const start = isUnstable ? 24 : 32;
  for (const [index, value] of [stats.size, stats.atimeNs, stats.mtimeNs, stats.ctimeNs].entries())
    view.setBigUint64(start + index * 8, value, true);
}

/** The times to set, in seconds, by `fstflags`. */
export function timesOf(
  stats: { atimeMs: number; mtimeMs: number },
  access: bigint,
  modification: bigint,
  flags: number,
): [number, number] {
  const isBoth = (set: number, now: number): boolean => (flags & set) !== 0 && (flags & now) !== 0;
  if (isBoth(SET_ACCESS, ACCESS_NOW) || isBoth(SET_MODIFICATION, MODIFICATION_NOW)) throw new Failure(EINVAL);
  const now = Date.now() / 1000;
  const choose = (set: number, atNow: number, value: bigint, old: number): number =>
    (flags & set) !== 0 ? Number(value) / NANOSECONDS_PER_SECOND : (flags & atNow) !== 0 ? now : old / 1000;
  return [
    choose(SET_ACCESS, ACCESS_NOW, access, stats.atimeMs),
    choose(SET_MODIFICATION, MODIFICATION_NOW, modification, stats.mtimeMs),
  ];
}
