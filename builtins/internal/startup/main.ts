// Starts a program on the main thread: from the parsed command line to the running main module. Modules that this imports
// without `defer` are evaluated by every program (`docs/decisions/0006-start-up.md`).
import { asyncCell, isLoaded, load, provideServices } from "internal:core/bootstrap";
import { onEvent, runWaitingTicks, start } from "internal:core/loop";
import { installGlobals } from "internal:startup/globals";
import { absolutePath, configureResolution, runMain, serveOffered } from "internal:loader/run_main";
import { type Launch } from "internal:core/launch";
import defer * as launching from "internal:core/launch";
import { type Home } from "internal:core/program";
import defer * as state from "internal:core/process/state";
import defer * as programState from "internal:core/program";
import defer * as context from "internal:core/async/context";
import defer * as tracedEnvironment from "internal:core/process/traced_environment";
import defer * as uncaught from "internal:core/uncaught";
import defer * as engineFlags from "internal:node/v8/engine_flags";
import defer * as flaggedGlobals from "internal:startup/flagged_globals";
import defer * as peerFlags from "internal:startup/peer_flags";
import defer * as bunConfig from "internal:startup/bun_config";
import defer * as checking from "internal:startup/check_syntax";
import defer * as proxyFlag from "internal:web/fetch/env_proxy";
import defer * as proxies from "internal:web/fetch/proxy_environment";
import defer * as commandLineDebugger from "internal:startup/debugger/start";
import defer * as interactive from "internal:node/repl/start";
import defer * as requireTimes from "internal:node/module/require_times";
import defer * as loadReports from "internal:node/watch_mode/load_reports";
import defer * as firstHome from "internal:test_runner/command/first_home";
import defer * as nodeCoverage from "internal:test_runner/coverage/node_coverage";
import defer * as coverageProfile from "internal:test_runner/coverage/process_profile";
import defer * as runCode from "internal:startup/run_code";
import defer * as permissions from "internal:startup/permissions";
import defer * as pages from "internal:startup/serve_pages";
import defer * as inspecting from "internal:startup/inspector/flags";
import defer * as debugSignal from "internal:startup/inspector/debug_signal";
import defer * as hotReloading from "internal:startup/watch/hot";
import defer * as watching from "internal:startup/watch/watch";
import { changedMs, detectHome, setHome } from "native:modules";
import { getEnvironment, ProcessLoopEvent, watchRareSignal } from "native:process";
import { runJobs } from "native:realm";

/** The command line, which `internal:core/launch` returns. */
export let program: Launch;

const SIGUSR1 = 10;
/** The flags that let debuggers connect: here, because the module that reads them loads many others. */
const INSPECTOR_FLAGS = ["--inspect", "--inspect-brk", "--inspect-wait"];
/** Flags about permissions, which change neither the engine nor globals. */
const OF_PERMISSIONS = ["--secure", "--permission", "--permission-set", "--no-prompt"];
const STARTS_OF_PERMISSIONS = ["--allow-", "--deny-", "--ignore-", "--sandbox-"];

/** Called by the runtime with the command line as JSON. */
export default function main(argument: string): void {
  provideServices(() => load("internal:startup/services").services);
  program = { path: "", ...JSON.parse(argument) };
  // As in Node, an empty name is no file.
  if (program.file === "") program.file = null;
  start({ beforeExit, exit });
  try {
    // Detecting the home already resolves files, after which links are not configured any more.
    if (program.options.length > 0 || keepsLinks()) configureResolution(program);
    const isWatching = program.options.length > 0 && watchesProgram(program);
    const isTestRun = program.file === null && program.options.length > 0 && runsTests(program);
    const home = isWatching ? "node" : homeOfProgram(program, isTestRun);
    // Node is the default.
    if (home !== "node") {
      programState.setProgramHome(home);
      setHome(home);
    }
    if (home === "bun" && !isTestRun) configureBun(program);
    else watchDebugSignal();
    // Most programs with permissions have no other flag, and need none of these modules.
    const hasFlags = program.options.some(([name]) => !isOfPermissions(name));
    installGlobals(home, hasFlags);
    if (hasFlags) {
      engineFlags.apply(program.options);
      if (flaggedGlobals.hasPeerFlags(program.options)) peerFlags.apply(program.options);
    }
    const coverageFolder = getEnvironment("NODE_V8_COVERAGE") ?? coverageFolderOf(program);
    if (coverageFolder !== null && coverageFolder !== "") coverageProfile.start(coverageFolder);
    if (program.options.some(([name]) => name === "--experimental-test-coverage")) nodeCoverage.begin();
    const isInspected = program.options.some(([name]) => INSPECTOR_FLAGS.includes(name));
    // Its thread needs no permission of the program's, as in Node and Deno.
    if (isInspected) inspecting.begin(program);
    if (program.restricts && !isWatching) permissions.apply(program, home);
    if (isInspected) inspecting.wait(program);
    const hasChannel = getEnvironment("NODE_CHANNEL_FD") !== null;
    // A worker of a cluster connects to its primary whether or not it uses `process`.
    if (getEnvironment("NODE_UNIQUE_ID") !== null) connectToParent(program);
    if (hasChannel && !isWatching && getEnvironment("WATCH_REPORT_DEPENDENCIES") !== null) {
      connectToParent(program);
      loadReports.begin(program.file === null ? null : program.path);
    }
    if (
      home === "node" &&
      (hasFlags || getEnvironment("NODE_USE_ENV_PROXY") === "1") &&
      proxyFlag.usesEnvironmentProxies()
    )
      proxies.checkProxies();
    if (program.options.length > 0) observe();
    if (home === "node" && getEnvironment("NODE_DEBUG") !== null) requireTimes.printIfEnabled();
    if (isWatching) watching.start(program);
    else if (program.options.length > 0 && program.file !== null && launching.option("--hot") !== undefined)
      hotReloading.start(program);
    else if (program.checks && program.file !== null) checking.checkFile(program);
    else if (program.isInteractive && program.file === null) interactive.start(program);
    else if (isDebugger()) commandLineDebugger.start(program.arguments);
    else if (program.file !== null && program.home === null && isPage(program.file)) pages.start(program);
    else if (program.file !== null) runMain(program);
    else runCode.run(program);
    // A child process with a channel replies to its parent too: here, where the main module is known.
    if (hasChannel) load("internal:node/process");
  } catch (error) {
    uncaught.handle(error);
  }
  asyncCell.isMain = false;
  if (isLoaded("internal:core/async/context")) context.endMain();
  runWaitingTicks();
  runJobs();
}

