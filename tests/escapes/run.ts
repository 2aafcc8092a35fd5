// The corpus of escapes: runs each program without a policy, where it must get out, and behind each wall alone, where it
// must not. `brio tests/escapes/run.ts [--only TEXT|GROUP,…] [--walls none,kernel,runtime] [--flags deno|node]`.
// A group that ran whole gets its line in score.snap.
//
// A program got out only if it proves it: it printed the secret, changed something outside, reached a server, ended a
// process, or answered at a port. The secret is a new one for every run and stands nowhere in the program.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { type Escape, type Place, PREAMBLE, type Wall } from "./programs.ts";
import { changes } from "./programs/changes.ts";
import { commands } from "./programs/commands.ts";
import { corners } from "./programs/corners.ts";
import { detours } from "./programs/detours.ts";
import { doors } from "./programs/doors.ts";
import { files } from "./programs/files.ts";
import { intrinsics } from "./programs/intrinsics.ts";
import { libraries } from "./programs/libraries.ts";
import { madeUp } from "./programs/made_up.ts";
import { modules } from "./programs/modules.ts";
import { native } from "./programs/native.ts";
import { network } from "./programs/network.ts";
import { processes } from "./programs/processes.ts";
import { races } from "./programs/races.ts";
import { reveals } from "./programs/reveals.ts";
import { services } from "./programs/services.ts";
import { sources } from "./programs/sources.ts";
import { starts } from "./programs/starts.ts";

const GROUPS = {
  files,
  changes,
  modules,
  network,
  processes,
  native,
  doors,
  races,
  intrinsics,
  sources,
  services,
  starts,
  reveals,
  detours,
  madeUp,
  corners,
  commands,
  libraries,
};
/** Programs end by themselves; a loaded machine lets them take long. */
const RUN_MS_MAX = 30_000;
/** How often a program that may get out is tried. */
const TRIES_MAX = 3;
const VARIABLE = "ESCAPE_SECRET";

type Walls = "none" | Wall;

const only = option("--only");
const walls = (option("--walls") ?? "none,kernel,runtime").split(",") as Walls[];
const root = realpathSync(mkdtempSync(join(tmpdir(), "brio-escapes-")));
/** The runtime's wall gets flags instead of a policy: Deno's, or Node's. */
const flagsOf = process.argv.includes("--flags") ? (option("--flags") === "node" ? "node" : "deno") : undefined;
const brio = process.env.BRIO_BINARY ?? process.execPath;

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** The servers that programs try to reach, and how often they were. */
class Servers {
  reached = 0;
  allowedPort = 0;
  otherPort = 0;
  readonly socket = join(root, "victim.sock");
  readonly abstractSocket = `brio-escape-${process.pid}`;
  private readonly open: { close(): void }[] = [];

  async start(): Promise<void> {
    const count = (server: Server): Server =>
      server.on("connection", (socket) => {
        this.reached++;
        socket.on("error", () => {});
        socket.end();
      });
    // What is allowed redirects to what is not.
    const allowed = createHttpServer((request, response) => {
      const [path, query = ""] = (request.url ?? "").split("?");
      if (path === "/module") {
        response
          .writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=600" })
          .end("export {};\n");
        return;
      }
      const host = path === "/host" ? "127.0.0.2" : "127.0.0.1";
      const location = path === "/to" ? decodeURIComponent(query) : `http://${host}:${query}/`;
      response.writeHead(302, { location }).end();
    });
    this.allowedPort = await listening(allowed, "127.0.0.1", 0);
    await listening(count(createServer()), "127.0.0.2", this.allowedPort);
    const other = count(createServer());
    this.otherPort = await listening(other, "127.0.0.1", 0);
    const datagrams = createSocket("udp4").on("message", () => this.reached++);
    await new Promise<void>((resolve) => datagrams.bind(this.otherPort, "127.0.0.1", resolve));
    for (const path of [this.socket, `\0${this.abstractSocket}`]) {
      const local = count(createServer());
      await new Promise<void>((resolve) => local.listen(path, resolve));
      this.open.push(local);
    }
    this.open.push(allowed, other, datagrams);
  }

  stop(): void {
    for (const server of this.open) {
      server.close();
    }
  }
}

