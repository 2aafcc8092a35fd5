// Compares what `brio install` lays out for real repositories with what the repository's own manager does.
//
//   brio tests/trees/compare.ts FOLDER…
//
// Each folder has the manifests and the lockfile of one repository. Both installations run without scripts, each in a
// copy; then every package that can be reached is listed with the versions that its dependencies lead to by Node's rules.
// Where a package is placed does not count, since that is the manager's own affair; which versions meet does.
// BRIO names the program under test; NPM, PNPM, YARN and BUN name the managers.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import process from "node:process";

interface Manager {
  lockfile: string;
  /** The frozen installation without scripts. */
  command: string[];
}

const words = (name: string, usual: string): string[] => (process.env[name] ?? usual).split(" ");
const MANAGERS: Manager[] = [
  {
    lockfile: "pnpm-lock.yaml",
    command: [...words("PNPM", "pnpm"), "install", "--frozen-lockfile", "--ignore-scripts"],
  },
  { lockfile: "bun.lock", command: [...words("BUN", "bun"), "install", "--frozen-lockfile", "--ignore-scripts"] },
  { lockfile: "yarn.lock", command: [...words("YARN", "yarn"), "install", "--immutable", "--frozen-lockfile"] },
  { lockfile: "package-lock.json", command: [...words("NPM", "npm"), "ci", "--ignore-scripts"] },
];

/** Runs a command until it ends; throws with the end of its output. */
function run(command: string[], cwd: string): number {
  const [program, ...args] = command;
  const start = performance.now();
  const env = {
    ...process.env,
    CI: "1",
    YARN_ENABLE_SCRIPTS: "0",
    YARN_NODE_LINKER: "node-modules",
    // The pnpm that PNPM names, not the one that the repository names.
    npm_config_manage_package_manager_versions: "false",
    pnpm_config_pm_on_fail: "ignore",
  };
  const result = spawnSync(program!, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.status !== 0) {
    throw new Error(`${command.join(" ")}: ${`${result.stdout}${result.stderr}`.trim().slice(-400)}`);
  }
  return performance.now() - start;
}

/** The folders with a `package.json` that are the user's own. */
function members(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    if (existsSync(join(folder, "package.json"))) found.push(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
        walk(join(folder, entry.name));
    }
  };
  walk(root);
  return found;
}

function manifestOf(folder: string): any {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** The folder that Node finds for a name; undefined for none. */
function find(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (basename(folder) !== "node_modules" && existsSync(join(candidate, "package.json")))
      return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}

/** `a@1.0.0 > b@2.0.0` for all that can be reached from the user's folders. */
function edges(root: string): Set<string> {
  const lines = new Set<string>();
  const open = members(root).map((folder) => realpathSync(folder));
  const seen = new Set(open);
  const own = new Set(open);
  for (const folder of open) {
    const manifest = manifestOf(folder);
    if (manifest === undefined) continue;
    const label = own.has(folder)
      ? `<${relative(realpathSync(root), folder)}>`
      : `${manifest.name}@${manifest.version}`;
    const lists = [manifest.dependencies, manifest.optionalDependencies, own.has(folder) && manifest.devDependencies];
    for (const name of new Set(lists.flatMap((list) => Object.keys(list || {})))) {
      const target = find(name, folder);
      if (target === undefined) {
        if (!(name in (manifest.optionalDependencies ?? {}))) lines.add(`${label} > ${name} missing`);
        continue;
      }
      const found = manifestOf(target);
      // Bun also installs what is made for another C library, which cannot be used here.
      if (found.libc !== undefined && ![found.libc].flat().includes("glibc")) continue;
      lines.add(`${label} > ${name} ${own.has(target) ? "own" : `${found.name}@${found.version}`}`);
      if (!seen.has(target) && !lstatSync(target).isSymbolicLink()) {
        seen.add(target);
        open.push(target);
      }
    }
  }
  return lines;
}

function compare(folder: string): string {
  const manager = MANAGERS.find(({ lockfile }) => existsSync(join(folder, lockfile)));
  if (manager === undefined) return "no lockfile";
  const work = mkdtempSync(join(tmpdir(), "brio-trees-"));
  try {
    const [ours, theirs] = [join(work, "ours"), join(work, "theirs")];
    cpSync(folder, ours, { recursive: true });
    cpSync(folder, theirs, { recursive: true });
    try {
      run(manager.command, theirs);
    } catch (error) {
      return `its own manager fails: ${(error as Error).message.replace(/\s+/g, " ").slice(0, 160)}`;
    }
    run([...words("BRIO", process.execPath), "install", "--ignore-scripts"], ours);
    const isSame = readFileSync(join(ours, manager.lockfile)).equals(readFileSync(join(folder, manager.lockfile)));
    const [left, right] = [edges(ours), edges(theirs)];
    const more = [...left].filter((line) => !right.has(line));
    const less = [...right].filter((line) => !left.has(line));
    if (process.env.VERBOSE) {
      for (const line of more) console.error(`+ ${line}`);
      for (const line of less) console.error(`- ${line}`);
    }
    const tree = more.length + less.length === 0 ? "same" : `differs (+${more.length} -${less.length})`;
    return `${tree}, ${right.size} edges, lockfile ${isSame ? "unchanged" : "changed"}`;
  } catch (error) {
    return `failed: ${(error as Error).message.replace(/\s+/g, " ")}`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

for (const folder of process.argv.slice(2)) {
  console.log(`${basename(resolve(folder))}: ${compare(resolve(folder))}`);
}
