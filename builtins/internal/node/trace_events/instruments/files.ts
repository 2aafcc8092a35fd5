// System calls of node:fs: direct ones (`node.fs.sync`, `node.fs_dir.sync`) and requests (`node.fs.async`, `node.fs_dir.async`).
import { safe } from "internal:core/bootstrap";
import { asBuffer } from "internal:core/buffer/adopt";
import { encodeUtf8 } from "internal:core/utf8";
import { Group } from "internal:node/trace_events/categories";
import { areaOf, type Ended, watchRequests, wrapDirect } from "internal:node/trace_events/natives";
import { record, recordCall } from "internal:node/trace_events/recorder";
import { sharedRecord } from "internal:node/fs/stats";

const FILE_MODE = 0o666;

/** A native function: Node's names of its direct and of its asynchronous calls, and of its first arguments. */
type Call = [native: string, direct: string, request: string, ...args: string[]];

const CALLS: Call[] = [
  ["access", "access", "access", "path"],
  ["chmod", "chmod", "chmod", "path"],
  ["chown", "chown", "chown", "path"],
  ["close", "close", "close"],
  ["copyFile", "copyfile", "copyfile", "src", "dest"],
  ["exists", "access", "access", "path"],
  ["fchmod", "fchmod", "fchmod"],
  ["fchown", "fchown", "fchown"],
  ["fdatasync", "fdatasync", "fdatasync"],
  ["fstat", "fstat", "fstat"],
  ["fsync", "fsync", "fsync"],
  ["ftruncate", "ftruncate", "ftruncate"],
  ["futimes", "futimes", "futime"],
  ["lchown", "lchown", "lchown", "path"],
  ["link", "link", "link", "src", "dest"],
  ["lstat", "lstat", "lstat", "path"],
  ["lutimes", "lutimes", "lutime", "path"],
  ["makeDir", "mkdir", "mkdir", "path"],
  ["makeDirs", "mkdir", "mkdir", "path"],
  ["makeTempDir", "mkdtemp", "mkdtemp"],
  ["open", "open", "open", "path"],
  ["read", "read", "read"],
  ["readAll", "read", "read"],
  ["readDir", "readdir", "scandir", "path"],
  ["readLink", "readlink", "readlink", "path"],
  ["realPath", "realpath", "realpath", "path"],
  ["remove", "rm", "rm", "path"],
  ["removeDir", "rmdir", "rmdir", "path"],
  ["rename", "rename", "rename", "old_path", "new_path"],
  ["stat", "stat", "stat", "path"],
  ["statfs", "statfs", "statfs", "path"],
  ["symlink", "symlink", "symlink", "target", "path"],
  ["unlink", "unlink", "unlink", "path"],
  ["utimes", "utimes", "utime", "path"],
  ["write", "write", "write"],
  ["writeAll", "write", "write"],
];

/** Those that only a request makes in one: Node has an event for the main part. */
const COMPLETE_FILES: Call[] = [
  ["readFile", "", "read"],
  ["readFileText", "", "read"],
  ["writeFile", "", "write"],
  ["writeFileText", "", "write"],
];

const DIRECTORIES: Call[] = [
  ["openDir", "opendir", "opendir", "path"],
  ["nextEntries", "readdir", "readdir"],
];

/** Makes direct calls record themselves. */
export function installDirect(): void {
  const area = areaOf("fs");
  for (const [native, name] of CALLS)
    wrapDirect(area, `${native}Sync`, (call, args) => recordDirect(`fs.sync.${name}`, call, COUNTS[native], args));
  for (const [native, name] of DIRECTORIES)
    wrapDirect(area, `${native}Sync`, (call) => recordCall(Group.FS_DIR_SYNC, `fs_dir.sync.${name}`, call));
  splitCompleteFiles(area);
}

/** What the end of a call says of the bytes that it moved: its name, and how many they are by the result and the arguments. */
type Count = [name: string, count: (result: number | Uint8Array, args: unknown[]) => number];

const COUNTS: Record<string, Count> = {
  read: ["bytesRead", (count) => count as number],
  readAll: ["bytesRead", (bytes) => (bytes as Uint8Array).byteLength],
  write: ["bytesWritten", (count) => count as number],
  writeAll: ["bytesWritten", (_result, [, data]) => (data as Uint8Array).byteLength],
};

function recordDirect(name: string, call: () => unknown, count: Count | undefined, given: unknown[]): unknown {
  record(Group.FS_SYNC, "B", name);
  let args = {};
  try {
    const result = call();
    if (count !== undefined) args = { [count[0]]: count[1](result as number | Uint8Array, given) };
    return result;
  } finally {
    record(Group.FS_SYNC, "E", name, { args });
  }
}

/** Complete files are otherwise read and written by one native call, which hides its system calls. */
function splitCompleteFiles(area: ReturnType<typeof areaOf>): void {
  const withFile = <T>(path: string, flags: number, mode: number, work: (fd: number) => T): T => {
    const fd = area.openSync!(path, flags, mode) as number;
    try {
      return work(fd);
    } finally {
      area.closeSync!(fd);
    }
  };
  const read = (path: string, flags: number): Uint8Array =>
    withFile(path, flags, FILE_MODE, (fd) => {
      area.fstatSync!(fd, sharedRecord(false).bytes, false);
      return area.readAllSync!(fd);
    });
  area.readFileSync = read;
  area.readFileTextSync = (path: string, flags: number) => asBuffer(read(path, flags)).toString();
  area.writeFileSync = (path: string, data: Uint8Array, flags: number, mode: number) =>
    withFile(path, flags, mode, (fd) => area.writeAllSync!(fd, data));
  area.writeFileTextSync = (path: string, text: string, flags: number, mode: number) =>
    area.writeFileSync!(path, encodeUtf8(text), flags, mode);
}

let last = 0;

/** Makes requests record themselves. */
export function installRequests(): void {
  const area = areaOf("fs");
  for (const [native, , name, ...names] of [...CALLS, ...COMPLETE_FILES])
    watchRequests(area, native, (args) => begin(Group.FS_ASYNC, name, argumentsOf(names, args)));
  for (const [native, , name, ...names] of DIRECTORIES)
    watchRequests(area, native, (args) => begin(Group.FS_DIR_ASYNC, name, argumentsOf(names, args)));
}

function argumentsOf(names: string[], args: unknown[]): object {
  return safe.fromEntries(names.map((name, index) => [name, String(args[index])]));
}

function begin(group: Group, name: string, args: object): Ended {
  const id = ++last;
  record(group, "b", name, { id, args });
  return (error, value) => {
    const result = error === undefined ? (typeof value === "number" ? value : 0) : errnoOf(error);
    record(group, "e", name, { id, args: { result } });
  };
}

function errnoOf(error: unknown): number {
  const { errno } = error as { errno?: unknown };
  return typeof errno === "number" ? errno : -1;
}
