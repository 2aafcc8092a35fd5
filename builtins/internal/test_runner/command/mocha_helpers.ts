// Files that Mocha loads with its tests and that have none themselves: they set globals, and define hooks for the tests of all
// files. Here they are loaded before the tests. https://mochajs.org/#root-hooks
import { looksLikeTest } from "internal:test_runner/command/detect";
import { walkSources } from "internal:test_runner/command/discover";
import type { PathTest, ProjectConfig } from "internal:test_runner/command/project_config";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import { readModuleText } from "native:modules";

const MAGIC = /[*?[\]{}!]/;
/** What Mocha loads without specs: of `test` only the files, or with `--recursive` all below it. */
const DEFAULT_FOLDER = "test";
const LOADED = /\.[cm]?js$/;
/** Its name says that it is a test. */
const TEST_NAME = /[._-](?:test|spec)\.[cm]?[jt]sx?$/;

/** The specs of a project of Mocha. */
export interface Specs {
  /** Files, folders and globs; none: Mocha's default. */
  patterns: readonly string[];
  isRecursive: boolean;
  /** Whether a file is one of the specs; null: the default. */
  tests: readonly PathTest[] | null;
}

/** Adds the helpers among the specs to the files that are loaded before the tests. */
export function addHelpers(config: ProjectConfig, folder: string, specs: Specs): void {
  const roots = specs.patterns.length === 0 ? [DEFAULT_FOLDER] : specs.patterns.map(rootOf);
  const isSpec = specs.tests === null ? isOfDefault(specs.isRecursive) : anyOf(specs.tests);
  const helpers = new Set<string>();
  for (const root of new Set(roots.map((one) => path.default.resolve(folder, one)))) {
    for (const file of filesOf(root, folder)) {
      const name = path.default.relative(folder, file);
      if (!isSpec(name, file) || TEST_NAME.test(name) || config.exclude.some((test) => test(name, file))) continue;
      if (!looksLikeTest(readModuleText(file), false)) helpers.add(file);
    }
  }
  for (const file of helpers) if (!config.setupFiles.includes(file)) config.setupFiles.push(file);
  if (helpers.size > 0) config.exclude.push((_name, file) => helpers.has(file));
}

function isOfDefault(isRecursive: boolean): PathTest {
  return (name) => {
    const rest = name.slice(DEFAULT_FOLDER.length + 1);
    return LOADED.test(name) && name.startsWith(`${DEFAULT_FOLDER}/`) && (isRecursive || !rest.includes("/"));
  };
}

function anyOf(tests: readonly PathTest[]): PathTest {
  return (name, file) => tests.some((test) => test(name, file));
}

/** The folder in which a glob can match, or what another pattern names. */
function rootOf(pattern: string): string {
  const parts = pattern.split("/");
  const end = parts.findIndex((part) => MAGIC.test(part));
  return end === -1 ? pattern : parts.slice(0, end).join("/") || ".";
}

/** None below the folder of the whole project: what its globs match there is not meant for Mocha alone. */
function filesOf(root: string, folder: string): string[] {
  if (root === folder || !root.startsWith(`${folder}/`)) return [];
  const stat = fs.default.statSync(root, { throwIfNoEntry: false }) as { isDirectory(): boolean } | undefined;
  if (stat === undefined) return [];
  return stat.isDirectory() ? walkSources(root) : [root];
}
