// Writes the entries of an archive below a folder. No entry reaches out of it: paths lose their roots and `..`, links that
// lead out are left out, and nothing is written through a link that leads out.
import type { Entry } from "internal:bun/archive/tar_read";
import fs from "internal:node/fs";
import nodePath from "internal:core/path";

const { promises } = fs;

/** Extracts `entries` below `folder` and returns how many files, folders and links it made. */
export async function extractTo(folder: string, entries: Iterable<Entry>): Promise<number> {
  await promises.mkdir(folder, { recursive: true });
  const root = await promises.realpath(folder);
  const files = new Set<string>();
  let count = 0;
  for (const entry of entries) {
    const path = relativeOf(entry.path);
    if (path === "") continue;
    const target = nodePath.join(root, path);
    if (entry.kind === "folder") await promises.mkdir(await inside(root, target), { recursive: true });
    else if (!(await place(root, path, target, entry, files))) continue;
    count++;
  }
  return count;
}

/** Makes the file or link of an entry. Returns whether it did. */
async function place(root: string, path: string, target: string, entry: Entry, files: Set<string>): Promise<boolean> {
  if (entry.kind === "other" || (entry.kind === "symlink" && leadsOut(path, entry.target))) return false;
  const original = entry.kind === "link" ? relativeOf(entry.target) : "";
  if (entry.kind === "link" && (!files.has(original) || original === path)) return false;
  const parent = await inside(root, nodePath.dirname(target));
  await promises.mkdir(parent, { recursive: true });
  const existing = await promises.lstat(target).catch(() => null);
  if (existing !== null && !existing.isDirectory()) await promises.unlink(target);
  if (entry.kind === "symlink") await promises.symlink(entry.target, target);
  else if (entry.kind === "link") await promises.link(nodePath.join(root, original), target);
  else {
    await promises.writeFile(target, entry.bytes, { mode: entry.mode & 0o111 ? 0o755 : 0o644, flag: "wx" });
    files.add(path);
  }
  return true;
}

/** A path below the folder: without a root, drives, and the steps that lead out. */
function relativeOf(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** Whether a link at `path` that says `target` leads out of the folder. */
function leadsOut(path: string, target: string): boolean {
  return target.startsWith("/") || /^\.\.(?:\/|$)/.test(nodePath.join(nodePath.dirname(path), target));
}

/** `path`, whose existing part must be below `root` when links are followed. */
async function inside(root: string, path: string): Promise<string> {
  for (let existing = path; ; existing = nodePath.dirname(existing)) {
    const real = await promises.realpath(existing).catch((error: { code?: string }) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (real === null && existing !== root) continue;
    if (real === root || real?.startsWith(root === "/" ? "/" : `${root}/`)) return path;
    throw new Error(`the archive's entry leads out of the folder through a link: ${path}`);
  }
}
