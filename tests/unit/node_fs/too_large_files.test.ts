// Files of more than 2 GiB, which Node refuses to read as a whole.
import { rejects, throws } from "node:assert";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "too-large-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const path = join(folder, "sparse");
writeFileSync(path, "");
truncateSync(path, 2 ** 31);

const expected = {
  name: "RangeError",
  code: "ERR_FS_FILE_TOO_LARGE",
  message: "File size (2147483648) is greater than 2 GiB",
};

test("FileHandle.readFile rejects", async () => {
  const handle = await open(path);
  await rejects(handle.readFile(), expected);
  await rejects(handle.readFile("latin1"), expected);
  await rejects(handle.readFile({ signal: new AbortController().signal }), expected);
  await handle.close();
});

test("readFileSync of a descriptor throws", () => {
  const fd = openSync(path, "r");
  throws(() => readFileSync(fd), expected);
  closeSync(fd);
  throws(() => readFileSync(fd), { code: "EBADF", syscall: "fstat" });
});
