// Runs each test file in a process of its own.
import type { EventData } from "internal:test_runner/events";
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { FileTest } from "internal:test_runner/file_test";
import type { RunOptions } from "internal:test_runner/run";
import { launch } from "internal:core/launch";
import defer * as childProcess from "internal:node/child_process";
import defer * as os from "internal:node/os";
import defer * as process from "internal:node/process";
import defer * as readline from "internal:node/readline";
import defer * as reports from "internal:node/watch_mode/reports";
import type { AbortSignal } from "web:abort";

/** Flags that are not passed to child processes. */
const OWN = new Set(["--test", "--experimental-test-coverage", "--test-randomize", "--watch"]);
const OWN_WITH_VALUE = new Set([
  "--experimental-test-tag-filter",
  "--test-reporter",
  "--test-reporter-destination",
  "--test-random-seed",
]);

/** The name of the single run of all files in one process (`--test-isolation=none`). */
export const ALL_FILES = "";

/** Runs the files and ends the run. Rejects when it cannot start. */
export async function runInProcesses(options: RunOptions): Promise<void> {
  const { root, setup, files } = options;
  const { harness } = root;
  if (harness.bootstrapPromise) await harness.bootstrapPromise;
  if (typeof setup === "function") await setup(root.reporter);
  harness.bootstrapPromise = null;
  harness.buildPromise = null;
  const workers = workerCount(options.concurrency);
  await Promise.allSettled(files.map((file, index) => runFile(file, (index % workers) + 1, options)));
  root.finish();
  harness.teardown();
}

function workerCount(concurrency: unknown): number {
  if (concurrency === true) return Math.max(os.default.availableParallelism() - 1, 1);
  return typeof concurrency === "number" ? concurrency : 1;
}

/** Runs one file as a subtest. `onChild` receives its process, which reports the loaded modules by messages. */
export function runFile(
  file: string,
  workerId: number,
  options: RunOptions,
  onChild?: (child: any) => void,
): Promise<void> {
  const { root, signal } = options;
  const start = (signalOfTest: AbortSignal): unknown => {
    const { execPath, env } = process.default;
    const environment: any = {
      NODE_TEST_CONTEXT: "child-v8",
      ...(options.env ?? env),
      NODE_TEST_WORKER_ID: String(workerId),
    };
    if (root.harness.colorsOfFiles) environment.FORCE_COLOR = "1";
    const stdio = ["pipe", "pipe", "pipe"];
    if (onChild !== undefined) {
      stdio.push(...reports.REPORTING_STDIO);
      Object.assign(environment, reports.reportingVariables());
    }
    const child = childProcess.default.spawn(execPath, childArguments(file, options), {
      signal: signalOfTest,
      env: environment,
      stdio,
      cwd: options.cwd,
    });
    onChild?.(child);
    return child;
  };
  const test: FileTest = root.createSubtest(
    FileTest,
    file,
    { signal },
    (context: any) => follow(test, file, start(context.signal), context.signal),
    {},
  );
  return test.start();
}

async function follow(test: FileTest, file: string, child: any, signal: AbortSignal): Promise<void> {
  let failure: unknown;
  child.on("error", (error: unknown) => {
    failure = error;
  });
  child.stdout.on("data", (chunk: Uint8Array) => test.takeOutput(chunk));
  const lines = readline.default.createInterface({ input: child.stderr });
  lines.on("line", (line: string) =>
    test.take({ type: "test:stderr", data: { __proto__: null, file, message: `${line}\n` } as object as EventData }),
  );
  const [[code, killedBy]] = await Promise.all([
    ended(child, "exit", signal),
    ended(child.stdout, "close", signal),
    ended(child.stderr, "close", signal),
  ]);
  lines.close();
  if (code === 0 && killedBy === null) return;
  // Our own stack is of no interest: the failure is in the child process.
  throw (
    failure ??
    Object.assign(testFailure("test failed", test.hasFailures ? FAILURE.subtests : FAILURE.code), {
      exitCode: code,
      signal: killedBy,
      stack: undefined,
    })
  );
}

/** Waits for an event once, resolves with its arguments; rejects with the signal's reason when it aborts first. */
function ended(emitter: any, event: string, signal: AbortSignal): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    emitter.once(event, (...args: unknown[]) => resolve(args));
    if (event === "exit") emitter.once("error", reject);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The arguments of a child: this process's flags but for its own, the options, the file. */
function childArguments(file: string, options: RunOptions): string[] {
  const {
    testNamePatterns,
    testSkipPatterns,
    testTagFilterExpressions,
    only,
    forceExit,
    root,
    rerunFailuresFilePath,
    randomize,
    randomSeed,
  } = options;
  const args = inherited(launch().execArguments);
  if (forceExit === true) args.push("--test-force-exit");
  for (const pattern of testNamePatterns ?? []) args.push(`--test-name-pattern=${pattern}`);
  for (const pattern of testSkipPatterns ?? []) args.push(`--test-skip-pattern=${pattern}`);
  for (const expression of testTagFilterExpressions ?? []) args.push(`--experimental-test-tag-filter=${expression}`);
  if (only === true) args.push("--test-only");
  if (root.timeout != null) args.push(`--test-timeout=${root.timeout}`);
  if (rerunFailuresFilePath) args.push(`--test-rerun-failures=${rerunFailuresFilePath}`);
  if (randomize) args.push("--test-randomize");
  if (randomSeed != null) args.push(`--test-random-seed=${randomSeed}`);
  const what = file === ALL_FILES ? ["--test", "--test-isolation=none", ...options.files] : [file];
  return [...args, ...options.execArgv, ...what, ...options.argv];
}

function inherited(flags: string[]): string[] {
  const passedOn: string[] = [];
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index]!;
    const name = flag.split("=", 1)[0]!;
    if (OWN_WITH_VALUE.has(name)) {
      if (name === flag) index++;
    } else if (!OWN.has(flag)) passedOn.push(flag);
  }
  return passedOn;
}
