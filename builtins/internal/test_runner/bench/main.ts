// `brio bench`: finds the files, measures each in a thread of its own, one after the other, and reports.
import { type BenchJob, type BenchMessage } from "internal:test_runner/bench/realm";
import {
  type BenchJson,
  changesSince,
  changesTable,
  differs,
  type FileBenches,
  fileTable,
  styleOf,
  toJson,
} from "internal:test_runner/bench/report";
import { ownColors } from "internal:test_runner/coverage/colors";
import { readConfig } from "internal:test_runner/command/config";
import type { ProjectConfig } from "internal:test_runner/command/project_config";
import { findBenchFiles } from "internal:test_runner/command/discover";
import { defaultOptions, UsageError } from "internal:test_runner/command/options";
import { plainError } from "internal:test_runner/command/report";
import { relativeName } from "internal:test_runner/command/file_task";
import { errorText } from "internal:test_runner/dialects/error_text";
import { emptyJob } from "internal:test_runner/dialects/protocol";
import type { Dialect } from "internal:test_runner/dialects/tree";
import { type Launch, launch } from "internal:core/launch";
import { fileUrl } from "internal:core/file_url";
import { configureResolution } from "internal:loader/run_main";
import { Thread, type ThreadOptions } from "internal:web/worker/thread";
import { deserializeError } from "internal:web/worker/errors";
import { deserialize } from "web:structured_clone";
import { TextDecoder } from "web:encoding";
import os from "internal:node/os";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import processModule from "internal:node/process";
import { cwd } from "native:process";
import { detectHome, setHome } from "native:modules";

type Output = { write(text: string): void };
const process = processModule as unknown as {
  stdout: Output;
  stderr: Output;
  arch: string;
  platform: string;
  exit(code: number): never;
};

const USAGE_ERROR = 2;
const MIN_TIME_MS = 500;
/** The version of Brio is not the version of Node that `process.version` has. */
const RUNTIME = "brio";

/** What the command line says. */
interface BenchOptions {
  patterns: string[];
  filter: string | null;
  minTimeMs: number;
  /** Null: tables; "": JSON on the standard output. */
  json: string | null;
  save: string | null;
  compare: string | null;
  slowerPercentMax: number | null;
  config: string | null;
  preload: string[];
}

/** Runs the command line. */
export function main(program: Launch): void {
  configureResolution(program);
  void run(program).then(
    (code) => process.exit(code),
    (error: unknown) => {
      const isUsage = error instanceof UsageError;
      process.stderr.write(
        `brio bench: ${isUsage ? error.message : ((error as Error | null)?.stack ?? String(error))}\n`,
      );
      process.exit(isUsage && !error.message.startsWith("no benchmark files") ? USAGE_ERROR : 1);
    },
  );
}

async function run(program: Launch): Promise<number> {
  const options = readOptions(program.arguments);
  const folder = cwd();
  const config = await readConfig(folder, { ...defaultOptions(false), configFile: options.config });
  const files = findBenchFiles(options.patterns, folder, config);
  const saved = options.compare === null ? null : readSaved(path.default.resolve(folder, options.compare));
  const style = styleOf(options.json === null && ownColors());
  const cpu = (os.cpus() as { model: string }[])[0]?.model.trim() ?? "unknown";
  const runtime = `${RUNTIME} (${process.arch}-${process.platform})`;
  const isQuiet = options.json !== null;
  if (!isQuiet) process.stdout.write(`${style.dim("    CPU | ")}${cpu}\n${style.dim("Runtime | ")}${runtime}\n`);
  const done: FileBenches[] = [];
  for (const file of files) {
    const benches = await runFile(file, folder, config, options);
    done.push(benches);
    if (benches.output !== "") (isQuiet ? process.stderr : process.stdout).write(benches.output);
    for (const error of benches.errors) process.stderr.write(`${benches.name}: ${error.name}: ${error.message}\n`);
    if (!isQuiet && benches.reports.length > 0) process.stdout.write(fileTable(benches, style));
    if (!isQuiet && benches.skipped.length > 0)
      process.stdout.write(`${style.dim(`skipped in ${benches.name}: ${benches.skipped.join(", ")}`)}\n`);
  }
  const json = toJson(done, runtime, cpu);
  if (options.json === "") process.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
  for (const target of [options.json, options.save])
    if (target !== null && target !== "")
      fs.default.writeFileSync(path.default.resolve(folder, target), `${JSON.stringify(json, null, 2)}\n`);
  if (!isQuiet && done.some(({ reports }) => reports.some(({ result }) => result?.isStable === false)))
    process.stdout.write(style.dim("\n* the times were not stable when the measurement began\n"));
  const isSlower = saved !== null && reportChanges(saved, json, options, style);
  const hasFailed = done.some(
    ({ errors, reports }) => errors.length > 0 || reports.some(({ error }) => error !== null),
  );
  return hasFailed || isSlower ? 1 : 0;
}

/** Whether a benchmark is slower than allowed. */
function reportChanges(
  saved: BenchJson,
  json: BenchJson,
  { json: target, slowerPercentMax }: BenchOptions,
  style: ReturnType<typeof styleOf>,
): boolean {
  const changes = changesSince(saved, json);
  if (changes.length === 0) throw new UsageError("the saved run has none of these benchmarks");
  (target === "" ? process.stderr : process.stdout).write(changesTable(changes, style));
  if (slowerPercentMax === null) return false;
  return changes.some(({ times }) => differs(times) && (times.value - 1) * 100 > slowerPercentMax);
}