/** The home that the command line says, or else the one of the file. */
function homeOfProgram({ home, file, arguments: words }: Launch, isTestRun: boolean): Home {
  if (home !== null) return home as Home;
  if (isTestRun) return firstHome.homeOfTests(words);
  return (file === null || isDebugger() ? "node" : homeOf(file)) as Home;
}

/** SIGUSR1 lets debuggers connect; in Bun's home it is a signal as any other. */
function watchDebugSignal(): void {
  onEvent(ProcessLoopEvent.RARE_SIGNAL, () => debugSignal.received());
  watchRareSignal(SIGUSR1);
}

function isOfPermissions(name: string): boolean {
  return OF_PERMISSIONS.includes(name) || STARTS_OF_PERMISSIONS.some((start) => name.startsWith(start));
}

/** Whether the environment changes how symbolic links are resolved. */
function keepsLinks(): boolean {
  return getEnvironment("NODE_PRESERVE_SYMLINKS") === "1" || getEnvironment("NODE_PRESERVE_SYMLINKS_MAIN") === "1";
}

/** The folder of Deno's `--coverage[=FOLDER]`; null without it. */
function coverageFolderOf({ options }: Launch): string | null {
  const given = options.length === 0 ? undefined : options.findLast(([name]) => name === "--coverage");
  return given === undefined ? null : given[1] || "coverage";
}

/** Whether the program is an executable that was made to read no bunfig.toml. */
function isLeftAlone({ options }: Launch): boolean {
  return options.some(([name]) => name === "--no-compile-autoload-bunfig");
}

/** Reads bunfig.toml of the working directory, or the file of `--config`. */
function configureBun(program: Launch): void {
  const given = program.options.length === 0 ? undefined : program.options.findLast(([name]) => name === "--config");
  if (given !== undefined) bunConfig.apply(program, given[1]);
  else if (changedMs("bunfig.toml") >= 0 && !isLeftAlone(program)) bunConfig.apply(program, "bunfig.toml");
}

/** The flags that report on the program while it runs. */
function observe(): void {
  const isReported = (event: string): boolean => launching.option(`--report-on-${event}`) !== undefined;
  if (isReported("signal") || isReported("fatalerror")) load("internal:node/process/report");
  const hasStacks = launching.option("--trace-env-js-stack") !== undefined;
  if (hasStacks || launching.option("--trace-env") !== undefined) tracedEnvironment.install(hasStacks);
}

/** `--watch` and `--watch-path`; the test runner watches test files itself. */
function watchesProgram({ options }: Launch): boolean {
  const isGiven = (flag: string): boolean => options.some(([name]) => name === flag);
  return (isGiven("--watch") || isGiven("--watch-path")) && !isGiven("--test");
}

/** `brio inspect …`: as in Node, a file of that name is `./inspect`. */
function isDebugger(): boolean {
  return program.file === "inspect" && (program.home ?? "node") === "node";
}

/** `brio test`. */
function runsTests({ options }: Launch): boolean {
  return options.some(([name]) => name === "test");
}

/** Whether the program's file is a page, or a pattern of pages. */
function isPage(file: string): boolean {
  return file.endsWith(".html") || file.endsWith(".htm");
}

function connectToParent(program: Launch): void {
  if (program.file !== null) program.path = absolutePath(program.file);
  load("internal:node/process");
}

/** Without `internal:core/process/state` there are no listeners to call and there is no exit code. */
function beforeExit(): void {
  serveOffered();
  if (isLoaded("internal:core/process/state")) state.runBeforeExit();
}

function exit(): number {
  return isLoaded("internal:core/process/state") ? state.finishLoop() : 0;
}

/** The home of a program. Only in Deno's it can be the source in an address. */
function homeOf(file: string): string {
  return file.startsWith("data:") ? "deno" : detectHome(file);
}
