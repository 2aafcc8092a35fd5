// fs.readFile, fs.readFileSync, fs.promises.readFile.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "../harness.ts";
import { newFile, newFolder } from "./temp_folder.ts";

test("readFileSync gives a Buffer, or text when an encoding is given", () => {
  const file = newFile("žluťoučký");
  assert.ok(Buffer.isBuffer(fs.readFileSync(file)));
  assert.strictEqual(fs.readFileSync(file).length, 13);
  assert.strictEqual(fs.readFileSync(file, "utf8"), "žluťoučký");
  assert.strictEqual(fs.readFileSync(file, { encoding: "hex" }), Buffer.from("žluťoučký").toString("hex"));
});

test("readFileSync replaces malformed UTF-8 and keeps the byte-order mark", () => {
  assert.strictEqual(
    fs.readFileSync(newFile(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xe2, 0x82])), "utf8"),
    "\ufeffa\ufffd\ufffd",
  );
});

test("readFileSync reads files whose size the system says is 0", () => {
  assert.match(fs.readFileSync("/proc/self/status", "utf8"), /^Name:/);
});

test("readFileSync from a descriptor starts at its position", () => {
  const fd = fs.openSync(newFile("0123456789"), "r");
  fs.readSync(fd, Buffer.alloc(4));
  assert.strictEqual(fs.readFileSync(fd, "utf8"), "456789");
  fs.closeSync(fd);
});

test("readFileSync names the missing file and the call that failed", () => {
  assert.throws(() => fs.readFileSync("/nowhere/x", "utf8"), {
    name: "Error",
    code: "ENOENT",
    errno: -2,
    syscall: "open",
    path: "/nowhere/x",
    message: "ENOENT: no such file or directory, open '/nowhere/x'",
  });
});

test("readFileSync of a directory fails with EISDIR from read", () => {
  assert.throws(() => fs.readFileSync("/tmp"), {
    code: "EISDIR",
    syscall: "read",
    message: "EISDIR: illegal operation on a directory, read",
  });
});

test("readFileSync refuses wrong paths and encodings", () => {
  assert.throws(() => fs.readFileSync({} as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => fs.readFileSync("a\0b"), { name: "TypeError", code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => fs.readFileSync("/etc/passwd", "bad" as any), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'encoding' is invalid encoding. Received 'bad'",
  });
});

test("readFile calls back later, with null and the contents", async () => {
  const file = newFile("abc");
  let isLater = false;
  const seen = await new Promise<any[]>((resolve) => {
    fs.readFile(file, "utf8", (...args) => resolve([isLater, ...args]));
    isLater = true;
  });
  assert.deepStrictEqual(seen, [true, null, "abc"]);
});

test("readFile names the directory that cannot be read", async () => {
  const folder = newFolder();
  const error: any = await new Promise((resolve) => fs.readFile(folder, resolve));
  assert.strictEqual(error.message, `EISDIR: illegal operation on a directory, read '${folder}'`);
  assert.strictEqual(error.path, folder);
});

test("readFile without a callback throws", () => {
  assert.throws(() => (fs as any).readFile("/etc/passwd"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "cb" argument must be of type function. Received undefined',
  });
});

test("promises.readFile rejects, also for wrong arguments", async () => {
  await assert.rejects(fs.promises.readFile("/nowhere"), { code: "ENOENT", syscall: "open", path: "/nowhere" });
  await assert.rejects(fs.promises.readFile(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("promises.readFile rejects with AbortError when its signal is aborted", async () => {
  await assert.rejects(fs.promises.readFile("/etc/passwd", { signal: AbortSignal.abort() }), {
    name: "AbortError",
    code: "ABORT_ERR",
  });
});

test("promises.readFile names the directory that it cannot read", async () => {
  const expected = {
    code: "EISDIR",
    errno: -21,
    syscall: "read",
    path: "/tmp",
    message: "EISDIR: illegal operation on a directory, read '/tmp'",
  };
  await assert.rejects(fs.promises.readFile("/tmp"), expected);
  await assert.rejects(fs.promises.readFile("/tmp", "utf8"), expected);
});
