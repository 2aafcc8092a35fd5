// The coverage settings of a project's configuration and of the command line.
// https://jestjs.io/docs/configuration#collectcoverage-boolean, https://vitest.dev/config/coverage,
// https://bun.com/docs/test/code-coverage
import type { Raise } from "internal:test_runner/command/threshold_update";
import type { PathTest } from "internal:test_runner/command/project_config";
import type { CoverageFlags } from "internal:test_runner/command/coverage_flags";
import { matcherOf } from "internal:test_runner/command/discover";
import {
  type CountingRules,
  type Metric,
  METRICS,
  type ReporterName,
  type ReporterOptions,
  REPORTERS,
  type Thresholds,
  type ThresholdSettings,
} from "internal:test_runner/coverage/names";
import defer * as path from "internal:core/path";

type Members = Record<string, unknown>;

/** The threshold of c8's `--check-coverage`, in percent. */
const LINES_OF_C8 = 90;

/** What is measured and reported. */
export interface CoverageConfig {
  isOn: boolean;
  /** Null: those of the project's runner. */
  rules: CountingRules | null;
  /** Absolute. */
  folder: string;
  /** Null: those of the project's runner. */
  reporters: ReporterName[] | null;
  reporterOptions: Partial<Record<ReporterName, ReporterOptions>>;
  /** Null: the files that tests load. Others are reported too, also those that no test loads. */
  include: PathTest[] | null;
  /** Included files that no test loads are not reported. */
  onlyLoaded: boolean;
  exclude: PathTest[];
  thresholds: ThresholdSettings;
  /** Files without uncovered code are not shown. */
  skipsFull: boolean;
  /** Vitest's runs with failed tests have a report, too. */
  reportsFailed: boolean;
  /** What thresholds of Vitest's configuration are raised to that were exceeded; null: they stay. */
  raise: Raise | null;
}

/** The settings without any configuration. */
export function defaultCoverage(root: string): CoverageConfig {
  return {
    isOn: false,
    rules: null,
    folder: path.default.join(root, "coverage"),
    reporters: null,
    reporterOptions: {},
    include: null,
    onlyLoaded: false,
    exclude: [],
    thresholds: { global: {}, perFile: false, groups: [], globalHasAll: false, requiresFiles: false },
    skipsFull: false,
    raise: null,
    reportsFailed: false,
  };
}

/** The names of reporters, which Istanbul's configurations also give with options; unknown ones are returned as notices. */
export function reportersOf(given: unknown, notices: string[]): ReporterName[] {
  const list = given === undefined ? [] : Array.isArray(given) ? (given as unknown[]) : [given];
  const names: ReporterName[] = [];
  for (const one of list) {
    const name = String(Array.isArray(one) ? one[0] : one);
    if ((REPORTERS as readonly string[]).includes(name)) names.push(name as ReporterName);
    else if (name === "html-spa" || name === "v8" || name === "console-details") names.push("html");
    else notices.push(`the coverage reporter "${name}" is not supported: ${REPORTERS.join(", ")} are`);
  }
  return [...new Set(names)];
}

/** Sets the reporters and what the configuration says of them. */
export function addReporters(coverage: CoverageConfig, given: unknown, notices: string[]): void {
  coverage.reporters = reportersOf(given, notices);
  for (const one of Array.isArray(given) ? (given as unknown[]) : []) {
    if (!Array.isArray(one)) continue;
    const [name, options] = one as [ReporterName, ReporterOptions | undefined];
    if (options !== undefined) coverage.reporterOptions[name] = options;
  }
}

function strings(value: unknown): string[] {
  return value === undefined || value === null ? [] : (Array.isArray(value) ? value : [value]).map(String);
}

function thresholdsOf(given: Members, factor = 1): Thresholds {
  const thresholds: Thresholds = {};
  for (const metric of METRICS) {
    const value = given[metric];
    if (typeof value === "number") thresholds[metric] = value * factor;
  }
  return thresholds;
}

/** Of `[test]` in bunfig.toml. Thresholds are fractions there, which each file must reach. */
export function readBunCoverage(coverage: CoverageConfig, test: Members, folder: string, notices: string[]): void {
  if (test.coverage === true) coverage.isOn = true;
  if (typeof test.coverageDir === "string") coverage.folder = path.default.resolve(folder, test.coverageDir);
  if (test.coverageReporter !== undefined)
    coverage.reporters = reportersOf(test.coverageReporter, notices).map((name) =>
      name === "text" ? "text-bun" : name,
    );
  const { coverageThreshold } = test;
  const percentOfOne = 100;
  coverage.thresholds.perFile = coverageThreshold !== undefined;
  if (typeof coverageThreshold === "number") {
    const value = coverageThreshold * percentOfOne;
    coverage.thresholds.global = { lines: value, functions: value, statements: value };
  } else if (typeof coverageThreshold === "object" && coverageThreshold !== null) {
    const given = coverageThreshold as Members;
    const named = {
      ...given,
      lines: given.lines ?? given.line,
      functions: given.functions ?? given.function,
      statements: given.statements ?? given.statement,
    };
    coverage.thresholds.global = thresholdsOf(named, percentOfOne);
  }
  coverage.exclude.push(...strings(test.coveragePathIgnorePatterns).map(matcherOf));
}

