// Compares what `brio install` does for real repositories with what the repository's own manager does.
//
//   brio tests/trees/compare.ts FOLDER…
//
// Each folder has one repository. Both installations run without scripts, each in a copy. Then:
// - every package that can be reached is listed with the versions that its dependencies lead to by Node's rules; where a
//   package is placed does not count, since that is the manager's own affair; which versions meet does;
// - a lockfile that Brio changed, and the one after `brio add`, must be accepted by the manager's frozen installation;
//   `brio remove` must restore it;
// - a command of the repository runs, by commands.txt: in the manager's tree too when it fails in Brio's.
// QUICK=1: npm lists its tree (`npm ls`) instead of installing it.
// PEERS=1: what packages find under the names of their peers is compared, too, which depends on where they are placed.
// COMMANDS=0: the repositories' own commands do not run. SECONDS_LIMIT: how long one program may run.
// BRIO names the program under test; NPM, PNPM, YARN1, YARN3, YARN4 and BUN name the managers.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import process from "node:process";

interface Manager {
  lockfile: string;
  /** The frozen installation without scripts. */
  install: string[];
  /** Says whether the lockfile fits the manifests: the frozen installation, over what is installed already. */
  check: string[];
}

const words = (name: string, usual: string): string[] => (process.env[name] ?? usual).split(" ");
const brio = words("BRIO", process.execPath);
const limit = Number(process.env.SECONDS_LIMIT ?? 600) * 1000;
/** What `brio add` adds to each repository, and removes again. */
const ADDED = "is-odd@3.0.1";

function manager(lockfile: string, program: string[], flags: string[], checkFlags: string[] = flags): Manager {
  return { lockfile, install: [...program, ...flags], check: [...program, ...checkFlags] };
}

/** The manager that a repository's lockfile is of; undefined without a lockfile. */
function managerOf(folder: string): Manager | undefined {
  const has = (name: string): boolean => existsSync(join(folder, name));
  const frozen = ["install", "--frozen-lockfile", "--ignore-scripts"];
  if (has("pnpm-lock.yaml")) return manager("pnpm-lock.yaml", words("PNPM", "pnpm"), frozen);
  if (has("bun.lock")) return manager("bun.lock", words("BUN", "bun"), frozen);
  if (has("yarn.lock")) {
    const text = readFileSync(join(folder, "yarn.lock"), "utf8");
    if (text.includes("# yarn lockfile v1")) {
      return manager("yarn.lock", words("YARN1", "yarn"), [...frozen, "--non-interactive", "--ignore-engines"]);
    }
    const isOfFour = Number(/^  version: (\d+)/m.exec(text)?.[1]) >= 7;
    return manager("yarn.lock", words(isOfFour ? "YARN4" : "YARN3", "yarn"), ["install", "--immutable"]);
  }
  for (const lockfile of ["npm-shrinkwrap.json", "package-lock.json"]) {
    const clean = ["ci", "--ignore-scripts"];
    if (has(lockfile)) return manager(lockfile, words("NPM", "npm"), clean, [...clean, "--dry-run"]);
  }
  return undefined;
}

interface Outcome {
  isGood: boolean;
  output: string;
}

/** Runs a command until it ends, or for as long as it may. */
function attempt(command: string[], cwd: string, changes: Record<string, string> = {}): Outcome {
  const [program, ...args] = command;
  const env = {
    ...process.env,
    CI: "1",
    YARN_ENABLE_SCRIPTS: "0",
    YARN_IGNORE_PATH: "1",
    YARN_ENABLE_TELEMETRY: "0",
    // The pnpm that PNPM names, not the one that the repository names.
    npm_config_manage_package_manager_versions: "false",
    pnpm_config_pm_on_fail: "ignore",
    // Which versions are taken is not compared here, but what is made of them.
    pnpm_config_minimum_release_age: "0",
    pnpm_config_trust_policy: "off",
    // A setting of the machine, which would remove addresses from lockfiles.
    npm_config_omit_lockfile_registry_resolved: "false",
    ...changes,
  };
  const result = spawnSync(program!, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28, timeout: limit });
  return { isGood: result.status === 0, output: `${result.stdout}${result.stderr}`.trim() };
}

