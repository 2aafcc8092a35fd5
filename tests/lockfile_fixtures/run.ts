// Reads the lockfiles of other projects' fixtures, and writes them back.
//
//   brio tests/lockfile_fixtures/run.ts CHECKOUT…
//
// Every lockfile in a checkout that has a package.json beside it is copied with its folder. `brio install --lockfile-only
// --offline` must leave it as it is, to the byte: the manifests ask for nothing that it does not have. Each line is
// `path: result`. BRIO names the program under test.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import process from "node:process";

const LOCKFILES = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"];
/** A fixture with more files than this is a project with its own tests, or a folder of fixtures. */
const FILE_COUNT_MAX = 400;
const MILLISECONDS_MAX = 30_000;
const brio = process.env.BRIO ?? process.execPath;

/** The lockfiles below a folder, without those of installed packages. */
function lockfilesIn(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") found.push(...lockfilesIn(path));
    else if (entry.isFile() && LOCKFILES.includes(entry.name)) found.push(path);
  }
  return found.sort();
}

function fileCount(folder: string): number {
  let count = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    count += entry.isDirectory() ? fileCount(join(folder, entry.name)) : 1;
    if (count > FILE_COUNT_MAX) break;
  }
  return count;
}

/** The first line that differs. */
function difference(before: string, after: string): string {
  const [left, right] = [before.split("\n"), after.split("\n")];
  const line = left.findIndex((text, index) => text !== right[index]);
  return `line ${line + 1}: ${JSON.stringify(left[line])} is ${JSON.stringify(right[line])}`;
}

function tried(lockfile: string): string {
  const folder = dirname(lockfile);
  if (!existsSync(join(folder, "package.json"))) return "no package.json";
  if (fileCount(folder) > FILE_COUNT_MAX) return "too large for a fixture";
  const temporary = mkdtempSync(join(tmpdir(), "brio-lockfile-"));
  // npm names a project without a name by its folder.
  const work = join(temporary, basename(folder));
  try {
    const filter = (path: string): boolean => basename(path) !== "node_modules" && !lstatSync(path).isSocket();
    cpSync(folder, work, { recursive: true, verbatimSymlinks: true, filter });
    const args = ["install", "--lockfile-only", "--offline", "--ignore-scripts", "--min-age", "0"];
    const env = {
      ...process.env,
      BRIO_PACKAGES: join(temporary, "store"),
      npm_config_omit_lockfile_registry_resolved: "false",
    };
    const run = spawnSync(brio, args, { cwd: work, encoding: "utf8", timeout: MILLISECONDS_MAX, env });
    const before = readFileSync(lockfile, "utf8");
    const after = readFileSync(join(work, basename(lockfile)), "utf8");
    if (run.status !== 0) {
      const reason = run.stderr.split("\n").find((line) => line.startsWith("brio: ")) ?? `exit ${run.status}`;
      const changed = before === after ? "" : ", AND THE FILE WAS CHANGED";
      return `refused: ${reason.slice(6).replaceAll(`${work}/`, "")}${changed}`;
    }
    return before === after ? "same" : `differs: ${difference(before, after)}`;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const totals = new Map<string, number>();
for (const checkout of process.argv.slice(2)) {
  for (const lockfile of lockfilesIn(resolve(checkout))) {
    const result = tried(lockfile);
    console.log(`${basename(resolve(checkout))}/${relative(resolve(checkout), lockfile)}: ${result}`);
    const kind = `${basename(lockfile)} ${/^[\w ]+/.exec(result)?.[0]}`;
    totals.set(kind, (totals.get(kind) ?? 0) + 1);
  }
}
for (const [kind, count] of [...totals].sort()) console.log(`# ${kind}: ${count}`);
