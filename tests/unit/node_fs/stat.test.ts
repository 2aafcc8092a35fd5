// fs.stat, lstat, fstat, statfs, access, exists.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { newFile, newFolder } from "./temp_folder.ts";

test("statSync reports size, type and times", () => {
  const file = newFile("12345");
  fs.utimesSync(file, 10.5, new Date(20_250));
  const stats = fs.statSync(file);
  assert.strictEqual(stats.size, 5);
  assert.ok(stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink());
  assert.strictEqual(stats.atimeMs, 10_500);
  assert.strictEqual(stats.mtime.getTime(), 20_250);
  assert.ok(stats instanceof fs.Stats);
});

test("statSync with bigint counts nanoseconds", () => {
  const file = newFile();
  fs.utimesSync(file, 1, 2.5);
  const stats = fs.statSync(file, { bigint: true });
  assert.strictEqual(stats.mtimeNs, 2_500_000_000n);
  assert.strictEqual(stats.mtimeMs, 2_500n);
  assert.ok(stats.isFile());
});

test("lstatSync reads the link, statSync its target", () => {
  const link = path.join(newFolder(), "link");
  fs.symlinkSync("/tmp", link);
  assert.ok(fs.lstatSync(link).isSymbolicLink());
  assert.ok(fs.statSync(link).isDirectory());
});

test("statSync of a missing path throws, or is undefined with throwIfNoEntry: false", () => {
  assert.throws(() => fs.statSync("/nowhere"), {
    code: "ENOENT",
    syscall: "stat",
    path: "/nowhere",
    message: "ENOENT: no such file or directory, stat '/nowhere'",
  });
  assert.strictEqual(fs.statSync("/nowhere", { throwIfNoEntry: false }), undefined);
  assert.strictEqual(fs.statSync("/etc/passwd/x", { throwIfNoEntry: false }), undefined);
});

test("fstatSync checks the descriptor", () => {
  assert.throws(() => fs.fstatSync(-1), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => fs.fstatSync("1" as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => fs.fstatSync(999_999), {
    code: "EBADF",
    syscall: "fstat",
    message: "EBADF: bad file descriptor, fstat",
  });
});

test("promises.stat rejects and stat calls back", async () => {
  await assert.rejects(fs.promises.stat("/nowhere"), { code: "ENOENT", syscall: "stat" });
  const [error, stats]: any[] = await new Promise((resolve) => fs.stat("/tmp", (...args) => resolve(args)));
  assert.strictEqual(error, null);
  assert.ok(stats.isDirectory());
});

test("statfsSync has the numbers of the file system", () => {
  const system = fs.statfsSync("/");
  assert.ok(system.bsize > 0 && system.blocks >= system.bfree);
  assert.strictEqual(typeof fs.statfsSync("/", { bigint: true }).type, "bigint");
});

test("accessSync throws when the file does not allow the access", () => {
  fs.accessSync("/etc/passwd", fs.constants.R_OK);
  assert.throws(() => fs.accessSync("/nowhere"), { code: "ENOENT", syscall: "access" });
  assert.throws(() => fs.accessSync("/etc/passwd", 8), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: "mode is out of range: >= 0 && <= 7",
  });
});

test("existsSync never throws", () => {
  assert.strictEqual(fs.existsSync("/tmp"), true);
  assert.strictEqual(fs.existsSync("/nowhere"), false);
  assert.strictEqual(fs.existsSync("a\0b"), false);
});

test("stat, lstat and fstat end with AbortError when their signal is aborted", async () => {
  const isAbort = (error: any) => error.name === "AbortError" && error.code === "ABORT_ERR";
  const aborted = AbortSignal.abort(new Error("why")) as any;
  for (const name of ["stat", "lstat", "fstat"] as const) {
    const target: any = name === "fstat" ? 1 : "/tmp";
    const call = fs[name] as any;
    let errors: any[] = [];
    call(target, { signal: aborted }, (error: any) => errors.push(error));
    assert.ok(errors.length === 1 && isAbort(errors[0]) && errors[0].cause.message === "why");
    errors = [];
    const controller = new AbortController();
    call(target, { signal: controller.signal }, (error: any) => errors.push(error));
    controller.abort();
    assert.ok(errors.length === 1 && isAbort(errors[0]));
    assert.throws(() => call(target, { signal: {} }, () => {}), {
      code: "ERR_INVALID_ARG_TYPE",
      message: 'The "options.signal" property must be an instance of AbortSignal. Received an instance of Object',
    });
    const stats = await new Promise<any>((resolve, reject) =>
      call(target, { signal: new AbortController().signal }, (error: any, value: any) =>
        error ? reject(error) : resolve(value),
      ),
    );
    assert.ok(stats instanceof fs.Stats);
  }
});

test("fs.promises.stat, lstat and FileHandle.stat reject when their signal is aborted", async () => {
  const handle = await fs.promises.open("/tmp");
  const calls: ((options: any) => Promise<fs.Stats>)[] = [
    (options) => fs.promises.stat("/tmp", options) as any,
    (options) => fs.promises.lstat("/tmp", options) as any,
    (options) => handle.stat(options) as any,
  ];
  for (const call of calls) {
    await assert.rejects(call({ signal: AbortSignal.abort() }), { name: "AbortError", code: "ABORT_ERR" });
    const controller = new AbortController();
    const pending = call({ signal: controller.signal });
    controller.abort();
    await assert.rejects(pending, { name: "AbortError", code: "ABORT_ERR" });
    await assert.rejects(call({ signal: 1 }), { code: "ERR_INVALID_ARG_TYPE" });
    assert.ok((await call({ signal: new AbortController().signal })).isDirectory());
  }
  await handle.close();
});
