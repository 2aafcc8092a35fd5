// `--watch FILE`: runs a program as a child process, and again whenever a file that it loaded is changed.
// https://nodejs.org/api/cli.html#--watch
import type { Launch } from "internal:core/launch";
import { configureResolution } from "internal:loader/run_main";
import { stderrPalette } from "internal:core/util/colors";
import { inspect } from "internal:core/util/inspect";
import { clearTimeout, setTimeout } from "internal:core/timers";
import { signalNumber } from "internal:node/child_process/arguments";
import { spawn } from "internal:node/child_process/async";
import { statsOf } from "internal:node/watch_mode/file_state";
import { readReports, REPORTING_STDIO, reportingVariables } from "internal:node/watch_mode/reports";
import defer * as globs from "internal:node/fs/glob_pattern";
import { WatchedFiles } from "internal:node/watch_mode/watched_files";
import { argumentsOf, environmentOf, programOf } from "internal:startup/watch/command";
import { descendantsOf, endProcesses, processesWith } from "internal:startup/watch/remaining_processes";
import nodePath from "internal:core/path";
import process from "internal:node/process";
import type { ChildProcess } from "internal:node/child_process/child_process";

const CLEAR = "\u001bc";
const WAITING = "Waiting for file changes before restarting...";
/** A program that takes longer than this to end is reported. */
const LONG_END_MS = 500;
/** Events of changes before the program was started are delivered by then. */
const EVENTS_MS = 20;
/** The program is killed when it was sent more signals than this. */
const SIGNALS_MAX = 2;
/** The owner of all files. */
const PROGRAM = "program";
/** Marks processes that the program starts. */
const MARK = "BRIO_WATCHED_BY";

/** Runs and watches the program. Throws for an invalid flag, and for a watched path that does not exist. */
export function start(program: Launch): void {
  configureResolution(program);
  const run = new WatchedProgram(program);
  run.begin();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void run.end(signal));
}

/** Deno's `--watch-exclude=PATTERNS`: files and folders, also as patterns, between commas. */
function exclusionOf(values: string[], resolve: (path: string) => string): (path: string) => boolean {
  const patterns = values
    .flatMap((value) => value.split(",").filter(Boolean))
    .map(resolve)
    .map((pattern) => ({ folder: `${pattern}/`, matches: globs.compileGlob(pattern) }));
  return (path) => patterns.some(({ folder, matches }) => path.startsWith(folder) || matches(path));
}

class WatchedProgram {
  readonly #arguments: string[];
  readonly #environment: Record<string, string>;
  /** The command as messages show it. */
  readonly #name: string;
  readonly #killSignal: number;
  readonly #preservesOutput: boolean;
  /** The program's own files: the main module and those of variables. */
  readonly #files: string[];
  /** Whether files are watched because the program loads them. */
  readonly #followsImports: boolean;
  readonly #watched = new WatchedFiles((paths) => {
    const counted = new Set([...paths].filter((path) => !this.#isExcluded(path)));
    if (counted.size > 0) void this.#restart(counted);
  });
  /** Whether changes of a file are ignored. */
  readonly #isExcluded: (path: string) => boolean;
  readonly #palette = stderrPalette();
  #child!: ChildProcess;
  /** Resolves with the exit code of the current child, null when a signal ended it. */
  #exit!: Promise<number | null>;
  #stopReports: () => void = () => {};
  #isRunning = false;
  #isStopping = false;
  #isRestarting = false;
  /** The signals so far that end this process. */
  #endSignals = 0;

  constructor(program: Launch) {
    const valuesOf = (flag: string): string[] =>
      program.options.filter(([name]) => name === flag).map(([, value]) => value);
    const resolve = (path: string): string => nodePath.resolve(path);
    this.#killSignal = signalNumber(valuesOf("--watch-kill-signal").at(-1) ?? "SIGTERM");
    this.#preservesOutput = ["--watch-preserve-output", "--no-clear-screen"].some((flag) => valuesOf(flag).length > 0);
    this.#isExcluded = exclusionOf(valuesOf("--watch-exclude"), resolve);
    this.#arguments = argumentsOf(program);
    this.#name = inspect(programOf(program).join(" "));
    const paths = valuesOf("--watch-path").map(resolve);
    this.#followsImports = paths.length === 0;
    this.#environment = environmentOf(process.env, {
      ...(this.#followsImports ? reportingVariables() : { WATCH_REPORT_DEPENDENCIES: "1" }),
      [MARK]: String(process.pid),
    });
    this.#files = [...valuesOf("--env-file"), ...valuesOf("--env-file-if-exists")].map(resolve);
    if (this.#followsImports && program.file !== null) this.#files.push(resolve(program.file));
    // Deno's `--watch=PATHS` adds to what the program loads.
    const added = valuesOf("--watch")
      .flatMap((value) => value.split(",").filter(Boolean))
      .map(resolve);
    for (const path of [...paths, ...added]) {
      if (statsOf(path)?.isFile()) this.#files.push(path);
      else this.#watched.watchTree(path);
    }
  }

