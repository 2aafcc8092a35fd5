// From a test file, its project and the command line to what its realm is to run.
import { expectsColors } from "internal:test_runner/command/detect";
import {
  environmentOfJest,
  environmentOfVitest,
  type FileEnvironment,
} from "internal:test_runner/command/file_environment";
import { type FileTask, optionsOfThreads, relativeName } from "internal:test_runner/command/file_task";
import { nodeFlags } from "internal:test_runner/command/name_patterns";
import type { TestOptions } from "internal:test_runner/command/options";
import type { ProjectConfig } from "internal:test_runner/command/project_config";
import type { Kind } from "internal:test_runner/command/report";
import type { ReusedRealms } from "internal:test_runner/command/reused_realms";
import { BUNDLER, resolutionOf, type TestFile } from "internal:test_runner/command/selection";
import type { SharedRealm } from "internal:test_runner/command/shared_realm";
import type { TransformerThreads } from "internal:test_runner/command/transformer_threads";
import type { JestTransforms, Job } from "internal:test_runner/dialects/protocol";
import type { Dialect } from "internal:test_runner/dialects/tree";
import type { ThreadOptions } from "internal:web/worker/thread";
import { environmentChangeCount } from "internal:core/process/environment";
import processModule from "internal:node/process";
import { readModuleText } from "native:modules";

/** The kinds of files whose tests this runner runs itself. */
const HAS_DESCRIBE: ReadonlySet<Kind> = new Set<Kind>(["bun", "jest", "vitest", "mocha"]);
const IMPORTS_AS_REQUIRE = "--imports-as-require";
/** How much longer than a test's time-out a file of `node:test` or `Deno.test`, or a program, may report nothing. */
const SILENCE_MS = 5000;
/** The same where tests have no time-out. */
const SILENCE_DEFAULT_MS = 120_000;
/** Reporters that show no places of tests. */
const WITHOUT_PLACES = new Set(["default", "github"]);

const process = processModule as unknown as { env: Record<string, string | undefined> };

/** What the tasks of a run have in common. */
export interface RunSettings {
  options: TestOptions;
  seed: number | null;
  /** Where processes write their profiles; null: nothing is counted. */
  profileFolder: string | null;
  /** The thread of all files; null: each has its own. */
  realm: SharedRealm | null;
  /** The thread of files of Mocha that run one at a time. */
  realmOfMocha: SharedRealm;
  reused: ReusedRealms;
  transformers: TransformerThreads;
}

/** The task of a test file. `slot`: the number of the worker that runs it. */
export function taskOf(test: TestFile, slot: number, run: RunSettings): FileTask {
  const { options, profileFolder, reused } = run;
  const { file, name, kind, config } = test;
  const realm = sharesAsMocha(test, run) ? run.realmOfMocha : run.realm;
  const job = jobOf(test, slot, run, realm);
  // Counters of coverage, and permissions that a file gave up, are those of a realm.
  const canReuse = HAS_DESCRIBE.has(kind) && profileFolder === null && options.permissions.length === 0;
  job.reusesRealm = canReuse && reused.mayReuse(job);
  if (job.reusesRealm) job.known = reused.knownFor(job.dialect);
  if (job.transforms !== null) job.transformerPort = openTransformer(job.transforms, job.root, slot, run);
  return {
    file,
    name,
    kind,
    project: test.project,
    home: job.home,
    job,
    compilation: config.compilation,
    defines: config.defines,
    environment: environmentOf(test, slot, run),
    options: [...programOptions(test, options, run.seed), ...options.permissions],
    // The snapshots of @std/testing are updated with this argument.
    arguments: [...options.programArguments, ...(kind === "deno" && options.update === "all" ? ["--update"] : [])],
    fileTimeoutMs: silenceLimit(options.timeoutMs),
    realm: job.reusesRealm ? reused.realmOf(slot, job) : realm,
    noteLoaded: (loaded) => reused.noteLoaded(loaded),
  };
}