function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject).listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server, "127.0.0.1", 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The native probe; empty paths without a compiler. */
function compile(): { probe: string; addon: string } {
  const source = join(import.meta.dirname, "native.c");
  const [probe, addon] = [join(root, "probe"), join(root, "probe.node")];
  try {
    execFileSync("cc", ["-O1", "-w", "-o", probe, source, "-lpthread", "-lrt"], { stdio: "ignore" });
    execFileSync("cc", ["-O1", "-w", "-shared", "-fPIC", "-o", addon, source, "-lpthread", "-lrt"], {
      stdio: "ignore",
    });
  } catch {
    console.log("no C compiler: the native programs are left out");
    return { probe: "", addon: "" };
  }
  return { probe, addon };
}

/** A folder for one run. */
function prepare(number: number, token: string): { folder: string; inside: string; work: string; outside: string } {
  const folder = join(root, String(number));
  const [inside, outside] = [join(folder, "inside"), join(folder, "outside")];
  const work = join(inside, "work");
  for (const path of [work, join(outside, "empty")]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(join(inside, "file.txt"), "open");
  symlinkSync(outside, join(inside, "link-to-outside"));
  writeFileSync(join(outside, "secret.txt"), token);
  writeFileSync(join(outside, "secret.json"), JSON.stringify({ secret: token }));
  writeFileSync(join(outside, "module.cjs"), `process.stdout.write(${JSON.stringify(token)} + "\\n");\n`);
  writeFileSync(join(outside, "broken.cjs"), `const = "${token}";\n`);
  writeFileSync(join(outside, "secret.css"), `.a { content: "${token}"; }\n`);
  mkdirSync(join(outside, "node_modules/other"), { recursive: true });
  writeFileSync(join(outside, "node_modules/other/secret.json"), JSON.stringify({ secret: token }));
  writeFileSync(join(outside, "secret.toml"), `secret = "${token}"\n`);
  writeFileSync(join(outside, "secret.yaml"), `secret: ${token}\n`);
  writeFileSync(join(outside, "secret.env"), `ESCAPE_FROM_FILE=${token}\n`);
  writeFileSync(join(outside, "package.json"), JSON.stringify({ name: token }));
  for (const kind of ["jsonc", "toml", "yaml"]) writeFileSync(join(outside, `broken.${kind}`), `{{ ${token}\n`);
  writeFileSync(join(outside, "secret.map"), mapNamed(token));
  writeFileSync(join(outside, "tsconfig.json"), settingsNamed(token));
  writeFileSync(join(outside, "module.wasm"), wasmNamed(token));
  writeFileSync(join(outside, `name-${token}`), "");
  writeFileSync(join(outside, "target"), "whole");
  symlinkSync(`/target-${token}`, join(outside, "secret-link"));
  mkdirSync(join(outside, "tree"));
  writeFileSync(join(outside, "tree", "leaf"), "whole");
  // A module of the program, whose import means what settings and hooks say.
  writeFileSync(
    join(work, "alias.ts"),
    'import all from "the-secret" with { type: "json" };\nprocess.stdout.write(JSON.stringify(all));\n',
  );
  prepareRace(join(work, "race"), outside);
  const database = new DatabaseSync(join(outside, "secret.db"));
  database.exec("create table t (a)");
  database.prepare("insert into t values (?)").run(token);
  database.close();
  return { folder, inside, work, outside };
}

/** A folder with the names of the one outside, and a link to that, which programs exchange. */
function prepareRace(folder: string, outside: string): void {
  const at = join(folder, "at");
  mkdirSync(join(at, "empty"), { recursive: true });
  writeFileSync(join(at, "secret.txt"), "open");
  writeFileSync(join(at, "target"), "own");
  symlinkSync("nothing", join(at, "secret-link"));
  symlinkSync(outside, join(folder, "link"));
}

/** A source map of a source of that name. */
function mapNamed(name: string): string {
  return JSON.stringify({
    version: 3,
    sources: [`${name}.ts`],
    sourcesContent: [name],
    names: [name],
    mappings: "AAAAA",
  });
}

/** Settings of TypeScript that name a package and a file. */
function settingsNamed(name: string): string {
  const paths = { "by-path": [`./${name}.js`] };
  return JSON.stringify({ compilerOptions: { jsx: "react-jsx", jsxImportSource: `p${name}`, paths } });
}

/** A WebAssembly module that exports a global of that name. */
function wasmNamed(name: string): Uint8Array {
  const text = new TextEncoder().encode(name);
  const section = (id: number, bytes: number[]): number[] => [id, bytes.length, ...bytes];
  const globals = section(6, [1, 0x7f, 0, 0x41, 0, 0x0b]);
  const exports = section(7, [1, text.length, ...text, 3, 0]);
  return new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...globals, ...exports]);
}

