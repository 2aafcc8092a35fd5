// fs.copyFile, cp, rename, link, symlink, realpath, glob.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { newFile, newFolder } from "./temp_folder.ts";

test("copyFileSync copies contents and mode", () => {
  const file = newFile("data");
  fs.chmodSync(file, 0o640);
  fs.copyFileSync(file, `${file}.copy`);
  assert.strictEqual(fs.readFileSync(`${file}.copy`, "utf8"), "data");
  assert.strictEqual(fs.statSync(`${file}.copy`).mode & 0o777, 0o640);
  assert.throws(() => fs.copyFileSync(file, `${file}.copy`, fs.constants.COPYFILE_EXCL), {
    code: "EEXIST",
    syscall: "copyfile",
    path: file,
    dest: `${file}.copy`,
  });
  assert.throws(() => fs.copyFileSync("/nowhere", "/x"), {
    code: "ENOENT",
    message: "ENOENT: no such file or directory, copyfile '/nowhere' -> '/x'",
  });
});

test("cpSync copies trees and reports why it refuses", () => {
  const root = newFolder();
  fs.mkdirSync(path.join(root, "a/b"), { recursive: true });
  fs.writeFileSync(path.join(root, "a/b/f"), "1");
  assert.throws(() => fs.cpSync(path.join(root, "a"), path.join(root, "c")), { code: "ERR_FS_EISDIR" });
  fs.cpSync(path.join(root, "a"), path.join(root, "c"), { recursive: true });
  assert.strictEqual(fs.readFileSync(path.join(root, "c/b/f"), "utf8"), "1");
  assert.throws(() => fs.cpSync(path.join(root, "a"), path.join(root, "a/x"), { recursive: true }), {
    code: "ERR_FS_CP_EINVAL",
  });
});

test("promises.cp skips what the filter refuses", async () => {
  const root = newFolder();
  fs.mkdirSync(path.join(root, "a"));
  for (const name of ["keep", "drop"]) fs.writeFileSync(path.join(root, "a", name), "");
  await fs.promises.cp(path.join(root, "a"), path.join(root, "b"), {
    recursive: true,
    filter: async (source) => !source.endsWith("drop"),
  });
  assert.deepStrictEqual(fs.readdirSync(path.join(root, "b")), ["keep"]);
});

test("renameSync, linkSync and symlinkSync name both paths in errors", () => {
  assert.throws(() => fs.renameSync("/nowhere", "/x"), {
    code: "ENOENT",
    syscall: "rename",
    path: "/nowhere",
    dest: "/x",
    message: "ENOENT: no such file or directory, rename '/nowhere' -> '/x'",
  });
  assert.throws(() => fs.linkSync("/nowhere", "/x"), { syscall: "link", dest: "/x" });
  assert.throws(() => fs.symlinkSync("/nowhere", "/tmp"), {
    code: "EEXIST",
    syscall: "symlink",
    path: "/nowhere",
    dest: "/tmp",
  });
});

test("realpathSync names the missing part, realpathSync.native the complete path", () => {
  assert.strictEqual(fs.realpathSync("/proc/../tmp"), "/tmp");
  assert.throws(() => fs.realpathSync("/nowhere/a/b"), { code: "ENOENT", syscall: "lstat", path: "/nowhere" });
  assert.throws(() => fs.realpathSync.native("/nowhere/a/b"), {
    code: "ENOENT",
    syscall: "realpath",
    path: "/nowhere/a/b",
  });
});

test("globSync finds paths with stars, braces and classes", () => {
  const root = newFolder();
  for (const name of ["src/a.ts", "src/deep/b.ts", "src/c.js", "src/.hidden.ts", "readme.md"]) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), "");
  }
  const find = (pattern: string, more = {}) => fs.globSync(pattern, { cwd: root, ...more }).sort();
  assert.deepStrictEqual(find("**/*.ts"), ["src/a.ts", "src/deep/b.ts"]);
  assert.deepStrictEqual(find("src/*.{ts,js}"), ["src/a.ts", "src/c.js"]);
  assert.deepStrictEqual(find("src/[a-b].ts"), ["src/a.ts"]);
  assert.deepStrictEqual(find("**/*.ts", { exclude: ["src/deep/**"] }), ["src/a.ts"]);
  assert.deepStrictEqual(find("*"), ["readme.md", "src"]);
});
