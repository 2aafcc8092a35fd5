// An empty path is named in the error like any other.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "../harness.ts";

test("errors about an empty path show it", async () => {
  assert.throws(() => fs.readFileSync(""), {
    code: "ENOENT",
    path: "",
    syscall: "open",
    message: "ENOENT: no such file or directory, open ''",
  });
  assert.throws(() => fs.statSync(""), { path: "", message: "ENOENT: no such file or directory, stat ''" });
  await assert.rejects(fs.promises.readdir(""), { path: "", message: "ENOENT: no such file or directory, scandir ''" });
});
