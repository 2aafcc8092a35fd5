// The command line of `brio test`.
import type { Compilation } from "internal:test_runner/command/compilation";
import {
  type CoverageFlags,
  noCoverageFlags,
  PLAIN_THRESHOLDS,
  THRESHOLDS_WITH_VALUE,
} from "internal:test_runner/command/coverage_flags";
import { LISTS, similarFlag, sortForeign, SYNONYMS } from "internal:test_runner/command/foreign_flags";
import {
  expressionOf,
  isPatternValid,
  type NameFilters,
  noNameFilters,
} from "internal:test_runner/command/name_patterns";
import { type PermissionFlags, permissionFlagsOf } from "internal:test_runner/command/permission_flags";
import type { Kind } from "internal:test_runner/command/report";
import type { ScriptCall, ScriptCommand } from "internal:test_runner/command/script_command";
import { type SettingFlags, takeSetting, takeWords } from "internal:test_runner/command/setting_flags";
import { type Launch } from "internal:core/launch";
import defer * as tags from "internal:test_runner/tags";
import defer * as path from "internal:core/path";
import { availableParallelism } from "native:os";

/** The settings of a run. Times in milliseconds. */
export interface TestOptions {
  /** Names, folders, globs, or parts of paths. */
  patterns: string[];
  /** What the calls of the script "test" run, where the command line has no patterns; none: what is found in the folder. */
  scriptCalls: ScriptPatterns[];
  /** Calls of the script with other configurations than that of its first call. */
  otherConfigurations: ScriptConfiguration[];
  /** Whether the programs of the script resolve imports as calls of `require`. */
  importsAsRequire: boolean;
  workerCount: number | null;
  /** Tests without `only` are left out, also where no test has it. */
  onlyMarked: boolean;
  /** Failures after which the run ends; 0: none. */
  bail: number;
  timeoutMs: number | null;
  nameFilters: NameFilters;
  /** The source of the expression that `nameFilters` are for full names; null: all tests. */
  namePattern: string | null;
  shard: { index: number; count: number } | null;
  seed: number | null;
  runsTodo: boolean;
  rerunsFailed: boolean;
  isWatching: boolean;
  /** A revision of git, or "" for what is not committed; null: all files. */
  changedSince: string | null;
  update: "none" | "new" | "all";
  reporters: { name: string; destination: string }[];
  /** Options of Mocha's reporters, as pairs. */
  reporterOptions: string[];
  retry: number;
  repeats: number;
  concurrencyMax: number | null;
  isAllConcurrent: boolean;
  configFile: string | null;
  preload: string[];
  passesWithoutTests: boolean;
  environment: string | null;
  hasGlobals: boolean | null;
  coverage: CoverageFlags;
  detectsLeaks: boolean;
  /** Files have the global `gc`. */
  exposesGc: boolean;
  /** Whether each file has a realm of its own; null: as in the runner of its dialect. */
  isolates: boolean | null;
  /** Deno's sanitizers, for tests that do not choose. */
  sanitizers: string[];
  /** The arguments of the test files (`Deno.args`, `process.argv`). */
  programArguments: string[];
  /** Names of projects, with `*`; those with `!` are left out. None: all projects. */
  projects: string[];
  /** Globs, names or folders of files that do not run. */
  ignored: string[];
  /** What the files may do. None: everything. */
  permissions: PermissionFlags;
  /** The home of files that do not say theirs; null: found by their names and packages. */
  home: string | null;
  /** Flags of Bun that compile files in another way. */
  compilation: Compilation;
  /** Settings of configurations. */
  settings: SettingFlags;
  /** Files with variables, as for Node's `--env-file`. */
  variableFiles: string[];
  /** Conditions of `exports`, besides those of the configuration. */
  conditions: string[];
  /** Features of `bun:bundle` that are on. */
  features: string[];
  /** Node's file with functions that run once; null: none. */
  globalSetup: string | null;
  /** Tests of Node may leave something open without delaying the end of their file. */
  forcesExit: boolean;
  /** The names of the files are printed, and none runs. */
  listsFiles: boolean;
  /** Sources whose tests run, by the imports of these; none: all tests. */
  relatedTo: string[];
  /** What of the command line has no effect, to be reported. */
  notices: string[];
}

/** The files of a call of a runner: patterns, as those of the command line; none: what the runner finds. */
export interface ScriptPatterns {
  runner: Kind;
  patterns: string[];
  /** As in `ScriptCommand`. */
  isGuess: boolean;
}

