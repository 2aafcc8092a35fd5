// Finds test files: by the patterns of all dialects below a folder, or as the command line names them.
import { isOfOtherRunner, looksLikeTest } from "internal:test_runner/command/detect";
import type { PathTest, ProjectConfig } from "internal:test_runner/command/project_config";
import { UsageError } from "internal:test_runner/command/options";
import { readdirSync, statSync } from "internal:node/fs/sync_tree";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import { readModuleText } from "native:modules";

const SOURCE = /\.(?:[cm]?[jt]sx?)$/;
/** Declarations, and tests of types. */
const DECLARATION = /\.(?:d|(?:test|spec)-d)\.[cm]?tsx?$/;
/** `*.test.*`, `*.spec.*`, `*_test.*`, `*_spec.*`. */
const BY_NAME = /[._-](?:test|spec)\.[cm]?[jt]sx?$/;
/** Vitest's own pattern. */
const OF_VITEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/;
/** Node's further names, which programs may have too. */
const OF_NODE = /^(?:test|test-.*)\.[cm]?[jt]s$/;
const IN_TESTS_FOLDER = /(?:^|\/)__tests__\//;
const IN_TEST_FOLDER = /(?:^|\/)tests?\//;
const IGNORED = new Set(["node_modules", "__snapshots__", "__mocks__", "__fixtures__", "bower_components"]);
const MAGIC = /[*?[\]{}]/;

/** The files to run, as absolute paths, sorted. Throws a UsageError when files are named and none exists. */
export function findFiles(
  patterns: string[],
  folder: string,
  config: ProjectConfig,
  filesIn = (roots: string[]): string[] => walkAll(roots, folder, config),
): string[] {
  const roots = config.roots.length > 0 ? config.roots : [folder];
  if (patterns.length === 0) return filesIn(roots);
  const found = new Set<string>();
  let all: string[] | undefined;
  const missing: string[] = [];
  for (const pattern of patterns) {
    const before = found.size;
    const absolute = path.default.resolve(folder, pattern);
    const stat = statSync(absolute, { throwIfNoEntry: false }) as { isDirectory(): boolean } | undefined;
    if (stat !== undefined && !stat.isDirectory()) found.add(absolute);
    else if (stat !== undefined) for (const file of filesIn([absolute])) found.add(file);
    else if (MAGIC.test(pattern)) {
      const matches = fs.default.globSync(pattern, {
        cwd: folder,
        exclude: (name: string) => IGNORED.has(name),
      }) as string[];
      for (const match of matches) if (SOURCE.test(match)) found.add(path.default.resolve(folder, match));
    } else {
      all ??= filesIn(roots);
      for (const file of all) if (path.default.relative(folder, file).includes(pattern)) found.add(file);
    }
    if (found.size === before) missing.push(pattern);
  }
  if (found.size === 0)
    throw new UsageError(`no test files match ${missing.map((pattern) => `"${pattern}"`).join(", ")}`);
  return [...found].sort();
}

/** `*.bench.*`, `*_bench.*`, `bench.*`, `*.benchmark.*`. */
const BENCH_BY_NAME = /(?:^|[._-])bench(?:mark)?\.[cm]?[jt]sx?$/;

/** The files of benchmarks, as absolute paths, sorted. Throws a UsageError when there are none. */
export function findBenchFiles(patterns: string[], folder: string, config: ProjectConfig): string[] {
  const files = findFiles(patterns, folder, config, (roots) =>
    roots.flatMap(walkSources).filter((file) => BENCH_BY_NAME.test(path.default.basename(file))),
  );
  if (files.length === 0) throw new UsageError("no benchmark files found (names like *.bench.ts and *_bench.ts)");
  return files;
}

/** The test files in folders, sorted. */
export function walkAll(roots: string[], folder: string, config: ProjectConfig): string[] {
  const found = new Set<string>();
  for (const root of roots) walk(root, folder, config, found);
  return [...found].sort();
}

interface Entry {
  name: string;
  isDirectory(): boolean;
  isFile(): boolean;
  isSymbolicLink(): boolean;
}

