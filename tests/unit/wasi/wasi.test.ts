// node:wasi: the class, and the calls of preview 1, which are made here on a memory without a program.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WASI } from "node:wasi";
import { test } from "../harness.ts";

const { WebAssembly } = globalThis as any;

const EBADF = 8;
const EEXIST = 20;
const EINVAL = 28;
const ENOENT = 44;
const ENOSYS = 52;
const ENOTDIR = 54;
const ENOTEMPTY = 55;
const EOVERFLOW = 61;
const ENOTCAPABLE = 76;
const ALL = 268435455n;
const REGULAR = 148898303n;

/** Calls on a fresh memory: strings are placed in it. */
function start(options: object = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "wasi-")));
  const wasi = new WASI({ version: "preview1", preopens: { "/sandbox": folder }, ...options } as any);
  const memory = new WebAssembly.Memory({ initial: 1 });
  wasi.finalizeBindings({ exports: { memory } } as any);
  const calls: any = wasi.wasiImport;
  const view = new DataView(memory.buffer);
  const bytes = new Uint8Array(memory.buffer);
  let next = 4096;
  const place = (text: string): [number, number] => {
    const data = Buffer.from(text);
    bytes.set(data, next);
    next += data.length;
    return [next - data.length, data.length];
  };
  const text = (address: number, length: number): string =>
    Buffer.from(bytes.slice(address, address + length)).toString();
  const vector = (address: number, length: number): number => {
    view.setUint32(64, address, true);
    view.setUint32(68, length, true);
    return 64;
  };
  const open = (name: string, how = 0, rights = REGULAR, flags = 0, lookup = 0): [number, number] => {
    const errno = calls.path_open(3, lookup, ...place(name), how, rights, ALL, flags, 0);
    return [errno, view.getUint32(0, true)];
  };
  return { folder, calls, view, bytes, place, text, vector, open };
}

test("wrong options are refused", () => {
  const refuses = (options: unknown, code: string) => assert.throws(() => new WASI(options as any), { code });
  refuses(undefined, "ERR_INVALID_ARG_TYPE");
  refuses({ version: "newest" }, "ERR_INVALID_ARG_VALUE");
  for (const wrong of [{ args: 1 }, { env: 1 }, { preopens: 1 }, { stdin: "a" }, { returnOnExit: 1 }])
    refuses({ version: "preview1", ...wrong }, "ERR_INVALID_ARG_TYPE");
  refuses({ version: "preview1", stdout: -1 }, "ERR_OUT_OF_RANGE");
  refuses({ version: "preview1", preopens: { "/a": "/does/not/exist" } }, "UVWASI_ENOENT");
  assert.deepStrictEqual(Object.keys((new WASI({ version: "unstable" }) as any).getImportObject()), ["wasi_unstable"]);
});

test("start and initialize check the exports, and run once", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const make = (): any => new WASI({ version: "preview1" });
  const wrong = { code: "ERR_INVALID_ARG_TYPE" };
  assert.throws(() => make().start(), wrong);
  assert.throws(() => make().start({ exports: {} }), wrong);
  assert.throws(() => make().start({ exports: { memory } }), wrong);
  assert.throws(() => make().start({ exports: { memory, _start() {}, _initialize() {} } }), wrong);
  assert.throws(() => make().initialize({ exports: { memory, _start() {} } }), wrong);
  const wasi = make();
  const instance = { exports: { memory, _start: () => wasi.wasiImport.proc_exit(5) } };
  assert.strictEqual(wasi.start(instance), 5);
  assert.throws(() => wasi.start(instance), { code: "ERR_WASI_ALREADY_STARTED" });
  assert.throws(() => make().wasiImport.sched_yield(), { code: "ERR_WASI_NOT_STARTED" });
  let isInitialized = false;
  make().initialize({ exports: { memory, _initialize: () => void (isInitialized = true) } });
  assert.ok(isInitialized);
});

test("an error of the program is thrown by start", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const mine = new Error("mine");
  const wasi: any = new WASI({ version: "preview1" });
  assert.throws(
    () =>
      wasi.start({
        exports: {
          memory,
          _start() {
            throw mine;
          },
        },
      }),
    (error) => error === mine,
  );
});

test("arguments and environment", () => {
  const { calls, view, text } = start({ args: ["prog", "é", 1], env: { A: "b", NOT: undefined } });
  assert.strictEqual(calls.args_sizes_get(0, 4), 0);
  assert.deepStrictEqual([view.getUint32(0, true), view.getUint32(4, true)], [3, 10]);
  assert.strictEqual(calls.args_get(16, 100), 0);
  assert.deepStrictEqual(
    [view.getUint32(16, true), view.getUint32(20, true), text(100, 10)],
    [100, 105, "prog\0é\x001\0"],
  );
  assert.strictEqual(calls.environ_sizes_get(0, 4), 0);
  assert.deepStrictEqual([view.getUint32(0, true), view.getUint32(4, true)], [1, 4]);
  assert.strictEqual(calls.environ_get(16, 100), 0);
  assert.strictEqual(text(100, 4), "A=b\0");
});