/** What a later call of the script runs with a configuration of its own; `file` null: that of the folder. */
export interface ScriptConfiguration {
  runner: "jest" | "vitest";
  file: string | null;
  patterns: string[];
}

/** A command line that is not valid. */
export class UsageError extends Error {}

type Setter = (options: TestOptions, value: string) => void;

const SHARD = /^(\d+)\/(\d+)$/;
const BAIL_DEFAULT = 1;
const PERCENT = 100;

function number(name: string, value: string, least = 0): number {
  const found = Number(value);
  if (value.trim() === "" || !Number.isFinite(found) || found < least)
    throw new UsageError(`${name} expects a number of at least ${least}, not "${value}"`);
  return found;
}

/** A regular expression for the characters themselves. */
function escaped(value: string): string {
  return value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** `--filter` of Deno: a string, or an expression between slashes. */
function filterOf(value: string): string {
  return /^\/.*\/$/s.test(value) ? value : escaped(value);
}

function addPattern(options: TestOptions, list: "names" | "skipped", value: string): void {
  const name = list === "names" ? "--test-name-pattern" : "--test-skip-pattern";
  if (!isPatternValid(value)) throw new UsageError(`${name} expects a regular expression, not "${value}"`);
  options.nameFilters[list].push(value);
  options.namePattern = expressionOf(options.nameFilters);
}

function validTagFilter(value: string): string {
  try {
    tags.parseTagFilter(value, "the filter of tags");
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return value;
}

function shardOf(value: string): { index: number; count: number } {
  const match = SHARD.exec(value);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || index < 1 || index > count)
    throw new UsageError(`--shard expects <index>/<count>, such as 1/4, not "${value}"`);
  return { index, count };
}

/** Names of similar reporters in other runners. */
const REPORTERS: Record<string, string> = {
  dots: "dot",
  verbose: "spec",
  tree: "spec",
  list: "spec",
  pretty: "spec",
  basic: "default",
  minimal: "default",
  min: "default",
  progress: "default",
  landing: "default",
  nyan: "default",
  "tap-flat": "tap",
  xunit: "junit",
  "github-actions": "github",
};

function homeNamed(value: string): string {
  if (!["node", "bun", "deno"].includes(value)) throw new UsageError(`--as takes node, bun or deno, not '${value}'`);
  return value;
}

function isolationOf(value: string): boolean {
  if (value !== "process" && value !== "none")
    throw new UsageError(`--isolation expects process or none, not "${value}"`);
  return value !== "none";
}

function reporterOf(options: TestOptions, value: string): void {
  const name = Object.hasOwn(REPORTERS, value) ? REPORTERS[value]! : value;
  options.reporters.push({ name, destination: "stdout" });
}

function ofCoverage(flags: Record<string, (flags: CoverageFlags, value: string) => void>): Record<string, Setter> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, set]): [string, Setter] => [
      name,
      (options, value) => set(options.coverage, value),
    ]),
  );
}

