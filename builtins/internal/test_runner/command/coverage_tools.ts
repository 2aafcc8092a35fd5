// The configuration of c8 and nyc, which measure what a script runs: files, the key of package.json, and the flags in the script.
// https://github.com/bcoe/c8#readme, https://github.com/istanbuljs/nyc#configuration-files
import { addReporters, type CoverageConfig } from "internal:test_runner/command/coverage_config";
import { ignoreTests } from "internal:test_runner/command/discover";
import { type Members, type ProjectConfig, readJson } from "internal:test_runner/command/project_config";
import type { ScriptCommand } from "internal:test_runner/command/script_command";
import { METRICS } from "internal:test_runner/coverage/names";
import { importFrom } from "internal:loader/dynamic_import";
import defer * as moduleApi from "internal:node/module";
import defer * as yaml from "internal:core/data_formats/yaml";
import { readFileSync } from "internal:node/fs/sync_io";
import { existsSync } from "internal:node/fs/sync_tree";
import defer * as path from "internal:core/path";

type Tool = NonNullable<ScriptCommand["collector"]>["name"];

/** In the order in which each tool looks for them. */
const FILES: Record<Tool, string[]> = {
  c8: [".c8rc", ".c8rc.json", ".nycrc", ".nycrc.json"],
  nyc: [
    ".nycrc",
    ".nycrc.json",
    ".nycrc.yml",
    ".nycrc.yaml",
    "nyc.config.js",
    "nyc.config.cjs",
    "nyc.config.mjs",
    "nyc.config.ts",
  ],
};
/** What both leave out unless a configuration says otherwise. */
const EXCLUDED = ["coverage", "test", "tests", "__tests__"];
const LINES_DEFAULT = 90;
const HUNDRED = 100;
const SHORT: Record<string, string> = {
  r: "reporter",
  o: "reportsDir",
  n: "include",
  x: "exclude",
  e: "extension",
  c: "config",
};
/** Flags with a value. */
const WITH_VALUE =
  /^(?:reporter|report(?:s)?Dir|src|include|exclude|config|nycrcPath|branches|functions|lines|statements)$/;

/**
 * Reads the configuration of the tool that the script measures with, which turns coverage on; without one that of a tool that has a
 * configuration.
 */
export async function readCoverageTools(
  config: ProjectConfig,
  manifest: Members,
  folder: string,
  collector: ScriptCommand["collector"],
): Promise<void> {
  const tool = collector?.name ?? toolWithConfiguration(manifest, folder);
  if (tool === null) return;
  const flags = flagsOf(collector?.args ?? []);
  const named = flags.config ?? flags.nycrcPath;
  const name =
    typeof named === "string" ? named : FILES[tool].find((one) => existsSync(path.default.join(folder, one)));
  let given: Members = {};
  try {
    const ofFile = name === undefined ? {} : await readFile(path.default.resolve(folder, name));
    given = { ...withKeys(manifest[tool]), ...ofFile, ...flags };
  } catch (error) {
    config.problems.push(`${name} cannot be read: ${(error as Error).message}`);
  }
  if (collector !== null) config.coverage.isOn = true;
  apply(config.coverage, given, folder, config.notices);
}

function toolWithConfiguration(manifest: Members, folder: string): Tool | null {
  const isThere = (tool: Tool): boolean =>
    manifest[tool] !== undefined || FILES[tool].some((name) => existsSync(path.default.join(folder, name)));
  if (manifest.c8 !== undefined || existsSync(path.default.join(folder, ".c8rc.json"))) return "c8";
  return isThere("nyc") ? "nyc" : isThere("c8") ? "c8" : null;
}

/** Names have the form of members: `check-coverage` is `checkCoverage`. */
function memberOf(name: string): string {
  return name.replaceAll(/-(\w)/g, (_part, letter: string) => letter.toUpperCase());
}

function withKeys(given: unknown): Members {
  return Object.fromEntries(
    Object.entries((given as Members | undefined) ?? {}).map(([key, value]) => [memberOf(key), value]),
  );
}

/** Rejects for a file that cannot be read. */
async function readFile(file: string): Promise<Members> {
  let given: Members;
  if (/\.[cm]?[jt]s$/.test(file)) {
    const module = (await importFrom(file, file, undefined, false)) as { default?: Members };
    given = withKeys(module.default ?? module);
  } else if (/\.ya?ml$/.test(file)) given = withKeys(yaml.parseYaml(readFileSync(file, "utf8") as string));
  else given = withKeys(readJson(file));
  let base: Members = {};
  for (const name of strings(given.extends))
    base = { ...base, ...(await readFile(moduleApi.default.createRequire(file).resolve(name))) };
  return { ...base, ...given };
}

/** The flags as members; those that are repeated are lists. */
function flagsOf(args: string[]): Members {
  const flags: Members = {};
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [, dashes, given, inline] = /^(--?)([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (given === undefined) continue;
    const name = dashes === "-" ? (SHORT[given] ?? given) : memberOf(given);
    if (WITH_VALUE.test(name)) {
      const value = inline ?? rest.shift() ?? "";
      const before = flags[name];
      flags[name] = before === undefined ? value : [before, value].flat();
    } else if (name.startsWith("no") && /^no[A-Z]/.test(name)) flags[name[2]!.toLowerCase() + name.slice(3)] = false;
    else flags[name] = inline !== "false";
  }
  return flags;
}

function strings(value: unknown): string[] {
  return value === undefined || value === null ? [] : [value].flat().map(String);
}

function apply(coverage: CoverageConfig, given: Members, folder: string, notices: string[]): void {
  const { reporter, include, exclude, all, src } = given;
  if (reporter !== undefined) addReporters(coverage, reporter, notices);
  const reports = given.reportsDir ?? given.reportDir;
  if (typeof reports === "string") coverage.folder = path.default.resolve(folder, reports);
  const sources = strings(src).map((name) => path.default.resolve(folder, name));
  if (strings(include).length > 0) coverage.include = strings(include).flatMap(ignoreTests);
  else if (all === true)
    coverage.include = [(_name, file) => sources.length === 0 || sources.some((one) => file.startsWith(`${one}/`))];
  coverage.onlyLoaded = all !== true;
  const excluded = exclude === undefined ? EXCLUDED : strings(exclude).filter((one) => !one.startsWith("!"));
  coverage.exclude.push(...excluded.flatMap(ignoreTests));
  if (given.skipFull === true) coverage.skipsFull = true;
  const { thresholds } = coverage;
  const isHundred = given["100"] === true;
  if (given.checkCoverage !== true && !isHundred) return;
  if (given.perFile === true) thresholds.perFile = true;
  for (const metric of METRICS) {
    const value = isHundred ? HUNDRED : (given[metric] ?? (metric === "lines" ? LINES_DEFAULT : 0));
    if (Number(value) !== 0) thresholds.global[metric] = Number(value);
  }
}