/** Everything about the files that must not change. */
function state(inside: string, outside: string): string {
  const lines: string[] = [];
  const walk = (path: string): void => {
    const stat = lstatSync(path);
    // The time of access changes by reading, and that of the links' count is the same as its change.
    const content = stat.isFile() ? readFileSync(path, "latin1") : stat.isSymbolicLink() ? readlinkSync(path) : "";
    lines.push([path, stat.mode, stat.uid, stat.nlink, stat.isDirectory() ? 0 : stat.mtimeMs, content].join(" "));
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (path !== inside || name !== "work") {
          walk(join(path, name));
        }
      }
    }
  };
  for (const path of [inside, outside]) {
    if (existsSync(path)) {
      walk(path);
    }
  }
  return lines.join("\n");
}

function policy(one: Escape, wall: Wall, place: Place, program: string): string {
  const found = (name: string): string => {
    if (name === "brio") {
      return brio;
    }
    return name === "probe" ? place.probe : name;
  };
  // The first wall holds no children: it starts none but those that prove nothing themselves.
  const run = wall === "kernel" ? (one.starts ?? []).map(found) : (one.lists ?? []);
  const lines = [
    `read = ${JSON.stringify([place.inside, program, ...(one.native && wall === "kernel" ? [place.addon] : [])])}`,
    `write = ${JSON.stringify([place.work])}`,
    `run = ${JSON.stringify(run)}`,
    `addons = ${JSON.stringify(wall === "kernel" && one.native ? [place.addon] : [])}`,
    "[net]",
    `connect = ["127.0.0.1:${place.allowedPort}"]`,
    `listen = ["127.0.0.1:${place.listenPort}"]`,
  ];
  return `${lines.join("\n")}\n`;
}

interface Outcome {
  hasEscaped: boolean;
  output: string;
}

let runs = 0;

async function attempt(
  one: Escape,
  wall: Walls,
  servers: Servers,
  tools: { probe: string; addon: string },
): Promise<Outcome> {
  const token = randomBytes(12).toString("hex");
  const { folder, inside, work, outside } = prepare(runs++, token);
  const victim = await startVictim(outside, token, one.native ? tools.probe : undefined);
  const otherListenPort = await freePort();
  const place: Place = {
    inside,
    work,
    outside,
    secretFile: join(outside, "secret.txt"),
    secret: VARIABLE,
    allowedPort: servers.allowedPort,
    otherPort: servers.otherPort,
    listenPort: await freePort(),
    otherListenPort,
    socket: servers.socket,
    abstractSocket: servers.abstractSocket,
    victim: victim.pid ?? 0,
    ...tools,
  };
  const program = join(folder, "program.cjs");
  writeFileSync(program, `${PREAMBLE}\n(async () => {${one.code}\n})().catch((error) => { console.error(error); });\n`);
  const flags = one.home ? ["--as", one.home] : [];
  if (wall === "runtime" && flagsOf === "node") {
    flags.push("--no-warnings", "--permission", "--allow-worker", "--allow-wasi", `--allow-fs-write=${place.work}`);
    for (const path of [place.inside, program]) flags.push(`--allow-fs-read=${path}`);
  } else if (wall === "runtime" && flagsOf === "deno") {
    flags.push(
      "--secure",
      "--no-prompt",
      `--allow-read=${place.inside},${program}`,
      `--allow-write=${place.work}`,
      `--allow-net=127.0.0.1:${place.allowedPort},127.0.0.1:${place.listenPort}`,
      ...(one.lists ?? []).map((name) => `--allow-run=${name}`),
    );
  } else if (wall !== "none") {
    writeFileSync(join(folder, "policy.toml"), policy(one, wall, place, program));
    flags.push("--sandbox", join(folder, "policy.toml"));
  }
  const before = state(inside, outside);
  const reachedBefore = servers.reached;
  const leak = [openSync(join(outside, "secret.txt"), "r"), openSync(outside, "r")];
  const env = { ...process.env, [VARIABLE]: token, BRIO_SANDBOX_WALLS: wall };
  const child = spawn(brio, [...flags, program, JSON.stringify(place)], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe", ...leak],
  });
  const asking = one.proof === "listening" ? ask(otherListenPort, child) : undefined;
  // What a program that watches waits for.
  const touching = setInterval(() => {
    if (one.code.includes("fs.watch(")) {
      writeFileSync(join(outside, `name-${token}`), "");
    }
  }, 200);
  const output = await finished(child);
  clearInterval(touching);
  leak.forEach((descriptor) => closeSync(descriptor));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const proofs: Record<Escape["proof"], () => boolean> = {
    secret: () => output.stdout.includes(token) || output.stderr.includes(token),
    change: () => state(inside, outside) !== before,
    reached: () => servers.reached > reachedBefore,
    killed: () => victim.exitCode !== null || victim.signalCode !== null,
    listening: () => false,
  };
  const hasEscaped = asking ? await asking : proofs[one.proof]();
  victim.kill("SIGKILL");
  makeRemovable(folder);
  rmSync(folder, { recursive: true, force: true });
  return { hasEscaped, output: `${output.stdout}${output.stderr}` };
}