/** Flags with a value. */
const WITH_VALUE: Record<string, Setter> = {
  "--timeout": (options, value) => (options.timeoutMs = number("--timeout", value)),
  "--test-name-pattern": (options, value) => addPattern(options, "names", value),
  "--test-skip-pattern": (options, value) => addPattern(options, "skipped", value),
  "--filter": (options, value) => addPattern(options, "names", filterOf(value)),
  "--experimental-test-tag-filter": (options, value) => void options.nameFilters.tags.push(validTagFilter(value)),
  "--shard": (options, value) => (options.shard = shardOf(value)),
  "--seed": (options, value) => (options.seed = number("--seed", value)),
  "--reporter": reporterOf,
  "--reporter-option": (options, value) => void options.reporterOptions.push(value),
  "--reporter-outfile": (options, value) => {
    const last = options.reporters.at(-1);
    if (last === undefined) throw new UsageError("--reporter-outfile follows the --reporter that it belongs to");
    last.destination = value;
  },
  "--retry": (options, value) => (options.retry = number("--retry", value)),
  "--rerun-each": (options, value) => (options.repeats = number("--rerun-each", value, 1) - 1),
  "--max-concurrency": (options, value) => (options.concurrencyMax = number("--max-concurrency", value, 1)),
  "--path": (options, value) => void options.patterns.push(value),
  "--project": (options, value) => void options.projects.push(value),
  "--ignore": (options, value) => void options.ignored.push(...value.split(",")),
  "--junit-path": (options, value) => void options.reporters.push({ name: "junit", destination: value }),
  "--isolation": (options, value) => (options.isolates = isolationOf(value)),
  "--as": (options, value) => (options.home = homeNamed(value)),
  "--config": (options, value) => (options.configFile = value),
  "--preload": (options, value) => void (COMPILERS.test(value) || options.preload.push(value)),
  "--conditions": (options, value) => void options.conditions.push(value),
  "--feature": (options, value) => void options.features.push(value),
  "--env-file": (options, value) => void options.variableFiles.push(value),
  "--test-global-setup": (options, value) => (options.globalSetup = path.default.resolve(value)),
  "--test-rerun-failures": (options) =>
    void options.notices.push("--test-rerun-failures has no effect: --rerun-failed runs the files that failed"),
  "--findRelatedTests": (options, value) => void options.relatedTo.push(path.default.resolve(value)),
  "--tsconfig-override": (options, value) => (options.compilation.tsconfig = path.default.resolve(value)),
  "--jsx-runtime": (options, value) => (options.compilation.options.jsx = value === "classic" ? "react" : "react-jsx"),
  "--jsx-import-source": (options, value) => (options.compilation.options.jsxImportSource = value),
  "--jsx-factory": (options, value) => (options.compilation.options.jsxFactory = value),
  "--jsx-fragment": (options, value) => (options.compilation.options.jsxFragmentFactory = value),
  "--environment": (options, value) => (options.environment = value),
  "--coverage-reporter": (options, value) => void options.coverage.reporters.push(value),
  "--test-coverage-include": (options, value) => {
    options.coverage.include.push(value);
    options.coverage.onlyLoaded = true;
  },
  "--coverage-dir": (options, value) => (options.coverage.folder = value),
  "--coverage.provider": (options, value) => (options.coverage.provider = value),
  "--coverage-include": (options, value) => void options.coverage.include.push(value),
  "--coverage-exclude": (options, value) => void options.coverage.exclude.push(value),
  "--coverage-threshold": (options, value) => void options.coverage.thresholds.push(value),
  ...ofCoverage(THRESHOLDS_WITH_VALUE),
};

/** Flags whose value may be missing; a number that follows is their value. */
const WITH_NUMBER: Record<string, Setter> = {
  "--parallel": (options, value) => (options.workerCount = value === "" ? null : workerCountOf(value)),
  "--bail": (options, value) => (options.bail = value === "" ? BAIL_DEFAULT : number("--bail", value, 1)),
  "--randomize": (options, value) =>
    (options.seed =
      value === "" ? (options.seed ?? Math.floor(Math.random() * 2 ** 31)) : number("--randomize", value)),
  "--shuffle": (options, value) => WITH_NUMBER["--randomize"]!(options, value),
};

/** A number of files that run at the same time, or a part of the processors such as `50%`. */
function workerCountOf(value: string): number {
  if (!value.endsWith("%")) return number("--parallel", value, 1);
  const part = number("--parallel", value.slice(0, -1)) / PERCENT;
  return Math.max(1, Math.floor(availableParallelism() * part));
}

/** Flags without a value, or with one behind `=`. */
const PLAIN: Record<string, Setter> = {
  "--no-isolate": (options) => (options.isolates = false),
  "--isolate": (options, value) => (options.isolates = value !== "false"),
  "--todo": (options) => (options.runsTodo = true),
  "--only": (options) => (options.onlyMarked = true),
  "--rerun-failed": (options) => (options.rerunsFailed = true),
  "--watch": (options, value) => (options.isWatching = value !== "false"),
  "--doc": (options) => void options.notices.push("--doc has no effect: examples in comments are not run"),
  "--typecheck": (options) => void options.notices.push("--typecheck has no effect: types are not checked"),
  "--changed": (options, value) => (options.changedSince = value),
  "--update-snapshots": (options) => (options.update = "all"),
  "--ci": (options) => (options.update = "none"),
  "--concurrent": (options) => (options.isAllConcurrent = true),
  "--pass-with-no-tests": (options) => (options.passesWithoutTests = true),
  "--globals": (options) => (options.hasGlobals = true),
  "--coverage": (options, value) => {
    options.coverage.isOn = value !== "false";
    if (value !== "" && value !== "true" && value !== "false") options.coverage.folder = value;
  },
  "--expose-gc": (options) => (options.exposesGc = true),
  "--detect-leaks": (options) => (options.detectsLeaks = true),
  "--sanitize-ops": (options) => void options.sanitizers.push("--sanitize-ops"),
  "--sanitize-resources": (options) => void options.sanitizers.push("--sanitize-resources"),
  "--invert": (options) => {
    options.nameFilters.isInverted = true;
    options.namePattern = expressionOf(options.nameFilters);
  },
  "--test-force-exit": (options) => (options.forcesExit = true),
  "--listTests": (options) => (options.listsFiles = true),
  "--test-coverage-include-all": (options) => {
    if (options.coverage.include.length === 0) options.coverage.include.push("**");
    options.coverage.onlyLoaded = false;
  },
  "--no-coverage": (options) => (options.coverage.isOn = false),
  ...ofCoverage(PLAIN_THRESHOLDS),
};

