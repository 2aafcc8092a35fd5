// `process`: assembled from `internal:node/process/*`. Streams, warnings and less common members are loaded on first use.
import { EventEmitter } from "internal:core/events/emitter";
import { nextTick } from "internal:core/ticks";
import { addConstants, addLazy, addValues } from "internal:node/process/define";
import * as exiting from "internal:node/process/exit";
import * as clocks from "internal:node/process/clocks";
import * as signals from "internal:node/process/signals";
import * as identity from "internal:node/process/identity";
import { environment, variables } from "internal:core/process/environment";
import { emitWarning } from "internal:core/process/warn";
import { isLoaded, load, safe } from "internal:core/bootstrap";
import { launch, option } from "internal:core/launch";
import { home } from "internal:core/program";
import { setProcessLoaded } from "internal:core/stdio";
import { isTestThread, workerStart } from "internal:core/worker_state";
import defer * as errors from "internal:core/errors";
import defer * as workingDirectory from "internal:core/process/working_directory";
import * as native from "native:process";

/** The class of `process`: `process.constructor`. */
const Process = { process: function process() {} }.process;
const prototype = safe.create(EventEmitter.prototype, {
  constructor: { value: Process, writable: true, configurable: true },
});
Process.prototype = prototype;
const process: any = safe.create(prototype, { [Symbol.toStringTag]: { value: "process", writable: true } });
EventEmitter.call(process as never);

addConstants(process, { version: "v26.10.0", arch: identity.arch, platform: "linux", pid: native.pid() });
addValues(process, {
  execPath: native.execPath(),
  execArgv: launch().execArguments,
  exitCode: undefined,
  nextTick,
  emitWarning,
  env: environment,
  ...exiting.members,
  ...clocks.members,
  ...identity.members,
  cwd: () => {
    try {
      return workingDirectory.currentDirectory();
    } catch (thrown) {
      const error = thrown as { code?: string; errno?: number };
      const reason =
        "process.cwd failed with error no such file or directory, the current working directory was likely removed without changing the working directory";
      throw error.code === "ENOENT"
        ? errors.uvException({ errno: error.errno, syscall: "uv_cwd", message: reason })
        : thrown;
    }
  },
  chdir: (directory: string) => {
    if (typeof directory !== "string") throw new errors.ERR_INVALID_ARG_TYPE("directory", "string", directory);
    // For the system a path ends at the first NUL.
    const end = directory.indexOf("\0");
    if (end >= 0) directory = directory.slice(0, end);
    try {
      native.chdir(directory);
    } catch (error) {
      const { errno } = error as { errno?: number };
      if (errno === undefined) throw error;
      throw errors.uvException(
        { errno, syscall: "chdir", path: workingDirectory.workingDirectory(), dest: directory },
        true,
      );
    }
  },
  getBuiltinModule: (id: string) => {
    if (typeof id !== "string") throw new errors.ERR_INVALID_ARG_TYPE("id", "string", id);
    const full = load("internal:loader/resolve").builtinOf(id);
    if (!full?.startsWith("node:")) return undefined;
    if (launch().restricts) load("internal:loader/import_guard").checkBuiltin(full, null, process.getBuiltinModule);
    return load(full).default;
  },
  kill: signals.kill,
  sourceMapsEnabled: Boolean(option("--enable-source-maps")),
  setSourceMapsEnabled: (enabled: unknown) => {
    if (typeof enabled !== "boolean") throw new errors.ERR_INVALID_ARG_TYPE("enabled", "boolean", enabled);
    process.sourceMapsEnabled = enabled;
    load("internal:core/stack/source_map_support").setSupport(enabled, {
      nodeModules: enabled,
      generatedCode: enabled,
    });
  },
  openStdin: () => process.stdin.resume(),
  _exiting: false,
  domain: null,
  _rawDebug: (...args: unknown[]) =>
    load("native:stdio").writeError(`${load("internal:core/util/inspect").format(...args)}\n`),
});

