// `run()` of `node:test`, and `--test`: checks the options and runs the files, each in a process of its own or
// all in this one. https://nodejs.org/api/test.html#runoptions
import { environment } from "internal:test_runner/environment";
import { patternOf } from "internal:test_runner/filters";
import { type Config, createRoot } from "internal:test_runner/harness";
import { commandLine } from "internal:test_runner/options";
import { findTestFiles } from "internal:test_runner/files";
import { parseTagFilter, type TagFilter, warnOfTags } from "internal:test_runner/tags";
import defer * as order from "internal:test_runner/random_order";
import defer * as here from "internal:test_runner/run_here";
import defer * as processes from "internal:test_runner/run_processes";
import defer * as watching from "internal:test_runner/run_watching";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { toPath } from "internal:node/fs/path";
import { emitWarning } from "internal:core/process/warn";
import { isRegExp } from "internal:core/util/types";
import {
  validateArray,
  validateBoolean,
  validateFunction,
  validateInteger,
  validateObject,
  validateOneOf,
  validateString,
  validateStringArray,
  validateUint32,
} from "internal:core/validators";
import { cwd as workingDirectory } from "native:process";
import type { AbortSignal } from "web:abort";

/** The checked options of a run. */
export interface RunOptions {
  root: any;
  files: string[];
  signal: AbortSignal | undefined;
  setup: ((events: unknown) => unknown) | undefined;
  testNamePatterns: RegExp[] | null;
  testSkipPatterns: RegExp[] | null;
  testTagFilterExpressions: string[] | null;
  only: boolean | undefined;
  forceExit: boolean | undefined;
  cwd: string;
  argv: string[];
  execArgv: string[];
  env: Record<string, string> | undefined;
  rerunFailuresFilePath: string | undefined;
  randomize: boolean | undefined;
  randomSeed: number | undefined;
  concurrency: unknown;
}

/**
 * Runs test files; returns the stream of their events. Throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE or
 * ERR_OUT_OF_RANGE for wrong options.
 */
export function run(options: unknown = {}): any {
  validateObject(options, "options");
  checkPlainOptions(options);
  const {
    isolation = "process",
    cwd = workingDirectory(),
    timeout,
    concurrency,
    signal,
    setup,
    only,
    files,
    globPatterns,
  } = options;
  const random = readRandom(options);
  validateString(cwd, "options.cwd");
  checkSelection(globPatterns, files);
  const shard = readShard(options);
  if (setup != null) validateFunction(setup, "options.setup");
  const testNamePatterns = readPatterns(options.testNamePatterns, "options.testNamePatterns");
  const testSkipPatterns = readPatterns(options.testSkipPatterns, "options.testSkipPatterns");
  const tagFilters = readTagFilters(options);
  validateOneOf(isolation, "options.isolation", ["process", "none"]);
  const coverage = readCoverage(options);
  const { argv = [], execArgv = [], globalSetupPath, rerunFailuresFilePath, env, forceExit } = options;
  checkProcessOptions(argv, execArgv, globalSetupPath, env, isolation);
  const config: Config = {
    ...commandLine(),
    setup,
    rerunFailuresFilePath,
    cwd,
    globalSetupPath,
    ...random,
    ...coverage,
    testTagFilters: tagFilters.filters,
  } as Config;
  if (isolation === "none") overrideSelection(config, testNamePatterns, testSkipPatterns, only);
  const root = createRoot({ concurrency, timeout, signal }, config);
  let testFiles: string[] = files ?? findTestFiles(globPatterns, cwd);
  if (random.randomize) root.diagnostic(`Randomized test order seed: ${random.randomSeed}`);
  if (shard !== undefined) testFiles = testFiles.filter((_, index) => index % shard.total === shard.index - 1);
  const settings: RunOptions = {
    root,
    files: testFiles,
    signal,
    setup,
    testNamePatterns,
    testSkipPatterns,
    testTagFilterExpressions: tagFilters.expressions,
    only,
    forceExit,
    cwd,
    argv,
    execArgv,
    env,
    rerunFailuresFilePath,
    concurrency: config.concurrency ?? concurrency,
    ...random,
  };
  if (isolation === "process" && environment("NODE_TEST_CONTEXT") !== undefined) {
    emitWarning("node:test run() is being called recursively within a test file. skipping running files.");
    root.finish();
  } else if (options.watch) {
    void watching.runWatching(settings, { patterns: globPatterns, isNamed: files != null, isolation });
  } else if (isolation === "none") void here.runHere(settings, config.isTestRunner);
  else void processes.runInProcesses(settings);
  return root.reporter;
}

// In one process the options select the tests; otherwise they are passed to the child processes.
function overrideSelection(
  config: Config,
  testNamePatterns: RegExp[] | null,
  testSkipPatterns: RegExp[] | null,
  only: boolean | undefined,
): void {
  config.testNamePatterns = testNamePatterns ?? config.testNamePatterns;
  config.testSkipPatterns = testSkipPatterns ?? config.testSkipPatterns;
  config.only = only ?? config.only;
}