/** Opens a channel to the thread of the transformers, which has the variables of Jest's workers. */
function openTransformer(
  transforms: JestTransforms,
  root: string,
  slot: number,
  { transformers, options, profileFolder }: RunSettings,
): number {
  return transformers.open(slot, { transforms, root, recordsTo: profileFolder }, {
    isWeb: false,
    home: "node",
    entryKind: "test",
    entry: `${root}/_`,
    arguments: [],
    execArguments: [],
    options: [...optionsOfThreads(), ...options.permissions],
    require: [],
    import: [],
    environment: { NODE_ENV: "test", ...ownEnvironment(), JEST_WORKER_ID: String(slot + 1) },
    closesDescriptors: true,
  } as ThreadOptions);
}

/**
 * Whether a file runs in the realm of the files before it: Mocha runs all in one process, with one cache of modules, unless it is
 * parallel. Permissions that a file gave up, and what it leaks, are those of a realm.
 */
function sharesAsMocha({ kind, config }: TestFile, { options }: RunSettings): boolean {
  if (kind !== "mocha" || options.isolates !== null) return false;
  const isSerial = (config.fileWorkers ?? 1) === 1 && (options.workerCount ?? 1) === 1;
  return isSerial && options.permissions.length === 0 && !options.detectsLeaks;
}

/** The variables of a file. */
function environmentOf({ file, kind }: TestFile, slot: number, { profileFolder }: RunSettings): Record<string, string> {
  const isOfDialect = kind !== "plain" && kind !== "node" && kind !== "deno";
  if (profileFolder === null && isOfDialect) return ownEnvironment();
  const environment = { ...ownEnvironment() };
  // Processes that a test starts count too, unless another tool collects their profiles.
  if (profileFolder !== null) environment.NODE_V8_COVERAGE ??= profileFolder;
  if (kind === "plain" && expectsColors(readModuleText(file)) && environment.NO_COLOR === undefined)
    environment.FORCE_COLOR ??= "1";
  if (kind === "node" || kind === "deno") {
    environment.NODE_TEST_CONTEXT = "child-v8";
    environment.NODE_TEST_WORKER_ID = String(slot + 1);
  }
  return environment;
}

/** The variables of the run, and how often they had changed when they were copied. */
let variables: { environment: Record<string, string>; changeCount: number } | undefined;

/** A copy of the variables of the run, the same one until they change. */
function ownEnvironment(): Record<string, string> {
  const changeCount = environmentChangeCount();
  if (variables?.changeCount !== changeCount) {
    const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
    variables = { environment: Object.fromEntries(set), changeCount };
  }
  return variables.environment;
}

/** The flags of a file that reports its own tests, or is a program. */
function programOptions({ kind, config }: TestFile, options: TestOptions, seed: number | null): [string, string][] {
  const own: [string, string][] = [];
  if ((kind === "plain" || kind === "node") && config.importsAsRequire) own.push([IMPORTS_AS_REQUIRE, ""]);
  if (kind !== "node" && kind !== "deno") return own;
  own.push(...nodeFlags(options.nameFilters));
  if (kind === "node" && options.onlyMarked) own.push(["--test-only", ""]);
  if (kind === "node" && seed !== null) own.push(["--test-random-seed", String(seed)]);
  if (options.timeoutMs !== null) own.push(["--test-timeout", String(options.timeoutMs)]);
  // What a test of Deno leaves open does not keep the run waiting.
  if (kind === "deno" || options.detectsLeaks || options.forcesExit) own.push(["--test-force-exit", ""]);
  if (options.detectsLeaks) own.push(["--detect-leaks", ""]);
  for (const name of options.sanitizers) own.push([name, ""]);
  if (options.update === "all") own.push(["--test-update-snapshots", ""]);
  return own;
}

function setupFilesOf(kind: Kind, config: ProjectConfig): string[] {
  if (kind === "bun") return config.preload;
  if (kind === "deno") return config.denoPreload === null ? [] : [config.denoPreload];
  return kind === "node" || kind === "plain" ? [] : config.setupFiles;
}

