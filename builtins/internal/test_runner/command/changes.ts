// `--changed`: the test files that a change reaches, by git and the imports of the files.
import { UsageError } from "internal:test_runner/command/options";
import { resolve } from "internal:loader/resolve";
import { setHome } from "native:modules";
import defer * as childProcess from "internal:node/child_process";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g;

/** The files of `files` that import a changed file, or are changed. `since`: a revision, or "" for what is not committed. */
export function filter(files: string[], folder: string, since: string): string[] {
  const changed = new Set(changedFiles(folder, since));
  const graph = new Map<string, string[]>();
  return files.filter((file) => reaches(file, changed, graph));
}

/** The files of `files` that import one of `sources`, or are one. */
export function related(files: string[], sources: string[]): string[] {
  const graph = new Map<string, string[]>();
  const wanted = new Set(sources);
  return files.filter((file) => reaches(file, wanted, graph));
}

function git(folder: string, args: string[]): string[] {
  const result = childProcess.default.spawnSync("git", args, { cwd: folder, encoding: "utf8" }) as {
    status: number | null;
    stdout: string;
    stderr: string;
  };
  if (result.status !== 0) throw new UsageError(`--changed: git ${args[0]} failed: ${(result.stderr ?? "").trim()}`);
  return result.stdout.split("\n").filter(Boolean);
}

function changedFiles(folder: string, since: string): string[] {
  const [root] = git(folder, ["rev-parse", "--show-toplevel"]);
  const names =
    since === "" ? git(folder, ["diff", "--name-only", "HEAD"]) : git(folder, ["diff", "--name-only", since]);
  const untracked = git(folder, ["ls-files", "--others", "--exclude-standard", "--full-name"]);
  return [...names, ...untracked].map((name) => path.default.resolve(root!, name));
}

function reaches(file: string, changed: Set<string>, graph: Map<string, string[]>): boolean {
  const seen = new Set<string>();
  const open = [file];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (changed.has(at)) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    let found = graph.get(at);
    if (found === undefined) graph.set(at, (found = importsOf(at)));
    open.push(...found);
  }
  return false;
}

/** The files of the project that a file imports, found by its text. */
export function importsOf(file: string): string[] {
  let source: string;
  try {
    source = fs.default.readFileSync(file, "utf8") as string;
  } catch {
    return [];
  }
  const found: string[] = [];
  // The rules that find most: names without extensions, folders, paths of tsconfig.json.
  setHome("bun");
  for (const [, specifier] of source.matchAll(SPECIFIER)) {
    try {
      const resolved = resolve(specifier!, file, false);
      if (resolved.format !== "builtin" && resolved.path.startsWith("/") && !resolved.path.includes("/node_modules/"))
        found.push(resolved.path);
    } catch {
      // Not a module of this project.
    }
  }
  return found;
}