test("invalid calls return numbers of errors", () => {
  const { calls } = start({ args: ["a"] });
  assert.strictEqual(calls.args_get(), EINVAL);
  assert.strictEqual(calls.args_get("a", 0), EINVAL);
  assert.strictEqual(calls.args_get(70000, 0), EOVERFLOW);
  assert.strictEqual(calls.random_get(0, 99_999_999), EOVERFLOW);
  assert.strictEqual(calls.clock_time_get(9, 0n, 0), EINVAL);
  assert.strictEqual(calls.clock_time_get(0, 0, 0), EINVAL);
  assert.strictEqual(calls.fd_close(77), EBADF);
  assert.strictEqual(calls.fd_prestat_get(4, 0), EBADF);
  assert.strictEqual(calls.fd_read(3, 0, 0, 0), ENOTCAPABLE);
  assert.strictEqual(calls.proc_raise(99), ENOSYS);
  assert.strictEqual(calls.sched_yield(), 0);
});

test("clocks and random bytes", () => {
  const { calls, view, bytes } = start();
  assert.strictEqual(calls.clock_time_get(0, 0n, 8), 0);
  const ms = Number(view.getBigUint64(8, true) / 1_000_000n);
  assert.ok(Math.abs(ms - Date.now()) < 5000);
  for (const clock of [1, 2, 3]) assert.strictEqual(calls.clock_time_get(clock, 0n, 8), 0);
  assert.strictEqual(calls.random_get(100, 64), 0);
  assert.ok(bytes.slice(100, 164).some((byte) => byte !== 0));
});

test("the preopened directory has a name", () => {
  const { calls, view, text } = start();
  assert.strictEqual(calls.fd_prestat_get(3, 0), 0);
  assert.deepStrictEqual([view.getUint8(0), view.getUint32(4, true)], [0, 8]);
  assert.strictEqual(calls.fd_prestat_dir_name(3, 100, 8), 0);
  assert.strictEqual(text(100, 8), "/sandbox");
  assert.strictEqual(calls.fd_fdstat_get(3, 0), 0);
  assert.deepStrictEqual(
    [view.getUint8(0), view.getBigUint64(8, true), view.getBigUint64(16, true)],
    [3, 264240792n, ALL],
  );
});

test("a file is created, written, sought, read, resized and described", () => {
  const { calls, view, bytes, place, text, vector, open, folder } = start();
  const [created, fd] = open("new.txt", 1 | 4);
  assert.deepStrictEqual([created, fd], [0, 4]);
  assert.strictEqual(open("new.txt", 1 | 4)[0], EEXIST);
  assert.strictEqual(calls.fd_write(fd, vector(...place("hello world")), 1, 0), 0);
  assert.strictEqual(view.getUint32(0, true), 11);
  assert.strictEqual(readFileSync(join(folder, "new.txt"), "utf8"), "hello world");
  assert.strictEqual(calls.fd_seek(fd, -5n, 2, 8), 0);
  assert.strictEqual(view.getBigUint64(8, true), 6n);
  assert.strictEqual(calls.fd_read(fd, vector(200, 100), 1, 0), 0);
  assert.deepStrictEqual([view.getUint32(0, true), text(200, 5)], [5, "world"]);
  assert.strictEqual(calls.fd_tell(fd, 8), 0);
  assert.strictEqual(view.getBigUint64(8, true), 11n);
  assert.strictEqual(calls.fd_seek(fd, -50n, 0, 8), EINVAL);
  assert.strictEqual(calls.fd_pread(fd, vector(200, 4), 1, 1n, 0), 0);
  assert.strictEqual(text(200, 4), "ello");
  assert.strictEqual(calls.fd_pwrite(fd, vector(...place("J")), 1, 0n, 0), 0);
  assert.strictEqual(calls.fd_filestat_set_size(fd, 5n), 0);
  assert.strictEqual(readFileSync(join(folder, "new.txt"), "utf8"), "Jello");
  assert.strictEqual(calls.fd_filestat_set_times(fd, 1_000_000_000n, 2_000_000_000n, 1 | 4), 0);
  assert.strictEqual(calls.fd_filestat_get(fd, 300), 0);
  assert.deepStrictEqual(
    [view.getUint8(316), view.getBigUint64(324, true), view.getBigUint64(332, true), view.getBigUint64(348, true)],
    [4, 1n, 5n, 2_000_000_000n],
  );
  assert.strictEqual(calls.fd_fdstat_set_rights(fd, 2n, 0n), 0);
  assert.strictEqual(calls.fd_write(fd, vector(0, 1), 1, 0), ENOTCAPABLE);
  assert.strictEqual(calls.fd_close(fd), 0);
  assert.strictEqual(calls.fd_close(fd), EBADF);
  bytes.fill(0);
});

