// `fs.watch` of a tree of 2,000 folders, and 2,000 changes in it.
import { mkdirSync, rmSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../job_support.mjs";

const root = temporaryFolder();
const folders = Array.from({ length: 2000 }, (_, index) => path.join(root, `a${index % 50}`, `b${index}`));
for (const folder of folders) mkdirSync(folder, { recursive: true });
const seen = new Set();
const done = Promise.withResolvers();
const watcher = watch(root, { recursive: true }, (event, name) => {
  if (name?.endsWith("file")) seen.add(name);
  if (seen.size === folders.length) done.resolve();
});
await new Promise((resolve) => setTimeout(resolve, 200));
for (const folder of folders) writeFileSync(path.join(folder, "file"), "changed");
await done.promise;
watcher.close();
rmSync(root, { recursive: true });