/** Of Jest's configuration. */
export function readJestCoverage(coverage: CoverageConfig, given: Members, root: string, notices: string[]): void {
  const inRoot = (text: string): string => text.replaceAll("<rootDir>", root);
  if (given.collectCoverage === true) coverage.isOn = true;
  if (typeof given.coverageDirectory === "string")
    coverage.folder = path.default.resolve(root, inRoot(given.coverageDirectory));
  if (given.coverageReporters !== undefined) addReporters(coverage, given.coverageReporters, notices);
  if (given.collectCoverageFrom !== undefined) selectFrom(coverage, strings(given.collectCoverageFrom).map(inRoot));
  for (const text of strings(given.coveragePathIgnorePatterns).map(inRoot)) {
    const test = new RegExp(text);
    coverage.exclude.push((_name, absolute) => test.test(absolute));
  }
  const thresholds = given.coverageThreshold as Record<string, Members> | undefined;
  coverage.thresholds.requiresFiles = true;
  for (const [name, values] of Object.entries(thresholds ?? {})) {
    if (name === "global") coverage.thresholds.global = thresholdsOf(values);
    else {
      const isGlob = /[*?{[]/.test(name);
      const test = isGlob ? matcherOf(name) : inFileOrFolder(path.default.resolve(root, name));
      coverage.thresholds.groups.push({ name, test, thresholds: thresholdsOf(values), perFile: isGlob });
    }
  }
}

/** `collectCoverageFrom`: globs, those with `!` exclude. */
export function selectFrom(coverage: CoverageConfig, patterns: string[]): void {
  coverage.include = patterns.filter((pattern) => !pattern.startsWith("!")).map(matcherOf);
  coverage.exclude.push(
    ...patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => matcherOf(pattern.slice(1))),
  );
}

/** A path of Jest's thresholds is a file, or a folder with all its files. */
function inFileOrFolder(absolute: string): PathTest {
  return (_name, file) => file === absolute || file.startsWith(`${absolute}/`);
}

/** Of `test.coverage` in Vitest's configuration. */
export function readVitestCoverage(coverage: CoverageConfig, given: Members, root: string, notices: string[]): void {
  if (given.enabled === true) coverage.isOn = true;
  if (typeof given.provider === "string") coverage.rules = given.provider === "istanbul" ? "istanbul" : "v8";
  if (typeof given.reportsDirectory === "string") coverage.folder = path.default.resolve(root, given.reportsDirectory);
  if (given.reporter !== undefined) addReporters(coverage, given.reporter, notices);
  if (given.include !== undefined) coverage.include = strings(given.include).map(matcherOf);
  coverage.exclude.push(...strings(given.exclude).map(matcherOf));
  coverage.skipsFull = given.skipFull === true;
  coverage.reportsFailed = given.reportOnFailure === true;
  const thresholds = (given.thresholds as Members | undefined) ?? {};
  const hundred = 100;
  const all = { lines: hundred, functions: hundred, branches: hundred, statements: hundred };
  coverage.thresholds.global = thresholds["100"] === true ? all : thresholdsOf(thresholds);
  coverage.thresholds.perFile = thresholds.perFile === true;
  const { autoUpdate } = thresholds;
  if (autoUpdate === true) coverage.raise = (threshold) => threshold;
  else if (typeof autoUpdate === "function") coverage.raise = autoUpdate as Raise;
  coverage.thresholds.globalHasAll = true;
  for (const [name, values] of Object.entries(thresholds)) {
    if (typeof values !== "object" || values === null) continue;
    const own = (values as Members)["100"] === true ? all : thresholdsOf(values as Members);
    const { perFile } = coverage.thresholds;
    coverage.thresholds.groups.push({ name, test: matcherOf(name), thresholds: own, perFile });
  }
}

/** Applies flags; returns what is not valid in them, or null. */
export function applyFlags(coverage: CoverageConfig, flags: CoverageFlags, folder: string): string | null {
  if (flags.isOn !== null) coverage.isOn = flags.isOn;
  if (flags.provider !== null) coverage.rules = flags.provider === "istanbul" ? "istanbul" : "v8";
  if (flags.folder !== null) coverage.folder = path.default.resolve(folder, flags.folder);
  const problems: string[] = [];
  if (flags.perFile) coverage.thresholds.perFile = true;
  if (flags.reporters.length > 0) coverage.reporters = reportersOf(flags.reporters, problems);
  if (flags.include.length > 0) selectFrom(coverage, flags.include);
  if (flags.include.length > 0) coverage.onlyLoaded = flags.onlyLoaded;
  coverage.exclude.push(...flags.exclude.map(matcherOf));
  applyThresholds(coverage.thresholds.global, flags, problems);
  return problems[0] ?? null;
}

/** Adds the thresholds of flags; those that are not valid are problems. */
export function applyThresholds(thresholds: Thresholds, flags: CoverageFlags, problems: string[]): void {
  if (flags.checks && flags.thresholds.length === 0) thresholds.lines ??= LINES_OF_C8;
  for (const text of flags.thresholds) {
    const [, name = "", value = ""] = /^(?:([a-z]+)=)?(-?[\d.]+)$/.exec(text) ?? [];
    if (value === "" || (name !== "" && !METRICS.includes(name as Metric)))
      problems.push(`--coverage-threshold expects a number, or ${METRICS.join(", ")} and a number, not "${text}"`);
    for (const metric of name === "" ? METRICS : [name as Metric]) thresholds[metric] = Number(value);
  }
}