test("paths: directories, names, links, and what is outside", () => {
  const { calls, view, place, text, open, folder } = start();
  assert.strictEqual(calls.path_create_directory(3, ...place("sub")), 0);
  assert.strictEqual(calls.path_create_directory(3, ...place("sub")), EEXIST);
  writeFileSync(join(folder, "sub/a.txt"), "a");
  assert.strictEqual(calls.path_rename(3, ...place("sub/a.txt"), 3, ...place("sub/b.txt")), 0);
  assert.strictEqual(calls.path_link(3, 0, ...place("sub/b.txt"), 3, ...place("hard.txt")), 0);
  assert.strictEqual(calls.path_symlink(...place("sub/b.txt"), 3, ...place("soft.txt")), 0);
  assert.strictEqual(calls.path_readlink(3, ...place("soft.txt"), 200, 100, 0), 0);
  assert.strictEqual(text(200, view.getUint32(0, true)), "sub/b.txt");
  assert.strictEqual(calls.path_filestat_get(3, 0, ...place("soft.txt"), 300), 0);
  assert.strictEqual(view.getUint8(316), 7);
  assert.strictEqual(calls.path_filestat_get(3, 1, ...place("soft.txt"), 300), 0);
  assert.deepStrictEqual([view.getUint8(316), view.getBigUint64(324, true)], [4, 2n]);
  assert.strictEqual(open("soft.txt", 0, REGULAR, 0, 1)[0], 0);
  assert.strictEqual(open("hard.txt", 2, 0n)[0], ENOTDIR);
  assert.strictEqual(open("missing.txt")[0], ENOENT);
  assert.strictEqual(open("../outside.txt")[0], ENOTCAPABLE);
  assert.strictEqual(open("sub/../../outside.txt", 1)[0], ENOTCAPABLE);
  symlinkSync("../../etc/passwd", join(folder, "sub/up"));
  assert.strictEqual(open("sub/up", 0, 2n, 0, 1)[0], ENOTCAPABLE);
  assert.strictEqual(open("/etc/passwd", 0, 2n)[0], ENOTCAPABLE);
  assert.strictEqual(calls.path_remove_directory(3, ...place("sub")), ENOTEMPTY);
  for (const name of ["sub/b.txt", "sub/up", "hard.txt", "soft.txt"])
    assert.strictEqual(calls.path_unlink_file(3, ...place(name)), 0);
  assert.strictEqual(calls.path_remove_directory(3, ...place("sub")), 0);
});

test("the entries of a directory", () => {
  const { calls, view, text, folder } = start();
  for (const name of ["one", "three"]) writeFileSync(join(folder, name), "");
  assert.strictEqual(calls.fd_readdir(3, 1000, 1000, 0n, 0), 0);
  const used = view.getUint32(0, true);
  const names: string[] = [];
  for (let offset = 1000; offset < 1000 + used;) {
    const length = view.getUint32(offset + 16, true);
    names.push(text(offset + 24, length));
    offset += 24 + length;
  }
  assert.deepStrictEqual(names.sort(), ["one", "three"]);
  assert.strictEqual(calls.fd_readdir(3, 1000, 30, 0n, 0), 0);
  assert.strictEqual(view.getUint32(0, true), 30);
});

test("renumbering closes the other file", () => {
  const { calls, open } = start();
  const [, first] = open("first", 1);
  const [, second] = open("second", 1);
  assert.strictEqual(calls.fd_renumber(first, second), 0);
  assert.strictEqual(calls.fd_close(first), EBADF);
  assert.strictEqual(calls.fd_close(second), 0);
});

test("poll_oneoff waits for a clock", () => {
  const { calls, view } = start();
  view.setBigUint64(1000, 77n, true);
  view.setUint8(1008, 0);
  view.setUint32(1016, 1, true);
  view.setBigUint64(1024, 30_000_000n, true);
  const before = performance.now();
  assert.strictEqual(calls.poll_oneoff(1000, 2000, 1, 0), 0);
  assert.ok(performance.now() - before >= 25);
  assert.deepStrictEqual(
    [view.getUint32(0, true), view.getBigUint64(2000, true), view.getUint16(2008, true)],
    [1, 77n, 0],
  );
  assert.strictEqual(calls.poll_oneoff(1000, 2000, 0, 0), EINVAL);
});

test("standard output is written, and proc_exit ends the process when it does not return", () => {
  const program = `const { WASI } = require("node:wasi");
    const wasi = new WASI({ version: "preview1", returnOnExit: false });
    const memory = new WebAssembly.Memory({ initial: 1 });
    wasi.finalizeBindings({ exports: { memory } });
    Buffer.from(memory.buffer).write("out", 32);
    new Uint32Array(memory.buffer).set([32, 3]);
    wasi.wasiImport.fd_write(1, 0, 1, 16);
    wasi.wasiImport.proc_exit(7);`;
  const { status, stdout } = spawnSync(process.execPath, ["--no-warnings", "-e", program], { encoding: "utf8" });
  assert.deepStrictEqual([status, stdout], [7, "out"]);
});
