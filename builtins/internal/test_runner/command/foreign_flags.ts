// Flags of other runners, so that a script's command line works with another program name: names of the same thing, what has no
// effect here, and what is not supported, which is reported.

/** Names of the same flags in other runners; a value behind `=` is given with them. */
export const SYNONYMS: Record<string, string> = {
  "--testNamePattern": "--test-name-pattern",
  "--grep": "--test-name-pattern",
  "--fgrep": "--filter",
  "--test-randomize": "--randomize",
  "--test-random-seed": "--seed",
  "--experimental-test-isolation": "--isolation",
  "--maxConcurrency": "--max-concurrency",
  "--retries": "--retry",
  "--timeouts": "--timeout",
  "--lastCommit": "--changed=HEAD~1",
  "--file": "--preload",
  "--experimental-loader": "--preload",
  "--loader": "--preload",
  "--path-ignore-patterns": "--ignore",
  "--env-file-if-exists": "--env-file",
  "--updateSnapshot": "--update-snapshots",
  "--update": "--update-snapshots",
  "--test-update-snapshots": "--update-snapshots",
  "--runInBand": "--parallel=1",
  "--no-file-parallelism": "--parallel=1",
  "--maxWorkers": "--parallel",
  "--jobs": "--parallel",
  "--test-concurrency": "--parallel",
  "--randomise": "--randomize",
  "--sequence.shuffle": "--randomize",
  "--sequence.seed": "--seed",
  "--passWithNoTests": "--pass-with-no-tests",
  "--permit-no-files": "--pass-with-no-tests",
  "--test-reporter": "--reporter",
  "--reporters": "--reporter",
  "--tagsFilter": "--experimental-test-tag-filter",
  "--tags-filter": "--experimental-test-tag-filter",
  "--reporter-options": "--reporter-option",
  "--test-reporter-destination": "--reporter-outfile",
  "--outputFile": "--reporter-outfile",
  "--test-shard": "--shard",
  "--test-timeout": "--timeout",
  "--testTimeout": "--timeout",
  "--test-only": "--only",
  "--test-isolation": "--isolation",
  "--fail-fast": "--bail",
  "--watchAll": "--watch",
  "--onlyChanged": "--changed",
  "--related": "--findRelatedTests",
  "--changedSince": "--changed",
  "--onlyFailures": "--rerun-failed",
  "--expose_gc": "--expose-gc",
  "--detectLeaks": "--detect-leaks",
  "--detectOpenHandles": "--detect-leaks",
  "--env": "--environment",
  "--dom": "--environment=happy-dom",
  "--import": "--preload",
  "--require": "--preload",
  "--setupFilesAfterEnv": "--preload",
  "--selectProjects": "--project",
  "--testPathPattern": "--path",
  "--testPathPatterns": "--path",
  "--exclude": "--ignore",
  "--dots": "--reporter=dot",
  "--json": "--reporter=json",
  "--verbose": "--reporter=spec",
  "--collectCoverage": "--coverage",
  "--coverage.enabled": "--coverage",
  "--experimental-test-coverage": "--coverage",
  "--coverageReporters": "--coverage-reporter",
  "--coverage.reporter": "--coverage-reporter",
  "--coverageDirectory": "--coverage-dir",
  "--coverage.reportsDirectory": "--coverage-dir",
  "--collectCoverageFrom": "--coverage-include",
  "--coverage.include": "--coverage-include",
  "--coverage.exclude": "--coverage-exclude",
  "--test-coverage-exclude": "--coverage-exclude",
};

/** Flags of Jest with several values. */
export const LISTS = new Set([
  "--collectCoverageFrom",
  "--coverageReporters",
  "--findRelatedTests",
  "--reporters",
  "--selectProjects",
  "--setupFilesAfterEnv",
  "--testPathPattern",
  "--testPathPatterns",
]);

/** Flags that ask for what happens anyway, or for something that does not exist here. */
const WITHOUT_EFFECT = new Set([
  "-q",
  "--quiet",
  "--silent",
  "--test",
  "--run",
  "--no-watch",
  "--exit",
  "--forceExit",
  "--recursive",
  "--runTestsByPath",
  "--smol",
  "--only-failures",
  "--trace-leaks",
  "--clean",
  "--check",
  "--no-check",
  "--no-lock",
  "--no-prompt",
  "--no-remote",
  "--no-cache",
  "--cache",
  "--clearCache",
  "--color",
  "--colors",
  "--no-color",
  "--expand",
  "--logHeapUsage",
  "--showSeed",
  "--hideSkippedTests",
  "--check-leaks",
  "--enable-source-maps",
  "--injectGlobals",
  "--workerThreads",
  "--coverage.clean",
  "--all",
  "--allowOnly",
  "--async-only",
  "--cached-only",
  "--changedFilesWithAncestor",
  "--clearScreen",
  "--coverage-raw-data-only",
  "--coverage.allowExternal",
  "--coverage.cleanOnRerun",
  "--dangerouslyIgnoreUnhandledErrors",
  "--disableConsoleIntercept",
  "--errorOnDeprecated",
  "--exclude-after-remap",
  "--expandSnapshotDiff",
  "--full-trace",
  "--hide-stacktraces",
  "--includeTaskLocation",
  "--inline-diffs",
  "--no-config",
  "--no-npm",
  "--noStackTrace",
  "--no-clear-screen",
  "--no-warnings",
  "--notify",
  "--posix-exit-codes",
  "--printConsoleTrace",
  "--reload",
  "--sort",
  "--strictTags",
  "--testLocationInResults",
  "--update-timings",
  "--useStderr",
  "--vendor",
  "--watchman",
]);

/** The same with a value. */
const WITHOUT_EFFECT_VALUE = new Set([
  "--ui",
  "--slow",
  "--pool",
  "--minWorkers",
  "--coverageProvider",
  "--slowTestThreshold",
  "--cacheDirectory",
  "--configLoader",
  "--execArgv",
  "--ext",
  "--import-map",
  "--location",
  "--lock",
  "--node-modules-dir",
  "--notifyMode",
  "--openHandlesTimeout",
  "--parallel-delay",
  "--runner",
  "--stack-trace-limit",
  "--teardownTimeout",
  "--testSequencer",
  "--timings",
  "--v8-flags",
  "--vmMemoryLimit",
  "--watch-files",
  "--watch-ignore",
  "--watchPathIgnorePatterns",
]);

/** Flags of debuggers and browsers, by their beginnings. */
const ABSENT = ["--inspect", "--browser", "--debug", "--heap-prof"];

/** What becomes of a flag that is not one of this program. */
export type Foreign = "ignored" | "ignored-value" | "absent" | "unknown";

/** Sorts a flag without its value. */
export function sortForeign(name: string): Foreign {
  if (WITHOUT_EFFECT.has(name)) return "ignored";
  if (ABSENT.some((start) => name.startsWith(start))) return "absent";
  if (WITHOUT_EFFECT_VALUE.has(name)) return "ignored-value";
  if (/^--(?:unstable|experimental|no-experimental)-/.test(name)) return "ignored";
  return "unknown";
}

const SIMILAR_MAX = 3;

/** The known flag that is most similar to `name`; null when none is. */
export function similarFlag(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = SIMILAR_MAX + 1;
  for (const flag of known) {
    const distance = editDistance(name, flag);
    if (distance < least) [best, least] = [flag, distance];
  }
  return best;
}

/** Levenshtein's distance of two short strings. */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_value, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = above[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1));
    }
    above = current;
  }
  return above[other.length]!;
}