function readSaved(file: string): BenchJson {
  try {
    const saved = JSON.parse(fs.default.readFileSync(file, "utf8") as string) as BenchJson;
    if (Array.isArray(saved.benches)) return saved;
  } catch (error) {
    throw new UsageError(`--compare: ${(error as Error).message}`);
  }
  throw new UsageError(`--compare: "${file}" is not a saved run`);
}

/** Measures the benchmarks of a file. */
async function runFile(
  file: string,
  folder: string,
  config: ProjectConfig,
  options: BenchOptions,
): Promise<FileBenches> {
  const source = fs.default.readFileSync(file, "utf8") as string;
  const dialect: Dialect = /["']vitest["']/.test(source) ? "vitest" : /\bDeno\./.test(source) ? "deno" : "jest";
  const home = dialect === "deno" ? "deno" : dialect === "vitest" ? "node" : detectHome(file);
  setHome(dialect === "vitest" ? "bun" : home);
  const setup =
    dialect === "deno" && config.denoPreload !== null
      ? [config.denoPreload]
      : dialect === "vitest"
        ? config.setupFiles
        : [];
  const bench: BenchJob = {
    job: {
      ...emptyJob(file, dialect, home, folder),
      aliases: config.aliases,
      setupFiles: [...options.preload, ...setup],
      root: config.root,
    },
    minTimeMs: options.minTimeMs,
    pattern: options.filter,
  };
  const benches: FileBenches = {
    file,
    name: relativeName(folder, file),
    url: fileUrl(file),
    reports: [],
    errors: [],
    skipped: [],
    output: "",
  };
  await inThread(file, home, bench, benches);
  return benches;
}

function inThread(file: string, home: string, bench: BenchJob, benches: FileBenches): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  let isComplete = false;
  const thread = new Thread(
    {
      threadMessage: ({ bytes, transferred }) => {
        const message = deserialize(bytes, transferred) as BenchMessage;
        if (message.kind === "result") benches.reports.push(message.report);
        else if (message.kind === "error") {
          benches.errors.push(message.error);
          isComplete = true;
        } else if (message.kind === "end") {
          isComplete = true;
          benches.skipped.push(...message.skipped);
          if (message.hasOnly)
            benches.errors.push(plainError('the benchmarks failed because the "only" option was used'));
        }
      },
      threadOutput: (_descriptor, bytes) => void (benches.output += decoder.decode(bytes, { stream: true })),
      threadFailed: (error) => {
        benches.errors.push(errorText(deserializeError(error)));
        isComplete = true;
      },
      threadOutOfMemory: () =>
        void benches.errors.push(plainError("the file used more memory than its thread may have")),
      threadEnded: (code) => {
        if (!isComplete) benches.errors.push(plainError(`the file ended with exit code ${code}`));
        resolve();
      },
      threadOnline() {},
    },
    {
      isWeb: false,
      home,
      entryKind: "test",
      entry: file,
      arguments: [],
      execArguments: [],
      options: launch().options.filter(([name]) => name !== "bench"),
      require: [],
      import: [],
      closesDescriptors: true,
    } as ThreadOptions,
    null,
    [],
  );
  thread.post({ bench }, []);
  return promise;
}

function readOptions(given: readonly string[]): BenchOptions {
  const options: BenchOptions = {
    patterns: [],
    filter: null,
    minTimeMs: MIN_TIME_MS,
    json: null,
    save: null,
    compare: null,
    slowerPercentMax: null,
    config: null,
    preload: [],
  };
  const rest = [...given];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument.startsWith("-")) takeFlag(options, argument, rest);
    else options.patterns.push(argument);
  }
  return options;
}

function takeFlag(options: BenchOptions, argument: string, rest: string[]): void {
  const at = argument.startsWith("--") ? argument.indexOf("=") : -1;
  const name = at === -1 ? argument : argument.slice(0, at);
  if (name === "--json") return void (options.json = at === -1 ? "" : argument.slice(at + 1));
  if (name === "--outputJson") return void (options.save = argument.slice(at + 1));
  const setter = SETTERS[name];
  if (setter === undefined) throw new UsageError(`unknown flag ${name}`);
  const value = at === -1 ? rest.shift() : argument.slice(at + 1);
  if (value === undefined) throw new UsageError(`${name} requires an argument`);
  setter(options, value);
}

function number(name: string, value: string): number {
  const found = Number(value);
  if (value.trim() === "" || !Number.isFinite(found) || found < 0)
    throw new UsageError(`${name} expects a number of at least 0, not "${value}"`);
  return found;
}

const setFilter = (options: BenchOptions, value: string): void => void (options.filter = value);
const SETTERS: Record<string, (options: BenchOptions, value: string) => void> = {
  "-t": setFilter,
  "--filter": setFilter,
  "--testNamePattern": setFilter,
  "--min-time": (options, value) => (options.minTimeMs = number("--min-time", value)),
  "--save": (options, value) => (options.save = value),
  "--compare": (options, value) => (options.compare = value),
  "--fail-slower": (options, value) => (options.slowerPercentMax = number("--fail-slower", value)),
  "--config": (options, value) => (options.config = value),
  "--preload": (options, value) => void options.preload.push(value),
};
