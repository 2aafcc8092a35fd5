// `fs.promises` over a tree of 20,000 files: write, list, stat, read, copy, remove.
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { inBatches, temporaryFolder } from "../job_support.mjs";

const FOLDERS = 200;
const FILES = 100;
const root = temporaryFolder();
const tree = path.join(root, "tree");
const folders = Array.from({ length: FOLDERS }, (_, index) => path.join(tree, `folder${index}`));
for (const folder of folders) await mkdir(folder, { recursive: true });
const files = folders.flatMap((folder) =>
  Array.from({ length: FILES }, (_, index) => path.join(folder, `file${index}.txt`)),
);
await inBatches(files, 64, (file) => writeFile(file, "some text of a small file\n"));
const listed = await readdir(tree, { recursive: true });
if (listed.length !== FOLDERS + files.length) throw new Error(`${listed.length} entries`);
let size = 0;
await inBatches(files, 64, async (file) => {
  const { size: bytes } = await stat(file);
  size += bytes;
});
await inBatches(files, 64, async (file) => {
  const text = await readFile(file, "utf8");
  size -= text.length;
});
if (size !== 0) throw new Error(`${size} bytes are missing`);
await cp(tree, path.join(root, "copy"), { recursive: true });
await rm(root, { recursive: true });
