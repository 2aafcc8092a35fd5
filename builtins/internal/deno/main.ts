// The global `Deno`.
import { isExecutable } from "internal:core/embedded_files";
import { load } from "internal:core/bootstrap";
import { addLazy } from "internal:node/process/define";
import { launch } from "internal:core/launch";
import { mainUrl } from "internal:core/program";
import { isTestThread } from "internal:core/worker_state";
import defer * as inspecting from "internal:core/util/inspect";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import * as native from "native:process";
import { memoryUsage } from "internal:deno/process";
import * as denoProcess from "internal:deno/process";

/** The default depth of `Deno.inspect` and Deno's console. */
const INSPECT_DEPTH = 4;

/** The options of `Deno.inspect` that `inspect` has by other names. */
interface InspectOptions {
  iterableLimit?: number;
  strAbbreviateSize?: number;
  escapeSequences?: boolean;
}

/** `Deno.inspect`. https://docs.deno.com/api/deno/~/Deno.InspectOptions */
function inspect(value: unknown, options?: InspectOptions): string {
  const own: Record<string, unknown> = { depth: INSPECT_DEPTH, ...options };
  if (options?.iterableLimit !== undefined) own.maxArrayLength = options.iterableLimit;
  if (options?.strAbbreviateSize !== undefined) own.maxStringLength = options.strAbbreviateSize;
  return inspecting.withDoubleQuotes(() => inspecting.inspect(value, own), options?.escapeSequences !== false);
}

const Deno: any = {
  version: Object.freeze({ deno: "2.9.6", v8: "15.0.0-brio", typescript: "6.0.3" }),
  build: Object.freeze({
    target: "x86_64-unknown-linux-gnu",
    arch: "x86_64",
    os: "linux",
    vendor: "unknown",
    env: "gnu",
    standalone: isExecutable(),
  }),
  args: launch().arguments,
  pid: native.pid(),
  noColor: Boolean(native.getEnvironment("NO_COLOR")),
  env: denoProcess.env,
  exit: denoProcess.exit,
  cwd: () => native.cwd(),
  chdir(path: unknown) {
    const folder = load("internal:deno/file_objects").pathOf(path);
    // Test files run side by side in one process.
    if (isTestThread()) native.separateDirectory();
    try {
      native.chdir(folder);
    } catch (error) {
      throw load("internal:deno/errors").translate(error, "chdir", folder);
    }
  },
  execPath: () => native.execPath(),
  hostname: () => load("internal:node/os").default.hostname(),
  memoryUsage,
  uid: () => native.identity("uid").uid,
  gid: () => native.identity("gid").gid,
  inspect,
  addSignalListener: denoProcess.addSignalListener,
  removeSignalListener: denoProcess.removeSignalListener,
  refTimer: denoProcess.refTimer,
  unrefTimer: denoProcess.unrefTimer,
};
Object.defineProperty(Deno, "exitCode", {
  get: denoProcess.getExitCode,
  set: denoProcess.setExitCode,
  enumerable: true,
  configurable: true,
});
Object.defineProperty(Deno, "ppid", { get: () => native.parentPid(), enumerable: true, configurable: true });
/** The URL of the main module; a package of JSR as it was named. */
function mainModule(): string {
  const { path } = launch();
  return path.startsWith("jsr:") ? path : mainUrl();
}
Object.defineProperty(Deno, "mainModule", { get: mainModule, enumerable: true, configurable: true });
Deno[Symbol.toStringTag] = "Deno";

addLazy(Deno, "serve", () => load("internal:deno/serve").serve);
addLazy(Deno, "createHttpClient", () => load("internal:deno/http_client").createHttpClient);
addLazy(Deno, "upgradeWebSocket", () => load("internal:deno/upgrade_websocket").upgradeWebSocket);
addLazy(Deno, "HttpClient", () => load("internal:deno/http_client").HttpClient);
addLazy(Deno, "Command", () => load("internal:deno/command").Command);
addLazy(Deno, "run", () => load("internal:deno/run").run);
addLazy(Deno, "Process", () => load("internal:deno/run").Process);
addLazy(Deno, "ChildProcess", () => load("internal:deno/command").ChildProcess);
addLazy(Deno, "kill", () => load("internal:deno/command").kill);
addLazy(Deno, "errors", () => load("internal:deno/errors").errors);
for (const name of ["permissions", "Permissions", "PermissionStatus"])
  addLazy(Deno, name, () => load("internal:deno/permissions")[name]);
for (const name of ["spawn", "spawnAndWait", "spawnAndWaitSync"])
  addLazy(Deno, name, () => load("internal:deno/command")[name]);
