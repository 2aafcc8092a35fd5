// Applies a configuration of Jest (https://jestjs.io/docs/configuration). Unsupported settings are reported once.
import { workersOfJest } from "internal:test_runner/command/file_workers";
import { compilationOfJest } from "internal:test_runner/command/compilation";
import { checkSettings, ConfigurationError, type SettingKind } from "internal:test_runner/command/configuration_error";
import { matcherOf } from "internal:test_runner/command/discover";
import { readJestCoverage } from "internal:test_runner/command/coverage_config";
import { type JestTransforms, PACKAGES } from "internal:test_runner/dialects/protocol";
import {
  applyCommon,
  fakeTimersOf,
  type Members,
  noteUnsupported,
  ownConditions,
  type PathTest,
  type ProjectConfig,
  readJson,
  resolveFile,
} from "internal:test_runner/command/project_config";
import { testScript } from "internal:test_runner/command/scripts";
import { withJestSettings } from "internal:test_runner/command/setting_flags";
import defer * as babel from "internal:test_runner/command/jest_babel";
import defer * as presets from "internal:test_runner/command/jest_preset";
import defer * as snapshotPaths from "internal:test_runner/command/snapshot_paths";
import defer * as fs from "internal:node/fs";
import processModule from "internal:node/process";
import defer * as path from "internal:core/path";
import { cwd } from "native:process";

const process = processModule as unknown as { env: Record<string, string | undefined> };

/** Where bare names are found, in this order; empty for packages alone. */
function moduleFolders(directories: string[], paths: string[], root: string): string[] {
  const folders = [...directories, ...(directories.includes(PACKAGES) ? [] : [PACKAGES]), ...paths];
  return folders.length === 1
    ? []
    : folders.map((name) => (name === PACKAGES ? name : path.default.resolve(root, name)));
}

const JEST_KINDS: Record<string, SettingKind> = {
  testTimeout: "number",
  maxConcurrency: "number",
  clearMocks: "boolean",
  resetMocks: "boolean",
  restoreMocks: "boolean",
  automock: "boolean",
  passWithNoTests: "boolean",
  collectCoverage: "boolean",
  roots: "list",
  testMatch: "list",
  testRegex: "list",
  testPathIgnorePatterns: "list",
  modulePathIgnorePatterns: "list",
  setupFiles: "list",
  setupFilesAfterEnv: "list",
  moduleDirectories: "list",
  modulePaths: "list",
  moduleNameMapper: "object",
  globals: "object",
  testEnvironmentOptions: "object",
};

function expressionOf(key: string, source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    throw new ConfigurationError(`jest: "${key}" is invalid: ${(error as Error).message}`);
  }
}

function pathTest(key: string, source: string): PathTest {
  const expression = expressionOf(key, source);
  return (_name, absolute) => expression.test(absolute);
}

