// The files of a run: each with the project that it belongs to, its dialect, and the rules by which its modules are found and
// compiled. A file of several projects runs once in each of them, as in Vitest and Jest.
import type { Compilation } from "internal:test_runner/command/compilation";
import { foreignNotice, foreignRunner, isOfOtherRunner, kindOf } from "internal:test_runner/command/detect";
import { findFiles, walkAll } from "internal:test_runner/command/discover";
import { relativeName } from "internal:test_runner/command/file_task";
import { type TestOptions, UsageError } from "internal:test_runner/command/options";
import { type ProjectConfig, readJson } from "internal:test_runner/command/project_config";
import { foreignRunnerOfScript } from "internal:test_runner/command/script_command";
import { testScript } from "internal:test_runner/command/scripts";
import type { Kind } from "internal:test_runner/command/report";
import processModule from "internal:node/process";
import { shuffled } from "internal:test_runner/shuffle";
import defer * as changes from "internal:test_runner/command/changes";
import defer * as history from "internal:test_runner/command/history";
import { detectHome, readModuleText } from "native:modules";

const { env: environment } = processModule as unknown as { env: Record<string, string | undefined> };

/** The rules of resolution of bundlers, beside those of the homes. */
export const BUNDLER = "bundler";

/** A test file in a project. */
export interface TestFile {
  file: string;
  /** Relative to the working directory. */
  name: string;
  config: ProjectConfig;
  /** The project's name, where there are several. */
  project: string;
  kind: Kind;
  /** The home of its realm. */
  home: string;
}

/** How the modules of files are found and compiled. The process has one of these at a time. */
export interface Rules {
  /** A home, or `BUNDLER`. */
  resolution: string;
  conditions: string[];
  compilation: Compilation;
  /** What names of the sources are replaced with. */
  defines: ProjectConfig["defines"];
}

/** Finds the files of runs. */
export class Selection {
  readonly #folder: string;
  readonly #options: TestOptions;
  readonly #config: ProjectConfig;
  /** The runners of files that calls of the script name. */
  readonly #ofCalls = new Map<string, Kind>();

  constructor(folder: string, options: TestOptions, config: ProjectConfig) {
    this.#folder = folder;
    this.#options = options;
    this.#config = config;
  }

