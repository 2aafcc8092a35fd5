// Packages with native addons, installed by this runtime and used as their READMEs show, beside Node.js:
// `brio --as node tests/addon_packages/run.ts [--newest] FOLDER NODE [NAME…]`. FOLDER gets a project for each package, and keeps
// it; NODE is the path of Node.js. Writes what was found into results.txt, for the packages that were run.
//
// A package is `programs/NAME.cjs`; lines `// with: NAME` name packages that its program needs besides. Versions are those of
// results.txt, unless --newest is given.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

interface Result {
  version: string;
  outcome: string;
}

const HERE = import.meta.dirname;
const RESULTS = join(HERE, "results.txt");
const INSTALL_LIMIT_MS = 600_000;
const PROGRAM_LIMIT_MS = 120_000;
const PATTERN = /^(\S+) (\S+) (.+)$/;

const { values, positionals } = parseArgs({ options: { newest: { type: "boolean" } }, allowPositionals: true });
const [folder, node, ...chosen] = positionals;
if (folder === undefined || node === undefined) {
  console.error("usage: run.ts [--newest] FOLDER NODE [NAME…]");
  process.exit(2);
}

const names = globSync("**/*.cjs", { cwd: join(HERE, "programs") }).map((file) => file.slice(0, -".cjs".length));
const results = readResults();
for (const name of names.sort()) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const result = await tryPackage(name, folder, node);
  console.log(`${name} ${result.version} ${result.outcome}`);
  results.set(name, result);
  writeResults(results);
}

function readResults(): Map<string, Result> {
  const lines = existsSync(RESULTS) ? readFileSync(RESULTS, "utf8").split("\n") : [];
  const matches = lines.map((line) => PATTERN.exec(line)).filter((match) => match !== null);
  return new Map(matches.map(([, name, version, outcome]) => [name!, { version: version!, outcome: outcome! }]));
}

function writeResults(all: Map<string, Result>): void {
  const lines = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(RESULTS, lines.map(([name, { version, outcome }]) => `${name} ${version} ${outcome}\n`).join(""));
}

/** Installs one package and compares what its program prints. */
async function tryPackage(name: string, folder: string, node: string): Promise<Result> {
  const project = join(folder, name.replaceAll("/", "+"));
  const program = join(HERE, "programs", `${name}.cjs`);
  const failure = install(name, project, program);
  const version = versionOf(name, project);
  if (failure !== undefined) return { version, outcome: `not installed: ${failure}` };
  cpSync(program, join(project, "program.cjs"));
  const theirs = runProgram(node, [], project);
  const ours = runProgram(process.execPath, ["--as", "node"], project);
  return { version, outcome: compare(theirs, ours) };
}

/** Adds the package and lets its scripts run. Returns why that failed. */
function install(name: string, project: string, program: string): string | undefined {
  const done = join(project, "installed");
  if (existsSync(done)) return undefined;
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), `{ "name": "tried", "private": true }\n`);
  const others = [...readFileSync(program, "utf8").matchAll(/^\/\/ with: (\S+)$/gm)].map((match) => match[1]!);
  const known = results.get(name)?.version;
  const hasVersion = name.lastIndexOf("@") > 0;
  const request =
    values.newest === true || known === undefined || known === "-" || hasVersion ? name : `${name}@${known}`;
  for (const command of [
    ["add", request, ...others],
    ["approve", "--all"],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, command, {
      cwd: project,
      encoding: "utf8",
      timeout: INSTALL_LIMIT_MS,
    });
    writeFileSync(join(project, `${command[0]}.log`), stderr);
    if (status !== 0) return reasonOf(stderr);
  }
  writeFileSync(done, "");
  return undefined;
}

/** The line of a failed installation that says why. */
function reasonOf(log: string): string {
  const lines = log.split("\n").map((line) => line.trim());
  const cause = lines.findLast((line) => /ENOTFOUND|ERR! stack Error|error:|not found|No such file/.test(line));
  return (cause ?? lines.find((line) => line !== "") ?? "stopped").replaceAll(/\/\S*\/(?=\S)/g, "").slice(0, 120);
}

function versionOf(name: string, project: string): string {
  const bare = name.lastIndexOf("@") > 0 ? name.slice(0, name.lastIndexOf("@")) : name;
  try {
    const manifest = readFileSync(join(project, "node_modules", bare, "package.json"), "utf8");
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    return "-";
  }
}

interface Run {
  status: string;
  output: string;
  errors: string;
}

function runProgram(runtime: string, flags: string[], project: string): Run {
  const { status, signal, stdout, stderr } = spawnSync(runtime, [...flags, "program.cjs"], {
    cwd: project,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    timeout: PROGRAM_LIMIT_MS,
  });
  return { status: String(signal ?? status), output: stdout, errors: stderr };
}

function compare(theirs: Run, ours: Run): string {
  const error = firstError(ours.output + ours.errors);
  const isSame = theirs.output === ours.output && theirs.status === ours.status;
  if (isSame && theirs.status === "0") return "same";
  if (isSame) return `fails as in Node.js: ${firstError(theirs.errors)}`;
  if (error.includes("V8's C++ interface")) return "needs V8: the error says so";
  return `differs: ${ours.status} instead of ${theirs.status}: ${error}`;
}

function firstError(text: string): string {
  const line = text.split("\n").find((line) => /Error|ERR_/.test(line)) ?? "no message";
  return line
    .trim()
    .replaceAll(/\/\S*\/(?=\S)/g, "")
    .slice(0, 140);
}