/** What projects load so that Node can run TypeScript and ES modules; the runner compiles files itself. */
export const COMPILERS =
  /^(?:ts-node|tsx|tsm|esm|@babel\/register|@swc-node\/register|@swc\/register|esbuild-register|sucrase\/register)(?:\/|$)/;

const SHORT: Record<string, string> = {
  "-t": "--test-name-pattern",
  "-u": "--update-snapshots",
  "-c": "--config",
  "-w": "--watch",
  "-j": "--parallel",
  "-i": "--parallel=1",
  "-b": "--bail",
  "-g": "--test-name-pattern",
  "-C": "--conditions",
  "-o": "--changed",
  "-r": "--preload",
  "-R": "--reporter",
  "-O": "--reporter-option",
};

/** Reads the arguments of the command; `script` is what they add to. Throws a UsageError. */
export function readOptions(program: Launch, isInCi: boolean, script: ScriptCommand | null): TestOptions {
  const options = defaultOptions(isInCi);
  const hasOwnConfig = program.arguments.some((argument) => /^(?:-c|--config)(?:=|$)/.test(argument));
  if (script !== null && !hasOwnConfig) takeScript(options, script);
  const rest = [...program.arguments];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") {
      // `jest -- PATTERN`, and `deno test -- --update`.
      for (const word of rest) (word.startsWith("-") ? options.programArguments : options.patterns).push(word);
      break;
    }
    if (argument.startsWith("-") && argument !== "-") takeFlag(options, argument, rest);
    else options.patterns.push(argument);
  }
  return options;
}

/** What short flags mean in Mocha. */
const OF_MOCHA: Record<string, string> = { "-i": "--invert", "-f": "--fgrep" };

/**
 * Takes the flags of the script "test". What is about its output, about watching and about permissions is left out, and so is what
 * only its own runner has.
 */
function takeScript(options: TestOptions, script: ScriptCommand): void {
  const { runner, others, importsAsRequire, isGuess } = script;
  const taken = flagsOfCall(script, options.update);
  // The configuration of Mocha reads its flags and files.
  const first: ScriptPatterns = { runner, patterns: runner === "mocha" ? [] : taken.patterns, isGuess };
  const scriptCalls = [first];
  for (const call of others) {
    const other = flagsOfCall(call, options.update);
    const { configFile, patterns } = other;
    if (hasOtherConfig(call, other, taken)) {
      const otherRunner = call.runner as ScriptConfiguration["runner"];
      if (call.followsBuild || call.variables.length > 0) options.notices.push(otherConfigNotice(call, other));
      else options.otherConfigurations.push({ runner: otherRunner, file: configFile, patterns });
    } else
      scriptCalls.push({
        runner: call.runner,
        patterns: call.runner === "mocha" ? [] : other.patterns,
        isGuess: false,
      });
  }
  if (runner === "mocha") {
    const { nameFilters, namePattern } = taken;
    return void Object.assign(options, { nameFilters, namePattern, scriptCalls, importsAsRequire });
  }
  const { reporters, isWatching, permissions, configFile, notices, otherConfigurations } = options;
  Object.assign(options, taken, { reporters, isWatching, permissions, configFile, notices, patterns: [] });
  Object.assign(options, { scriptCalls, importsAsRequire, otherConfigurations });
}

/** The options of a call; flags that only its own runner has are left out. */
function flagsOfCall(
  { runner, args }: Pick<ScriptCall, "runner" | "args">,
  update: TestOptions["update"],
): TestOptions {
  const taken = defaultOptions(false);
  taken.update = update;
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") break;
    if (!argument.startsWith("-")) taken.patterns.push(argument);
    else {
      try {
        takeFlag(taken, runner === "mocha" ? (OF_MOCHA[argument] ?? argument) : argument, rest);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
      }
    }
  }
  return taken;
}

/** Whether a call of Jest or Vitest reads another configuration than the first call, which is the one that applies. */
function hasOtherConfig({ runner }: ScriptCall, other: TestOptions, first: TestOptions): boolean {
  return (runner === "jest" || runner === "vitest") && other.configFile !== first.configFile;
}

