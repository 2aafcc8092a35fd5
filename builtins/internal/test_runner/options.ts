// The test options of the command line.
import { environment } from "internal:test_runner/environment";
import { patternOf } from "internal:test_runner/filters";
import type { TagFilter } from "internal:test_runner/tags";
import { attach } from "internal:test_runner/reporting";
import defer * as tags from "internal:test_runner/tags";
import { launch, option } from "internal:core/launch";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateInteger, validateUint32 } from "internal:core/validators";

/** The settings of a run. */
export interface RunConfig {
  isTestRunner: boolean;
  concurrency: number | true;
  destinations: string[];
  forceExit: boolean;
  isolation: "process" | "none" | undefined;
  only: boolean;
  reporters: string[];
  /** Connects the reporters to the events of a run. */
  setup(events: unknown): Promise<void>;
  globalSetupPath: string | undefined;
  shard: { index: number; total: number } | undefined;
  sourceMaps: boolean;
  testNamePatterns: RegExp[] | null;
  testSkipPatterns: RegExp[] | null;
  testTagFilterExpressions: string[] | null;
  testTagFilters: TagFilter[] | null;
  timeout: number;
  updateSnapshots: boolean;
  watch: boolean;
  randomize: boolean;
  randomSeed: number | undefined;
  rerunFailuresFilePath: string | undefined;
  coverage: boolean;
  coverageIncludeAll: boolean;
  coverageExcludeGlobs: string[] | undefined;
  coverageIncludeGlobs: string[] | undefined;
  /** Least percentages. */
  lineCoverage: number;
  branchCoverage: number;
  functionCoverage: number;
  cwd?: string;
}

/** All values of a flag that can be repeated. */
export function values(name: string): string[] {
  return launch()
    .options.filter(([given]) => given === name)
    .map(([, value]) => value);
}

/** The last value of a flag; undefined when it was not given. */
export function value(name: string): string | undefined {
  return values(name).at(-1);
}

function isOn(name: string): boolean {
  return option(name) !== undefined;
}

function number(name: string): number | undefined {
  const text = value(name);
  return text === undefined ? undefined : Number(text);
}

let config: RunConfig | undefined;

/** The settings, read once. Throws ERR_INVALID_ARG_VALUE for invalid values. */
export function commandLine(): RunConfig {
  return (config ??= read());
}

function read(): RunConfig {
  const isTestRunner = isOn("--test");
  const context = environment("NODE_TEST_CONTEXT");
  const { reporters, destinations } = readReporters(context);
  const isolation = isTestRunner ? readIsolation() : undefined;
  const inChildren = isolation === "process";
  const namePatterns = patterns("--test-name-pattern");
  const skipPatterns = patterns("--test-skip-pattern");
  const tagFilters = values("--experimental-test-tag-filter");
  const seed = number("--test-random-seed");
  if (seed !== undefined) validateUint32(seed, "--test-random-seed");
  if (tagFilters.length > 0) tags.warnOfTags();
  return {
    isTestRunner,
    concurrency: inChildren ? number("--test-concurrency") || true : 1,
    destinations,
    forceExit: isOn("--test-force-exit"),
    isolation,
    // Child processes get these on their own command line.
    only: !inChildren && isOn("--test-only"),
    testNamePatterns: inChildren ? null : namePatterns,
    testSkipPatterns: inChildren ? null : skipPatterns,
    reporters,
    setup: async (events) => void (await attach(events, reporters, destinations)),
    globalSetupPath: context === undefined ? value("--test-global-setup") : undefined,
    shard: isTestRunner ? readShard() : undefined,
    sourceMaps: isOn("--enable-source-maps"),
    testTagFilterExpressions: tagFilters.length > 0 ? tagFilters : null,
    testTagFilters:
      tagFilters.length > 0
        ? tagFilters.map((text, index) => tags.parseTagFilter(text, `--experimental-test-tag-filter[${index}]`))
        : null,
    timeout: number("--test-timeout") || Infinity,
    updateSnapshots: isOn("--test-update-snapshots"),
    watch: isOn("--watch"),
    randomize: seed !== undefined || isOn("--test-randomize"),
    randomSeed: seed,
    rerunFailuresFilePath: value("--test-rerun-failures"),
    ...readCoverage(),
  };
}

function readCoverage(): Pick<
  RunConfig,
  | "coverage"
  | "coverageIncludeAll"
  | "coverageExcludeGlobs"
  | "coverageIncludeGlobs"
  | "lineCoverage"
  | "branchCoverage"
  | "functionCoverage"
> {
  const threshold = (name: string): number => {
    const given = number(name) ?? 0;
    validateInteger(given, name, 0, 100);
    return given;
  };
  const coverage = isOn("--experimental-test-coverage");
  const globs = (name: string): string[] | undefined =>
    coverage && values(name).length > 0 ? values(name) : undefined;
  return {
    coverage,
    coverageIncludeAll: coverage && isOn("--test-coverage-include-all"),
    coverageExcludeGlobs: globs("--test-coverage-exclude"),
    coverageIncludeGlobs: globs("--test-coverage-include"),
    lineCoverage: coverage ? threshold("--test-coverage-lines") : 0,
    branchCoverage: coverage ? threshold("--test-coverage-branches") : 0,
    functionCoverage: coverage ? threshold("--test-coverage-functions") : 0,
  };
}

function readReporters(context: string | undefined): { reporters: string[]; destinations: string[] } {
  if (context === "child-v8") return { reporters: ["v8-serializer"], destinations: ["stdout"] };
  if (context === "child") return { reporters: ["tap"], destinations: ["stdout"] };
  const reporters = values("--test-reporter");
  const destinations = values("--test-reporter-destination");
  if (reporters.length === 0 && destinations.length === 0) reporters.push("spec");
  if (reporters.length === 1 && destinations.length === 0) destinations.push("stdout");
  if (destinations.length !== reporters.length) {
    throw new ERR_INVALID_ARG_VALUE(
      "--test-reporter",
      reporters,
      "must match the number of specified '--test-reporter-destination'",
    );
  }
  return { reporters, destinations };
}

function readIsolation(): "process" | "none" {
  const given = value("--test-isolation") ?? value("--experimental-test-isolation") ?? "process";
  if (given !== "process" && given !== "none")
    throw new ERR_INVALID_ARG_VALUE("--test-isolation", given, "must be 'process' or 'none'");
  return given;
}

function patterns(name: string): RegExp[] | null {
  const given = values(name);
  return given.length === 0 ? null : given.map((text) => patternOf(text, name));
}

function readShard(): { index: number; total: number } | undefined {
  const text = value("--test-shard");
  if (text === undefined || text === "") return undefined;
  const match = /^(\d+)\/(\d+)$/.exec(text);
  if (match === null) throw new ERR_INVALID_ARG_VALUE("--test-shard", text, "must be in the form of <index>/<total>");
  return { index: Number(match[1]), total: Number(match[2]) };
}
