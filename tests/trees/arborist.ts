// Compares the lockfiles that `brio install` and npm make for the fixtures of npm's own resolver (arborist).
//
//   brio tests/trees/arborist.ts FIXTURES [NAME…]
//
// FIXTURES is `workspaces/arborist/test/fixtures` of the repository npm/cli. Each folder in it with a `package.json` is
// installed by both into copies, without laying packages out, from a registry on the loopback interface that has the
// records and tarballs of the fixtures. One line for each; npm itself says what is right.
// BRIO and NPM name the programs.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";

const SECONDS_MAX = 60_000;
const words = (name: string, usual: string): string[] => (process.env[name] ?? usual).split(" ");
const brio = words("BRIO", process.execPath);
const npm = words("NPM", "npm");

/** Answers from the fixtures: `content/NAME.json` and `content/NAME/-/FILE.tgz`, scopes without `@`. */
function answer(content: string, request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(request.url ?? "/").replace(/^\/@?/, "");
  const isShort = String(request.headers.accept).includes("install-v1");
  const files = path.includes("/-/") ? [path] : [isShort ? `${path}.min.json` : `${path}.json`, `${path}.json`];
  const file = files.map((name) => join(content, name)).find((name) => existsSync(name));
  if (request.method !== "GET" || file === undefined) {
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
    return;
  }
  response.writeHead(200, { "content-type": "application/json" }).end(readFileSync(file));
}

interface Outcome {
  code: number | null;
  output: string;
  lockfile: string | undefined;
}

function install(command: string[], folder: string, home: string): Promise<Outcome> {
  const env: Record<string, string | undefined> = { ...process.env, HOME: home, NO_COLOR: "1", CI: "1" };
  Object.assign(env, { BRIO_PACKAGES: join(home, "store"), npm_config_cache: join(home, "npm"), NODE_ENV: "" });
  const child = spawn(command[0]!, command.slice(1), { cwd: folder, env, timeout: SECONDS_MAX });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((done) => {
    child.on("close", (code) => {
      const file = ["npm-shrinkwrap.json", "package-lock.json"].map((name) => join(folder, name)).find(existsSync);
      done({ code, output, lockfile: file === undefined ? undefined : readFileSync(file, "utf8") });
    });
  });
}

/** `path version` of all places, and what else the entries say. */
function places(lockfile: string): { versions: string[]; all: string } {
  const { packages = {} } = JSON.parse(lockfile);
  const versions = Object.entries<any>(packages).map(([path, one]) => `${path} ${one.version ?? one.resolved}`);
  return { versions: versions.sort(), all: JSON.stringify(packages) };
}

function verdict(ours: Outcome, theirs: Outcome): string {
  if (ours.code !== 0 && theirs.code !== 0) return "both refuse";
  if (ours.code !== 0) return `only Brio refuses: ${/\(E[A-Z]+\)/.exec(ours.output)?.[0] ?? ours.output.slice(0, 80)}`;
  if (theirs.code !== 0) return `only npm refuses: ${/code (E\w+)/.exec(theirs.output)?.[1] ?? theirs.code}`;
  if (ours.lockfile === theirs.lockfile) return "same";
  if (ours.lockfile === undefined || theirs.lockfile === undefined) {
    return `only ${ours.lockfile === undefined ? "npm" : "Brio"} writes a lockfile`;
  }
  const [left, right] = [places(ours.lockfile), places(theirs.lockfile)];
  const more = left.versions.filter((line) => !right.versions.includes(line));
  const less = right.versions.filter((line) => !left.versions.includes(line));
  if (process.env.VERBOSE) [...more.map((line) => `+ ${line}`), ...less.map((line) => `- ${line}`)].forEach(note);
  if (more.length + less.length > 0) return `differs (+${more.length} -${less.length})`;
  return left.all === right.all ? "same packages" : `same places${said(ours.lockfile, theirs.lockfile)}`;
}

/** What the entries of the same places say otherwise: ` (peer 3, dev 1)`. */
function said(ours: string, theirs: string): string {
  const [left, right] = [JSON.parse(ours).packages ?? {}, JSON.parse(theirs).packages ?? {}];
  const counts = new Map<string, number>();
  for (const path of Object.keys(left)) {
    for (const key of new Set([...Object.keys(left[path]), ...Object.keys(right[path] ?? {})])) {
      const texts = [left, right].map((packages) => JSON.stringify(packages[path]?.[key]));
      if (texts[0] === texts[1]) continue;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (process.env.VERBOSE) note(`${path} ${key}: ${texts[0]} instead of ${texts[1]}`);
    }
  }
  return counts.size === 0 ? "" : ` (${[...counts].map(([key, count]) => `${key} ${count}`).join(", ")})`;
}

function note(line: string): void {
  console.error(`    ${line}`);
}

const fixtures = resolve(process.argv[2] ?? ".");
const server = createServer((request, response) => answer(join(fixtures, "registry-mocks/content"), request, response));
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const named = process.argv.slice(3);
const names = readdirSync(fixtures).filter((name) => named.length === 0 || named.includes(name));
const work = mkdtempSync(join(tmpdir(), "brio-arborist-"));
for (const name of names.sort()) {
  const fixture = join(fixtures, name);
  if (name === "registry-mocks" || !existsSync(join(fixture, "package.json"))) continue;
  // The name of the folder is the name of a project that has none.
  const [ours, theirs] = [join(work, "brio-copy", name), join(work, "npm-copy", name)];
  for (const copy of [ours, theirs]) cpSync(fixture, copy, { recursive: true, verbatimSymlinks: true });
  const flags = ["install", "--ignore-scripts", `--registry=${registry}`];
  const left = await install([...brio, ...flags, "--lockfile-only", "--min-age=0"], ours, join(work, "brio"));
  const npmFlags = ["--package-lock-only", "--no-audit", "--no-fund", "--fetch-retries=0"];
  const right = await install([...npm, ...flags, ...npmFlags], theirs, join(work, "npm"));
  const line = `${name}: ${verdict(left, right)}`;
  console.log(line);
  if (process.env.VERBOSE) note(line);
  for (const copy of [ours, theirs]) rmSync(copy, { recursive: true, force: true });
}
rmSync(work, { recursive: true, force: true });
server.close();
