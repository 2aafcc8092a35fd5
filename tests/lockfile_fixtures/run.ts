// Reads the lockfiles of other projects' fixtures, and writes them back.
//
//   brio tests/lockfile_fixtures/run.ts CHECKOUT…
//
// Every lockfile in a checkout that has a package.json beside it is copied with its folder. `brio install --lockfile-only
// --offline` must leave it as it is, to the byte: the manifests ask for nothing that it does not have. One that changes,
// or whose manifests ask for more, is compared with what its own manager makes of it, with the registry. Each line is
// `path: result`. BRIO names the program under test, NPM and PNPM name the managers.
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
const words = (name: string, usual: string): string[] => (process.env[name] ?? usual).split(" ");

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

/** Runs a program in a copy of a fixture; what the lockfile says then, or why there was an error. */
function after(program: string[], lockfile: string): { text: string; reason?: string } {
  const folder = dirname(lockfile);
  const temporary = mkdtempSync(join(tmpdir(), "brio-lockfile-"));
  // npm names a project without a name by its folder.
  const work = join(temporary, basename(folder));
  try {
    const filter = (path: string): boolean => basename(path) !== "node_modules" && !lstatSync(path).isSocket();
    cpSync(folder, work, { recursive: true, verbatimSymlinks: true, filter });
    for (const other of others(lockfile)) rmSync(join(work, other));
    const env = {
      ...process.env,
      BRIO_PACKAGES: join(temporary, "store"),
      npm_config_omit_lockfile_registry_resolved: "false",
      pnpm_config_pm_on_fail: "ignore",
      pnpm_config_minimum_release_age: "0",
    };
    const run = spawnSync(program[0]!, program.slice(1), {
      cwd: work,
      encoding: "utf8",
      timeout: MILLISECONDS_MAX,
      env,
    });
    const text = readFileSync(join(work, basename(lockfile)), "utf8");
    if (run.status === 0) return { text };
    const line = run.stderr.split("\n").find((one) => one.startsWith("brio: ")) ?? `exit ${run.status}`;
    return {
      text,
      reason: line
        .replace(/^brio: /, "")
        .replaceAll(`${work}/`, "")
        .replace(/ the registry \S+/, " the registry"),
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The lockfiles of other managers in the same folder: with several of them Brio asks which counts. */
function others(lockfile: string): string[] {
  const beside = LOCKFILES.filter((name) => existsSync(join(dirname(lockfile), name)));
  return beside.filter((name) => name !== basename(lockfile));
}

const ARGUMENTS = ["install", "--lockfile-only", "--ignore-scripts", "--min-age", "0"];

/** The command of the lockfile's own manager that brings it up to date. */
function managerOf(lockfile: string): string[] | undefined {
  if (basename(lockfile) === "pnpm-lock.yaml") {
    return [...words("PNPM", "pnpm"), "install", "--lockfile-only", "--ignore-scripts", "--no-frozen-lockfile"];
  }
  const isOfNpm = ["package-lock.json", "npm-shrinkwrap.json"].includes(basename(lockfile));
  return isOfNpm ? [...words("NPM", "npm"), "install", "--package-lock-only", "--ignore-scripts"] : undefined;
}

/** What Brio makes of a lockfile that does not fit its manifests, compared with what the manager makes of it. */
function compared(lockfile: string, before: string, first: string): string {
  const manager = managerOf(lockfile);
  if (manager === undefined) return first;
  const ours = after([brio, ...ARGUMENTS], lockfile);
  const theirs = after(manager, lockfile);
  if (ours.reason !== undefined && theirs.reason !== undefined && ours.text === before) {
    return `refused, as by its manager: ${ours.reason}`;
  }
  if (ours.reason !== undefined) return `refused: ${ours.reason}`;
  if (theirs.reason !== undefined) return `${first}; its manager fails`;
  if (ours.text === theirs.text) return "changed as its manager changes it";
  return `differs from its manager's: ${difference(theirs.text, ours.text)}`;
}

function tried(lockfile: string): string {
  const folder = dirname(lockfile);
  if (!existsSync(join(folder, "package.json"))) return "no package.json";
  if (fileCount(folder) > FILE_COUNT_MAX) return "too large for a fixture";
  const before = readFileSync(lockfile, "utf8");
  const { text, reason } = after([brio, ...ARGUMENTS, "--offline"], lockfile);
  if (reason === undefined && text === before) {
    const left = others(lockfile);
    return left.length === 0 ? "same" : `same, without ${left.join(" and ")} beside it`;
  }
  if (reason !== undefined && text !== before) return `refused: ${reason}, AND THE FILE WAS CHANGED`;
  // What is malformed, or of a version that is not read, is not a question of the manifests.
  if (reason !== undefined && /\((ELOCK|EJSONPARSE|EUNSAFEPATH)\)/.test(reason)) return `refused: ${reason}`;
  return compared(
    lockfile,
    before,
    reason === undefined ? `differs: ${difference(before, text)}` : `refused: ${reason}`,
  );
}

const totals = new Map<string, number>();
for (const checkout of process.argv.slice(2)) {
  for (const lockfile of lockfilesIn(resolve(checkout))) {
    const result = tried(lockfile);
    console.log(`${basename(resolve(checkout)).replace("+", "/")} ${relative(resolve(checkout), lockfile)}: ${result}`);
    const kind = `${basename(lockfile)} ${/^[\w ]+/.exec(result)?.[0]}`;
    totals.set(kind, (totals.get(kind) ?? 0) + 1);
  }
}
for (const [kind, count] of [...totals].sort()) console.log(`# ${kind}: ${count}`);
