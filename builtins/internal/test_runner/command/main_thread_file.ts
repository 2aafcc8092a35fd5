// Runs the only file of a run in the main thread, which saves a thread and a second realm. What ends the process there ends the run:
// the journal then has what the next process reports (`docs/decisions/0089-single-test-files.md`).
import { isLoaded } from "internal:core/bootstrap";
import { fileUrl } from "internal:core/file_url";
import { launch } from "internal:core/launch";
import * as state from "internal:core/process/state";
import { home, setMainUrl } from "internal:core/program";
import * as uncaught from "internal:core/uncaught";
import defer * as commonjs from "internal:loader/commonjs";
import { hasLayer, HOOKS_THREAD, PLUGINS, SYNCHRONOUS_HOOKS } from "internal:loader/chain";
import { hasModules } from "internal:loader/load";
import processModule from "internal:node/process";
import { nowMs } from "internal:test_runner/clock";
import { FileResults } from "internal:test_runner/command/file_results";
import { endedWhileRunning, type FileTask, OVERDUE } from "internal:test_runner/command/file_task";
import type { Journal, Overdue } from "internal:test_runner/command/journal";
import { captureFile } from "internal:test_runner/command/output";
import type { TestOptions } from "internal:test_runner/command/options";
import { emptyReport, type FileReport } from "internal:test_runner/command/report";
import type { TestFile } from "internal:test_runner/command/selection";
import { type Message, SHARED_BYTES, STATUS_OFFSET } from "internal:test_runner/dialects/protocol";
import { setSharedMemory } from "internal:test_runner/dialects/limits";
import { runJob } from "internal:test_runner/dialects/realm";
import { install as installOwnSignals } from "internal:test_runner/own_signals";
import { utf8ToString } from "native:buffer";
import { chdir, cwd } from "native:process";
import { takeCaptured } from "native:stdio";
import { endOverdue } from "native:worker";

/** The states of so many tests are known when the process ends while one runs. */
const STATES_MAX = 4096;

const process = processModule as unknown as {
  argv: string[];
  emit(name: string, ...args: unknown[]): boolean;
  removeAllListeners(): void;
};

/**
 * Whether a file can run in the main thread as in a thread of its own: the realm has the globals of its home and no modules yet, and
 * nothing is measured in it.
 */
export function canRunHere(task: FileTask, options: TestOptions, journal: Journal): boolean {
  const { job } = task;
  const needsNothing =
    job.environment === null &&
    !job.detectsLeaks &&
    job.transforms === null &&
    job.resolver === null &&
    job.packageMocks.length === 0 &&
    task.environment.NODE_V8_COVERAGE === undefined &&
    options.permissions.length === 0;
  if (!needsNothing || task.home !== home() || launch().restricts === true) return false;
  return journal.descriptor !== undefined && journal.lastEnd === undefined && !hasProgramModules();
}

/** Whether a configuration, a reporter or a set-up was loaded as a module, or has changed the loader. */
function hasProgramModules(): boolean {
  if (hasLayer(SYNCHRONOUS_HOOKS) || hasLayer(HOOKS_THREAD) || hasLayer(PLUGINS)) return true;
  return hasModules() || (isLoaded("internal:loader/commonjs") && commonjs.hasModules());
}

/** Runs the file; resolves with its report. When it ends the process, the journal has it. */
export async function runHere(task: FileTask, journal: Journal): Promise<FileReport> {
  const start = nowMs();
  const report = emptyReport(task);
  const results = new FileResults(report);
  const memory = endOverdue(journal.descriptor!, STATES_MAX).buffer as ArrayBuffer;
  const send = (message: Message): void => {
    results.receive(message);
    if (message.kind !== "end") journal.message(message);
  };
  const conclude = (code: number): void => {
    state.setBeforeEnd(null);
    captureFile(false);
    report.output = takeOutput();
    results.end(endedWhileRunning(code), memory);
    report.durationMs = nowMs() - start;
  };
  const folder = cwd();
  prepare(task, memory);
  state.setBeforeEnd((code) => {
    conclude(code);
    journal.leave(report);
  });
  captureFile(true);
  await runJob(task.job, send, () => {}, null);
  leave(folder);
  conclude(0);
  return report;
}

/** The process is that of the file from now on. */
function prepare({ file, job, arguments: words }: FileTask, memory: ArrayBuffer): void {
  const program = launch();
  program.options = program.options.filter(([name]) => name !== "test" && name !== "journal");
  program.file = program.path = file;
  program.arguments = words;
  program.require = program.import = [];
  process.argv = [process.argv[0]!, file, ...words];
  setMainUrl(fileUrl(job.file));
  installOwnSignals();
  setSharedMemory(memory);
}

/** What the file left does nothing any more, as after the end of its thread. */
function leave(folder: string): void {
  uncaught.setRunner(() => {});
  try {
    process.emit("exit", 0);
  } catch {
    // Its thread would have ended, too.
  }
  process.removeAllListeners();
  if (cwd() !== folder) chdir(folder);
}

function takeOutput(): string {
  const bytes = takeCaptured();
  return utf8ToString(bytes, 0, bytes.length);
}

/** The report of a file that did not return, from what the process that it ended has left. */
export function reportOfOverdue(test: TestFile, { messages, test: index, states, output }: Overdue): FileReport {
  const report = emptyReport(test);
  const results = new FileResults(report);
  for (const message of messages) results.receive(message);
  const memory = new ArrayBuffer(SHARED_BYTES);
  new Float64Array(memory, 0, 2)[1] = index;
  new Uint8Array(memory, STATUS_OFFSET).set(Array.from(states, Number));
  const bytes = Uint8Array.from(output, (character) => character.charCodeAt(0));
  report.output = utf8ToString(bytes, 0, bytes.length);
  results.end(OVERDUE, memory);
  return report;
}
