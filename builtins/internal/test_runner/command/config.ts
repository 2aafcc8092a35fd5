// The configuration of a project: `bunfig.toml`, `package.json`, plain `jest.config.*` and `vitest.config.*`, `deno.json`.
// Unsupported settings are reported once.
import type { Kind } from "internal:test_runner/command/report";
import { ignoreTests, matcherOf } from "internal:test_runner/command/discover";
import {
  type CoverageConfig,
  defaultCoverage,
  readBunCoverage,
  readJestCoverage,
  readVitestCoverage,
} from "internal:test_runner/command/coverage_config";
import { type TestOptions, UsageError } from "internal:test_runner/command/options";
import type { JestTransforms } from "internal:test_runner/dialects/protocol";
import defer * as toml from "internal:core/data_formats/toml";
import { importFrom } from "internal:loader/dynamic_import";
import * as hooks from "internal:loader/hooks";
import { changedMs, readNearby, setHome } from "native:modules";
import defer * as deno from "internal:test_runner/command/deno_imports";
import defer * as mocha from "internal:test_runner/command/mocha_config";
import defer * as presets from "internal:test_runner/command/jest_preset";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import defer * as json from "internal:core/data_formats/json5";

/** Tests a path, relative to the root and absolute. */
export type PathTest = (name: string, absolute: string) => boolean;
export type Members = Record<string, unknown>;

/** What a run reads of the configuration. Times in milliseconds. */
export interface ProjectConfig {
  root: string;
  roots: string[];
  /** Null: the patterns of all dialects. */
  include: PathTest[] | null;
  /** Sources that may have tests (`import.meta.vitest`). */
  includeSource: PathTest[];
  exclude: PathTest[];
  /** The runner that the project uses; null: unknown. */
  runner: Kind | null;
  setupFiles: string[];
  setupFilesAfterEnv: string[];
  /** Of Bun's tests. */
  preload: string[];
  /** Of Deno's tests: a module that applies the import map; null for none. */
  denoPreload: string | null;
  environment: string | null;
  environmentOptions: Members;
  hasGlobals: boolean | null;
  globals: Members;
  aliases: [pattern: string, target: string][];
  /** Conditions of `exports` besides those of the homes. */
  conditions: string[];
  variables: Record<string, string>;
  /** Of Jest; null: none. */
  transforms: JestTransforms | null;
  resolver: string | null;
  /** Environments of some files, before that of all. */
  environmentMatches: [PathTest, string][];
  requiresAssertions: boolean;
  isAllConcurrent: boolean;
  timeoutMs: number | null;
  hookTimeoutMs: number | null;
  hooksInOrder: boolean;
  /** What runs once before and after all files. */
  globalSetup: GlobalSetup[];
  /** What `inject` of Vitest returns. */
  provided: Members;
  unstubsGlobals: boolean;
  unstubsEnvironment: boolean;
  /** Imports are resolved as calls of `require`: names without extensions, folders. */
  importsAsRequire: boolean;
  /** Folders below which bare names of modules are found. */
  moduleFolders: string[];
  /** The folder that patterns are relative to. */
  globRoot: string;
  exposesGc: boolean;
  retry: number;
  bail: number;
  concurrencyMax: number | null;
  seed: number | null;
  clearMocks: boolean;
  resetMocks: boolean;
  restoreMocks: boolean;
  snapshotFormat: Members;
  snapshotSerializers: string[];
  useFakeTimers: boolean;
  automocks: boolean;
  passesWithoutTests: boolean;
  coverage: CoverageConfig;
  /** Unsupported settings, to be reported once. */
  notices: string[];
  /** Of a project. */
  name: string;
  isForBrowsers: boolean;
  /** Names and the sources of the expressions that replace them (Vite's `define`). */
  defines: [name: string, value: string][];
  /** What names the projects; null: there are none. */
  projectSource: ProjectSource | null;
  /** The projects that run; none: this is the only one. */
  projects: ProjectConfig[];
  /** What the command line leaves out, in all projects. */
  ignored: PathTest[];
}

/** A file with functions that run once, and which of them do. */
export interface GlobalSetup {
  file: string;
  kind: "jest-setup" | "jest-teardown" | "vitest" | "mocha";
}

/** The projects as a configuration has them. */
export interface ProjectSource {
  runner: "jest" | "vitest";
  list: unknown[];
  /** The configuration around them. */
  outer: Members;
  folder: string;
}