/**
 * A process with the secret in its environment, its file open, and a working folder outside. `probe`: it has what processes
 * share without files, too, and ends when that is reached.
 */
async function startVictim(outside: string, token: string, probe: string | undefined): Promise<ChildProcess> {
  const descriptor = openSync(join(outside, "secret.txt"), "r");
  const env = { ...process.env, [VARIABLE]: token };
  const words = probe === undefined ? ["sleep", "60"] : [probe, "keep", join(outside, "../datagrams")];
  const child = spawn(words[0]!, words.slice(1), {
    cwd: outside,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "ignore", descriptor],
  });
  closeSync(descriptor);
  if (probe !== undefined) await new Promise((resolve) => child.stdout!.once("data", resolve));
  return child;
}

/** Whether a port answers while a program runs. */
async function ask(port: number, child: ChildProcess): Promise<boolean> {
  let isRunning = true;
  child.on("close", () => (isRunning = false));
  while (isRunning) {
    const hasAnswered = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => resolve(false)).on("connect", () => resolve(true));
    });
    if (hasAnswered) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

function finished(child: ChildProcess): Promise<{ stdout: string; stderr: string }> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString("latin1")));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("latin1")));
  const timer = setTimeout(() => child.kill("SIGKILL"), RUN_MS_MAX);
  return new Promise((resolve) => {
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ stdout, stderr });
    });
  });
}

function makeRemovable(folder: string): void {
  for (const name of ["inside", "outside"]) {
    if (existsSync(join(folder, name))) {
      chmodSync(join(folder, name), 0o700);
    }
  }
}

/** Programs that do what Node's permission model is not about: they read variables or send signals. */
const NOT_OF_NODE = new Set([
  "a variable by its name",
  "all variables",
  "variables by JSON",
  "variables by a descriptor",
  "variables in a report",
  "variables of a worker",
  "Bun.env",
  "Deno.env.get",
  "Deno.env.toObject",
  "process.kill",
  "process.kill of a group",
  "Deno.kill",
  "Object.prototype.toJSON",
  "JSON.stringify",
  "a child with another number",
  "a signal of process.binding",
  "variables of import.meta",
]);

/** Why a wall, or the flags in its place, cannot hold a program. */
function reasonFor({ name, notHeldBy }: Escape, wall: Wall): string | undefined {
  if (wall === "kernel" || flagsOf === undefined) return notHeldBy?.[wall];
  if (flagsOf === "node" && NOT_OF_NODE.has(name)) return "Node's permissions are not about variables and signals";
  return notHeldBy?.[flagsOf] ?? (flagsOf === "deno" ? notHeldBy?.runtime : undefined);
}

