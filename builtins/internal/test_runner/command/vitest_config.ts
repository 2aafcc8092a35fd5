// Applies a configuration of Vite with tests (https://vitest.dev/config/). Unsupported settings are reported once.
import { workersOfVitest } from "internal:test_runner/command/file_workers";
import { checkSettings, type SettingKind } from "internal:test_runner/command/configuration_error";
import { compilationOfVite } from "internal:test_runner/command/compilation";
import { excluderOf, matcherOf } from "internal:test_runner/command/discover";
import { readVitestCoverage } from "internal:test_runner/command/coverage_config";
import {
  applyCommon,
  fakeTimersOf,
  fileOrPackage,
  type Members,
  noteUnsupported,
  ownConditions,
  type ProjectConfig,
} from "internal:test_runner/command/project_config";
import { hasVitestSettings, withVitestSettings } from "internal:test_runner/command/setting_flags";
import defer * as vitestReporters from "internal:test_runner/command/vitest_reporters";
import defer * as snapshotPaths from "internal:test_runner/command/snapshot_paths";
import defer * as viteDefines from "internal:test_runner/command/vite_defines";
import defer * as path from "internal:core/path";

/** Applies a configuration of Vite; without `test` it is none of tests. */
export function applyVitest(config: ProjectConfig, given: Members, folder: string): void {
  if (given.test === undefined && !hasVitestSettings()) return;
  const test = withVitestSettings((given.test as Members | undefined) ?? {});
  config.runner = "vitest";
  checkSettings("vitest", test, VITEST_KINDS);
  const root = path.default.resolve(folder, String(test.root ?? given.root ?? "."));
  config.root = config.globRoot = root;
  if (test.root !== undefined || given.root !== undefined) config.roots = [root];
  const list = (value: unknown): string[] =>
    value === undefined ? [] : Array.isArray(value) ? (value as string[]) : [value as string];
  if (typeof test.dir === "string") {
    config.globRoot = path.default.resolve(root, test.dir);
    config.roots = [config.globRoot];
  }
  if (test.include !== undefined) config.include = list(test.include).map(matcherOf);
  config.includeSource = list(test.includeSource).map(matcherOf);
  config.exclude.push(...list(test.exclude).map(excluderOf));
  config.hasGlobals = test.globals === true;
  if (typeof test.environment === "string") config.environment = test.environment;
  for (const [glob, environment] of (test.environmentMatchGlobs ?? []) as [string, string][])
    config.environmentMatches.push([matcherOf(glob), environment]);
  config.tagRules = tagRulesOf(test);
  config.inlinedPackages = inlinedOf(test);
  config.requiresAssertions = (test.expect as Members | undefined)?.requireAssertions === true;
  config.environmentOptions = (test.environmentOptions as Members | undefined) ?? {};
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
  config.compilation = compilationOfVite(given);
  config.variables = { ...(test.env as Record<string, string> | undefined) };
  if (typeof test.mode === "string") config.variables.MODE = test.mode;
  if (typeof test.hookTimeout === "number") config.hookTimeoutMs = test.hookTimeout;
  config.fakeTimers = fakeTimersOf(test.fakeTimers);
  const retry: unknown = (test.retry as Members | undefined)?.count ?? test.retry;
  if (typeof retry === "number") config.retry = retry;
  applyCommon(config, test, "testTimeout", "mockReset");
  readVitestCoverage(config.coverage, (test.coverage as Members | undefined) ?? {}, root, config.notices);
  const sequence = test.sequence as
    | { shuffle?: boolean | { files?: boolean; tests?: boolean }; seed?: number; hooks?: string; concurrent?: boolean }
    | undefined;
  config.fileWorkers = workersOfVitest(test);
  config.isAllConcurrent = sequence?.concurrent === true;
  config.hooksInOrder = sequence?.hooks === "list" || sequence?.hooks === "parallel";
  const { shuffle } = sequence ?? {};
  if (shuffle === true || (typeof shuffle === "object" && (shuffle.files === true || shuffle.tests === true)))
    config.seed = sequence!.seed ?? Date.now() % 2 ** 31;
  config.passesWithoutTests = test.passWithNoTests === true;
  config.name = String((test.name as { label?: string } | undefined)?.label ?? test.name ?? "");
  config.isForBrowsers = (test.browser as Members | undefined)?.enabled === true;
  if (config.isForBrowsers && config.name === "")
    config.notices.push("vitest: tests in browsers are not supported: the files run without one");
  if (given.define !== undefined) viteDefines.applyDefines(config, given.define as Members);
  const projects = test.projects ?? test.workspace;
  if (Array.isArray(projects)) config.projectSource = { runner: "vitest", list: projects, outer: given, folder: root };
  if ((test.typecheck as Members | undefined)?.enabled === true)
    config.notices.push('vitest: "typecheck" is not supported: tests of types do not run');
  if (test.resolveSnapshotPath !== undefined) config.snapshotPath = snapshotPaths.snapshotPathOfVitest(test);
  readReporters(config, test, root);
  noteUnsupported(config, "vitest", test, VITEST_KEYS);
}

