// fs.mkdir, mkdtemp, readdir, opendir, rm, rmdir.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { newFolder } from "./temp_folder.ts";

function newTree(): string {
  const root = newFolder();
  fs.mkdirSync(path.join(root, "b/c"), { recursive: true });
  fs.writeFileSync(path.join(root, "a.txt"), "");
  fs.writeFileSync(path.join(root, "b/c/d.txt"), "");
  fs.symlinkSync("b", path.join(root, "z"));
  return root;
}

test("readdirSync sorts names and reports types", () => {
  const root = newTree();
  assert.deepStrictEqual(fs.readdirSync(root), ["a.txt", "b", "z"]);
  const [file, folder, link] = fs.readdirSync(root, { withFileTypes: true });
  assert.ok(file!.isFile() && folder!.isDirectory() && link!.isSymbolicLink());
  assert.strictEqual(file!.parentPath, root);
});

test("readdirSync with recursive follows links to folders", () => {
  assert.deepStrictEqual(fs.readdirSync(newTree(), { recursive: true }).sort(), [
    "a.txt",
    "b",
    "b/c",
    "b/c/d.txt",
    "z",
    "z/c",
    "z/c/d.txt",
  ]);
});

test("readdirSync returns names that are not valid UTF-8 as bytes", () => {
  const root = newFolder();
  const name = Buffer.from([0x61, 0xff]);
  fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), "x");
  assert.deepStrictEqual(fs.readdirSync(root, "buffer"), [name]);
  assert.deepStrictEqual(fs.readdirSync(root), ["a\ufffd"]);
});

test("readdir fails with the syscall scandir", async () => {
  assert.throws(() => fs.readdirSync("/nowhere"), {
    code: "ENOENT",
    message: "ENOENT: no such file or directory, scandir '/nowhere'",
  });
  await assert.rejects(fs.promises.readdir("/etc/passwd"), { code: "ENOTDIR", syscall: "scandir" });
});

test("mkdirSync with recursive returns the first folder it made", () => {
  const root = newFolder();
  assert.strictEqual(fs.mkdirSync(path.join(root, "x/y/z"), { recursive: true }), path.join(root, "x"));
  assert.strictEqual(fs.mkdirSync(path.join(root, "x/y"), { recursive: true }), undefined);
  assert.throws(() => fs.mkdirSync(root), { code: "EEXIST", syscall: "mkdir", path: root });
  assert.throws(() => fs.mkdirSync("/etc/passwd/x", { recursive: true }), { code: "ENOTDIR", syscall: "mkdir" });
});

test("mkdtempSync adds six characters", () => {
  const prefix = path.join(newFolder(), "p-");
  const made = fs.mkdtempSync(prefix);
  assert.match(made.slice(prefix.length), /^[A-Za-z0-9]{6}$/);
  assert.ok(fs.statSync(made).isDirectory());
  assert.throws(() => fs.mkdtempSync("/nowhere/x"), {
    code: "ENOENT",
    message: "ENOENT: no such file or directory, mkdtemp '/nowhere/xXXXXXX'",
  });
});

test("rmSync removes trees only with recursive", () => {
  const root = newTree();
  assert.throws(() => fs.rmSync(root), {
    name: "SystemError",
    code: "ERR_FS_EISDIR",
    message: `Path is a directory: rm returned EISDIR (is a directory) ${root}`,
  });
  fs.rmSync(root, { recursive: true });
  assert.strictEqual(fs.existsSync(root), false);
  assert.throws(() => fs.rmSync(root), { code: "ENOENT", syscall: "lstat" });
  fs.rmSync(root, { force: true });
});

test("rmdirSync no longer supports recursive", () => {
  assert.throws(() => (fs.rmdirSync as any)("/tmp", { recursive: true }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The property 'options.recursive' is no longer supported. Received true",
  });
});

test("opendir gives the entries one by one and closes itself", async () => {
  const dir = await fs.promises.opendir(newTree());
  const names: string[] = [];
  for await (const entry of dir) names.push(entry.name);
  assert.deepStrictEqual(names.sort(), ["a.txt", "b", "z"]);
  await assert.rejects(dir.close(), { code: "ERR_DIR_CLOSED" });
  assert.throws(() => fs.opendirSync("/nowhere"), {
    code: "ENOENT",
    syscall: "opendir",
    message: "ENOENT: no such file or directory, opendir",
  });
});

test("a Dirent is made of its name, its type and its folder", () => {
  const { Dirent, constants } = fs as unknown as {
    Dirent: new (name: string, type: number, folder: string) => fs.Dirent;
    constants: Record<string, number>;
  };
  class Entry extends Dirent {}
  const entry = new Entry("a", constants.UV_DIRENT_DIR!, "/folder");
  assert.deepStrictEqual([entry.name, entry.parentPath], ["a", "/folder"]);
  assert.deepStrictEqual([entry.isDirectory(), entry.isFile()], [true, false]);
});

test("readdir with recursive has the order of readdirSync, for many folders and links", async () => {
  const root = newFolder();
  for (let index = 0; index < 40; index++) {
    const folder = path.join(root, `d${(index * 7) % 40}`, index % 3 === 0 ? "in/ner" : "");
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, `f${index}`), "");
  }
  fs.symlinkSync("d7", path.join(root, "a link"));
  fs.symlinkSync("nowhere", path.join(root, "d0", "broken"));
  const names = fs.readdirSync(root, { recursive: true });
  assert.strictEqual(names.length, 40 + 40 + 14 + 14 + 2 + 1);
  assert.deepStrictEqual(await fs.promises.readdir(root, { recursive: true }), names);
  const entries = await fs.promises.readdir(root, { recursive: true, withFileTypes: true });
  const expected = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  const shown = (list: fs.Dirent[]): string[] => list.map((entry) => `${entry.parentPath}/${entry.name}`);
  assert.deepStrictEqual(shown(entries), shown(expected));
  await assert.rejects(fs.promises.readdir(path.join(root, "missing"), { recursive: true }), {
    code: "ENOENT",
    syscall: "scandir",
  });
});
