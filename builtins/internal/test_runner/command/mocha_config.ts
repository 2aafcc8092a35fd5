// The configuration of Mocha: `.mocharc.*`, the key `mocha` of package.json, and the flags of the script "test".
// https://mochajs.org/#configuring-mocha-nodejs
import { COMPILERS } from "internal:test_runner/command/options";
import type { ProjectConfig } from "internal:test_runner/command/project_config";
import { packageOptions } from "internal:test_runner/command/mocha_options";
import { MOCHA_FILES, testScript } from "internal:test_runner/command/scripts";
import defer * as mochaSpecs from "internal:test_runner/command/mocha_specs";
import { workersOfMocha } from "internal:test_runner/command/file_workers";
import { matcherOf } from "internal:test_runner/command/discover";
import { parseJson5 } from "internal:core/data_formats/json5";
import { importFrom } from "internal:loader/dynamic_import";
import defer * as yaml from "internal:core/data_formats/yaml";
import { readFileSync } from "internal:node/fs/sync_io";
import { existsSync, statSync } from "internal:node/fs/sync_tree";
import defer * as path from "internal:core/path";

type Members = Record<string, unknown>;

/** Flags of the command without a value. */
const PLAIN = new Set([
  "--exit",
  "--recursive",
  "--check-leaks",
  "--bail",
  "-b",
  "--colors",
  "--color",
  "--parallel",
  "--forbid-only",
  "--full-trace",
  "--no-timeout",
  "--no-timeouts",
  "--sort",
  "--inline-diffs",
  "--enable-source-maps",
]);
/** A compiler in a file of the project, and a file that does nothing but register one. */
const REGISTERS =
  /["'](?:ts-node|tsx|esm|@babel\/register|@swc-node\/register|@swc\/register|esbuild-register|sucrase\/register)(?:\/[\w/-]+)?["']/;
const ONLY_REGISTERS = new RegExp(
  String.raw`^\s*(?:["']use strict["'];?\s*)?(?:require\(|import\s*)${REGISTERS.source}\)?(?:\.register)?(?:\([^()]*\))?;?\s*$`,
);
/** A script that calls Mocha itself. */
const MOCHA_CALL = /(?:^|[\s;&|/])_?mocha(?=\s|$)/;
const MOCHA_REPORTERS =
  /^(?:spec|dot|nyan|tap|landing|list|progress|json|json-stream|min|doc|markdown|xunit|html|base|github-actions)$/i;
const KNOWN = new Set([
  "fail-zero",
  "failZero",
  "throw-deprecation",
  "require",
  "import",
  "timeout",
  "retries",
  "spec",
  "extension",
  "recursive",
  "exit",
  "reporter",
  "bail",
  "ui",
  "colors",
  "color",
  "parallel",
  "jobs",
  "ignore",
  "exclude",
  "file",
  "slow",
  "checkLeaks",
  "check-leaks",
  "package",
  "diff",
  "full-trace",
  "node-option",
  "loader",
  "forbid-only",
  "forbidOnly",
  "allow-uncaught",
  "allowUncaught",
  "watch-files",
  "watch-ignore",
  "sort",
  "config",
  "extends",
  "reporter-option",
  "reporterOption",
  "reporterOptions",
  "globals",
  "global",
  "inline-diffs",
  "enable-source-maps",
  "experimental-specifier-resolution",
]);

/** Reads the configuration of the project in `folder`; `file` is that of the command line. */
export async function readMocha(
  config: ProjectConfig,
  manifest: Members,
  folder: string,
  file: string | null,
): Promise<void> {
  // With a file of its own the command is another one than the script.
  const script = file === null ? scriptFlags(testScript(manifest)) : {};
  const configuration = file ?? configurationOf(script, folder);
  const ofFile = configuration === null ? {} : await readFile(config, configuration);
  const given: Members = { ...(manifest.mocha as Members | undefined), ...ofFile };
  const { resolve } = path.default;
  const required = [
    ...list(given.require),
    ...list(given.import),
    ...list(script.require),
    ...list(script.file),
    ...list(given.file),
  ];
  for (const name of required) {
    if (COMPILERS.test(name)) {
      // The runner compiles files itself; names are resolved as these do, which make calls of `require` from imports.
      config.importsAsRequire = true;
      continue;
    }
    const setup = fileOf(resolve(folder, name));
    if (setup === undefined) config.setupFiles.push(name);
    else addSetup(config, setup);
  }
  const timeout = script.timeout ?? given.timeout;
  if (timeout !== undefined) config.timeoutMs = durationOf(timeout);
  const retries = script.retries ?? given.retries;
  if (retries !== undefined) config.retry = Number(retries);
  config.fileWorkers = workersOfMocha(given, script);
  if (given.bail === true || script.bail === true) config.bail = 1;
  const specs = [...list(script.spec), ...list(given.spec)];
  const isRecursive = given.recursive === true || script.recursive === true;
  if (specs.length > 0) config.include = specs.map((spec) => specTest(spec, folder, isRecursive));
  for (const pattern of [...list(given.ignore), ...list(given.exclude), ...list(script.ignore)])
    config.exclude.push(matcherOf(pattern));
  if (configuration !== null || manifest.mocha !== undefined || MOCHA_CALL.test(testScript(manifest)))
    mochaSpecs.addSpecsWithoutTests(config, folder, { patterns: specs, isRecursive, tests: config.include });
  const reporter = list(script.reporter).at(-1) ?? given.reporter;
  if (typeof reporter === "string" && !MOCHA_REPORTERS.test(reporter)) {
    const pairs = [script["reporter-option"], given["reporter-option"], given.reporterOption, given.reporterOptions];
    const options = packageOptions(pairs.find((one) => one !== undefined));
    config.mochaReporter = { module: reporter, options, root: folder };
  }
  for (const key of Object.keys(given)) if (!KNOWN.has(key)) config.notices.push(`mocha: "${key}" is not supported`);
}

function addSetup(config: ProjectConfig, file: string): void {
  const source = readFileSync(file, "utf8") as string;
  config.importsAsRequire ||= REGISTERS.test(source);
  if (ONLY_REGISTERS.test(source)) return;
  config.setupFiles.push(file);
  if (/\bmochaGlobal(?:Setup|Teardown)\b/.test(source)) config.globalSetup.push({ file, kind: "mocha" });
}

function list(value: unknown): string[] {
  return value === undefined || value === null
    ? []
    : Array.isArray(value)
      ? (value as string[]).map(String)
      : [String(value)];
}

/** Milliseconds; `2s` and `1m` are durations too. */
function durationOf(value: unknown): number | null {
  const [, amount, unit] = /^([\d.]+)\s*(ms|s|m)?$/.exec(String(value)) ?? [];
  if (amount === undefined) return null;
  return Number(amount) * (unit === "s" ? 1000 : unit === "m" ? 60_000 : 1);
}

function configurationOf(script: Members, folder: string): string | null {
  const [named] = list(script.config);
  if (named !== undefined) return path.default.resolve(folder, named);
  return configurationAbove(folder);
}

/** That of the folder or of the nearest one above it, as Mocha finds it. */
function configurationAbove(folder: string): string | null {
  const name = MOCHA_FILES.find((one) => existsSync(path.default.join(folder, one)));
  if (name !== undefined) return path.default.join(folder, name);
  const parent = path.default.dirname(folder);
  return parent === folder ? null : configurationAbove(parent);
}

async function readFile(config: ProjectConfig, file: string): Promise<Members> {
  const name = path.default.basename(file);
  try {
    if (/\.[cm]?js$/.test(name)) {
      const module = (await importFrom(file, file, undefined, false)) as { default?: Members };
      return module.default ?? (module as Members);
    }
    const text = readFileSync(file, "utf8") as string;
    return ((name.includes(".json") ? parseJson5(text, false, file) : yaml.parseYaml(text)) as Members | null) ?? {};
  } catch (error) {
    config.problems.push(`${name} cannot be read: ${(error as Error | null)?.message ?? String(error)}`);
    return {};
  }
}

/** A file, as `require` finds it; undefined for the name of a package. */
function fileOf(absolute: string): string | undefined {
  const end = ["", ".js", ".cjs", ".mjs", ".ts", "/index.js"].find(
    (one) =>
      (statSync(absolute + one, { throwIfNoEntry: false }) as { isFile(): boolean } | undefined)?.isFile() === true,
  );
  return end === undefined ? undefined : absolute + end;
}

/** A spec is a file, a folder with its files, or a glob. */
function specTest(spec: string, folder: string, isRecursive: boolean): (name: string, absolute: string) => boolean {
  if (/[*?[\]{}]/.test(spec)) return matcherOf(spec);
  const absolute = path.default.resolve(folder, spec);
  return (_name, file) =>
    file === absolute ||
    (file.startsWith(`${absolute}/`) && (isRecursive || !file.slice(absolute.length + 1).includes("/")));
}

/** Names that Mocha had before. */
const OTHER_NAMES: Record<string, string> = { timeouts: "timeout", "reporter-options": "reporter-option" };

/** The flags of `mocha` in a script. */
function scriptFlags(script: string): Members {
  const call = /(?:^|[\s;&|/])_?mocha(?=\s|$)([^;&|]*)/.exec(script);
  const flags: Record<string, string[]> = {};
  const result: Members = {};
  const words = [...(call?.[1] ?? "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three!,
  );
  const add = (name: string, value: string): void => void (flags[name] ??= []).push(value);
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith("-")) {
      add("spec", word);
      continue;
    }
    if (PLAIN.has(word)) {
      result[word === "-b" ? "bail" : word.slice(2)] = true;
      continue;
    }
    const [name, inline] = word.split("=", 2) as [string, string | undefined];
    const value = inline ?? words.shift() ?? "";
    const long =
      {
        "-c": "config",
        "-r": "require",
        "-t": "timeout",
        "-R": "reporter",
        "-u": "ui",
        "-s": "slow",
        "-O": "reporter-option",
      }[name] ?? name.slice(2);
    add(OTHER_NAMES[long] ?? long, value);
  }
  for (const [name, values] of Object.entries(flags))
    result[name] = name === "timeout" || name === "retries" ? values.at(-1) : values;
  return result;
}
