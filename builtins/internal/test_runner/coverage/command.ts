// `brio coverage [FOLDER…]`: reports from profiles that processes wrote, ours and those of Node and Deno.
// https://docs.deno.com/runtime/reference/cli/coverage/
import { applyThresholds } from "internal:test_runner/command/coverage_config";
import {
  type CoverageFlags,
  noCoverageFlags,
  PLAIN_THRESHOLDS,
  THRESHOLDS_WITH_VALUE,
} from "internal:test_runner/command/coverage_flags";
import { ownColors } from "internal:test_runner/coverage/colors";
import { type ReporterName, REPORTERS, type Thresholds } from "internal:test_runner/coverage/names";
import { coveredFiles, report, unreached } from "internal:test_runner/coverage/reports";
import { readProfiles } from "internal:test_runner/coverage/counters";
import { type CoveredFile, percent, sumOf } from "internal:test_runner/coverage/model";
import { lcov } from "internal:test_runner/coverage/reporters/formats";
import { type Launch } from "internal:core/launch";
import { fileUrl } from "internal:core/file_url";
import processModule from "internal:node/process";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import { cwd } from "native:process";

type Output = { write(text: string): void; isTTY?: boolean };
const process = processModule as unknown as { stdout: Output; stderr: Output; exit(code: number): never };

/** What the command line says. */
interface CoverageOptions {
  folders: string[];
  reporters: ReporterName[];
  output: string | null;
  include: RegExp[];
  exclude: RegExp[];
  threshold: number | null;
  /** Those of c8, in flags. */
  flags: CoverageFlags;
}

const USAGE_ERROR = 2;
const DEFAULT_FOLDER = "coverage";
/** As in Deno. */
const TEST_FILES = /(?:^|[/._])test\.[cm]?[jt]sx?$/;

class UsageError extends Error {}

/** Runs the command line. */
export function main(program: Launch): void {
  try {
    process.exit(run(readOptions(program.arguments)));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`brio coverage: ${error.message}\n`);
    process.exit(USAGE_ERROR);
  }
}

function run(options: CoverageOptions): number {
  const { folders, reporters, output, include, exclude, threshold } = options;
  const root = cwd();
  const profiles = folders.map((folder) => readProfiles(path.default.resolve(root, folder)));
  const isShown = (url: string): boolean =>
    !url.includes("/node_modules/") &&
    (include.length === 0 || include.some((test) => test.test(url))) &&
    !exclude.some((test) => test.test(url));
  const counted = profiles.flatMap((profile) => profile.counted).filter(({ file }) => isShown(fileUrl(file)));
  const scripts = profiles.flatMap((profile) => profile.scripts).filter(({ url }) => isShown(url));
  const leftOut: string[] = [];
  const files = coveredFiles(counted, scripts, { leaveOut: (file) => void leftOut.push(file) });
  if (leftOut.length > 0)
    process.stderr.write(
      `brio coverage: left out, because their profiles have positions of other code than the source: ${leftOut.join(", ")}\n`,
    );
  if (files.length === 0) throw new UsageError(`no coverage in ${folders.join(", ")}`);
  const folder = path.default.resolve(root, folders[0]!);
  for (const name of reporters) {
    if (name === "lcov" || name === "lcovonly") {
      if (output === null) process.stdout.write(lcov(files, root));
      else fs.default.writeFileSync(path.default.resolve(root, output), lcov(files, root));
      continue;
    }
    const below = name === "html" ? path.default.join(folder, "html") : folder;
    const place = output === null ? below : path.default.resolve(root, output);
    report(name, files, {
      folder: place,
      root,
      hasColors: ownColors(),
      print: (text) => process.stdout.write(text),
    });
    if (name === "html")
      process.stdout.write(`HTML coverage report: ${fileUrl(path.default.join(place, "index.html"))}\n`);
  }
  if (missesThresholds(files, options.flags, root)) return 1;
  const lines = percent(sumOf(files).lines);
  if (threshold === null || lines >= threshold) return 0;
  process.stderr.write(`brio coverage: ${lines}% of the lines are covered, which is less than ${threshold}%\n`);
  return 1;
}

function missesThresholds(files: CoveredFile[], flags: CoverageFlags, root: string): boolean {
  const global: Thresholds = {};
  const problems: string[] = [];
  applyThresholds(global, flags, problems);
  if (problems.length > 0) throw new UsageError(problems[0]);
  const settings = { global, perFile: flags.perFile, groups: [], globalHasAll: false, requiresFiles: false };
  const lines = unreached(files, settings, root);
  for (const line of lines) process.stderr.write(`brio coverage: ${line}\n`);
  return lines.length > 0;
}

function readOptions(given: readonly string[]): CoverageOptions {
  const options: CoverageOptions = {
    folders: [],
    reporters: [],
    output: null,
    include: [],
    exclude: [],
    threshold: null,
    flags: noCoverageFlags(),
  };
  const rest = [...given];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument.startsWith("-")) takeFlag(options, argument, rest);
    else options.folders.push(argument);
  }
  if (options.folders.length === 0) options.folders.push(DEFAULT_FOLDER);
  if (options.reporters.length === 0) options.reporters.push("text");
  if (options.exclude.length === 0) options.exclude.push(TEST_FILES);
  return options;
}

const SHORTHANDS = new Set(["lcov", "html", "json", "detailed"]);

function takeFlag(options: CoverageOptions, argument: string, rest: string[]): void {
  const at = argument.indexOf("=");
  const given = at === -1 ? argument : argument.slice(0, at);
  const name = given.replace(/^--/, "");
  if (Object.hasOwn(PLAIN_THRESHOLDS, given)) return PLAIN_THRESHOLDS[given]!(options.flags, "");
  if (SHORTHANDS.has(name)) return void options.reporters.push(name as ReporterName);
  const value = at === -1 ? rest.shift() : argument.slice(at + 1);
  if (value === undefined) throw new UsageError(`--${name} requires an argument`);
  if (Object.hasOwn(THRESHOLDS_WITH_VALUE, given)) return THRESHOLDS_WITH_VALUE[given]!(options.flags, value);
  switch (name) {
    case "reporter":
      if (!(REPORTERS as readonly string[]).includes(value))
        throw new UsageError(`unknown reporter "${value}": ${REPORTERS.join(", ")}`);
      options.reporters.push(value as ReporterName);
      return;
    case "output":
      options.output = value;
      return;
    case "include":
    case "exclude":
      options[name].push(new RegExp(value));
      return;
    case "ignore":
      options.exclude.push(new RegExp(`^${escapeRegExp(fileUrl(path.default.resolve(cwd(), value)))}`));
      return;
    case "threshold":
      options.threshold = Number(value);
      if (!Number.isFinite(options.threshold)) throw new UsageError(`--threshold expects a number, not "${value}"`);
      return;
    default:
      throw new UsageError(`unknown flag ${argument}`);
  }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
