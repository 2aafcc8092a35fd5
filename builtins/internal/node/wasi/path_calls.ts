// Calls of WASI preview 1 on paths. `resolve` keeps them below the directory that the program names.
import fs from "internal:node/fs";
import type { Call } from "internal:node/wasi/calls";
import { EINVAL, ENOTCAPABLE, Failure } from "internal:node/wasi/errno";
import { APPEND, timesOf, writeStats } from "internal:node/wasi/file_calls";
import { resolve, Right } from "internal:node/wasi/file_table";
import type { WasiState } from "internal:node/wasi/state";

/** The bit of `lookupflags`. */
const FOLLOW = 1;
/** Bits of `oflags`. */
const CREATE = 1;
const ONLY_DIRECTORY = 2;
const EXCLUSIVE = 4;
const TRUNCATE = 8;
/** Bits of `fdflags`. */
const DSYNC = 2;
const NONBLOCK = 4;
const RSYNC = 8;
const SYNC = 16;
const MODE = 0o666;
const DIRECTORY_MODE = 0o777;

/** The calls; `isUnstable`: by the layouts of `wasi_unstable`. */
export function pathCalls(isUnstable: boolean): Record<string, Call> {
  return {
    ...common,
    path_filestat_get: [
      "iiiii",
      (state, fd: number, flags: number, path: number, length: number, result: number) => {
        const follows = (flags & FOLLOW) !== 0;
        const found = pathOf(state, fd, Right.PATH_STAT, path, length, follows);
        writeStats(state, result, (follows ? fs.statSync : fs.lstatSync)(found, { bigint: true }), isUnstable);
      },
    ],
  };
}

const common: Record<string, Call> = {
  path_open: ["iiiiiIIii", open],
  path_create_directory: [
    "iii",
    (state, fd: number, path: number, length: number) =>
      fs.mkdirSync(pathOf(state, fd, Right.CREATE_DIRECTORY, path, length, false), DIRECTORY_MODE),
  ],
  path_remove_directory: [
    "iii",
    (state, fd: number, path: number, length: number) =>
      fs.rmdirSync(pathOf(state, fd, Right.REMOVE_DIRECTORY, path, length, false)),
  ],
  path_unlink_file: [
    "iii",
    (state, fd: number, path: number, length: number) =>
      fs.unlinkSync(pathOf(state, fd, Right.UNLINK, path, length, false)),
  ],
  path_filestat_set_times: [
    "iiiiIIi",
    (
      state,
      fd: number,
      lookup: number,
      path: number,
      length: number,
      access: bigint,
      modified: bigint,
      flags: number,
    ) => {
      const follows = (lookup & FOLLOW) !== 0;
      const found = pathOf(state, fd, Right.PATH_SET_TIMES, path, length, follows);
      const [atime, mtime] = timesOf((follows ? fs.statSync : fs.lstatSync)(found), access, modified, flags);
      (follows ? fs.utimesSync : fs.lutimesSync)(found, atime, mtime);
    },
  ],
  path_link: [
    "iiiiiii",
    (
      state,
      fd: number,
      flags: number,
      path: number,
      length: number,
      newFd: number,
      newPath: number,
      newLength: number,
    ) =>
      fs.linkSync(
        pathOf(state, fd, Right.LINK_SOURCE, path, length, (flags & FOLLOW) !== 0),
        pathOf(state, newFd, Right.LINK_TARGET, newPath, newLength, false),
      ),
  ],
  path_rename: [
    "iiiiii",
    (state, fd: number, path: number, length: number, newFd: number, newPath: number, newLength: number) =>
      fs.renameSync(
        pathOf(state, fd, Right.RENAME_SOURCE, path, length, false),
        pathOf(state, newFd, Right.RENAME_TARGET, newPath, newLength, false),
      ),
  ],
  path_symlink: [
    "iiiii",
    (state, target: number, targetLength: number, fd: number, path: number, length: number) => {
      const text = state.text(target, targetLength);
      // It could not be followed.
      if (text.startsWith("/")) throw new Failure(ENOTCAPABLE);
      fs.symlinkSync(text, pathOf(state, fd, Right.SYMLINK, path, length, false));
    },
  ],
  path_readlink: [
    "iiiiii",
    (state, fd: number, path: number, length: number, buffer: number, size: number, result: number) => {
      const target = fs.readlinkSync(pathOf(state, fd, Right.READLINK, path, length, false)) as string;
      state.setU32(result, state.writeText(buffer, size, target));
    },
  ],
};

function pathOf(state: WasiState, fd: number, right: bigint, path: number, length: number, follows: boolean): string {
  return resolve(state.files.get(fd, right), state.text(path, length), follows);
}

function open(
  state: WasiState,
  fd: number,
  lookup: number,
  path: number,
  length: number,
  how: number,
  rights: bigint,
  inheriting: bigint,
  flags: number,
  result: number,
): void {
  const isCreated = (how & CREATE) !== 0;
  const needed =
    Right.OPEN | (isCreated ? Right.CREATE_FILE : 0n) | ((how & TRUNCATE) !== 0 ? Right.PATH_SET_SIZE : 0n);
  const directory = state.files.get(fd, needed);
  if ((rights & ~directory.inheriting) !== 0n) throw new Failure(ENOTCAPABLE);
  const isRead = (rights & (Right.READ | Right.READDIR)) !== 0n;
  const isWritten = (rights & (Right.WRITE | Right.ALLOCATE | Right.SET_SIZE)) !== 0n && (how & ONLY_DIRECTORY) === 0;
  if (isCreated && (how & ONLY_DIRECTORY) !== 0) throw new Failure(EINVAL);
  const {
    O_RDWR,
    O_WRONLY,
    O_RDONLY,
    O_CREAT,
    O_EXCL,
    O_TRUNC,
    O_DIRECTORY,
    O_NOFOLLOW,
    O_APPEND,
    O_DSYNC,
    O_SYNC,
    O_NONBLOCK,
  } = fs.constants;
  let options: number = isWritten ? (isRead ? O_RDWR : O_WRONLY) : O_RDONLY;
  const add = (bit: number, set: number, option: number): void => {
    if ((set & bit) !== 0) options |= option;
  };
  add(CREATE, how, O_CREAT);
  add(ONLY_DIRECTORY, how, O_DIRECTORY);
  add(EXCLUSIVE, how, O_EXCL);
  add(TRUNCATE, how, O_TRUNC);
  add(APPEND, flags, O_APPEND);
  add(DSYNC, flags, O_DSYNC);
  add(NONBLOCK, flags, O_NONBLOCK);
  add(RSYNC | SYNC, flags, O_SYNC);
  const follows = (lookup & FOLLOW) !== 0;
  const found = resolve(directory, state.text(path, length), follows);
  // The links are resolved: one that is there now was put there meanwhile.
  state.view(result, 4);
  state.setU32(result, state.files.open(found, options | O_NOFOLLOW, MODE, rights, inheriting, flags));
}