/** In Mocha's order. */
export const MOCHA_FILES = [
  ".mocharc.cjs",
  ".mocharc.js",
  ".mocharc.mjs",
  ".mocharc.yaml",
  ".mocharc.yml",
  ".mocharc.jsonc",
  ".mocharc.json",
];
const CONFIG_FILES = ["vitest.config", "vite.config", "jest.config"];
const EXTENSIONS = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json"];

/** Reads the configuration of the project in `folder`. */
export async function readConfig(folder: string, options: TestOptions): Promise<ProjectConfig> {
  const config = emptyConfig(folder);
  const manifest = readJson(`${folder}/package.json`);
  readBunfig(config, folder);
  readDenoConfig(config, folder);
  const file = options.configFile === null ? findConfig(folder) : path.default.resolve(folder, options.configFile);
  if (options.configFile !== null && !fs.default.existsSync(file!))
    throw new UsageError(`--config: ${options.configFile} does not exist`);
  if (file !== null) await readConfigFile(config, file);
  else if (typeof manifest.jest === "object" && manifest.jest !== null)
    applyJest(config, manifest.jest as Members, folder);
  if (options.configFile === null) await readWorkspace(config, folder);
  config.runner ??= runnerOf(manifest, folder);
  config.importsAsRequire = COMPILER_FLAG.test(testScript(manifest));
  if (config.runner === "mocha") await mocha.readMocha(config, manifest, folder);
  return config;
}

/** `vitest.workspace.*`: a list of projects (https://vitest.dev/guide/workspace, before Vitest 4). */
async function readWorkspace(config: ProjectConfig, folder: string): Promise<void> {
  const file = EXTENSIONS.map((extension) => `${folder}/vitest.workspace${extension}`).find((name) =>
    fs.default.existsSync(name),
  );
  if (file === undefined || config.projectSource !== null) return;
  let list: unknown;
  if (file.endsWith(".json")) list = readJson(file);
  else {
    installStubs();
    list = ((await importFrom(file, file, undefined, false)) as { default?: unknown }).default;
  }
  if (!Array.isArray(list)) return;
  config.runner = "vitest";
  config.projectSource = { runner: "vitest", list, outer: {}, folder };
}

/** The configuration without any file. */
export function emptyConfig(root: string): ProjectConfig {
  return {
    root,
    roots: [],
    include: null,
    includeSource: [],
    exclude: [],
    runner: null,
    setupFiles: [],
    setupFilesAfterEnv: [],
    preload: [],
    denoPreload: null,
    environment: null,
    environmentOptions: {},
    hasGlobals: null,
    globals: {},
    aliases: [],
    conditions: [],
    variables: {},
    transforms: null,
    resolver: null,
    environmentMatches: [],
    requiresAssertions: false,
    isAllConcurrent: false,
    timeoutMs: null,
    hookTimeoutMs: null,
    hooksInOrder: false,
    globalSetup: [],
    provided: {},
    unstubsGlobals: false,
    unstubsEnvironment: false,
    importsAsRequire: false,
    moduleFolders: [],
    globRoot: root,
    exposesGc: false,
    retry: 0,
    bail: 0,
    concurrencyMax: null,
    seed: null,
    clearMocks: false,
    resetMocks: false,
    restoreMocks: false,
    snapshotFormat: {},
    snapshotSerializers: [],
    useFakeTimers: false,
    automocks: false,
    passesWithoutTests: false,
    coverage: defaultCoverage(root),
    notices: [],
    name: "",
    isForBrowsers: false,
    defines: [],
    projectSource: null,
    projects: [],
    ignored: [],
  };
}

/** Null for a missing file. Throws the system's error for one that cannot be read. */
function readText(file: string): string | null {
  return readNearby(file) ?? (changedMs(file) < 0 ? null : (fs.default.readFileSync(file, "utf8") as string));
}

/** An object of JSON with comments; an empty one for a missing file. */
export function readJson(file: string): Members {
  const text = readText(file);
  if (text === null) return {};
  return json.parseJson5(text, false, file) as Members;
}

/** The configuration in a folder; `runner`: only one of that runner. */
export function findConfig(folder: string, runner?: "jest" | "vitest"): string | null {
  for (const name of CONFIG_FILES) {
    if (runner !== undefined && name.startsWith("jest") !== (runner === "jest")) continue;
    for (const extension of EXTENSIONS) {
      const file = `${folder}/${name}${extension}`;
      if (fs.default.existsSync(file)) return file;
    }
  }
  return null;
}