addLazy(Deno, "bundle", () => load("internal:deno/bundle").bundle);
addLazy(Deno, "watchFs", () => load("internal:deno/watch_fs").watchFs);
for (const name of [
  "osRelease",
  "osUptime",
  "loadavg",
  "systemMemoryInfo",
  "networkInterfaces",
  "cpuUsage",
  "consoleSize",
  "isatty",
  "umask",
]) {
  addLazy(Deno, name, () => load("internal:deno/system")[name]);
}
const FILES = [
  "readTextFile",
  "readTextFileSync",
  "readFile",
  "readFileSync",
  "writeTextFile",
  "writeTextFileSync",
  "writeFile",
  "writeFileSync",
  "open",
  "openSync",
  "create",
  "createSync",
  "stat",
  "statSync",
  "lstat",
  "lstatSync",
  "readDir",
  "readDirSync",
  "mkdir",
  "mkdirSync",
  "remove",
  "removeSync",
  "rename",
  "renameSync",
  "copyFile",
  "copyFileSync",
  "realPath",
  "realPathSync",
  "truncate",
  "truncateSync",
  "chmod",
  "chmodSync",
  "symlink",
  "symlinkSync",
  "link",
  "linkSync",
  "readLink",
  "readLinkSync",
  "utime",
  "utimeSync",
  "chown",
  "chownSync",
  "makeTempDir",
  "makeTempDirSync",
  "makeTempFile",
  "makeTempFileSync",
  "FsFile",
  "SeekMode",
  "stdin",
  "stdout",
  "stderr",
];
for (const name of FILES) addLazy(Deno, name, () => load("internal:deno/files").members[name]);

addLazy(Deno, "resolveDns", () => load("internal:deno/resolve_dns").resolveDns);

for (const name of ["connect", "listen", "Conn", "Listener", "TcpConn", "UnixConn"])
  addLazy(Deno, name, () => load("internal:deno/net")[name]);
for (const name of ["connectTls", "listenTls", "startTls", "TlsConn", "TlsListener"])
  addLazy(Deno, name, () => load("internal:deno/tls")[name]);
addLazy(Deno, "cron", () => load("internal:deno/cron/cron").cron);
addLazy(Deno, "listenDatagram", () => load("internal:deno/datagrams").listenDatagram);

// Tests and benchmarks are for their commands; otherwise Deno ignores them.
const tests = (): any => {
  const module = load("internal:deno/test");
  return module.isTestRun() ? module : null;
};
const hook = (kind: string): unknown => ({ [kind]: (fn: unknown) => void tests()?.registerHook(kind, fn) })[kind];
Deno.test = Object.assign(
  function test(...given: unknown[]) {
    tests()?.register(given, {});
  },
  {
    ignore: Object.assign((...given: unknown[]) => void tests()?.register(given, { ignore: true }), {
      each: (cases: unknown) => tests()?.each(cases, { ignore: true }) ?? (() => {}),
    }),
    only: Object.assign((...given: unknown[]) => void tests()?.register(given, { only: true }), {
      each: (cases: unknown) => tests()?.each(cases, { only: true }) ?? (() => {}),
    }),
    each: (cases: unknown) => tests()?.each(cases) ?? (() => {}),
    sanitizer: (options: unknown) => void tests()?.setSanitizers(options),
    beforeAll: hook("beforeAll"),
    beforeEach: hook("beforeEach"),
    afterAll: hook("afterAll"),
    afterEach: hook("afterEach"),
  },
);
const benches = (): { denoBench(given: unknown[], forced: object): void } | null => {
  const module = load("internal:test_runner/bench/registry");
  return module.isBenchRun() ? module : null;
};
Deno.bench = Object.assign(
  function bench(...given: unknown[]) {
    benches()?.denoBench(given, {});
  },
  {
    ignore: (...given: unknown[]) => void benches()?.denoBench(given, { ignore: true }),
    only: (...given: unknown[]) => void benches()?.denoBench(given, { only: true }),
  },
);

const MISSING = ["serveHttp"];
for (const name of MISSING)
  addLazy(Deno, name, () => load("internal:core/missing_members").missingMember("Deno", name));
for (const [name, module] of [
  ["dlopen", "library"],
  ["UnsafeFnPointer", "library"],
  ["UnsafeCallback", "callback"],
  ["UnsafePointer", "pointer"],
  ["UnsafePointerView", "pointer"],
] as const)
  addLazy(Deno, name, () => load(`internal:deno/ffi/${module}`)[name]);
for (const [name, module] of [
  ["openKv", "kv"],
  ["Kv", "kv"],
  ["KvU64", "values"],
  ["AtomicOperation", "atomic"],
  ["KvListIterator", "list"],
] as const)
  addLazy(Deno, name, () => load(`internal:deno/kv/${module}`)[name]);
for (const name of ["jupyter", "lint", "telemetry"]) {
  Object.defineProperty(Deno, name, {
    get() {
      throw new ERR_METHOD_NOT_IMPLEMENTED(`Deno.${name}`);
    },
    enumerable: true,
    configurable: true,
  });
}

export default Deno;