/** What a run of some programs came to. */
interface Result {
  count: number;
  /** How many ended as expected, by wall. */
  counts: Record<string, number>;
  failures: string[];
}

async function runAll(chosen: Escape[], servers: Servers, tools: { probe: string; addon: string }): Promise<Result> {
  const failures: string[] = [];
  const counts = Object.fromEntries(walls.map((wall) => [wall, 0]));
  for (const one of chosen) {
    for (const wall of walls) {
      let { hasEscaped, output } = await attempt(one, wall, servers, tools);
      // Races and limits of time may be lost on a busy machine. What a wall holds is never tried twice.
      for (let tries = 1; wall === "none" && !hasEscaped && tries < TRIES_MAX; tries++)
        ({ hasEscaped, output } = await attempt(one, wall, servers, tools));
      const expectation = wall === "none" ? undefined : reasonFor(one, wall);
      const mustEscape = wall === "none" || expectation !== undefined;
      if (hasEscaped === mustEscape) {
        counts[wall]!++;
        continue;
      }
      const what = mustEscape ? "did not get out" : "GOT OUT";
      failures.push(`${one.name} (${wall}): ${what}`);
      console.log(`not ok - ${failures.at(-1)}`);
      if (process.env.VERBOSE) console.log(`    ${output.trim().split("\n").slice(0, 6).join("\n    ")}`);
    }
  }
  return { count: chosen.length, counts, failures };
}

const SCORE = join(import.meta.dirname, "score.snap");

/** Replaces the line of a group, and the failures below it, with those of this run. */
function writeScore(group: string, { count, counts, failures }: Result): void {
  const old = existsSync(SCORE) ? readFileSync(SCORE, "utf8").split("\n") : [];
  const groups = new Map<string, string[]>();
  let last: string[] = [];
  for (const line of old.slice(1).filter((one) => one !== "")) {
    if (!line.startsWith(" ")) groups.set(line.slice(0, line.indexOf(":")), (last = []));
    last.push(line);
  }
  // What no wall can hold gets out as expected, and has its reason at the program.
  const held = walls.map((wall) => `${wall} ${counts[wall]}`).join(", ");
  groups.set(group, [`${group}: ${count} programs, as expected: ${held}`, ...failures.map((one) => `  ${one}`)]);
  const lines = Object.keys(GROUPS).flatMap((name) => groups.get(name) ?? []);
  const total = lines.reduce((sum, line) => sum + Number(/^\w+: (\d+) programs/.exec(line)?.[1] ?? 0), 0);
  const failed = lines.filter((line) => line.startsWith(" ")).length;
  writeFileSync(SCORE, `${[`${total} programs, ${failed} runs not as expected`, ...lines].join("\n")}\n`);
}

async function main(): Promise<number> {
  const servers = new Servers();
  await servers.start();
  const tools = compile();
  const names = only?.split(",") ?? Object.keys(GROUPS);
  const areGroups = names.every((name) => name in GROUPS);
  const results: Result[] = [];
  for (const [group, programs] of Object.entries(GROUPS)) {
    const chosen = programs.filter(
      (one) => (areGroups ? names.includes(group) : one.name.includes(only!)) && (!one.native || tools.probe !== ""),
    );
    if (chosen.length === 0) continue;
    const result = await runAll(chosen, servers, tools);
    results.push(result);
    if (areGroups && flagsOf === undefined && walls.length === 3 && chosen.length === programs.length)
      writeScore(group, result);
    if (areGroups) console.log(`${group}: ${chosen.length} programs, ${result.failures.length} not as expected`);
  }
  servers.stop();
  rmSync(root, { recursive: true, force: true });
  const sum = (of: (result: Result) => number): number => results.reduce((all, result) => all + of(result), 0);
  const held = walls.map((wall) => `${wall}: ${sum(({ counts }) => counts[wall]!)} as expected`).join(", ");
  console.log(`${sum(({ count }) => count)} programs; ${held}`);
  return sum(({ failures }) => failures.length) === 0 ? 0 : 1;
}

process.exit(await main());
