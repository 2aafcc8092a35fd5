// A fresh folder for each test that requests one; removed when the process exits.
import fs from "node:fs";
import path from "node:path";
import process from "node:process";

const root = fs.mkdtempSync("/tmp/brio-unit-fs-");
process.on("exit", () => fs.rmSync(root, { recursive: true, force: true }));
let count = 0;

/** The path of a new empty folder. */
export function newFolder(): string {
  const folder = path.join(root, String(count++));
  fs.mkdirSync(folder);
  return folder;
}

/** The path of a new file with `contents`. */
export function newFile(contents: string | Uint8Array = "contents"): string {
  const file = path.join(newFolder(), "file.txt");
  fs.writeFileSync(file, contents);
  return file;
}