/** Runs a command; throws with the end of its output when it fails. */
function run(command: string[], cwd: string, changes: Record<string, string> = {}): void {
  const { isGood, output } = attempt(command, cwd, changes);
  if (!isGood) throw new Error(`${command.slice(-3).join(" ")}: ${output.slice(-400)}`);
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
    const requested = new Set(lists.flatMap((list) => Object.keys(list || {})));
    const peers = Object.keys((process.env.PEERS === "1" && !own.has(folder) && manifest.peerDependencies) || {});
    for (const name of new Set([...requested, ...peers])) {
      const target = find(name, folder);
      if (target === undefined) {
        const mayBeMissing = !requested.has(name) || name in (manifest.optionalDependencies ?? {});
        if (!mayBeMissing) lines.add(`${label} > ${name} missing`);
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

const LAYOUT = { YARN_NODE_LINKER: "node-modules" };

/** Whether the manager accepts the lockfile that Brio wrote, when it did. */
function lockfileOutcome(manager: Manager, ours: string, theirs: string, before: Buffer): string {
  const lockfile = join(ours, manager.lockfile);
  if (readFileSync(lockfile).equals(before)) return "lockfile unchanged";
  if (process.env.VERBOSE) note(attempt(["diff", join(theirs, manager.lockfile), lockfile], ours).output);
  copyFileSync(lockfile, join(theirs, manager.lockfile));
  return `lockfile changed, ${accepts(manager, theirs)}`;
}

function accepts(manager: Manager, theirs: string): string {
  const { isGood, output } = attempt(manager.check, theirs, LAYOUT);
  if (!isGood) note(output.slice(-2000));
  return isGood ? "accepted" : "refused";
}

/** `brio add`, the manager's opinion of the lockfile, and `brio remove`. */
function additionOutcome(manager: Manager, ours: string, theirs: string): string {
  const lockfile = join(ours, manager.lockfile);
  const before = readFileSync(lockfile);
  const flags = ["--ignore-scripts", "--lockfile-only"];
  const added = attempt([...brio, "add", ADDED, ...flags], ours);
  if (!added.isGood) return `add fails: ${oneLine(added.output)}`;
  for (const name of ["package.json", manager.lockfile]) copyFileSync(join(ours, name), join(theirs, name));
  const opinion = accepts(manager, theirs);
  const removed = attempt([...brio, "remove", ADDED.slice(0, ADDED.indexOf("@", 1)), ...flags], ours);
  if (!removed.isGood) return `remove fails: ${oneLine(removed.output)}`;
  const isRestored = readFileSync(lockfile).equals(before);
  if (!isRestored && process.env.VERBOSE) {
    note(spawnSync("diff", ["-", lockfile], { input: before, encoding: "utf8" }).stdout);
  }
  return `add ${opinion}, remove ${isRestored ? "restores" : "leaves traces"}`;
}

/** The repository's own command, by commands.txt. */
function commandOutcome(name: string, ours: string, theirs: string): string {
  const lines = readFileSync(join(import.meta.dirname, "commands.txt"), "utf8").split("\n");
  if (process.env.COMMANDS === "0") return "command not tried";
  const command = lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  if (command === undefined) return "no command";
  const args = [...brio, "run", ...command.split(" ")];
  const first = attempt(args, ours);
  if (first.isGood) return `${command} passes`;
  note(first.output.slice(-3000));
  if (!existsSync(join(theirs, "node_modules"))) return `${command} fails`;
  return attempt(args, theirs).isGood ? `${command} fails` : `${command} fails, with its own manager's tree too`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(-200);

function note(text: string): void {
  if (process.env.VERBOSE) console.error(text);
}

/** What `npm ls` says of the lockfile, as {@link edges} has it; without an installation. */
function edgesOfNpm(manager: Manager, root: string): Set<string> {
  const npm = manager.install.slice(0, -2);
  const { output } = attempt([...npm, "ls", "--all", "--json", "--package-lock-only"], root);
  const tree = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  const { packages } = JSON.parse(readFileSync(join(root, manager.lockfile), "utf8"));
  const fits = (list: string[] | undefined, word: string): boolean =>
    list === undefined || (list.some((one) => !one.startsWith("!")) ? list.includes(word) : !list.includes(`!${word}`));
  const unfit = new Set<string>();
  const entries = new Map<string, any>();
  for (const [path, one] of Object.entries<any>(packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + 13);
    // Older lockfiles do not say which C library a package is for.
    const libc = one.libc ?? (/[-.]musl\b/.test(name) ? ["musl"] : undefined);
    const isFit = fits(one.os, process.platform) && fits(one.cpu, process.arch) && fits(libc, "glibc");
    if (!isFit && (one.optional || one.devOptional)) unfit.add(`${name}@${one.version}`);
    entries.set(`${name}@${one.version}`, { name, ...one });
  }
  // npm lists what a package leads to only at its first place, which may be behind an edge that does not count here.
  const targets = new Map<string, Set<string>>();
  const walk = (node: any, manifest: any, label: string): void => {
    const listed = [manifest?.dependencies, manifest?.optionalDependencies];
    if (label[0] === "<") listed.push(manifest?.devDependencies);
    const found = targets.get(label) ?? new Set();
    targets.set(label, found);
    for (const [name, one] of Object.entries<any>(node.dependencies ?? {})) {
      const member = /^file:(?:\.\.\/)+(.*)/.exec(one.resolved ?? "")?.[1] ?? "";
      const isOwn = member !== "" && packages[member] !== undefined;
      if (isOwn) walk(one, manifestOf(join(root, member)), `<${member}>`);
      const entry = entries.get(`${name}@${one.version}`);
      if ((one.version === undefined && !isOwn) || unfit.has(`${name}@${one.version}`)) continue;
      const target = `${entry?.name ?? name}@${one.version}`;
      if (listed.some((list) => list && name in list)) found.add(`${name} ${isOwn ? "own" : target}`);
      if (!isOwn) walk(one, entry, target);
    }
  };
  walk(tree, manifestOf(root), "<>");
  const lines = new Set<string>();
  const open = new Set([...targets.keys()].filter((label) => label[0] === "<"));
  for (const label of open) {
    for (const edge of targets.get(label) ?? []) {
      lines.add(`${label} > ${edge}`);
      open.add(edge.slice(edge.indexOf(" ") + 1));
    }
  }
  return lines;
}

function treeOutcome(ours: string, theirs: string, listed?: Set<string>): string {
  const right = listed ?? edges(theirs);
  // npm lists the members of the workspace only; other folders with a package.json are not compared then.
  const isListed = (line: string): boolean =>
    line[0] !== "<" || [...(listed ?? [line])].some((one) => one.startsWith(line.slice(0, line.indexOf(">") + 1)));
  const left = new Set([...edges(ours)].filter(isListed));
  const more = [...left].filter((line) => !right.has(line));
  const less = [...right].filter((line) => !left.has(line));
  for (const line of more) note(`+ ${line}`);
  for (const line of less) note(`- ${line}`);
  const tree = more.length + less.length === 0 ? "same" : `differs (+${more.length} -${less.length})`;
  return `${tree}, ${right.size} edges`;
}

function compare(folder: string): string {
  const manager = managerOf(folder);
  if (manager === undefined) return "no lockfile";
  const work = mkdtempSync(join(tmpdir(), "brio-trees-"));
  try {
    const [ours, theirs] = [join(work, "ours"), join(work, "theirs")];
    cpSync(folder, ours, { recursive: true, verbatimSymlinks: true });
    cpSync(folder, theirs, { recursive: true, verbatimSymlinks: true });
    const isQuick = process.env.QUICK !== undefined && manager.install.includes("ci");
    try {
      if (!isQuick) run(manager.install, theirs, LAYOUT);
    } catch (error) {
      return `its own manager fails: ${oneLine((error as Error).message)}`;
    }
    run([...brio, "install", "--ignore-scripts"], ours);
    const tree = treeOutcome(ours, theirs, isQuick ? edgesOfNpm(manager, theirs) : undefined);
    const command = commandOutcome(basename(folder), ours, theirs);
    const lockfile = lockfileOutcome(manager, ours, theirs, readFileSync(join(folder, manager.lockfile)));
    return `${tree}; ${lockfile}; ${additionOutcome(manager, ours, theirs)}; ${command}`;
  } catch (error) {
    return `failed: ${oneLine((error as Error).message)}`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

for (const folder of process.argv.slice(2)) {
  console.log(`${basename(resolve(folder))}: ${compare(resolve(folder))}`);
}
