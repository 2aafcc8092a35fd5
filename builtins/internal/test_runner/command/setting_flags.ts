// Settings of Jest's and Vitest's configurations that their command lines have too, such as `--testMatch` and `--root`. They replace
// those of the configuration. https://jestjs.io/docs/cli, https://vitest.dev/guide/cli
import type { Members } from "internal:test_runner/command/project_config";

/** What the command line says of settings, in the form of each configuration. */
export interface SettingFlags {
  jest: Members;
  /** The members of `test`; `root` and `mode` are Vite's. */
  vitest: Members;
}

type Sort = "boolean" | "number" | "string" | "list" | "json";

const OF_JEST: Record<string, Sort> = {
  automock: "boolean",
  clearMocks: "boolean",
  resetMocks: "boolean",
  resetModules: "boolean",
  restoreMocks: "boolean",
  coveragePathIgnorePatterns: "list",
  coverageThreshold: "json",
  globalSetup: "string",
  globalTeardown: "string",
  moduleDirectories: "list",
  moduleFileExtensions: "list",
  moduleNameMapper: "json",
  modulePathIgnorePatterns: "list",
  modulePaths: "list",
  preset: "string",
  projects: "list",
  resolver: "string",
  rootDir: "string",
  roots: "list",
  setupFiles: "list",
  snapshotSerializers: "list",
  testEnvironment: "string",
  testEnvironmentOptions: "json",
  testMatch: "list",
  testPathIgnorePatterns: "list",
  testRegex: "list",
  testRunner: "string",
  transform: "json",
  transformIgnorePatterns: "list",
};

/** By their paths; those with dots are members of members. */
const OF_VITEST: Record<string, Sort> = {
  root: "string",
  dir: "string",
  mode: "string",
  hookTimeout: "number",
  fileParallelism: "boolean",
  "retry.count": "number",
  "sequence.concurrent": "boolean",
  "sequence.hooks": "string",
  "sequence.shuffle.files": "boolean",
  "sequence.shuffle.tests": "boolean",
  "expect.requireAssertions": "boolean",
  "coverage.skipFull": "boolean",
  "coverage.reportOnFailure": "boolean",
  "coverage.thresholds.autoUpdate": "boolean",
  "typecheck.enabled": "boolean",
};

/**
 * Takes a flag that is a setting, with its value from `inline` or `rest`. False for another flag. Throws a SyntaxError for a value
 * that is not JSON.
 */
export function takeSetting(flags: SettingFlags, name: string, inline: string | undefined, rest: string[]): boolean {
  const isNegated = name.startsWith("no-");
  const key = isNegated ? name.slice(3) : name;
  const runner = Object.hasOwn(OF_JEST, key) ? "jest" : Object.hasOwn(OF_VITEST, key) ? "vitest" : null;
  if (runner === null) return false;
  const sort = runner === "jest" ? OF_JEST[key]! : OF_VITEST[key]!;
  if (sort === "boolean") set(flags[runner], key, isNegated ? false : inline !== "false");
  else if (sort === "list") {
    const before = (flags.jest[key] as string[] | undefined) ?? [];
    flags.jest[key] = [...before, ...(inline === undefined ? takeWords(rest) : [inline])];
  } else {
    const value = inline ?? rest.shift() ?? "";
    set(flags[runner], key, sort === "json" ? parsed(name, value) : sort === "number" ? Number(value) : value);
  }
  return true;
}

/** The words up to the next flag, of which Jest's lists consist. */
export function takeWords(rest: string[]): string[] {
  const words: string[] = [];
  while (rest.length > 0 && !rest[0]!.startsWith("-")) words.push(rest.shift()!);
  return words;
}

function parsed(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new SyntaxError(`--${name} expects JSON, not "${value}"`);
  }
}

/** Sets a member by its path; a number or boolean on the way is replaced by an object. */
function set(target: Members, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop()!;
  let at = target;
  for (const name of names) at = (at[name] ??= {}) as Members;
  at[last] = value;
}

let settings: SettingFlags = { jest: {}, vitest: {} };

/** Applies the settings to the configurations that are read from now on. */
export function useSettings(flags: SettingFlags): void {
  settings = flags;
}

/** From now on configurations of projects are read: those have folders of their own. */
export function forProjects(): void {
  const { rootDir: _rootDir, roots: _roots, projects: _projects, ...jest } = settings.jest;
  const { root: _root, dir: _dir, ...vitest } = settings.vitest;
  settings = { jest, vitest };
}

/** Whether the command line has settings of Jest, so that it needs no configuration. */
export function hasJestSettings(): boolean {
  return Object.keys(settings.jest).length > 0;
}

/** The same of Vitest. */
export function hasVitestSettings(): boolean {
  return Object.keys(settings.vitest).length > 0;
}

/** A configuration of Jest with the settings of the command line. */
export function withJestSettings(given: Members): Members {
  return { ...given, ...settings.jest };
}

/** The members of `test` in a configuration of Vite with the settings of the command line. */
export function withVitestSettings(test: Members): Members {
  return merged(test, settings.vitest);
}

function merged(one: Members, other: Members): Members {
  const result = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const isMembers = typeof value === "object" && value !== null && !Array.isArray(value);
    const before = typeof one[key] === "object" && one[key] !== null ? (one[key] as Members) : {};
    result[key] = isMembers ? merged(before, value as Members) : value;
  }
  return result;
}

/** Vite's mode, after which files with variables are named. */
export function viteMode(): string {
  return (settings.vitest.mode as string | undefined) ?? "test";
}
