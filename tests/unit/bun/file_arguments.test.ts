// Bun.file and Bun.write with unusual arguments.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { $ } from "bun";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-file-arguments-"));
const target = path.join(folder, "target");

test("invalid file descriptors are refused, types that are not strings are ignored", () => {
  assert.throws(() => Bun.file(5.5), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "fd" is out of range. It must be an integer. Received 5.5',
  });
  assert.throws(() => Bun.file(-1), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "fd" is out of range. It must be >= 0 && <= 2147483647. Received -1',
  });
  assert.strictEqual(Bun.file("x", { type: 5 as any }).type, "application/octet-stream");
});

test("objects are written as text, null is refused", async () => {
  assert.strictEqual(await Bun.write(target, new Date(0) as any), String(new Date(0)).length);
  assert.strictEqual(fs.readFileSync(target, "utf8"), String(new Date(0)));
  await assert.rejects(async () => Bun.write(target, null as any), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: "Bun.write(pathOrFdOrBlob, blob) expects a Blob-y thing to write",
  });
});

test("a source that is missing is named, and leaves no folder behind", async () => {
  const source = path.join(folder, "none");
  await assert.rejects(Bun.write(path.join(folder, "new", "target"), Bun.file(source)), {
    code: "ENOENT",
    syscall: "open",
    path: source,
    message: `ENOENT: no such file or directory, open '${source}'`,
  });
});

test("an argument of the shell holds no NUL", async () => {
  await assert.rejects(async () => $`echo ${"a\0b"}`.text(), { name: "TypeError", code: "ERR_INVALID_ARG_VALUE" });
  fs.rmSync(folder, { recursive: true });
});
