// What a run reads of a project's configuration, and what the readers of its files share.
import type { Compilation } from "internal:test_runner/command/compilation";
import type { JestReporterEntry } from "internal:test_runner/command/jest_reporters";
import type { MochaReporterEntry } from "internal:test_runner/command/mocha_reporters";
import type { VitestReporterEntry } from "internal:test_runner/command/vitest_reporters_of_project";
import type { Kind } from "internal:test_runner/command/report";
import { type CoverageConfig, defaultCoverage } from "internal:test_runner/command/coverage_config";
import type { JestTransforms } from "internal:test_runner/dialects/protocol";
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import type { TagRules } from "internal:test_runner/dialects/vitest_tags";
import { changedMs, readNearby } from "native:modules";
import { readFileSync } from "internal:node/fs/sync_io";
import { existsSync } from "internal:node/fs/sync_tree";
import defer * as path from "internal:core/path";
import defer * as json from "internal:core/data_formats/json5";

/** Tests a path, relative to the root and absolute. */
export type PathTest = (name: string, absolute: string) => boolean;

export type Members = Record<string, unknown>;

/** What a run reads of the configuration. Times in milliseconds. */
export interface ProjectConfig {
  root: string;
  /** The configuration file of Jest or Vitest; null: there is none. */
  file: string | null;
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
  /** Those of Vitest by the names of environments. */
  environmentOptions: Members;
  hasGlobals: boolean | null;
  globals: Members;
  aliases: [pattern: string, target: string][];
  /** How sources are compiled where their own tsconfig does not decide. */
  compilation: Compilation;
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
  /** As in `Job`. */
  moduleFolders: string[];
  /** The folder that patterns are relative to. */
  globRoot: string;
  exposesGc: boolean;
  retry: number;
  bail: number;
  concurrencyMax: number | null;
  /** How many of its files run at the same time; null: as many as the run says. */
  fileWorkers: number | null;
  seed: number | null;
  clearMocks: boolean;
  resetMocks: boolean;
  restoreMocks: boolean;
  snapshotFormat: Members;
  snapshotSerializers: string[];
  /** The snapshot file of a test file; null: beside it, in `__snapshots__`. */
  snapshotPath: ((testFile: string) => string) | null;
  useFakeTimers: boolean;
  /** The options of `useFakeTimers`. */
  fakeTimers: Members;
  automocks: boolean;
  /** Sources of expressions for paths of packages in which mocks of Vitest count. */
  inlinedPackages: string[];
  /** Names of packages that Jest mocks without a call, with the files in `__mocks__` that stand for them. */
  packageMocks: [name: string, file: string][];
  passesWithoutTests: boolean;
  coverage: CoverageConfig;
  /** Unsupported settings, to be reported once. */
  notices: string[];
  /** The tags that tests of Vitest may have. */
  tagRules: TagRules;
  /** Reports in files that Vitest's configuration names. */
  fileReporters: { name: string; destination: string }[];
  /** Modules that Jest's configuration names as reporters. */
  jestReporters: JestReporterEntry[];
  /** The module that Mocha's configuration or script names as its reporter; null: none. */
  mochaReporter: MochaReporterEntry | null;
  /** Those of Vitest's configuration that are not ours; null: it has none. */
  vitestReporters: { entries: VitestReporterEntry[]; printsDefault: boolean } | null;
  /** What of the configuration could not be read: the tests run without it, and the run fails. */
  problems: string[];
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
  kind: "jest-setup" | "jest-teardown" | "vitest" | "mocha" | "node";
}

/** The projects as a configuration has them. */
export interface ProjectSource {
  runner: "jest" | "vitest";
  list: unknown[];
  /** The configuration around them. */
  outer: Members;
  folder: string;
}

/** The configuration without any file. */
export function emptyConfig(root: string): ProjectConfig {
  return {
    root,
    file: null,
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
    compilation: { tsconfig: "", options: {} },
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
    fileWorkers: null,
    seed: null,
    clearMocks: false,
    resetMocks: false,
    restoreMocks: false,
    snapshotFormat: {},
    snapshotSerializers: [],
    snapshotPath: null,
    useFakeTimers: false,
    fakeTimers: {},
    automocks: false,
    inlinedPackages: [],
    packageMocks: [],
    passesWithoutTests: false,
    coverage: defaultCoverage(root),
    notices: [],
    tagRules: { definitions: [], isStrict: true },
    fileReporters: [],
    jestReporters: [],
    mochaReporter: null,
    vitestReporters: null,
    problems: [],
    name: "",
    isForBrowsers: false,
    defines: [],
    projectSource: null,
    projects: [],
    ignored: [],
  };
}

/** Null for a missing file. Throws the system's error for one that cannot be read. */
export function readText(file: string): string | null {
  return readNearby(file) ?? (changedMs(file) < 0 ? null : (readFileSync(file, "utf8") as string));
}

/** An object of JSON with comments; an empty one for a missing file. Throws a ConfigurationError for another text. */
export function readJson(file: string): Members {
  const text = readText(file);
  if (text === null) return {};
  try {
    return json.parseJson5(text, false, file) as Members;
  } catch (error) {
    throw new ConfigurationError((error as Error).message);
  }
}

export const EXTENSIONS = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json"];

/** A file of a package, or one relative to the folder. */
export function resolveFile(file: string, folder: string): string {
  return file.startsWith(".") ? path.default.resolve(folder, file) : file;
}

/** A file relative to the folder when there is one, else a package. */
export function fileOrPackage(name: string, folder: string): string {
  const file = path.default.resolve(folder, name);
  const exists = ["", ...EXTENSIONS].some((extension) => existsSync(file + extension));
  return exists || name.startsWith(".") ? file : name;
}

/** Options of fake timers, as data. */
export function fakeTimersOf(given: unknown): Members {
  const { enableGlobally: _isGlobal, now, ...options } = (given ?? {}) as Members;
  return now === undefined ? options : { ...options, now: Number(now) };
}

export function noteUnsupported(config: ProjectConfig, where: string, given: Members, known: string[]): void {
  for (const key of Object.keys(given))
    if (!known.includes(key)) config.notices.push(`${where}: "${key}" is not supported`);
}

export function applyCommon(config: ProjectConfig, given: Members, timeout: string, reset: string): void {
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

export function ownConditions(conditions: string[]): string[] {
  return [...new Set(conditions)].filter((condition) => !/^(?:default|import|require|node|browser)$/.test(condition));
}
