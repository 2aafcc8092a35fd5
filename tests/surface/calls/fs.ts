// node:fs and node:fs/promises.
import fs from "node:fs";
import { CALLBACK as CB } from "../outcome.ts";
import { of } from "./table.ts";

const NEW = "./made";
const FILE = "file.txt";
const bytes = (): Uint8Array => new Uint8Array(8);

/** The calls that this file is about. */
export function* calls(): Generator<any> {
  const fd = fs.openSync("scratch.bin", "w+");
  fs.writeSync(fd, "some content");
  fs.mkdirSync("folder", { recursive: true });
  const paths: Record<string, unknown[]> = {
    access: [FILE, 0],
    chmod: [FILE, 0o644],
    chown: ["missing", 0, 0],
    copyFile: [FILE, "copied", 0],
    lchown: ["missing", 0, 0],
    link: ["missing", "linked"],
    lstat: [FILE, {}],
    lutimes: ["missing", 1, 1],
    mkdir: ["folder", {}],
    mkdtemp: ["missing/x", {}],
    open: [FILE, "r", 0o666],
    opendir: ["folder", {}],
    readdir: ["folder", {}],
    readlink: ["missing", {}],
    realpath: [FILE, {}],
    rename: ["missing", "renamed"],
    rm: ["missing", {}],
    rmdir: ["missing", {}],
    stat: [FILE, {}],
    statfs: [FILE, {}],
    symlink: [FILE, "folder", "file"],
    truncate: ["missing", 1],
    unlink: ["missing"],
    utimes: ["missing", 1, 1],
    readFile: [FILE, {}],
    writeFile: ["folder", "x", {}],
    appendFile: ["folder", "x", {}],
    cp: ["missing", "copy", {}],
    exists: [FILE],
  };
  const descriptors: Record<string, unknown[]> = {
    fchmod: [fd, 0o644],
    fchown: [99999, 0, 0],
    fdatasync: [fd],
    fstat: [fd, {}],
    fsync: [fd],
    ftruncate: [fd, 4],
    futimes: [fd, 1, 1],
    close: [99999],
    read: [fd, bytes(), 0, 4, 0],
    "read#2": [fd, bytes(), {}],
    "read#3": [fd, { buffer: bytes() }],
    readv: [fd, [bytes()], 0],
    write: [fd, bytes(), 0, 4, 0],
    "write#2": [fd, "text", 0, "utf8"],
    "write#3": [fd, bytes(), {}],
    writev: [fd, [bytes()], 0],
  };
  const callbackForms: Record<string, unknown[]> = {};
  const syncForms: Record<string, unknown[]> = {};
  for (const [name, args] of Object.entries({ ...paths, ...descriptors })) {
    callbackForms[name] = [...args, CB];
    const [base, suffix = ""] = name.split("#");
    syncForms[`${base}Sync${suffix && `#${suffix}`}`] = args;
  }
  const slow = { skip: { mkdtemp: ["'x'"], mkdtempSync: ["'x'"], close: ["1.5"] } };
  yield* of("fs.", () => fs, callbackForms, slow);
  yield* of("fs.", () => fs, syncForms, slow);
  const { exists: _, ...promised } = paths;
  yield* of("fs.promises.", () => fs.promises, promised, slow);
  yield* of("fs.", () => fs, {
    createReadStream: [FILE, {}],
    createWriteStream: [NEW, {}],
    glob: ["*.none", {}, CB],
    globSync: ["*.none", {}],
    openAsBlob: [FILE, {}],
    mkdtempDisposableSync: ["missing/x", {}],
    _toUnixTimestamp: [1, "time"],
  });
  yield* of(
    "fs.",
    () => fs,
    {
      watch: [FILE, {}, function listener() {}],
      watchFile: ["missing", {}, function listener() {}],
      unwatchFile: ["missing", function listener() {}],
      Dirent: ["n", 1, "p"],
    },
    { isImmediate: true },
  );
  yield* of("fs.new ", () => fs.ReadStream, { new: [FILE, {}] });
  yield* of("fs.new W", () => fs.WriteStream, { new: [NEW, {}] });
  yield* of(
    "fs.promises.",
    () => fs.promises,
    { glob: ["*.none", {}], mkdtempDisposable: ["missing/x", {}], watch: [FILE, {}] },
    { isImmediate: true },
  );
  for (const option of [
    "encoding",
    "flags",
    "fd",
    "mode",
    "autoClose",
    "emitClose",
    "start",
    "end",
    "highWaterMark",
    "fs",
    "signal",
    "flush",
  ]) {
    yield* optionCalls("createReadStream", FILE, option);
    yield* optionCalls("createWriteStream", NEW, option);
  }
  for (const [method, path, options] of OPTIONS)
    for (const option of options.split(" ")) yield* optionCalls(method, path, option);
}

const OPTIONS: [string, string, string][] = [
  ["readFileSync", FILE, "encoding flag"],
  ["mkdirSync", "folder", "recursive mode"],
  ["readdirSync", "folder", "encoding withFileTypes recursive"],
  ["statSync", FILE, "bigint throwIfNoEntry"],
  ["rmSync", "missing", "force recursive retryDelay maxRetries"],
  ["rmdirSync", "missing", "recursive retryDelay maxRetries"],
  ["opendirSync", "folder", "encoding bufferSize recursive"],
  ["watchFile", "missing", "interval persistent bigint"],
  ["globSync", "*.none", "cwd exclude withFileTypes followSymlinks"],
  ["statfsSync", FILE, "bigint"],
];

/** `fs[method](path, { [option]: value })` as a call of one argument. */
function* optionCalls(method: string, path: string, option: string): Generator<any> {
  const holder = {
    [method]: (...values: unknown[]) =>
      (fs as any)[method](path, { [option]: values[0] }, ...(method === "watchFile" ? [() => {}] : [])),
  };
  for (const one of of("fs.", () => holder, { [method]: [undefined] })) {
    one.call.name = `fs.${method}:${option}`;
    yield one;
  }
}
