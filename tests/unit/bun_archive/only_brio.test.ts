// `Bun.Archive` where Brio does what Bun 1.4.5 documents and does not do: files that are read, links, codes of errors.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "archive-"));
const at = (name: string): string => join(folder, name);

test("files of the disk are read when the archive is written", async () => {
  writeFileSync(at("a.txt"), "content");
  const archive = new Bun.Archive({ a: Bun.file(at("a.txt")) });
  assert.strictEqual(await (await archive.files()).get("a")!.text(), "content");
  await Bun.Archive.write(at("a.tar"), archive);
  assert.deepStrictEqual([...(await new Bun.Archive(Bun.file(at("a.tar"))).files()).keys()], ["a"]);
});

test("extract counts what it made, hard links included", async () => {
  const script =
    "mkdir -p src; echo x > src/a; ln src/a src/b; ln -s ../../out src/out; mkfifo src/p; tar cf links.tar src";
  execFileSync("sh", ["-c", script], { cwd: folder });
  const count = await new Bun.Archive(readFileSync(at("links.tar"))).extract(at("links"));
  assert.strictEqual(count, 3);
  assert.strictEqual(lstatSync(at("links/src/a")).ino, lstatSync(at("links/src/b")).ino);
  assert.ok(!existsSync(at("links/src/p")));
});

test("nothing is written through a link that leads out of the folder", async () => {
  mkdirSync(at("outside"));
  mkdirSync(at("inside"));
  symlinkSync(at("outside"), at("inside/link"));
  await assert.rejects(new Bun.Archive({ "link/a": "x" }).extract(at("inside")), /leads out of the folder/);
  assert.ok(!existsSync(at("outside/a")));
  // A link in the place of the file is replaced.
  await new Bun.Archive({ link: "x" }).extract(at("inside"));
  assert.ok(lstatSync(at("inside/link")).isFile());
});

test("errors of the system keep their codes", async () => {
  writeFileSync(at("file"), "");
  await assert.rejects(new Bun.Archive({ a: "" }).extract(at("file")), { code: "EEXIST" });
  await assert.rejects(new Bun.Archive({ a: "" }).extract(at("file/below")), { code: "ENOTDIR" });
});