function checkSelection(globPatterns: string[] | undefined, files: string[] | undefined): void {
  if (globPatterns === undefined || globPatterns.length === 0 || files === undefined || files.length === 0) return;
  const reason = "is not supported when specifying 'options.files'";
  throw new ERR_INVALID_ARG_VALUE("options.globPatterns", globPatterns, reason);
}

function checkProcessOptions(
  argv: unknown,
  execArgv: unknown,
  globalSetupPath: unknown,
  env: unknown,
  isolation: string,
): void {
  validateStringArray(argv, "options.argv");
  validateStringArray(execArgv, "options.execArgv");
  if (globalSetupPath != null) toPath(globalSetupPath, "options.globalSetupPath");
  if (env == null) return;
  validateObject(env, "options.env");
  if (isolation === "none")
    throw new ERR_INVALID_ARG_VALUE("options.env", env, "is not supported with isolation='none'");
}

function checkPlainOptions({ files, watch, forceExit, only, globPatterns, randomize, randomSeed }: any): void {
  if (files != null) validateArray(files, "options.files");
  if (watch != null) validateBoolean(watch, "options.watch");
  if (forceExit != null) {
    validateBoolean(forceExit, "options.forceExit");
    if (forceExit && watch)
      throw new ERR_INVALID_ARG_VALUE("options.forceExit", watch, "is not supported with watch mode");
  }
  if (only != null) validateBoolean(only, "options.only");
  if (globPatterns != null) validateArray(globPatterns, "options.globPatterns");
  if (randomize != null) validateBoolean(randomize, "options.randomize");
  if (randomSeed != null) validateUint32(randomSeed, "options.randomSeed");
}

/** A given seed enables the random order; a random order without one draws it. */
function readRandom(options: any): { randomize: boolean | undefined; randomSeed: number | undefined } {
  const { randomSeed, watch, rerunFailuresFilePath } = options;
  const randomize = randomSeed != null ? true : options.randomize;
  const refuse = (mode: string): void => {
    if (randomSeed != null)
      throw new ERR_INVALID_ARG_VALUE("options.randomSeed", randomSeed, `is not supported with ${mode} mode`);
    if (randomize)
      throw new ERR_INVALID_ARG_VALUE("options.randomize", randomize, `is not supported with ${mode} mode`);
  };
  if (watch) refuse("watch");
  if (rerunFailuresFilePath) {
    toPath(rerunFailuresFilePath, "options.rerunFailuresFilePath");
    refuse("rerun failures");
  }
  return { randomize, randomSeed: randomize ? (randomSeed ?? order.randomSeed()) : randomSeed };
}

function readShard({ shard, watch }: any): { index: number; total: number } | undefined {
  if (shard == null) return undefined;
  validateObject(shard, "options.shard");
  const { index, total } = shard;
  validateInteger(total, "options.shard.total", 1);
  validateInteger(index, "options.shard.index", 1, total);
  if (watch) throw new ERR_INVALID_ARG_VALUE("options.shard", watch, "shards not supported with watch mode");
  return { index, total };
}

function readPatterns(given: unknown, name: string): RegExp[] | null {
  if (given == null) return null;
  return (Array.isArray(given) ? given : [given]).map((value, index) => {
    if (isRegExp(value)) return value as RegExp;
    if (typeof value === "string") return patternOf(value, `${name}[${index}]`);
    throw new ERR_INVALID_ARG_TYPE(`${name}[${index}]`, ["string", "RegExp"], value);
  });
}

/** Filters as strings; the command line passes them parsed, with their sources beside them. */
function readTagFilters(options: any): { filters: TagFilter[] | null; expressions: string[] | null } {
  const { testTagFilters: given, testTagFilterExpressions: expressions = null } = options;
  if (given == null) return { filters: null, expressions };
  const list = Array.isArray(given) ? given : [given];
  if (list.length === 0) return { filters: null, expressions };
  if (expressions !== null && typeof list[0] !== "string") return { filters: list, expressions };
  warnOfTags();
  const filters = list.map((text, index) => {
    const name = `options.testTagFilters[${index}]`;
    if (typeof text !== "string") throw new ERR_INVALID_ARG_TYPE(name, "string", text);
    return parseTagFilter(text, name);
  });
  return { filters, expressions: list.slice() };
}

function readCoverage(options: any): object {
  const { coverage = false, coverageIncludeAll = false } = options;
  validateBoolean(coverage, "options.coverage");
  validateBoolean(coverageIncludeAll, "options.coverageIncludeAll");
  for (const name of ["coverageExcludeGlobs", "coverageIncludeGlobs"]) {
    const globs = options[name];
    if (globs != null) validateStringArray(Array.isArray(globs) ? globs : [globs], `options.${name}`);
  }
  for (const name of ["lineCoverage", "branchCoverage", "functionCoverage"])
    validateInteger(options[name] ?? 0, `options.${name}`, 0, 100);
  const { coverageExcludeGlobs, coverageIncludeGlobs, lineCoverage, branchCoverage, functionCoverage } = options;
  return {
    coverage,
    coverageIncludeAll,
    coverageExcludeGlobs,
    coverageIncludeGlobs,
    lineCoverage,
    branchCoverage,
    functionCoverage,
  };
}
