// Reads the configuration of a project: `bunfig.toml`, `package.json`, plain `jest.config.*` and `vitest.config.*`, `deno.json`.
// The settings of Jest and Vitest are applied in `jest_config` and `vitest_config`.
import { ignoreTests } from "internal:test_runner/command/discover";
import { readBunCoverage } from "internal:test_runner/command/coverage_config";
import { type TestOptions, UsageError } from "internal:test_runner/command/options";
import { checkSettings, ConfigurationError, type SettingKind } from "internal:test_runner/command/configuration_error";
import { importFrom } from "internal:loader/dynamic_import";
import { setHome } from "native:modules";
import {
  callsReactScripts,
  COMPILER_FLAG,
  configOfScript,
  runnerOf,
  testScript,
} from "internal:test_runner/command/scripts";
import {
  emptyConfig,
  EXTENSIONS,
  type Members,
  noteUnsupported,
  type ProjectConfig,
  readJson,
  readText,
  resolveFile,
} from "internal:test_runner/command/project_config";
import defer * as jest from "internal:test_runner/command/jest_config";
import defer * as standIns from "internal:test_runner/command/vite_stand_ins";
import defer * as vitest from "internal:test_runner/command/vitest_config";
import defer * as reactScripts from "internal:test_runner/command/react_scripts";
import defer * as settings from "internal:test_runner/command/setting_flags";
import defer * as toml from "internal:core/data_formats/toml";
import defer * as coverageTools from "internal:test_runner/command/coverage_tools";
import type { ScriptCommand } from "internal:test_runner/command/script_command";
import defer * as deno from "internal:test_runner/command/deno_imports";
import defer * as mocha from "internal:test_runner/command/mocha_config";
import { existsSync } from "internal:node/fs/sync_tree";
import defer * as path from "internal:core/path";

const CONFIG_FILES = ["vitest.config", "vite.config", "jest.config"];

/** Reads the configuration of the project in `folder`. */
export async function readConfig(
  folder: string,
  options: TestOptions,
  collector: ScriptCommand["collector"] = null,
): Promise<ProjectConfig> {
  const config = emptyConfig(folder);
  const manifest = readJson(`${folder}/package.json`);
  settings.useSettings(options.settings);
  readBunfig(config, folder);
  readDenoConfig(config, folder);
  const given = options.configFile;
  if (given !== null && !existsSync(path.default.resolve(folder, given)))
    throw new UsageError(`--config: ${given} does not exist`);
  const ofMocha = given !== null && isOfMocha(given, manifest, folder) ? path.default.resolve(folder, given) : null;
  const isOfReactScripts = given === null && callsReactScripts(testScript(manifest));
  const file = ofMocha === null && !isOfReactScripts ? configFile(given, manifest, folder) : null;
  if (isOfReactScripts) applyReactScripts(config, folder);
  else if (file !== null) await readConfigFile(config, file);
  else if (ofMocha === null && typeof manifest.jest === "object" && manifest.jest !== null)
    jest.applyJest(config, manifest.jest as Members, folder);
  if (given === null) await readWorkspace(config, folder);
  config.runner ??= ofMocha === null ? runnerOf(manifest, folder) : "mocha";
  const isPlain = file === null && !isOfReactScripts;
  if (isPlain && (config.runner === "jest" || config.runner === null) && settings.hasJestSettings())
    jest.applyJest(config, (manifest.jest as Members | undefined) ?? {}, folder);
  else if (isPlain && config.runner === "jest" && manifest.jest === undefined) jest.applyDefaults(config);
  if (file === null && (config.runner === "vitest" || config.runner === null) && settings.hasVitestSettings())
    vitest.applyVitest(config, {}, folder);
  settings.forProjects();
  config.importsAsRequire = options.importsAsRequire || COMPILER_FLAG.test(testScript(manifest));
  config.conditions.push(...options.conditions);
  if (options.globalSetup !== null) config.globalSetup.push({ file: options.globalSetup, kind: "node" });
  // The other runners have their own settings of coverage.
  const isMeasured = config.runner === null || config.runner === "mocha" || config.runner === "node";
  if (collector !== null || isMeasured) await coverageTools.readCoverageTools(config, manifest, folder, collector);
  if (config.runner === "mocha") await mocha.readMocha(config, manifest, folder, ofMocha);
  return config;
}

function applyReactScripts(config: ProjectConfig, folder: string): void {
  config.runner = "jest";
  try {
    jest.applyJest(config, reactScripts.reactScriptsConfiguration(folder), folder);
  } catch (error) {
    config.problems.push(`the configuration of react-scripts cannot be read: ${(error as Error).message}`);
  }
}

/** The configuration of Jest or Vitest: that of the command line, of the script "test", or of the folder. */
function configFile(given: string | null, manifest: Members, folder: string): string | null {
  if (given !== null) return path.default.resolve(folder, given);
  const ofScript = configOfScript(manifest);
  if (ofScript === null) return findConfig(folder);
  const file = path.default.resolve(folder, ofScript);
  return existsSync(file) ? file : findConfig(folder);
}

function isOfMocha(file: string, manifest: Members, folder: string): boolean {
  const name = path.default.basename(file);
  if (name.startsWith(".mocharc")) return true;
  return !/^(?:jest|vite|vitest)\b/.test(name) && runnerOf(manifest, folder) === "mocha";
}