function jobOf(test: TestFile, slot: number, { options, seed }: RunSettings, realm: SharedRealm | null): Job {
  const { file, kind, config } = test;
  const dialect: Dialect = kind === "node" || kind === "plain" ? "jest" : kind;
  const environment = realmEnvironmentOf(test, options.environment);
  return {
    file,
    dialect,
    home: test.home,
    timeoutMs: options.timeoutMs ?? config.timeoutMs,
    hookTimeoutMs: config.hookTimeoutMs,
    retry: Math.max(options.retry, config.retry),
    repeats: options.repeats,
    concurrencyMax: options.concurrencyMax ?? config.concurrencyMax,
    hooksInOrder: config.hooksInOrder,
    provided: config.provided,
    unstubsGlobals: config.unstubsGlobals,
    unstubsEnvironment: config.unstubsEnvironment,
    importsAsRequire: resolutionOf(test) === BUNDLER,
    moduleFolders: config.moduleFolders,
    isAllConcurrent: options.isAllConcurrent || (kind === "vitest" && config.isAllConcurrent),
    pattern: options.namePattern,
    runsTodo: options.runsTodo,
    onlyMarked: options.onlyMarked,
    seed,
    bail: options.bail > 0 ? options.bail : config.bail,
    update: options.update,
    setupFiles: [...options.preload, ...setupFilesOf(kind, config)],
    setupFilesAfterEnv: kind === "jest" ? config.setupFilesAfterEnv : [],
    environment: environment.name,
    environmentOptions: environment.options,
    hasGlobals: kind !== "vitest" || (options.hasGlobals ?? config.hasGlobals ?? true),
    globals: config.globals,
    aliases: config.aliases,
    variables: config.variables,
    transforms: kind === "jest" ? config.transforms : null,
    transformerPort: 0,
    resolver: kind === "jest" ? config.resolver : null,
    requiresAssertions: kind === "vitest" && config.requiresAssertions,
    clearMocks: config.clearMocks,
    resetMocks: config.resetMocks,
    restoreMocks: config.restoreMocks,
    snapshotFormat: config.snapshotFormat,
    snapshotSerializers: config.snapshotSerializers,
    snapshotPath: config.snapshotPath?.(file) ?? null,
    useFakeTimers: config.useFakeTimers,
    fakeTimers: config.fakeTimers,
    automocks: config.automocks,
    tagRules: kind === "vitest" ? config.tagRules : null,
    tagFilters: kind === "vitest" ? options.nameFilters.tags : [],
    inlinedPackages: kind === "vitest" ? config.inlinedPackages : [],
    packageMocks: kind === "jest" ? config.packageMocks : [],
    detectsLeaks: options.detectsLeaks,
    readsPlaces: options.reporters.some(({ name }) => !WITHOUT_PLACES.has(name)),
    checksResults: kind === "jest" && config.runner === "jest",
    sharesRealm: realm !== null,
    reusesRealm: false,
    known: { builtins: [], globals: [] },
    root: config.root,
    workerId: slot + 1,
  };
}

/** How long a file may report nothing, in milliseconds; 0: for ever, as with `--timeout 0`. */
function silenceLimit(timeoutMs: number | null): number {
  if (timeoutMs === null) return SILENCE_DEFAULT_MS;
  return timeoutMs === 0 ? 0 : timeoutMs + SILENCE_MS;
}

/** The environment that the configuration has for a file. */
function environmentFor({ environmentMatches, environment, root }: ProjectConfig, file: string): string | null {
  const match = environmentMatches.find(([test]) => test(relativeName(root, file), file));
  return match?.[1] ?? environment;
}

/** The environment of a file; `given`: that of the command line. Files of other dialects have that of the runtime. */
function realmEnvironmentOf({ file, kind, config }: TestFile, given: string | null): FileEnvironment {
  if (kind !== "jest" && kind !== "vitest") return { name: null, options: {} };
  const configured = { name: given ?? environmentFor(config, file), options: config.environmentOptions };
  const source = readModuleText(file);
  return kind === "jest" ? environmentOfJest(source, configured) : environmentOfVitest(source, configured);
}
