// What `brio build` leaves in the folders that it writes to: all files, or none.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "written-files-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, "main.js"), "console.log(1);\n");

function build(...flags: string[]): { status: number | null; stderr: string } {
  const args = ["build", "main.js", "--quiet", ...flags];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
}

const files = (place: string): string[] =>
  fs.readdirSync(path.join(folder, place), { recursive: true, encoding: "utf8" }).sort();

test("the folders of the metafile and of the page about a build are made", () => {
  const { status, stderr } = build(
    "--outdir",
    "made/out",
    "--metafile",
    "made/about/meta.json",
    "--analyze=made/a/b.html",
  );
  assert.deepStrictEqual([status, stderr], [0, ""]);
  assert.deepStrictEqual(files("made"), ["a", "a/b.html", "about", "about/meta.json", "out", "out/main.js"]);
});

test("nothing is written when the metafile cannot be", () => {
  fs.writeFileSync(path.join(folder, "taken"), "");
  const { status, stderr } = build("--outdir", "none/out", "--metafile", "taken/meta.json");
  assert.strictEqual(status, 1);
  assert.match(stderr, /^error: cannot write ".*taken": /);
  assert.deepStrictEqual(files("none/out"), []);
});

test("nothing is written when a folder is in the place of an output", () => {
  fs.mkdirSync(path.join(folder, "some/main.js.map"), { recursive: true });
  fs.writeFileSync(path.join(folder, "some/main.js"), "before");
  const { status, stderr } = build("--outdir", "some", "--sourcemap");
  assert.strictEqual(status, 1);
  assert.match(stderr, /^error: cannot write ".*main\.js\.map": /);
  assert.deepStrictEqual(files("some"), ["main.js", "main.js.map"]);
  assert.strictEqual(fs.readFileSync(path.join(folder, "some/main.js"), "utf8"), "before");
});