/** `vitest.workspace.*`: a list of projects (https://vitest.dev/guide/workspace, before Vitest 4). */
async function readWorkspace(config: ProjectConfig, folder: string): Promise<void> {
  const file = EXTENSIONS.map((extension) => `${folder}/vitest.workspace${extension}`).find((name) => existsSync(name));
  if (file === undefined || config.projectSource !== null) return;
  let list: unknown;
  if (file.endsWith(".json")) list = readJson(file);
  else list = await importedConfig(file);
  if (!Array.isArray(list)) return;
  config.runner = "vitest";
  config.projectSource = { runner: "vitest", list, outer: {}, folder };
}

function readBunfig(config: ProjectConfig, folder: string): void {
  const text = readText(`${folder}/bunfig.toml`);
  if (text === null) return;
  const test = parsedToml(text).test as Members | undefined;
  if (test === undefined) return;
  checkSettings("bunfig.toml", test, BUN_KINDS);
  const { preload, timeout, root, retry, randomize, seed, bail } = test;
  if (preload !== undefined)
    config.preload = (Array.isArray(preload) ? preload : [preload]).map((file) => resolveFile(String(file), folder));
  if (typeof timeout === "number") config.timeoutMs = timeout;
  if (typeof root === "string") config.roots = [path.default.resolve(folder, root)];
  if (typeof retry === "number") config.retry = retry;
  if (typeof seed === "number" || randomize === true)
    config.seed = typeof seed === "number" ? seed : Math.floor(Math.random() * 2 ** 31);
  if (typeof bail === "number") config.bail = bail;
  readBunCoverage(config.coverage, test, folder, config.notices);
  noteUnsupported(config, "bunfig.toml", test, [
    "preload",
    "timeout",
    "root",
    "retry",
    "randomize",
    "seed",
    "bail",
    "coverage",
    "coverageDir",
    "coverageReporter",
    "coverageThreshold",
    "coveragePathIgnorePatterns",
    "coverageIgnoreSourcemaps",
    "smol",
    "coverageSkipTestFiles",
  ]);
}

function parsedToml(text: string): Members {
  try {
    return toml.parseToml(text) as Members;
  } catch (error) {
    throw new ConfigurationError(`bunfig.toml cannot be read: ${(error as Error).message}`);
  }
}

const BUN_KINDS: Record<string, SettingKind> = {
  preload: "list",
  timeout: "number",
  retry: "number",
  seed: "number",
  randomize: "boolean",
  coverage: "boolean",
};

function readDenoConfig(config: ProjectConfig, folder: string): void {
  for (const name of ["deno.json", "deno.jsonc"]) {
    const found = readJson(`${folder}/${name}`);
    checkSettings(name, found, { test: "object", exclude: "list" });
    const test = found.test as { include?: string[]; exclude?: string[] } | undefined;
    checkSettings(`${name}, test`, test ?? {}, { include: "list", exclude: "list" });
    const excluded = [...((found.exclude as string[] | undefined) ?? []), ...(test?.exclude ?? [])];
    config.exclude.push(...excluded.flatMap(ignoreTests));
  }
  config.denoPreload = deno.preloadOf(deno.denoImports(folder));
}

/** The configuration in a folder; `runner`: only one of that runner. */
export function findConfig(folder: string, runner?: "jest" | "vitest"): string | null {
  for (const name of CONFIG_FILES) {
    if (runner !== undefined && name.startsWith("jest") !== (runner === "jest")) continue;
    for (const extension of EXTENSIONS) {
      const file = `${folder}/${name}${extension}`;
      if (existsSync(file)) return file;
    }
  }
  return null;
}

/** The default export of a configuration, which bundlers read: names without extensions, folders, JSON without attributes. */
async function importedConfig(file: string): Promise<unknown> {
  standIns.installStandIns();
  setHome("bun");
  return ((await importFrom(file, file, undefined, false)) as { default?: unknown }).default;
}

/** Reads a configuration file; its name says whose it is, unless `runner` does. A file that cannot be read is reported. */
export async function readConfigFile(config: ProjectConfig, file: string, runner?: "jest" | "vitest"): Promise<void> {
  const isJest = runner === undefined ? path.default.basename(file).startsWith("jest") : runner === "jest";
  let given: unknown;
  try {
    if (file.endsWith(".json")) given = readJson(file);
    else given = await importedConfig(file);
    if (typeof given === "function")
      given = await (given as (env: object) => unknown)({
        mode: settings.viteMode(),
        command: "serve",
        isSsrBuild: false,
        isPreview: false,
      });
  } catch (error) {
    const problem = `${path.default.basename(file)} cannot be read: ${(error as Error | null)?.message ?? String(error)}`;
    // That of a bundle does not concern tests that Vitest does not run.
    const isOfBundle = path.default.basename(file).startsWith("vite.") && runner === undefined;
    const isUnused = isOfBundle && runnerOf(readJson(`${config.root}/package.json`), config.root) !== "vitest";
    (isUnused ? config.notices : config.problems).push(problem);
    return;
  }
  config.file = file;
  const folder = path.default.dirname(file);
  if (isJest) return jest.applyJest(config, given as Members, folder);
  // The configuration of a bundle is that of the tests where Vitest runs them.
  const isOfTests = path.default.basename(file).startsWith("vitest") || runner === "vitest";
  const isVitest = isOfTests || runnerOf(readJson(`${config.root}/package.json`), config.root) === "vitest";
  vitest.applyVitest(config, isVitest ? { test: {}, ...(given as Members) } : (given as Members), folder);
}