  begin(): void {
    this.#watched.reset();
    for (const file of this.#files) {
      const stats = statsOf(file);
      if (stats === undefined) this.#watched.addUnresolved(file);
      else if (!stats.isDirectory()) this.#watched.add(file, PROGRAM);
    }
    this.#isRunning = true;
    this.#isStopping = false;
    const child = spawn(process.execPath, this.#arguments, {
      stdio: this.#followsImports ? ["inherit", "inherit", "inherit", ...REPORTING_STDIO] : "inherit",
      env: this.#environment,
    }) as ChildProcess;
    this.#child = child;
    if (this.#followsImports) this.#connect(child);
    this.#exit = new Promise((resolve) => {
      child.once("exit", (code: number | null) => resolve(code));
      child.once("error", (error: Error) => {
        if (child.pid !== undefined) return;
        process.stderr.write(`${error.message}\n`);
        resolve(1);
      });
    });
    void this.#exit.then((code) => this.#onExit(child, code));
  }

  /** Ends the program and then this process because of a signal. */
  async end(signal: string): Promise<void> {
    this.#watched.close();
    if (++this.#endSignals > SIGNALS_MAX) this.#child.kill("SIGKILL");
    const code = await this.#stop(signal);
    if (signal !== "SIGHUP") process.exit(code ?? 0);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }

  #onExit(child: ChildProcess, code: number | null): void {
    if (child !== this.#child) return;
    this.#isRunning = false;
    if (this.#isStopping) return;
    if (code === 0) this.#print("blue", `Completed running ${this.#name}. ${WAITING}`);
    else this.#print("red", `Failed running ${this.#name}. ${WAITING}`);
  }

  /** Reads the child's reports, and passes messages between it and the parent of this process. */
  #connect(child: ChildProcess): void {
    this.#stopReports = readReports(child, ({ path, state }) => {
      if (this.#isStopping) return;
      if (state === null) this.#watched.addUnresolved(path);
      else this.#watched.add(path, PROGRAM, state);
    });
    if (process.send === undefined) return;
    const toChild = (message: unknown): void => void (child.connected && child.send(message));
    const toParent = (message: unknown): void => void (process.connected && process.send(message));
    process.on("message", toChild);
    child.on("message", toParent);
    child.once("exit", () => process.off("message", toChild));
  }

  async #restart(paths: Set<string>): Promise<void> {
    // A program that is still to be started will load what was changed.
    if (this.#isRestarting || this.#endSignals > 0) return;
    this.#isRestarting = true;
    this.#clear();
    const [trigger] = paths;
    this.#print("blue", `Change detected in ${inspect(trigger)}`);
    this.#print("green", `Restarting ${this.#name}`);
    let isLong = false;
    const timer = setTimeout(() => {
      isLong = true;
      this.#print("blue", "Waiting for graceful termination...");
    }, LONG_END_MS);
    await this.#stop(this.#killSignal);
    clearTimeout(timer);
    if (isLong) {
      this.#clear();
      this.#print("green", `Gracefully restarted ${this.#name}`);
    }
    await new Promise<void>((resolve) => void setTimeout(resolve, EVENTS_MS));
    // Meanwhile a signal may have arrived.
    if (this.#endSignals === 0) this.begin();
    this.#isRestarting = false;
  }

  /** Ends the program and the processes that it started. Returns its exit code. */
  async #stop(signal: number | string): Promise<number | null> {
    this.#isStopping = true;
    const { pid } = this.#child;
    const started = this.#isRunning && pid !== undefined ? descendantsOf(pid) : [];
    if (this.#isRunning) this.#child.kill(signal);
    const code = await this.#exit;
    this.#stopReports();
    await endProcesses([...started, ...processesWith(`${MARK}=${process.pid}`)], signal);
    return code;
  }

  #print(color: "blue" | "green" | "red", message: string): void {
    process.stdout.write(`${this.#palette[color]}${message}${this.#palette.white}\n`);
  }

  #clear(): void {
    if (!this.#preservesOutput && this.#palette.hasColors) process.stdout.write(CLEAR);
  }
}