function otherConfigNotice({ runner }: ScriptCall, { configFile }: TestOptions): string {
  return configFile === null
    ? `the script "test" also calls ${runner} without --config, whose tests do not run here`
    : `the script "test" also calls ${runner} --config ${configFile}, whose tests do not run here: \`brio test --config ${configFile}\``;
}

/** The options without any flag. */
export function defaultOptions(isInCi: boolean): TestOptions {
  return {
    patterns: [],
    scriptCalls: [],
    otherConfigurations: [],
    importsAsRequire: false,
    workerCount: null,
    onlyMarked: false,
    bail: 0,
    timeoutMs: null,
    nameFilters: noNameFilters(),
    namePattern: null,
    shard: null,
    seed: null,
    runsTodo: false,
    rerunsFailed: false,
    isWatching: false,
    changedSince: null,
    update: isInCi ? "none" : "new",
    reporters: [],
    reporterOptions: [],
    retry: 0,
    repeats: 0,
    concurrencyMax: null,
    isAllConcurrent: false,
    configFile: null,
    preload: [],
    passesWithoutTests: false,
    environment: null,
    hasGlobals: null,
    coverage: noCoverageFlags(),
    detectsLeaks: false,
    exposesGc: false,
    isolates: null,
    sanitizers: [],
    programArguments: [],
    projects: [],
    ignored: [],
    permissions: [],
    home: null,
    compilation: { tsconfig: "", options: {} },
    settings: { jest: {}, vitest: {} },
    variableFiles: [],
    conditions: [],
    features: [],
    globalSetup: null,
    forcesExit: false,
    listsFiles: false,
    relatedTo: [],
    notices: [],
  };
}

/** A flag and the value that is joined with it: `--seed=1`, `-j4`, `-j=4`. */
function splitFlag(argument: string): [name: string, value: string | undefined] {
  if (!argument.startsWith("--")) {
    const isJoined = argument.length > 2 && Object.hasOwn(SHORT, argument.slice(0, 2));
    return isJoined ? [argument.slice(0, 2), argument.slice(2).replace(/^=/, "")] : [argument, undefined];
  }
  const at = argument.indexOf("=");
  return at === -1 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}

function takeFlag(options: TestOptions, argument: string, rest: string[]): void {
  if (takePermissions(options, argument, rest)) return;
  const [given, inline] = splitFlag(argument);
  let name = SHORT[given] ?? SYNONYMS[given] ?? given;
  let value = inline;
  if (name.includes("=")) [name, value] = name.split("=") as [string, string];
  const plain = PLAIN[name];
  if (plain !== undefined) return plain(options, value ?? "");
  const withNumber = WITH_NUMBER[name];
  if (withNumber !== undefined) {
    if (value === undefined && /^\d+%?$/.test(rest[0] ?? "")) value = rest.shift();
    return withNumber(options, value ?? "");
  }
  const setter = WITH_VALUE[name];
  if (setter === undefined) return takeForeign(options, given, value, rest);
  if (value === undefined && LISTS.has(given)) return takeWords(rest).forEach((word) => setter(options, word));
  value ??= rest.shift();
  if (value === undefined) throw new UsageError(`${given} requires an argument`);
  setter(options, value);
}

/** Whether the argument was a flag of permissions. */
function takePermissions(options: TestOptions, argument: string, rest: string[]): boolean {
  try {
    const flags = permissionFlagsOf(argument, rest);
    if (flags !== null) options.permissions.push(...flags);
    return flags !== null;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Whether the flag was a setting of a configuration. */
function isSetting(options: TestOptions, given: string, value: string | undefined, rest: string[]): boolean {
  if (!given.startsWith("--")) return false;
  try {
    return takeSetting(options.settings, given.slice(2), value, rest);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A flag that only other runners have. */
function takeForeign(options: TestOptions, given: string, value: string | undefined, rest: string[]): void {
  if (isSetting(options, given, value, rest)) return;
  const sort = sortForeign(given);
  if (sort === "unknown") {
    const similar = similarFlag(given, flagNames());
    throw new UsageError(`unknown flag ${given}${similar === null ? "" : ` (similar: ${similar})`}`);
  }
  if (sort === "absent")
    throw new UsageError(`${given} is not supported: tests run neither in a debugger nor in a browser`);
  if (sort === "ignored-value" && value === undefined) rest.shift();
}

/** All flags, for suggestions and tests. */
export function flagNames(): string[] {
  return [...Object.keys(WITH_VALUE), ...Object.keys(WITH_NUMBER), ...Object.keys(PLAIN)];
}
