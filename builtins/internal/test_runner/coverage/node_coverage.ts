// Coverage of `node:test`: `--experimental-test-coverage`, and `coverage: true` of `run()`. Counts come from this process and from
// the profiles of the processes that it started. https://nodejs.org/api/test.html#collecting-code-coverage
import type { CountedFile } from "internal:core/coverage/counter_map";
import { merge, ownCounts, readProfiles } from "internal:test_runner/coverage/counters";
import { nodeLines } from "internal:test_runner/coverage/node_summary";
import { untouchedFiles } from "internal:test_runner/coverage/reports";
import { Source } from "internal:test_runner/coverage/source";
import { mergeScripts, type V8Script, v8Script } from "internal:core/coverage/v8";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { option } from "internal:core/launch";
import { enableCoverage } from "native:modules";
import { getEnvironment } from "native:process";
import defer * as discover from "internal:test_runner/command/discover";
import defer * as fs from "internal:node/fs";
import defer * as os from "internal:node/os";
import defer * as path from "internal:core/path";
import defer * as process from "internal:node/process";

/** What a run of tests says about coverage. */
export interface NodeCoverageConfig {
  coverage?: boolean;
  coverageIncludeAll?: boolean;
  coverageExcludeGlobs?: string[];
  coverageIncludeGlobs?: string[];
  lineCoverage?: number;
  branchCoverage?: number;
  functionCoverage?: number;
}

interface Sums {
  totalLineCount: number;
  totalBranchCount: number;
  totalFunctionCount: number;
  coveredLineCount: number;
  coveredBranchCount: number;
  coveredFunctionCount: number;
  coveredLinePercent: number;
  coveredBranchPercent: number;
  coveredFunctionPercent: number;
}

/** The coverage of a file. */
export interface FileSummary extends Sums {
  path: string;
  functions: { name: string; count: number; line: number }[];
  branches: { line: number; count: number }[];
  lines: { line: number; count: number }[];
}

/** The data of the event `test:coverage`. */
export interface CoverageSummary {
  workingDirectory: string;
  files: FileSummary[];
  totals: Sums;
  thresholds: { function: number; branch: number; line: number };
}

/** Node's patterns of test files. */
const TEST_PATTERN =
  "**/{*{.test,-test,_test}.{cjs,mjs,js,cts,mts,ts},test-*.{cjs,mjs,js,cts,mts,ts},test.{cjs,mjs,js,cts,mts,ts},test/**/*.{cjs,mjs,js,cts,mts,ts}}";

let profileFolder: string | undefined;
let ownsFolder = false;

/** Counts what is loaded from now on, also in processes that this one starts. */
export function begin(): void {
  if (profileFolder !== undefined) return;
  enableCoverage("/");
  const given = getEnvironment("NODE_V8_COVERAGE");
  if (given !== null && given !== "") profileFolder = given;
  else {
    ownsFolder = true;
    profileFolder = fs.default.mkdtempSync(path.default.join(os.default.tmpdir(), "node-coverage-")) as string;
    process.default.env.NODE_V8_COVERAGE = profileFolder;
  }
}

/** The coverage of a run that has ended. `cwd`: the folder of the run. */
export function summarize(config: NodeCoverageConfig, cwd: string): CoverageSummary {
  const profiles = profileFolder === undefined ? { counted: [], scripts: [] } : readProfiles(profileFolder);
  if (ownsFolder) fs.default.rmSync(profileFolder!, { recursive: true, force: true });
  const counted = merge([...ownCounts(), ...profiles.counted]);
  const isShown = filterOf(config, cwd);
  if (config.coverageIncludeAll === true) counted.push(...untouched(counted, isShown, cwd));
  const scripts = [...counted.map((one) => v8Script(one, fileUrl(one.file), "0")), ...profiles.scripts];
  const files = mergeScripts(scripts.filter(({ url }) => isShown(url)))
    .flatMap((script) => summaryOf(script) ?? [])
    .sort((one, other) => one.path.localeCompare(other.path));
  return {
    workingDirectory: cwd,
    files,
    totals: totalsOf(files),
    thresholds: {
      __proto__: null,
      line: config.lineCoverage ?? 0,
      branch: config.branchCoverage ?? 0,
      function: config.functionCoverage ?? 0,
    } as never,
  };
}