function walk(root: string, folder: string, config: ProjectConfig, found: Set<string>): void {
  const open = [root];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    let entries: Entry[];
    try {
      entries = readdirSync(at, { withFileTypes: true }) as Entry[];
    } catch (error) {
      if (at === root)
        throw new UsageError(`the folder of tests "${root}" cannot be read: ${(error as Error).message}`);
      continue;
    }
    for (const entry of entries) {
      const file = `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!IGNORED.has(entry.name) && !entry.name.startsWith(".")) open.push(file);
      } else if (entry.isFile() && isTestFile(file, folder, config)) found.add(file);
    }
  }
}

function isTestFile(file: string, folder: string, config: ProjectConfig): boolean {
  const { relative, basename } = path.default;
  const name = relative(folder, file);
  if (!SOURCE.test(name) || DECLARATION.test(name)) return false;
  const inConfig = name.startsWith("..") ? file : relative(config.globRoot, file);
  if (config.exclude.some((test) => test(inConfig, file))) return false;
  if (config.includeSource.some((test) => test(inConfig, file)) && readModuleText(file).includes("import.meta.vitest"))
    return true;
  if (config.include !== null) return config.include.some((test) => test(inConfig, file));
  if (BY_NAME.test(basename(file)) || IN_TESTS_FOLDER.test(name)) {
    // In a project of Vitest the names of other runners are those of their tests alone.
    return config.runner !== "vitest" || OF_VITEST.test(name) || isOfOtherRunner(readModuleText(file));
  }
  if (!IN_TEST_FOLDER.test(name) && !OF_NODE.test(basename(file))) return false;
  // The runners of these name their tests by patterns; other files in the folder are helpers.
  const isNamed = config.runner === "vitest" || config.runner === "jest" || config.runner === "bun";
  return looksLikeTest(readModuleText(file), isNamed);
}

/** Whether a file is a test by its name, or as the configuration says. */
export function testFileTest(folder: string, config: ProjectConfig): (file: string) => boolean {
  const { relative, basename } = path.default;
  return (file) => {
    const name = relative(folder, file);
    const inConfig = name.startsWith("..") ? file : relative(config.globRoot, file);
    if (config.include !== null && config.include.some((test) => test(inConfig, file))) return true;
    return BY_NAME.test(basename(file)) || IN_TESTS_FOLDER.test(name);
  };
}

/** All sources below a folder, without those of packages and hidden folders. */
export function walkSources(folder: string): string[] {
  const found: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true }) as Entry[]) {
      const file = `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!IGNORED.has(entry.name) && !entry.name.startsWith(".")) open.push(file);
      } else if (entry.isFile() && SOURCE.test(entry.name) && !DECLARATION.test(entry.name)) found.push(file);
    }
  }
  return found.sort();
}

/** Tests for what a glob, a file or a folder names. */
export function ignoreTests(pattern: string): PathTest[] {
  return [matcherOf(pattern), matcherOf(`${pattern.replace(/\/$/, "")}/**`)];
}

/** A function that tests whether a path matches a glob. */
export function matcherOf(pattern: string): PathTest {
  // Picomatch has groups without a sign, which mean one of them.
  const plain = pattern.replace(/^\.\//, "").replaceAll(/(?<![!@+*?\\])\(/g, "@(");
  return (name, absolute) =>
    path.default.matchesGlob(name, plain) || (plain.startsWith("/") && path.default.matchesGlob(absolute, plain));
}

/** A test for the paths that an excluding pattern of Vitest matches, and for what is in such folders. */
export function excluderOf(pattern: string): PathTest {
  const matches = matcherOf(pattern.replace(/\/+$/, ""));
  return (name, absolute) => {
    for (let at = name, full = absolute; at !== "." && at !== "";) {
      if (matches(at, full)) return true;
      const end = at.lastIndexOf("/");
      if (end === -1) return false;
      at = at.slice(0, end);
      full = full.slice(0, full.lastIndexOf("/"));
    }
    return false;
  };
}