const SCRIPTS_DEPTH = 3;
const SCRIPT_CALL = /\b(?:npm run(?:-script)?|pnpm(?: run)?|yarn(?: run)?|bun run)\s+([\w:.-]+)/g;

/** What Node runs TypeScript and ES modules with (`uvu -r ts-node/register`). */
const COMPILER_FLAG = /\s(?:-r|--require)[ =](?:ts-node|tsm|tsx|esm|esbuild-register|@swc|@babel\/register|sucrase)\b/;
/** Scripts by an expression: `pnpm run "/^test:/"`. */
const MATCHED_CALL = /\bpnpm run "?\/(\S+?)\/"?(?=\s|$)/g;
/** https://github.com/mysticatea/npm-run-all */
const SCRIPTS_CALL = /\b(?:npm-run-all2?|run-s|run-p)((?:\s+[\w:.-]+)+)/g;

/** The script "test" of a package.json, with those that it calls in place of the calls. */
export function testScript(manifest: Members): string {
  const scripts = (manifest.scripts as Members | undefined) ?? {};
  const expanded = (name: string, depth: number): string =>
    String(scripts[name] ?? "")
      .replaceAll(MATCHED_CALL, (_call, source: string) =>
        Object.keys(scripts)
          .filter((inner) => depth > 0 && new RegExp(source).test(inner))
          .map((inner) => expanded(inner, depth - 1))
          .join(" && "),
      )
      .replaceAll(SCRIPTS_CALL, (_call, names: string) =>
        [...names.matchAll(/(?<=\s)[\w:.-]+/g)]
          .filter(([inner]) => depth > 0 && !inner.startsWith("-") && Object.hasOwn(scripts, inner))
          .map(([inner]) => expanded(inner, depth - 1))
          .join(" && "),
      )
      .replaceAll(SCRIPT_CALL, (call, inner: string) =>
        depth > 0 && Object.hasOwn(scripts, inner) ? expanded(inner, depth - 1) : call,
      );
  return expanded("test", SCRIPTS_DEPTH);
}

function runnerOf(manifest: Members, folder: string): Kind | null {
  const packages = { ...(manifest.dependencies as Members), ...(manifest.devDependencies as Members) };
  const script = testScript(manifest);
  if (/\bbun test\b/.test(script)) return "bun";
  for (const kind of ["vitest", "jest", "mocha"] as const) if (new RegExp(`\\b${kind}\\b`).test(script)) return kind;
  for (const kind of ["vitest", "jest", "mocha"] as const) if (kind in packages) return kind;
  if (/\bnode\b.*--test\b/.test(script)) return "node";
  if (MOCHA_FILES.some((name) => fs.default.existsSync(`${folder}/${name}`))) return "mocha";
  return "bun-types" in packages || "@types/bun" in packages ? "bun" : null;
}