function untouched(counted: CountedFile[], isShown: (url: string) => boolean, cwd: string): CountedFile[] {
  const known = new Set(counted.map(({ file }) => file));
  const files = discover.walkSources(cwd).filter((file) => !known.has(file) && isShown(fileUrl(file)));
  return untouchedFiles(files);
}

function filterOf(config: NodeCoverageConfig, cwd: string): (url: string) => boolean {
  const { matchesGlob, relative } = path.default;
  const excludes = listOf(config.coverageExcludeGlobs);
  const includes = listOf(config.coverageIncludeGlobs);
  // Without patterns, tests are left out.
  const leftOut = excludes.length === 0 ? [TEST_PATTERN] : excludes;
  return (url) => {
    const file = pathOfFileUrl(url);
    if (file === undefined || file === null) return false;
    const name = relative(cwd, file);
    const matches = (pattern: string): boolean => matchesGlob(name, pattern) || matchesGlob(file, pattern);
    if (leftOut.some(matches)) return false;
    return includes.length > 0 ? includes.some(matches) : !url.includes("/node_modules/");
  };
}

function listOf(given: string[] | string | undefined): string[] {
  return given === undefined || given === null ? [] : Array.isArray(given) ? given : [given];
}

function summaryOf(script: V8Script): FileSummary | undefined {
  const file = pathOfFileUrl(script.url)!;
  let text: string;
  try {
    text = (fs.default.readFileSync(file, "utf8") as string).replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
  const { lines, functions, branches } = nodeLines(script.functions, new Source(text));
  const counted = (list: readonly { isCovered: boolean }[]): number => list.filter(({ isCovered }) => isCovered).length;
  const sums = {
    totalLineCount: lines.length,
    totalBranchCount: branches.length,
    totalFunctionCount: functions.length,
    coveredLineCount: lines.filter(({ count, isIgnored }) => count > 0 || isIgnored).length,
    coveredBranchCount: counted(branches),
    coveredFunctionCount: counted(functions),
  };
  return {
    path: file,
    ...withPercents(sums),
    functions: functions.map(({ name, count, line }) => ({ name, count, line })),
    branches: branches.map(({ line, count }) => ({ line, count })),
    lines: lines.filter(({ isIgnored }) => !isIgnored).map(({ line, count }) => ({ line, count })),
  };
}

type Counts = Omit<Sums, "coveredLinePercent" | "coveredBranchPercent" | "coveredFunctionPercent">;

function withPercents(counts: Counts): Sums {
  const percent = (covered: number, total: number): number => (total === 0 ? 100 : (covered / total) * 100);
  return {
    ...counts,
    coveredLinePercent: percent(counts.coveredLineCount, counts.totalLineCount),
    coveredBranchPercent: percent(counts.coveredBranchCount, counts.totalBranchCount),
    coveredFunctionPercent: percent(counts.coveredFunctionCount, counts.totalFunctionCount),
  };
}

function totalsOf(files: readonly Sums[]): Sums {
  const sum = (name: keyof Counts): number => files.reduce((total, file) => total + file[name], 0);
  return withPercents({
    totalLineCount: sum("totalLineCount"),
    totalBranchCount: sum("totalBranchCount"),
    totalFunctionCount: sum("totalFunctionCount"),
    coveredLineCount: sum("coveredLineCount"),
    coveredBranchCount: sum("coveredBranchCount"),
    coveredFunctionCount: sum("coveredFunctionCount"),
  });
}

/** The thresholds that are not reached, in Node's words. */
export function unreached({ totals, thresholds }: CoverageSummary): string[] {
  return (
    [
      [totals.coveredLinePercent, thresholds.line, "line"],
      [totals.coveredBranchPercent, thresholds.branch, "branch"],
      [totals.coveredFunctionPercent, thresholds.function, "function"],
    ] as const
  )
    .filter(([actual, threshold]) => actual < threshold)
    .map(
      ([actual, threshold, name]) =>
        `Error: ${actual.toFixed(2)}% ${name} coverage does not meet threshold of ${threshold}%.`,
    );
}

/** Whether the command line requests coverage. */
export function isRequested(): boolean {
  return option("--experimental-test-coverage") !== undefined;
}
