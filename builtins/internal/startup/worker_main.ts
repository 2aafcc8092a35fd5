// Starts the program of a worker, as `internal:startup/main` does on the main thread.
import { asyncCell, load, provideServices } from "internal:core/bootstrap";
import { runWaitingTicks, start as startLoop } from "internal:core/loop";
import { type Launch, setLaunch } from "internal:core/launch";
import * as state from "internal:core/process/state";
import { installGlobals } from "internal:startup/globals";
import { setProgramHome, type Home } from "internal:core/program";
import defer * as loading from "internal:loader/load";
import defer * as engineFlags from "internal:node/v8/engine_flags";
import defer * as locations from "internal:web/location";
import { fileUrl } from "internal:core/file_url";
import defer * as flaggedGlobals from "internal:startup/flagged_globals";
import defer * as peerFlags from "internal:startup/peer_flags";
import defer * as uncaught from "internal:core/uncaught";
import { isTestThread, setWorkerStart, type WorkerStart } from "internal:core/worker_state";
import { noteRevoked } from "internal:core/permissions";
import { listenToThreads } from "internal:web/worker/events";
import defer * as report from "internal:core/stack/error_report";
import defer * as errors from "internal:web/worker/errors";
import defer * as parent from "internal:node/worker/parent";
import defer * as hooksThread from "internal:loader/hooks_thread";
import defer * as testThread from "internal:test_runner/dialects/thread";
import defer * as ownSignals from "internal:test_runner/own_signals";
import defer * as webScope from "internal:node/worker/web_scope";
import defer * as entry from "internal:node/worker/entry";
import defer * as inspectedWorker from "internal:node/inspector/inspected_worker";
import defer * as inspectorServer from "internal:startup/inspector/server";
import defer * as guard from "internal:loader/import_guard";
import { configureResolution, runMain } from "internal:loader/run_main";
import { install as installAtomics } from "internal:node/worker/atomics";
import defer * as permissions from "internal:startup/permissions";
import defer * as loadReports from "internal:node/watch_mode/load_reports";
import { isActive } from "native:permissions";
import { getEnvironment, restoreDirectory } from "native:process";
import { flush } from "native:stdio";
import * as native from "native:worker";

/** Called on the thread's realm with a `WorkerStart` as JSON. */
export default function main(argument: string): void {
  const start: WorkerStart = JSON.parse(argument);
  provideServices(() => load("internal:startup/services").services);
  setWorkerStart(start);
  const program: Launch = {
    file: start.entry,
    path: start.entry,
    code: null,
    prints: false,
    home: start.home,
    inputType: start.inputType,
    require: start.require,
    import: start.import,
    execArguments: start.execArguments,
    options: start.options,
    arguments: start.arguments,
    ...(start.embeddedFiles === undefined ? {} : { embeddedFiles: start.embeddedFiles }),
  };
  if (isTestThread()) adaptToTests(program);
  if (start.entryKind === "code") program.file = program.path = "[worker eval]";
  setLaunch(program);
  const isForHooks = start.entryKind === "hooks";
  startLoop({
    beforeExit: isForHooks ? () => hooksThread.reportUnsettled() : state.runBeforeExit,
    exit: state.finishLoop,
  });
  installAtomics();
  listenToThreads();
  state.setFatalReporter((error, origin) => {
    if (isForHooks) return hooksThread.reportFatal(error);
    // Output arrives before the error, which may end the process.
    flush();
    reportToParent(error, origin, start.home);
  });
  try {
    setProgramHome(start.home as Home);
    installGlobals(start.home as Home, program.options.length > 0);
    if (program.options.length > 0) {
      engineFlags.apply(program.options);
      if (flaggedGlobals.hasPeerFlags(program.options)) peerFlags.apply(program.options);
    }
    if (isTestThread()) beginTestThread(start, program);
    // The policy of the thread counts: what the parent sent might have been changed on its way.
    if (start.restricts || (isActive() && !program.restricts)) {
      program.restricts = true;
      permissions.applyInWorker();
      // What another thread gave up is not known here.
      noteRevoked();
    }
    if (getEnvironment("BRIO_WATCH_REPORTS") !== null)
      loadReports.begin(start.entryKind === "path" ? start.entry : null);
    if (start.hasData) parent.takeFirstMessage();
    if (isForHooks) return hooksThread.run(start, program);
    if (start.entryKind === "inspector") return inspectorServer.run(start);
    if (start.entryKind === "test") return testThread.run(start, program);
    if ((start.home !== "node" || start.isWeb) && !isTestThread() && !isServing(start)) webScope.install();
    if (start.home === "deno" && !isTestThread() && !isServing(start)) locations.installInWorker(addressOf(start));
    if (start.inspection !== undefined) inspectedWorker.begin(start.inspection);
    native.programStarted();
    if (program.restricts && start.entryKind === "path" && !start.mayReadEntry && !isTestThread())
      guard.checkEntry(start.entry);
    if (start.entryKind === "path") runMain(program);
    else runEntry(start, program);
  } catch (error) {
    uncaught.handle(error);
  } finally {
    asyncCell.isMain = false;
    runWaitingTicks();
  }
}

/** Runs code, or a module that is not a file's path. */
function runEntry(start: WorkerStart, program: Launch): void {
  configureResolution(program);
  entry.run(start, program);
}

function reportToParent(error: unknown, origin: string, home: string): void {
  // Deno's parent prints what its worker would.
  const text = home === "deno" ? report.describe(error, origin) : undefined;
  native.reportError(errors.serializeError(error, text));
}

/** Whether the thread is one of `brio serve --parallel`, whose program is that of the main thread. */
function isServing({ options }: WorkerStart): boolean {
  return options.some(([name]) => name === "serve-thread");
}

/** The address of the worker's module. */
function addressOf({ entryKind, entry, codeUrl }: WorkerStart): string {
  return codeUrl ?? (entryKind === "path" ? fileUrl(entry) : entry);
}

function adaptToTests(program: Launch): void {
  // Workers that a test file starts are plain ones.
  program.options = program.options.filter(([name]) => name !== "--own-signals");
  program.restricts = program.options.some(([name]) => name === "--no-prompt");
}

function beginTestThread({ entryKind, home, import: setUp }: WorkerStart, program: Launch): void {
  ownSignals.install();
  if (program.options.some(([name]) => name === "--imports-as-require")) loading.importCommonJsByRunning();
  restoreDirectory();
  // The policy of a file with other tests begins when the runner has prepared the thread.
  if (entryKind === "path" && program.restricts) permissions.applyInTest(program, home as Home, setUp);
}
