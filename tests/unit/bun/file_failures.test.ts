// Errors of `Bun.file` and `Bun.write` for failing system calls; the behaviour is that of Bun 1.4.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import { test } from "../harness.ts";

/** Message, code, errno, syscall and path of what `body` throws. */
async function failure(body: () => unknown): Promise<unknown[]> {
  try {
    await body();
  } catch (error: any) {
    return [error.message, error.code, error.errno, error.syscall, error.path];
  }
  throw new Error("it did not fail");
}

const folder = os.tmpdir();
const missing = "/nonexistent/file";

test("a folder cannot be read", async () => {
  for (const member of ["text", "json", "arrayBuffer", "bytes", "formData"] as const) {
    assert.deepStrictEqual(
      await failure(() => Bun.file(folder)[member]()),
      ["Directories cannot be read like files", "EISDIR", 0, "read", folder],
      member,
    );
  }
});

test("the error for a missing file contains the call and the path", async () => {
  assert.deepStrictEqual(await failure(() => Bun.file(missing).text()), [
    `ENOENT: no such file or directory, open '${missing}'`,
    "ENOENT",
    -2,
    "open",
    missing,
  ]);
  assert.deepStrictEqual(await failure(() => Bun.file(missing).formData()), [
    `ENOENT: no such file or directory, open '${missing}'`,
    "ENOENT",
    -2,
    "open",
    missing,
  ]);
  assert.deepStrictEqual(await failure(() => Bun.file(missing).delete()), [
    `ENOENT: no such file or directory, unlink '${missing}'`,
    "ENOENT",
    -2,
    "unlink",
    missing,
  ]);
  assert.strictEqual(
    (await failure(() => Bun.write("/etc/hostname/x", "x")))[0],
    "ENOTDIR: not a directory, open '/etc/hostname/x'",
  );
});

test("the error for a full disk contains the path", async () => {
  assert.deepStrictEqual(await failure(() => Bun.write("/dev/full", "x")), [
    "ENOSPC: no space left on device, write '/dev/full'",
    "ENOSPC",
    -28,
    "write",
    "/dev/full",
  ]);
});

test("a file whose size cannot be read has none", () => {
  assert.strictEqual(Bun.file(`${folder}/${"x".repeat(300)}`).size, 0);
});

test("wrong arguments are refused", async () => {
  assert.deepStrictEqual((await failure(() => Bun.file({} as never))).slice(0, 2), [
    "Expected file path string or file descriptor",
    "ERR_INVALID_ARG_TYPE",
  ]);
  assert.deepStrictEqual((await failure(() => Bun.write(`${folder}/x`, undefined as never))).slice(0, 2), [
    "Bun.write(pathOrFdOrBlob, blob) expects a Blob-y thing to write",
    "ERR_INVALID_ARG_TYPE",
  ]);
});

test("a stream that fails closes its file", async () => {
  const open = () => fs.readdirSync("/proc/self/fd").length;
  const before = open();
  for (let count = 0; count < 5; count++)
    assert.strictEqual((await failure(() => Bun.file(folder).stream().getReader().read()))[1], "EISDIR");
  assert.ok(open() - before < 5);
});