function readBunfig(config: ProjectConfig, folder: string): void {
  const text = readText(`${folder}/bunfig.toml`);
  if (text === null) return;
  const test = (toml.parseToml(text) as Members).test as Members | undefined;
  if (test === undefined) return;
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

function readDenoConfig(config: ProjectConfig, folder: string): void {
  const preload = deno.preloadOf(deno.denoImports(folder));
  config.denoPreload = preload;
  for (const name of ["deno.json", "deno.jsonc"]) {
    const found = readJson(`${folder}/${name}`);
    const test = found.test as { include?: string[]; exclude?: string[] } | undefined;
    const excluded = [...((found.exclude as string[] | undefined) ?? []), ...(test?.exclude ?? [])];
    config.exclude.push(...excluded.flatMap(ignoreTests));
  }
}

/** A file of a package, or one relative to the folder. */
function resolveFile(file: string, folder: string): string {
  return file.startsWith(".") ? path.default.resolve(folder, file) : file;
}

/** A file relative to the folder when there is one, else a package. */
function fileOrPackage(name: string, folder: string): string {
  const file = path.default.resolve(folder, name);
  const exists = ["", ...EXTENSIONS].some((extension) => fs.default.existsSync(file + extension));
  return exists || name.startsWith(".") ? file : name;
}

function noteUnsupported(config: ProjectConfig, where: string, given: Members, known: string[]): void {
  for (const key of Object.keys(given))
    if (!known.includes(key)) config.notices.push(`${where}: "${key}" is not supported`);
}

let hasStubs = false;
/** `vitest/config`, `vite` and plugins need not be installed to read a configuration: their functions pass on their argument. */
function installStubs(): void {
  if (hasStubs) return;
  hasStubs = true;
  const stub =
    "data:text/javascript," +
    encodeURIComponent(
      "const same = (config) => config; export const defineConfig = same, defineProject = same, defineWorkspace = same, loadEnv = () => ({}), mergeConfig = (one, other) => { const isObject = (value) => Object.prototype.toString.call(value) === '[object Object]'; const entries = (value) => Array.isArray(value) ? value : Object.entries(value).map(([find, replacement]) => ({ find, replacement })); const merge = (first, second, name) => first == null ? second : second == null ? first : name === 'alias' ? [...entries(second), ...entries(first)] : Array.isArray(first) || Array.isArray(second) ? [first, second].flat() : isObject(first) && isObject(second) ? Object.fromEntries([...new Set([...Object.keys(first), ...Object.keys(second)])].map((key) => [key, merge(first[key], second[key], key)])) : second; return merge(one, other, ''); }; export const configDefaults = { include: ['**/*.{test,spec}.?(c|m)[jt]s?(x)'], exclude: ['**/node_modules/**', '**/.git/**'], coverage: { exclude: [] } }; export const coverageConfigDefaults = { exclude: [] }; export const searchForWorkspaceRoot = same; export default { defineConfig };",
    );
  const plugin =
    "data:text/javascript," +
    encodeURIComponent(
      "export default () => ({ name: 'unused' }); export const playwright = () => ({}), webdriverio = playwright, cloudflareTest = playwright;",
    );
  hooks.register({
    resolve(specifier: string, context: object, next: (specifier: string, context: object) => object) {
      if (specifier === "vitest/config" || specifier === "vite")
        return { url: stub, format: "module", shortCircuit: true };
      if (/^(?:@vitejs\/|vite-|@vitest\/|vite-tsconfig|@cloudflare\/vitest|unplugin-|@sveltejs\/vite)/.test(specifier))
        return { url: plugin, format: "module", shortCircuit: true };
      return next(specifier, context);
    },
  } as never);
}

/** Reads a configuration file; its name says whose it is, unless `runner` does. A file that cannot be read is reported. */
export async function readConfigFile(config: ProjectConfig, file: string, runner?: "jest" | "vitest"): Promise<void> {
  const isJest = runner === undefined ? path.default.basename(file).startsWith("jest") : runner === "jest";
  let given: unknown;
  // As bundlers resolve: names without extensions, folders.
  setHome("bun");
  try {
    if (file.endsWith(".json")) given = readJson(file);
    else {
      installStubs();
      given = ((await importFrom(file, file, undefined, false)) as { default?: unknown }).default;
    }
    if (typeof given === "function")
      given = await (given as (env: object) => unknown)({
        mode: "test",
        command: "serve",
        isSsrBuild: false,
        isPreview: false,
      });
  } catch (error) {
    config.notices.push(
      `${path.default.basename(file)} cannot be read: ${(error as Error | null)?.message ?? String(error)}`,
    );
    return;
  }
  const folder = path.default.dirname(file);
  if (isJest) return applyJest(config, given as Members, folder);
  applyVitest(config, given as Members, folder);
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
];

/** Applies a configuration of Jest. */
export function applyJest(config: ProjectConfig, own: Members, folder: string): void {
  config.runner = "jest";
  const root = path.default.resolve(folder, String(own.rootDir ?? "."));
  let given = own;
  try {
    if (own.preset !== undefined) given = presets.withPreset(own, root);
  } catch (error) {
    config.notices.push(`jest: the preset "${String(own.preset)}" cannot be loaded: ${(error as Error).message}`);
  }
  config.root = config.globRoot = root;
  const inRoot = (text: unknown): string => String(text).replaceAll("<rootDir>", root);
  const list = (value: unknown): string[] =>
    (value === undefined ? [] : Array.isArray(value) ? value : [value]).map(inRoot);
  config.roots = list(given.roots).map((one) => path.default.resolve(root, one));
  const patterns = list(given.testMatch);
  const expressions = list(given.testRegex).map((text) => new RegExp(text));
  if (patterns.length > 0) config.include = [allOf(patterns)];
  if (expressions.length > 0)
    config.include = expressions.map(
      (test): PathTest =>
        (_name, absolute) =>
          test.test(absolute),
    );
  if (config.include === null)
    config.include = [
      (name) => /(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$|(?:^|[/.])(?:spec|test)\.[cm]?[jt]sx?$/.test(name),
    ];
  // The others cannot be found by Jest either.
  for (const text of [...list(given.testPathIgnorePatterns), ...list(given.modulePathIgnorePatterns)]) {
    const test = new RegExp(text);
    config.exclude.push((_name, absolute) => test.test(absolute));
  }
  config.setupFiles = list(given.setupFiles).map((file) => resolveFile(file, root));
  config.setupFilesAfterEnv = list(given.setupFilesAfterEnv).map((file) => resolveFile(file, root));
  if (typeof given.testEnvironment === "string") config.environment = given.testEnvironment;
  config.environmentOptions = (given.testEnvironmentOptions as Members | undefined) ?? {};
  const { customExportConditions } = config.environmentOptions;
  if (Array.isArray(customExportConditions)) config.conditions = ownConditions(customExportConditions as string[]);
  for (const [key, kind] of [
    ["globalSetup", "jest-setup"],
    ["globalTeardown", "jest-teardown"],
  ] as const)
    for (const file of list(given[key])) config.globalSetup.push({ file: resolveFile(file, root), kind });
  config.moduleFolders = [...list(given.modulePaths), ...list(given.moduleDirectories)]
    .filter((name) => name !== "node_modules")
    .map((name) => path.default.resolve(root, name));
  config.passesWithoutTests = given.passWithNoTests === true;
  if (given.randomize === true) config.seed = Date.now() % 2 ** 31;
  for (const [pattern, target] of Object.entries((given.moduleNameMapper as Members | undefined) ?? {}))
    for (const one of Array.isArray(target) ? (target as unknown[]) : [target])
      config.aliases.push([wholeNames(pattern), inRoot(one as string)]);
  config.globals = (given.globals as Members | undefined) ?? {};
  applyCommon(config, given, "testTimeout", "resetMocks");
  readJestCoverage(config.coverage, given, root, config.notices);
  config.automocks = given.automock === true;
  if (given.injectGlobals === false) config.hasGlobals = false;
  config.useFakeTimers = (given.fakeTimers as Members | undefined)?.enableGlobally === true;
  config.transforms = transformsOf(given, inRoot);
  if (typeof given.resolver === "string") config.resolver = inRoot(given.resolver);
  config.notices.push(...unusedOfJest(given));
  const { displayName, projects } = given;
  config.name = String((displayName as Members | undefined)?.name ?? displayName ?? "");
  if (Array.isArray(projects)) config.projectSource = { runner: "jest", list: projects, outer: given, folder: root };
  noteUnsupported(config, "jest", given, JEST_KEYS);
}

/** Settings that have no effect with the values that they have. */
function unusedOfJest(given: Members): string[] {
  const notices: string[] = [];
  const { testRunner, reporters } = given;
  if (typeof testRunner === "string" && !/circus/.test(testRunner))
    notices.push(`jest: the test runner "${testRunner}" is not supported`);
  notices.push(...unusedReporters("jest", reporters, /^(?:default|summary|github-actions|jest-junit)$/));
  const { enableGlobally: _global, ...timers } = (given.fakeTimers ?? {}) as Members;
  for (const name of Object.keys(timers)) notices.push(`jest: "fakeTimers.${name}" is not supported`);
  return notices;
}

/** Reporters are those of the command line: others that a configuration names are reported. */
function unusedReporters(runner: string, given: unknown, known: RegExp): string[] {
  const list = given === undefined ? [] : Array.isArray(given) ? (given as unknown[]) : [given];
  return list
    .map((entry) => (Array.isArray(entry) ? (entry as unknown[])[0] : entry))
    .filter((name) => !known.test(String(name)))
    .map((name) => `${runner}: the reporter ${typeof name === "string" ? `"${name}"` : "object"} is not supported`);
}

/** The transformers of the configuration; null when there is none but those whose work the runner does. */
function transformsOf(given: Members, inRoot: (text: unknown) => string): JestTransforms | null {
  const list = Object.entries((given.transform as Members | undefined) ?? {}).map(([pattern, transformer]) => {
    const [name, options = {}] = Array.isArray(transformer) ? (transformer as [string, unknown?]) : [transformer];
    const isOurs = /(?:^|\/)(?:ts-jest|babel-jest|@swc\/jest|esbuild-jest|@sucrase\/jest-plugin)(?:\/|$)/.test(
      String(name),
    );
    // Only data can be sent to the threads of the files.
    return { pattern, file: isOurs ? null : inRoot(name), options: JSON.parse(JSON.stringify(options)) as unknown };
  });
  if (list.every(({ file }) => file === null)) return null;
  const ignored = (given.transformIgnorePatterns as string[] | undefined) ?? ["/node_modules/", "\\.pnp\\.[^\\/]+$"];
  return { list, ignored: ignored.map(inRoot) };
}

/** Jest's globs: those with `!` exclude. */
function allOf(patterns: string[]): PathTest {
  const includes = patterns.filter((pattern) => !pattern.startsWith("!")).map(matcherOf);
  const excludes = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => matcherOf(pattern.slice(1)));
  return (name, absolute) =>
    includes.some((test) => test(name, absolute)) && !excludes.some((test) => test(name, absolute));
}

function applyCommon(config: ProjectConfig, given: Members, timeout: string, reset: string): void {
  if (typeof given[timeout] === "number") config.timeoutMs = given[timeout];
  config.clearMocks = given.clearMocks === true;
  config.resetMocks = given[reset] === true;
  config.restoreMocks = given.restoreMocks === true;
  config.snapshotFormat = (given.snapshotFormat as Members | undefined) ?? {};
  config.snapshotSerializers = ((given.snapshotSerializers as string[] | undefined) ?? []).map((file) =>
    resolveFile(file, config.root),
  );
  if (typeof given.bail === "number") config.bail = given.bail;
  if (given.bail === true) config.bail = 1;
  if (typeof given.maxConcurrency === "number") config.concurrencyMax = given.maxConcurrency;
}

const VITEST_KEYS = [
  "include",
  "includeSource",
  "exclude",
  "globals",
  "environment",
  "setupFiles",
  "testTimeout",
  "hookTimeout",
  "retry",
  "root",
  "dir",
  "alias",
  "env",
  "clearMocks",
  "mockReset",
  "restoreMocks",
  "sequence",
  "maxConcurrency",
  "snapshotFormat",
  "snapshotSerializers",
  "environmentOptions",
  "environmentMatchGlobs",
  "bail",
  "name",
  "fakeTimers",
  "passWithNoTests",
  "coverage",
  "reporters",
  "pool",
  "poolOptions",
  "watch",
  "isolate",
  "fileParallelism",
  "typecheck",
  "css",
  "deps",
  "server",
  "silent",
  "logHeapUsage",
  "projects",
  "workspace",
  "maxWorkers",
  "minWorkers",
  "onConsoleLog",
  "forceRerunTriggers",
  "outputFile",
  "browser",
  "globalSetup",
  "provide",
  "unstubEnvs",
  "unstubGlobals",
  "execArgv",
  "expect",
  "teardownTimeout",
  "slowTestThreshold",
  "printConsoleTrace",
  "hideSkippedTests",
  "includeTaskLocation",
  "disableConsoleIntercept",
  "benchmark",
  "cache",
  "chaiConfig",
  "diff",
  "allowOnly",
  "ui",
  "open",
  "api",
  "update",
  "experimental",
  "sequencer",
];

const VITEST_REPORTERS =
  /^(?:default|basic|verbose|tree|dot|tap|tap-flat|junit|json|html|github-actions|hanging-process|blob|minimal|agent)$/;

/** A target of Jest replaces the complete name, also where its pattern matches a part. */
function wholeNames(pattern: string): string {
  return `^[^]*?(?:${pattern})[^]*$`;
}

/** The conditions of `resolve` and `ssr.resolve` that are not those of the homes. */
function conditionsOf(given: Members): string[] {
  const resolves = [given, given.ssr as Members | undefined].map((members) => members?.resolve as Members | undefined);
  const lists = resolves.flatMap((resolve) => [resolve?.conditions, resolve?.externalConditions]);
  return ownConditions(lists.flatMap((list) => (Array.isArray(list) ? (list as string[]) : [])));
}

function ownConditions(conditions: string[]): string[] {
  return [...new Set(conditions)].filter((condition) => !/^(?:default|import|require|node|browser)$/.test(condition));
}

/** Applies a configuration of Vite; without `test` it is none of tests. */
export function applyVitest(config: ProjectConfig, given: Members, folder: string): void {
  const test = given.test as Members | undefined;
  if (test === undefined) return;
  config.runner = "vitest";
  const root = path.default.resolve(folder, String(test.root ?? given.root ?? "."));
  config.root = config.globRoot = root;
  const list = (value: unknown): string[] =>
    value === undefined ? [] : Array.isArray(value) ? (value as string[]) : [value as string];
  if (typeof test.dir === "string") {
    config.globRoot = path.default.resolve(root, test.dir);
    config.roots = [config.globRoot];
  }
  if (test.include !== undefined) config.include = list(test.include).map(matcherOf);
  config.includeSource = list(test.includeSource).map(matcherOf);
  config.exclude.push(...list(test.exclude).map(matcherOf));
  config.hasGlobals = test.globals === true;
  if (typeof test.environment === "string") config.environment = test.environment;
  for (const [glob, environment] of (test.environmentMatchGlobs ?? []) as [string, string][])
    config.environmentMatches.push([matcherOf(glob), environment]);
  config.requiresAssertions = (test.expect as Members | undefined)?.requireAssertions === true;
  config.environmentOptions =
    ((test.environmentOptions as Members | undefined)?.[config.environment ?? ""] as Members | undefined) ?? {};
  config.setupFiles = list(test.setupFiles).map((file) => fileOrPackage(file, root));
  for (const file of list(test.globalSetup))
    config.globalSetup.push({ file: fileOrPackage(file, root), kind: "vitest" });
  config.provided = { ...(test.provide as Members | undefined) };
  config.unstubsGlobals = test.unstubGlobals === true;
  config.unstubsEnvironment = test.unstubEnvs === true;
  const { forks, threads } = (test.poolOptions ?? {}) as Record<string, Members | undefined>;
  const execArguments = [test.execArgv, forks?.execArgv, threads?.execArgv].flatMap(list);
  config.exposesGc = execArguments.some((argument) => /^--expose[-_]gc$/.test(argument));
  addAliases(config, (given.resolve as Members | undefined)?.alias);
  addAliases(config, test.alias);
  config.conditions = conditionsOf(given);
  config.variables = (test.env as Record<string, string> | undefined) ?? {};
  if (typeof test.hookTimeout === "number") config.hookTimeoutMs = test.hookTimeout;
  if (typeof test.retry === "number") config.retry = test.retry;
  applyCommon(config, test, "testTimeout", "mockReset");
  readVitestCoverage(config.coverage, (test.coverage as Members | undefined) ?? {}, root, config.notices);
  const sequence = test.sequence as
    | { shuffle?: boolean; seed?: number; hooks?: string; concurrent?: boolean }
    | undefined;
  config.isAllConcurrent = sequence?.concurrent === true;
  config.hooksInOrder = sequence?.hooks === "list" || sequence?.hooks === "parallel";
  if (sequence?.shuffle === true) config.seed = sequence.seed ?? Date.now() % 2 ** 31;
  config.passesWithoutTests = test.passWithNoTests === true;
  config.name = String((test.name as { label?: string } | undefined)?.label ?? test.name ?? "");
  config.isForBrowsers = (test.browser as Members | undefined)?.enabled === true;
  for (const [name, value] of Object.entries((given.define as Members | undefined) ?? {}))
    config.defines.push([name, typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined")]);
  const projects = test.projects ?? test.workspace;
  if (Array.isArray(projects)) config.projectSource = { runner: "vitest", list: projects, outer: given, folder: root };
  if ((test.typecheck as Members | undefined)?.enabled === true)
    config.notices.push('vitest: "typecheck" is not supported: tests of types do not run');
  config.notices.push(...unusedReporters("vitest", test.reporters, VITEST_REPORTERS));
  noteUnsupported(config, "vitest", test, VITEST_KEYS);
}

function addAliases(config: ProjectConfig, given: unknown): void {
  const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const entries: [unknown, unknown][] = Array.isArray(given)
    ? (given as { find: unknown; replacement: unknown }[]).map(({ find, replacement }) => [find, replacement])
    : Object.entries((given as Members | undefined) ?? {});
  for (const [find, replacement] of entries)
    config.aliases.push([
      find instanceof RegExp ? find.source : `^${escape(String(find))}(?=/|$)`,
      String(replacement),
    ]);
}
