// Runs `touch.ts` under a policy, beside things that it must not touch: nothing outside may change, be read, reached or
// ended; and with strace no forbidden system call may have succeeded.
import assert from "node:assert";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createSocket, type Socket as Datagrams } from "node:dgram";
import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
const TOUCH = join(import.meta.dirname, "touch.ts");
/** How long a run may take, in milliseconds; a file of tests may take a minute. */
export const RUN_MS_MAX = 55_000;
/** What must not be touched: a folder with secrets, servers, a process. */
class Outside {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-outside-")));
  readonly victim: ChildProcess = spawn("sleep", ["600"], { stdio: "ignore" });
  reached: string[] = [];
  readonly #servers: (Server | Datagrams)[] = [];
  #port = 0;

  async open(): Promise<void> {
    const secret = `brio-secret-${Math.random().toString(16).slice(2, 10)}${Math.random().toString(16).slice(2, 10)}`;
    const token = secret.padEnd("brio-secret-".length + 16, "0");
    writeFileSync(join(this.folder, "secret.txt"), `${token}\n`);
    writeFileSync(join(this.folder, "module.cjs"), `module.exports = ${JSON.stringify(token)};\n`);
    writeFileSync(join(this.folder, token), "");
    symlinkSync(`/${token}`, join(this.folder, "link"));
    const count = (name: string): Server =>
      createServer((socket) => {
        this.reached.push(name);
        socket.on("error", () => {}).end();
      });
    const tcp = count("tcp");
    await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
    this.#port = (tcp.address() as AddressInfo).port;
    const unix = count("unix");
    await new Promise<void>((resolve) => unix.listen(join(this.folder, "socket"), resolve));
    const udp = createSocket("udp4").on("message", () => this.reached.push("udp"));
    await new Promise<void>((resolve) => udp.bind(this.#port, "127.0.0.1", resolve));
    this.#servers.push(tcp, unix, udp);
  }

  get place(): string {
    const at = (name: string): string => join(this.folder, name);
    return JSON.stringify({
      folder: this.folder,
      file: at("secret.txt"),
      link: at("link"),
      library: at("library.so"),
      database: at("database.db"),
      socket: at("socket"),
      port: this.#port,
      victim: this.victim.pid,
      program: "/usr/bin/touch",
    });
  }

  /** Everything about the files that a call could change. */
  get state(): string {
    const one = (path: string): string => {
      const { mode, uid, gid, mtimeMs, nlink } = lstatSync(path);
      const isFile = (mode & 0o170000) === 0o100000;
      const isLink = (mode & 0o170000) === 0o120000;
      return [
        path,
        mode,
        uid,
        gid,
        mtimeMs,
        nlink,
        isFile ? readFileSync(path, "latin1") : isLink ? readlinkSync(path) : "",
      ].join(" ");
    };
    const names = readdirSync(this.folder).sort();
    return [one(this.folder), ...names.map((name) => one(join(this.folder, name)))].join("\n");
  }

  close(): void {
    this.victim.kill("SIGKILL");
    for (const server of this.#servers) server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Outcome {
  leaks: string[];
  called: string[];
  output: string;
  trace: string;
}

function hasStrace(): boolean {
  try {
    execFileSync("strace", ["-f", "-o", "/dev/null", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The system calls that can reach out. */
const CALLS =
  "open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,mknod,mknodat,chmod,fchmod,fchmodat,chown,lchown,fchown,fchownat,truncate,utimensat,setxattr,removexattr,connect,bind,listen,sendto,sendmsg,execve,execveat,kill,tkill,tgkill,ptrace,mount,chroot,chdir";

async function touch(flags: string[], outside: Outside, traces: boolean, chosen: string[]): Promise<Outcome> {
  const log = join(tmpdir(), `brio-touch-${process.pid}.trace`);
  const own = [process.execPath, ...flags, TOUCH, outside.place, ...chosen];
  // Without the filter each system call of a thread stops it.
  const [first, ...rest] = traces
    ? ["strace", "-f", "--seccomp-bpf", "-qq", "-s", "300", "-o", log, "-e", `trace=${CALLS}`, ...own]
    : own;
  // Files: a function that reads from descriptor 1 would wait for ever at the end of a pipe.
  const printed = ["stdout", "stderr"].map((name) => `${log}.${name}`);
  const descriptors = printed.map((path) => openSync(path, "w"));
  const child = spawn(first!, rest, {
    cwd: "/",
    stdio: ["ignore", ...descriptors],
    env: { ...process.env, NO_COLOR: "1" },
  });
  for (const descriptor of descriptors) closeSync(descriptor);
  const timer = setTimeout(() => child.kill("SIGKILL"), RUN_MS_MAX);
  await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  const [output, errors] = printed.map((path) => readFileSync(path, "utf8")) as [string, string];
  for (const path of printed) rmSync(path);
  const lines = output.split("\n");
  const called = lines.find((line) => line.startsWith("CALLED "));
  const trace = traces ? readFileSync(log, "latin1") : "";
  rmSync(log, { force: true });
  assert.ok(called !== undefined, `the run did not end: ${output.slice(-500)}${errors.slice(-500)}`);
  return {
    leaks: lines.filter((line) => line.startsWith("LEAK ")).map((line) => line.slice("LEAK ".length)),
    called: JSON.parse(called.slice("CALLED ".length)),
    output,
    trace,
  };
}

/** What the runtime itself reads: its file, libraries and settings of the system, its builtins in development, and the program. */
const ITS_OWN = [
  /^\/(?:usr\/)?lib(?:32|64|x32)?\//,
  /^\/usr\/local\/lib\//,
  /^\/usr\/share\/(?:locale|zoneinfo)/,
  /^\/(?:proc|sys)\//,
  /^\/proc$/,
  // A pair of pseudo terminals leads to no other process.
  /^\/dev\/(?:null|urandom|random|zero|tty|ptmx)$/,
  /^\/etc\/(?:ld\.so\.\w+|localtime|timezone|ssl\/.*|nsswitch\.conf|resolv\.conf|hosts)$/,
  // Of a file without an extension the resolver looks at the first bytes: they may be WebAssembly.
  /^\/usr\/bin\/touch$/,
];

/** The calls of a trace that succeeded and should not have. */
function forbidden(trace: string, outside: Outside): string[] {
  const found: string[] = [];
  const builtins = process.env["BRIO_BUILTINS"];
  const isOwn = (path: string): boolean =>
    path === "" ||
    path === process.execPath ||
    path === realpathSync(process.execPath) ||
    path === "/etc/ld.so.preload" ||
    (builtins !== undefined && path.startsWith(builtins)) ||
    path.startsWith(join(TOUCH, "..")) ||
    /\/(?:package\.json|deno\.jsonc?|tsconfig\.json|bunfig\.toml|node_modules|jsconfig\.json|bun\.lockb?|deno\.lock)$/.test(
      path,
    ) ||
    /\/\.cache\/brio(?:\/|$)/.test(path) ||
    ITS_OWN.some((pattern) => pattern.test(path));
  for (const line of trace.split("\n")) {
    const [, name, given, result] = /^\d+\s+(\w+)\((.*)\)\s*=\s*(-?\d+)/.exec(line) ?? [];
    if (name === undefined || Number(result) < 0) continue;
    const path = /"((?:[^"\\]|\\.)*)"/.exec(given!)?.[1] ?? "";
    if (name === "execve") {
      if (path !== process.execPath && !path.endsWith(`/${process.execPath.split("/").at(-1)}`)) found.push(line);
    } else if (path.startsWith(outside.folder) || given!.includes(outside.folder)) {
      // Resolving a path opens it as a place only: nothing can be read by such a descriptor.
      if (!given!.includes("O_PATH")) found.push(line);
    } else if (name.startsWith("open")) {
      const writes = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(given!) && !/^\/dev\/(?:null|tty)$/.test(path);
      if (!given!.includes("O_PATH") && (writes || !isOwn(path)) && !isOwn(path)) found.push(line);
    } else if (name === "kill" || name === "tkill" || name === "tgkill") {
      if (given!.startsWith(`${outside.victim.pid}`)) found.push(line);
    } else if (name === "connect" || name === "bind" || name === "listen" || name === "sendto" || name === "sendmsg") {
      if (name === "listen" || /sin6?_port|sun_path/.test(given!)) found.push(line);
    } else if (!isOwn(path)) found.push(line);
  }
  // Deno's storage of a program has a folder that is named by a hash; it needs no permission.
  return [...new Set(found)].filter((line) => !/ mkdirat\(\d+, "[0-9a-f]{64}", /.test(line));
}

/** Modules of Node that are about files, processes, the network and code. */
export const REACHING =
  "node:fs,node:fs/promises,node:child_process,node:cluster,node:worker_threads,node:wasi,node:inspector,node:sqlite,node:module,node:net,node:dgram,node:http,node:tls,node:v8,node:vm,node:process,node:test";

/**
 * Throws unless a run under an empty policy leaves the outside alone. `calledMin`: fewer functions mean that the walk has
 * missed most of them. `chosen`: `--part=`, and `--only=` or `--without=` with names of modules.
 */
export async function checkUntouched(flags: string[], calledMin: number, ...chosen: string[]): Promise<void> {
  const outside = new Outside();
  try {
    await outside.open();
    const before = outside.state;
    const traces = hasStrace();
    const { leaks, called, trace } = await touch(flags, outside, traces, chosen);
    assert.ok(called.length >= calledMin, `only ${called.length} functions were called`);
    assert.deepStrictEqual(leaks, []);
    assert.strictEqual(outside.state, before);
    assert.deepStrictEqual(outside.reached, []);
    assert.ok(outside.victim.exitCode === null && outside.victim.signalCode === null, "a process was ended");
    if (traces) assert.deepStrictEqual(forbidden(trace, outside), []);
  } finally {
    outside.close();
  }
}

/** Throws unless a run that may read and write the outside does: the check can fail. */
export async function checkTouched(): Promise<void> {
  const outside = new Outside();
  try {
    await outside.open();
    const before = outside.state;
    const flags = ["--as", "node", "--no-prompt", `--allow-read=${outside.folder}`, `--allow-write=${outside.folder}`];
    const { leaks } = await touch(flags, outside, false, ["--only=node:fs"]);
    assert.ok(leaks.includes("node:fs.readdirSync"), leaks.join());
    assert.notStrictEqual(outside.state, before);
  } finally {
    outside.close();
  }
}