const program = launch();
function mainArgument(): string[] {
  if (program.file !== null) return [program.path];
  return program.readsInput ? ["-"] : [];
}
function titleOption(): string {
  const title = option("--title");
  if (typeof title === "string") return title;
  // The name it was called by, which tools like `ps` show.
  return home() === "node" ? (native.argv()[0] ?? "brio") : "brio";
}
process.argv = [process.execPath, ...mainArgument(), ...program.arguments];
addConstants(process, { moduleLoadList: [], _preload_modules: program.require });
addValues(process, {
  argv0: native.argv()[0] ?? "brio",
  _print_eval: program.prints || undefined,
});
let title = titleOption();
if (typeof option("--title") === "string" && workerStart() === null) title = native.setTitle(title);
safe.defineProperty(process, "title", {
  get: () => title,
  set(value: unknown) {
    title = native.setTitle(String(value));
  },
  enumerable: true,
  configurable: true,
});
if (program.code !== null) addValues(process, { _eval: program.code });
exiting.attach(process);
// An ordinary listener: programs remove it with removeAllListeners("warning").
if (!option("--no-warnings") && variables.NODE_NO_WARNINGS !== "1")
  process.on("warning", (warning: unknown) => load("internal:node/process/warnings").print(warning));
signals.attach(process);

addLazy(process, "versions", () => identity.versions(), false);
addLazy(process, "release", () => load("internal:node/process/build_config").makeRelease(), false);
addLazy(process, "features", () => identity.features(), false);
addLazy(process, "config", () => load("internal:node/process/build_config").makeConfig(), false);
addLazy(process, "stdout", () => load("internal:node/process/streams").makeStdout());
addLazy(process, "stderr", () => load("internal:node/process/streams").makeStderr());
addLazy(process, "stdin", () =>
  load(workerStart() === null ? "internal:node/process/streams" : "internal:node/worker/process").makeStdin(),
);
if (launch().restricts) addLazy(process, "permission", () => load("internal:node/process/permission").permission);
addLazy(process, "report", () => load("internal:node/process/report").report);
addLazy(process, "allowedNodeEnvironmentFlags", () =>
  load("internal:node/process/environment_flags").environmentFlags(),
);
addLazy(process, "finalization", () => load("internal:node/process/finalization").finalization(process));
// Functions, and the module that each is loaded from on first use.
for (const [name, id] of [
  ["binding", "internal:node/process/bindings"],
  ["dlopen", "internal:node/addons/load"],
  ["loadEnvFile", "internal:node/process/environment_file"],
  ["getActiveResourcesInfo", "internal:node/process/active"],
  ["constrainedMemory", "internal:node/process/memory"],
  ["availableMemory", "internal:node/process/memory"],
  ["ref", "internal:node/process/references"],
  ["unref", "internal:node/process/references"],
  ["execve", "internal:node/process/credentials"],
  ["initgroups", "internal:node/process/credentials"],
  ["setgroups", "internal:node/process/credentials"],
  ["setuid", "internal:node/process/credentials"],
  ["setgid", "internal:node/process/credentials"],
  ["seteuid", "internal:node/process/credentials"],
  ["setegid", "internal:node/process/credentials"],
  ["_getActiveHandles", "internal:node/process/active"],
  ["_getActiveRequests", "internal:node/process/active"],
  ["_kill", "internal:node/process/raw_kill"],
  ["_linkedBinding", "internal:node/process/undocumented"],
  ["_debugProcess", "internal:node/process/undocumented"],
  ["_debugEnd", "internal:node/process/undocumented"],
  ["_startProfilerIdleNotifier", "internal:node/process/undocumented"],
  ["_stopProfilerIdleNotifier", "internal:node/process/undocumented"],
  ["_tickCallback", "internal:node/process/undocumented"],
] as const) {
  addLazy(process, name, () => load(id).members[name]);
}
safe.defineProperty(process, "ppid", { get: () => native.parentPid(), enumerable: true, configurable: true });
safe.defineProperty(process, "debugPort", {
  get: () => load("internal:node/process/debug_port").debugPort(),
  set: (value: unknown) => load("internal:node/process/debug_port").setDebugPort(value),
  enumerable: true,
  configurable: true,
});
safe.defineProperty(process, "mainModule", {
  get: () => load("internal:loader/commonjs").mainModule(),
  set: (value: unknown) =>
    void safe.defineProperty(process, "mainModule", { value, writable: true, enumerable: true, configurable: true }),
  enumerable: true,
  configurable: true,
});

if (home() === "bun") addValues(process, load("internal:node/process/bun_members").members);
if (workerStart() !== null) load("internal:node/worker/unavailable_in_worker").adapt(process, isTestThread());
else if (variables.NODE_CHANNEL_FD !== undefined) load("internal:node/process/parent_channel").connect(process);

// From here on the program may replace `process.stdout`.
setProcessLoaded();

export default process;
