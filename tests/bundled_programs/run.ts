// Programs bundled by `brio build` and run without their packages, by this runtime and by Node.js, compared with what they print
// when they are not bundled: `NO_COLOR=1 brio --as node tests/bundled_programs/run.ts FOLDER NODE [NAME…]`. FOLDER keeps the
// installed packages; NODE is the path of Node.js. Writes score.txt, for the programs that were run; why some differ is in
// reasons.txt.
//
// Programs are those of `programs/`, one for each library, and those of `tests/apps/packages`, with their expected output.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

interface Program {
  name: string;
  /** The folder with the packages. */
  project: string;
  file: string;
  home: "node" | "bun" | "deno";
  /** What it prints; null: what Node.js prints. */
  expected: string | null;
}

const HERE = import.meta.dirname;
const GROUPS = join(HERE, "../apps/packages");
const GROUP_NAMES = ["clients", "elysia_hono", "everyday", "express", "servers", "services"];
const SCORE = join(HERE, "score.txt");
const LIMIT_MS = 120_000;

const [folder, node, ...chosen] = process.argv.slice(2);
if (folder === undefined || node === undefined) {
  console.error("usage: run.ts FOLDER NODE [NAME…]");
  process.exit(2);
}

const scores = new Map(
  (existsSync(SCORE) ? readFileSync(SCORE, "utf8").split("\n") : [])
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
);
for (const program of programs(folder)) {
  if (chosen.length > 0 && !chosen.some((name) => program.name.includes(name))) continue;
  const outcome = tryProgram(program, node);
  console.log(`${program.name}: ${outcome}`);
  scores.set(program.name, outcome);
  const lines = [...scores].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `${name}: ${text}\n`);
  writeFileSync(SCORE, lines.join(""));
}

function programs(target: string): Program[] {
  const found: Program[] = [];
  const libraries = install(target, "libraries", HERE);
  cpSync(join(HERE, "programs"), libraries, { recursive: true });
  for (const file of globSync("*.mjs", { cwd: join(HERE, "programs") }).sort())
    found.push({ name: `libraries/${file}`, project: libraries, file, home: "node", expected: null });
  cpSync(join(GROUPS, "shared"), join(target, "shared"), { recursive: true });
  for (const group of GROUP_NAMES) {
    const project = install(target, group, join(GROUPS, group));
    for (const output of globSync("*.out", { cwd: project }).sort()) {
      const file = basename(output, ".out");
      const home = file.includes(".bun.") ? "bun" : file.includes(".deno.") ? "deno" : "node";
      const expected = readFileSync(join(project, output), "utf8");
      found.push({ name: `${group}/${file}`, project, file, home, expected });
    }
  }
  return found;
}

/** Copies a project and installs its packages, once. */
function install(target: string, name: string, source: string): string {
  const project = join(target, name);
  // A run that was stopped has left the packages beside the project.
  if (existsSync(`${project}-packages`)) {
    rmSync(join(project, "node_modules"), { recursive: true, force: true });
    renameSync(`${project}-packages`, join(project, "node_modules"));
  }
  if (existsSync(join(project, "node_modules"))) return project;
  mkdirSync(project, { recursive: true });
  cpSync(source, project, { recursive: true, filter: (file) => basename(file) !== "node_modules" });
  const { status, stderr } = spawnSync(process.execPath, ["install"], { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`cannot install ${name}: ${stderr}`);
  return project;
}

function tryProgram(program: Program, nodePath: string): string {
  const { project, file, home } = program;
  const expected = program.expected ?? run([nodePath, join(project, file)], project);
  const outcomes: string[] = [];
  for (const minify of [false, true]) {
    const place = mkdtempSync(join(project, "bundle-"));
    const bundle = join(place, "program.mjs");
    const options = ["--target", home === "bun" ? "bun" : "node", "--outfile", bundle, ...(minify ? ["--minify"] : [])];
    const built = spawnSync(process.execPath, ["build", file, ...options], { cwd: project, encoding: "utf8" });
    const label = minify ? "minified" : "plain";
    if (built.status !== 0) outcomes.push(`${label}: not built (${firstLine(built.stderr)})`);
    else {
      const runtimes: [string, string[]][] = [["brio", [process.execPath, "--as", home]]];
      if (home === "node") runtimes.push(["node", [nodePath]]);
      for (const [name, command] of runtimes) {
        const actual = withoutPackages(program, bundle, command).replaceAll(folder!, "FOLDER");
        if (actual !== expected) outcomes.push(`${label}, ${name}: ${difference(expected, actual)}`);
      }
    }
    rmSync(place, { recursive: true, force: true });
  }
  return outcomes.length === 0 ? "same" : outcomes.join("; ");
}

/** Runs a bundle in a fresh copy of the project that has no packages. */
function withoutPackages({ project }: Program, bundle: string, command: string[]): string {
  const copy = mkdtempSync(`${project}-run-`);
  const hidden = `${project}-packages`;
  renameSync(join(project, "node_modules"), hidden);
  try {
    cpSync(project, copy, { recursive: true, filter: (file) => !basename(file).startsWith("bundle-") });
    // With the files beside it.
    cpSync(dirname(bundle), copy, { recursive: true });
    return run([...command, "program.mjs"], copy);
  } finally {
    renameSync(hidden, join(project, "node_modules"));
    rmSync(copy, { recursive: true, force: true });
  }
}

function run([command, ...options]: string[], cwd: string): string {
  const { stdout, stderr } = spawnSync(command!, options, {
    cwd,
    encoding: "utf8",
    timeout: LIMIT_MS,
    maxBuffer: 1e8,
    env: { ...process.env, NO_COLOR: "1", TZ: "UTC", LANG: "C.UTF-8" },
  });
  return stdout === "" ? firstLine(stderr) : stdout;
}

function firstLine(text: string): string {
  return (/^.*(?:Error|error)\b.*$/m.exec(text)?.[0] ?? text.split("\n", 1)[0]!).slice(0, 120);
}

/** The first line that differs. */
function difference(expected: string, actual: string): string {
  const [one, two] = [expected.split("\n"), actual.split("\n")];
  const index = one.findIndex((line, at) => line !== two[at]);
  return `"${(two[index] ?? "nothing").slice(0, 80)}" instead of "${(one[index] ?? "nothing").slice(0, 80)}"`;
}