/** Applies a configuration of Jest. */
export function applyJest(config: ProjectConfig, ofFile: Members, folder: string): void {
  config.runner = "jest";
  const own = withJestSettings(ofFile);
  const root = path.default.resolve(folder, String(own.rootDir ?? "."));
  let given = own;
  try {
    if (own.preset !== undefined) given = presets.withPreset(own, root);
  } catch (error) {
    config.problems.push(`jest: the preset "${String(own.preset)}" cannot be loaded: ${(error as Error).message}`);
  }
  checkSettings("jest", given, JEST_KINDS);
  config.root = config.globRoot = root;
  const inRoot = (text: unknown): string => String(text).replaceAll("<rootDir>", root);
  const list = (value: unknown): string[] =>
    (value === undefined ? [] : Array.isArray(value) ? value : [value]).map(inRoot);
  config.roots = list(given.roots).map((one) => path.default.resolve(root, one));
  if (config.roots.length === 0 && given.rootDir !== undefined) config.roots = [root];
  const patterns = list(given.testMatch);
  const expressions = list(given.testRegex).map((text) => pathTest("testRegex", text));
  if (patterns.length > 0) config.include = [allOf(patterns)];
  if (expressions.length > 0) config.include = expressions;
  if (config.include === null)
    config.include = [
      (name) => /(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$|(?:^|[/.])(?:spec|test)\.[cm]?[jt]sx?$/.test(name),
    ];
  // The others cannot be found by Jest either.
  for (const key of ["testPathIgnorePatterns", "modulePathIgnorePatterns"])
    config.exclude.push(...list(given[key]).map((text) => pathTest(key, text)));
  config.setupFiles = list(given.setupFiles).map((file) => resolveFile(file, root));
  config.setupFilesAfterEnv = list(given.setupFilesAfterEnv).map((file) => resolveFile(file, root));
  if (typeof given.testEnvironment === "string") config.environment = given.testEnvironment;
  config.environmentOptions = (given.testEnvironmentOptions as Members | undefined) ?? {};
  const { customExportConditions } = config.environmentOptions;
  const isLight = LIGHT_RUNNER.test(String(given.runner ?? ""));
  if (Array.isArray(customExportConditions) && !isLight)
    config.conditions = ownConditions(customExportConditions as string[]);
  for (const [key, kind] of [
    ["globalSetup", "jest-setup"],
    ["globalTeardown", "jest-teardown"],
  ] as const)
    for (const file of list(given[key])) config.globalSetup.push({ file: resolveFile(file, root), kind });
  config.moduleFolders = moduleFolders(list(given.moduleDirectories), list(given.modulePaths), root);
  config.passesWithoutTests = given.passWithNoTests === true;
  if (given.randomize === true) config.seed = Date.now() % 2 ** 31;
  for (const [pattern, target] of Object.entries((given.moduleNameMapper as Members | undefined) ?? {}))
    for (const one of Array.isArray(target) ? (target as unknown[]) : [target])
      config.aliases.push([wholeNames(pattern), inRoot(one as string)]);
  config.globals = (given.globals as Members | undefined) ?? {};
  applyCommon(config, given, "testTimeout", "resetMocks");
  readJestCoverage(config.coverage, given, root, config.notices);
  config.automocks = given.automock === true;
  config.fileWorkers = workersOfJest(given);
  config.packageMocks = packageMocksIn(config.roots.length === 0 ? [root] : config.roots);
  if (given.injectGlobals === false) config.hasGlobals = false;
  config.useFakeTimers = (given.fakeTimers as Members | undefined)?.enableGlobally === true;
  config.fakeTimers = fakeTimersOf(given.fakeTimers);
  config.transforms = transformsOf(given, config, inRoot);
  config.compilation = compilationOfJest(given, root);
  if (typeof given.resolver === "string") config.resolver = inRoot(given.resolver);
  if (given.snapshotResolver !== undefined)
    config.snapshotPath = snapshotPaths.snapshotPathOfJest(given.snapshotResolver, root);
  config.notices.push(...unusedOfJest(given));
  const { displayName, projects } = given;
  config.name = String((displayName as Members | undefined)?.name ?? displayName ?? "");
  if (Array.isArray(projects)) config.projectSource = { runner: "jest", list: projects, outer: given, folder: root };
  config.jestReporters = reporterModules(given.reporters, root);
  noteUnsupported(config, "jest", given, JEST_KEYS);
}

/** Applies what Jest does without a configuration and the runner does not do itself. */
export function applyDefaults(config: ProjectConfig): void {
  config.transforms = transformsOf({}, config, String);
}

/** With it Node itself loads the modules: by its own conditions. https://github.com/nicolo-ribaudo/jest-light-runner */
const LIGHT_RUNNER = /^jest-light-runner(?:\/|$)/;

/** Settings that have no effect with the values that they have. */
function unusedOfJest(given: Members): string[] {
  const notices: string[] = [];
  const { testRunner } = given;
  if (typeof testRunner === "string" && !/circus/.test(testRunner))
    notices.push(`jest: the test runner "${testRunner}" is not supported`);
  const { runner } = given;
  if (typeof runner === "string" && !/^(?:jest-)?runner$/.test(runner) && !LIGHT_RUNNER.test(runner))
    notices.push(`jest: the runner "${runner}" is not supported`);
  return notices;
}

const JEST_REPORTERS = /^(?:default|summary|github-actions|agent)$/;

/** The entries of `reporters` that are modules. */
function reporterModules(given: unknown, root: string): ProjectConfig["jestReporters"] {
  const entries = (Array.isArray(given) ? given : []).map((entry) => [entry].flat() as [unknown, object?]);
  return entries
    .filter(([module]) => typeof module === "string" && !JEST_REPORTERS.test(module))
    .map(([module, options = {}]) => ({ module: String(module), options, root }));
}

/** What Jest transforms files with that are in no `transform`. */
const DEFAULT_TRANSFORM = { "\\.[jt]sx?$": "babel-jest" };
const COMPILERS = /(?:^|\/)(?:ts-jest|babel-jest|@swc\/jest|esbuild-jest|@sucrase\/jest-plugin)(?:\/|$)/;
const BABEL = /(?:^|\/)babel-jest(?:\/|$)/;

/** The transformers of the configuration; null when there is none but those whose work the runner does. */
function transformsOf(
  given: Members,
  { root, notices }: ProjectConfig,
  inRoot: (text: unknown) => string,
): JestTransforms | null {
  const list = Object.entries((given.transform as Members | undefined) ?? DEFAULT_TRANSFORM).map(
    ([pattern, transformer]) => {
      const [name, options = {}] = Array.isArray(transformer) ? (transformer as [string, unknown?]) : [transformer];
      // Only data can be sent to the threads of the files.
      const data = JSON.parse(JSON.stringify(options)) as unknown;
      if (!COMPILERS.test(String(name))) return { pattern, file: inRoot(name), options: data };
      if (!BABEL.test(String(name))) return { pattern, file: null, options: data };
      const { file, notice } = babel.babelTransformer(data, root, cwd());
      if (notice !== null) notices.push(notice);
      return { pattern, file, options: data };
    },
  );
  if (list.every(({ file }) => file === null)) return null;
  const ignored = (given.transformIgnorePatterns as string[] | undefined) ?? ["/node_modules/", "\\.pnp\\.[^\\/]+$"];
  const moduleExtensions = (given.extensionsToTreatAsEsm as string[] | undefined) ?? [];
  return { list, ignored: ignored.map(inRoot), keepsModules: runsModules(), moduleExtensions };
}

const MODULES_FLAG = /--experimental-vm-modules\b/;

/** Whether the script or the environment has Jest run ES modules: https://jestjs.io/docs/ecmascript-modules */
function runsModules(): boolean {
  const script = testScript(readJson(`${cwd()}/package.json`));
  return MODULES_FLAG.test(script) || MODULES_FLAG.test(process.env.NODE_OPTIONS ?? "");
}

/** Jest's globs: those with `!` exclude. */
function allOf(patterns: string[]): PathTest {
  const includes = patterns.filter((pattern) => !pattern.startsWith("!")).map(matcherOf);
  const excludes = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => matcherOf(pattern.slice(1)));
  return (name, absolute) =>
    includes.some((test) => test(name, absolute)) && !excludes.some((test) => test(name, absolute));
}