  /** The files that the options select, in the order of the run. Throws a UsageError when none is found. */
  select(seed: number | null): TestFile[] {
    const options = this.#options;
    let tests = this.#withoutForeign(this.#find());
    if (tests.length === 0) {
      if (options.passesWithoutTests || this.#config.passesWithoutTests) return [];
      throw new UsageError(
        `no test files found (names like *.test.ts, *_test.ts, *.spec.ts, and files in __tests__ or test)${hintOf(this.#folder)}`,
      );
    }
    const files = [...new Set(tests.map(({ file }) => file))];
    const { changedSince, shard, relatedTo } = options;
    if (relatedTo.length > 0) tests = ofFiles(tests, changes.related(files, relatedTo));
    if (changedSince !== null) tests = ofFiles(tests, changes.filter(files, this.#folder, changedSince));
    if (options.rerunsFailed) tests = ofFiles(tests, history.failedFiles(this.#folder, files));
    if (seed !== null) tests = shuffled(tests, seed);
    return shard === null ? tests : tests.filter((_test, index) => index % shard.count === shard.index - 1);
  }

  /** Without the tests of runners that run their own files only, which are reported once. */
  #withoutForeign(tests: TestFile[]): TestFile[] {
    const found = new Map<string, number>();
    const { runner: ofProject } = this.#config;
    const named =
      ofProject === null ? foreignRunnerOfScript(readJson(`${this.#folder}/package.json`), this.#folder) : null;
    // What has only globals belongs to the runner of the script.
    const ofScript = (kind: Kind, file: string): string | null =>
      kind === "jest" && !isOfOtherRunner(readModuleText(file)) ? named : null;
    const rest = tests.filter(({ file, kind }) => {
      const mayBe = kind === "plain" || kind === "jest" || kind === "mocha";
      const runner = mayBe ? (foreignRunner(readModuleText(file)) ?? ofScript(kind, file)) : null;
      if (runner !== null) found.set(runner, (found.get(runner) ?? 0) + 1);
      return runner === null;
    });
    const { notices } = this.#config;
    for (const [runner, count] of found) notices.push(foreignNotice(runner, count));
    if (found.size > 0 && rest.length === 0) {
      // Nothing else is left to be reported with.
      throw new UsageError(`no test files found that this runner can run: ${notices.splice(0).join("; ")}`);
    }
    return rest;
  }

  #find(): TestFile[] {
    const [config, folder] = [this.#config, this.#folder];
    if (config.projects.length === 0)
      return this.#filesOf((roots) => walkAll(roots, folder, config)).map((file) => this.#testOf(file, config, ""));
    const byFile = new Map<string, ProjectConfig[]>();
    for (const project of config.projects)
      for (const file of findFiles([], folder, project)) byFile.set(file, [...(byFile.get(file) ?? []), project]);
    const all = [...byFile.keys()].sort();
    const files = this.#filesOf((roots) => all.filter((file) => isIn(file, roots)));
    return files.flatMap((file) =>
      (byFile.get(file) ?? [config]).map((project) => this.#testOf(file, project, project.name)),
    );
  }

  /** The files of the command line's patterns, or else of the calls of the script. `filesIn`: what is found in folders. */
  #filesOf(filesIn: (roots: string[]) => string[]): string[] {
    const { patterns } = this.#options;
    const ofScript = this.#filesOfScript(filesIn);
    if (ofScript === null) return findFiles(patterns, this.#folder, this.#config, filesIn);
    if (patterns.length === 0) return ofScript;
    // A folder or a part of a path selects from both.
    const both = (roots: string[]): string[] => [
      ...new Set([...filesIn(roots), ...ofScript.filter((file) => isIn(file, roots))]),
    ];
    return findFiles(patterns, this.#folder, this.#config, both);
  }

  /** The files of the calls of the script, without calls that find nothing; null: no call names files that exist. */
  #filesOfScript(filesIn: (roots: string[]) => string[]): string[] | null {
    const { scriptCalls } = this.#options;
    this.#ofCalls.clear();
    if (scriptCalls.every(({ patterns }) => patterns.length === 0)) return null;
    const found = new Set<string>();
    const find = (patterns: string[]): string[] => findFiles(patterns, this.#folder, this.#config, filesIn);
    if (scriptCalls.some(({ isGuess }) => isGuess) && find([]).length > 0) return null;
    for (const { runner, patterns } of scriptCalls) {
      const files = filesIfAny(find, patterns);
      for (const file of files) found.add(file);
      if (patterns.length > 0) for (const file of files) if (!this.#ofCalls.has(file)) this.#ofCalls.set(file, runner);
    }
    return found.size === 0 ? null : [...found].sort();
  }

  #testOf(file: string, config: ProjectConfig, project: string): TestFile {
    const given = this.#options.home;
    const runner = given === "bun" ? "bun" : (this.#ofCalls.get(file) ?? config.runner);
    const kind = kindOf(readModuleText(file), file, { ...config, runner });
    const name = relativeName(this.#folder, file);
    return { file, name, config, project, kind, home: homeOf(kind, file, given) };
  }
}

function isIn(file: string, roots: string[]): boolean {
  return roots.some((root) => file === root || file.startsWith(`${root}/`));
}

function filesIfAny(find: (patterns: string[]) => string[], patterns: string[]): string[] {
  try {
    return find(patterns);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [];
  }
}

/** A script "test" may run programs that are not test files here, such as `jasmine`. */
function hintOf(folder: string): string {
  const manifest = readJson(`${folder}/package.json`);
  const script = testScript(manifest);
  if (script === "" || /^echo\b/.test(script)) return "";
  const foreign = foreignRunnerOfScript(manifest, folder);
  const why = foreign === null ? "" : `, whose files only run in ${foreign}`;
  return `; the script "test" is \`${script}\`${why}, which \`brio run test\` runs`;
}

function ofFiles(tests: TestFile[], files: string[]): TestFile[] {
  const wanted = new Set(files);
  return tests.filter(({ file }) => wanted.has(file));
}

/** What a run reports of a test file that is not run to its end, and what it is known by in the journal. */
export function keyOf({ file, project }: { file: string; project: string }): string {
  return project === "" ? file : `${file}\n${project}`;
}

function homeOf(kind: Kind, file: string, given: string | null): string {
  if (kind === "bun" || kind === "deno") return kind;
  return kind === "plain" ? (given ?? detectHome(file)) : "node";
}

/** Suites of Jest and Vitest expect the resolution of bundlers: names without extensions, folders, paths of tsconfig.json. */
export function resolutionOf(test: TestFile): string {
  const { kind, config } = test;
  if ((kind === "mocha" || kind === "plain" || kind === "node") && config.importsAsRequire) return BUNDLER;
  return kind === "vitest" || kind === "jest" ? BUNDLER : test.home;
}

/** As in Vite, files of Vitest resolve to code for development unless the variable says otherwise. */
function conditionsOf({ kind, config: { conditions } }: TestFile): string[] {
  if (kind !== "vitest") return conditions;
  return [...conditions, environment.NODE_ENV === "production" ? "production" : "development"];
}

/** Files by the rules that they need: the process has one of them at a time. */
export function grouped(tests: TestFile[]): [Rules, TestFile[]][] {
  const groups = new Map<string, [Rules, TestFile[]]>();
  for (const test of tests) {
    const { compilation, defines } = test.config;
    const rules: Rules = { resolution: resolutionOf(test), conditions: conditionsOf(test), compilation, defines };
    const key = JSON.stringify(rules);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [rules, [test]]);
    else group[1].push(test);
  }
  return [...groups.values()];
}