function tagRulesOf(test: Members): ProjectConfig["tagRules"] {
  // Only data can be sent to the threads of the files.
  const definitions = JSON.parse(JSON.stringify(test.tags ?? [])) as ProjectConfig["tagRules"]["definitions"];
  return { definitions, isStrict: test.strictTags !== false };
}

function readReporters(config: ProjectConfig, test: Members, root: string): void {
  const { files, ofProject, notices } = vitestReporters.reportersOf(test, root);
  config.fileReporters = files;
  config.vitestReporters = ofProject;
  config.notices.push(...notices);
}

/** Expressions for the paths of packages that `server.deps.inline` names; `true`: of all. */
function inlinedOf(test: Members): string[] {
  const deps = ((test.server as Members | undefined)?.deps ?? test.deps) as Members | undefined;
  const inline: unknown = deps?.inline;
  if (inline === true) return ["/node_modules/"];
  const names = Array.isArray(inline) ? (inline as unknown[]) : [];
  return names.map((name) => (name instanceof RegExp ? name.source : `/node_modules/${escaped(String(name))}/`));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The conditions of the mode, which files of Vitest have without a setting, and the one that Vitest leaves out. */
const OF_VITE = new Set(["development|production", "development", "production", "module"]);

/** The conditions of `resolve` and `ssr.resolve` that are neither those of the homes nor Vite's. */
function conditionsOf(given: Members): string[] {
  const resolves = [given, given.ssr as Members | undefined].map((members) => members?.resolve as Members | undefined);
  const lists = resolves.flatMap((resolve) => [resolve?.conditions, resolve?.externalConditions]);
  const named = lists.flatMap((list) => (Array.isArray(list) ? (list as string[]) : []));
  return ownConditions(named.filter((name) => !OF_VITE.has(name)));
}

function addAliases(config: ProjectConfig, given: unknown): void {
  const entries: Alias[] = Array.isArray(given)
    ? (given as Alias[])
    : Object.entries((given as Members | undefined) ?? {}).map(([find, replacement]) => ({ find, replacement }));
  for (const { find, replacement, customResolver } of entries) {
    if (customResolver !== undefined)
      config.notices.push(`vitest: "customResolver" of the alias ${String(find)} is not supported`);
    // What only its own resolver maps is found without it.
    if (typeof replacement !== "string" && customResolver !== undefined) continue;
    config.aliases.push([
      find instanceof RegExp ? find.source : `^${escaped(String(find))}(?=/|$)`,
      String(replacement),
    ]);
  }
}

interface Alias {
  find: unknown;
  replacement?: unknown;
  customResolver?: unknown;
}

const VITEST_KINDS: Record<string, SettingKind> = {
  testTimeout: "number",
  hookTimeout: "number",
  teardownTimeout: "number",
  include: "list",
  includeSource: "list",
  exclude: "list",
  setupFiles: "list",
  globalSetup: "list",
  env: "object",
  coverage: "object",
  environmentOptions: "object",
};

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
  "resolveSnapshotPath",
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
  "tags",
  "strictTags",
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
  "mode",
];