/** A target of Jest replaces the complete name, also where its pattern matches a part. */
function wholeNames(pattern: string): string {
  return `^[^]*?(?:${pattern})[^]*$`;
}

const JEST_KEYS = [
  "rootDir",
  "roots",
  "testMatch",
  "testRegex",
  "testPathIgnorePatterns",
  "setupFiles",
  "setupFilesAfterEnv",
  "testEnvironment",
  "testEnvironmentOptions",
  "moduleNameMapper",
  "globals",
  "testTimeout",
  "clearMocks",
  "resetMocks",
  "restoreMocks",
  "snapshotFormat",
  "snapshotSerializers",
  "snapshotResolver",
  "bail",
  "maxConcurrency",
  "automock",
  "fakeTimers",
  "injectGlobals",
  "verbose",
  "collectCoverage",
  "collectCoverageFrom",
  "coverageDirectory",
  "coverageReporters",
  "coverageThreshold",
  "coverageProvider",
  "coveragePathIgnorePatterns",
  "moduleFileExtensions",
  "transform",
  "resolver",
  "preset",
  "transformIgnorePatterns",
  "extensionsToTreatAsEsm",
  "reporters",
  "maxWorkers",
  "displayName",
  "cacheDirectory",
  "watchPathIgnorePatterns",
  "modulePathIgnorePatterns",
  "errorOnDeprecated",
  "slowTestThreshold",
  "openHandlesTimeout",
  "cache",
  "projects",
  "globalSetup",
  "globalTeardown",
  "moduleDirectories",
  "modulePaths",
  "testRunner",
  "runner",
  "prettierPath",
  "notify",
  "watch",
  "watchman",
  "watchPlugins",
  "haste",
  "workerThreads",
  "workerIdleMemoryLimit",
  "detectOpenHandles",
  "forceExit",
  "randomize",
  "showSeed",
  "silent",
  "passWithNoTests",
  "ci",
  "resetModules",
];

/** The files in the folders `__mocks__` of the roots, by the names of the packages that they stand for. */
function packageMocksIn(roots: string[]): [name: string, file: string][] {
  const found: [name: string, file: string][] = [];
  const walk = (folder: string, prefix: string): void => {
    for (const entry of fs.default.readdirSync(folder, { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(file, `${prefix}${entry.name}/`);
      else if (MOCK_FILE.test(entry.name)) found.push([prefix + entry.name.replace(MOCK_FILE, ""), file]);
    }
  };
  for (const root of roots) {
    const folder = path.default.join(root, "__mocks__");
    if (fs.default.existsSync(folder)) walk(folder, "");
  }
  return found;
}

const MOCK_FILE = /\.[cm]?[jt]sx?$/;
