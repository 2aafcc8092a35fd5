// fs.open, read, write, readv, writev, truncate and FileHandle.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "../harness.ts";
import { newFile } from "./temp_folder.ts";

test("readSync and writeSync move bytes at a position", () => {
  const fd = fs.openSync(newFile("0123456789"), "r+");
  const buffer = Buffer.alloc(4);
  assert.strictEqual(fs.readSync(fd, buffer, 1, 2, 5), 2);
  assert.strictEqual(buffer.toString("latin1"), "\x0056\x00");
  assert.strictEqual(fs.writeSync(fd, "ab", 3), 2);
  assert.strictEqual(fs.readSync(fd, buffer, { position: 2 }), 4);
  assert.strictEqual(buffer.toString(), "2ab5");
  fs.closeSync(fd);
});

test("readSync checks its range before the descriptor", () => {
  // @ts-expect-error: the published type lacks a call without position
  assert.throws(() => fs.readSync(99, Buffer.alloc(3), 0, 5), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "length" is out of range. It must be <= 3. Received 5',
  });
  assert.throws(() => fs.readSync(99, Buffer.alloc(3), 0, 1, -2), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => fs.readSync(99, "x" as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("read calls back with the count and the buffer", async () => {
  const fd = fs.openSync(newFile("abc"), "r");
  const [error, count, buffer]: any[] = await new Promise((resolve) => fs.read(fd, (...args: any[]) => resolve(args)));
  assert.deepStrictEqual([error, count, buffer.length, buffer.toString("latin1", 0, 3)], [null, 3, 16384, "abc"]);
  fs.closeSync(fd);
  assert.throws(() => fs.closeSync(fd), {
    code: "EBADF",
    syscall: "close",
    message: "EBADF: bad file descriptor, close",
  });
});

test("readv and writev treat several buffers as one", () => {
  const fd = fs.openSync(newFile(""), "w+");
  assert.strictEqual(fs.writevSync(fd, [Buffer.from("ab"), new Uint8Array([99, 100, 101])]), 5);
  const views = [Buffer.alloc(1), Buffer.alloc(3)];
  assert.strictEqual(fs.readvSync(fd, views, 1), 4);
  assert.deepStrictEqual(views.map(String), ["b", "cde"]);
  assert.throws(() => fs.writevSync(fd, [1] as any), { code: "ERR_INVALID_ARG_TYPE" });
  fs.closeSync(fd);
});

test("openSync understands flags as text and numbers", () => {
  const file = newFile();
  fs.closeSync(fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_APPEND));
  assert.throws(() => fs.openSync(file, "wx"), { code: "EEXIST", syscall: "open" });
  assert.throws(() => fs.openSync(file, "q"), { code: "ERR_INVALID_ARG_VALUE" });
});

test("a FileHandle reads, writes, truncates and closes", async () => {
  const handle = await fs.promises.open(newFile("hello"), "r+");
  assert.deepStrictEqual(
    { ...(await handle.read(Buffer.alloc(2), 0, 2, 1)) },
    { bytesRead: 2, buffer: Buffer.from("el") },
  );
  await handle.truncate(3);
  assert.strictEqual((await handle.stat()).size, 3);
  await handle.write("J", 0);
  assert.strictEqual(await handle.readFile("utf8"), "Jel");
  await handle.close();
  assert.strictEqual(handle.fd, -1);
  await assert.rejects(handle.read(), { code: "EBADF", syscall: "read", message: "file closed" });
});

test("await using closes a FileHandle", async () => {
  const handle = await fs.promises.open(newFile(), "r");
  await handle[Symbol.asyncDispose]();
  assert.strictEqual(handle.fd, -1);
});

test("truncateSync fails as open does", () => {
  assert.throws(() => fs.truncateSync("/nowhere", 1), { code: "ENOENT", syscall: "open" });
});
