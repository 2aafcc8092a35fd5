// The projects of a configuration: Vitest's `projects` and workspace files, Jest's `projects`. Each has a configuration of its own
// and its own files. https://vitest.dev/guide/projects, https://jestjs.io/docs/configuration#projects-arraystring--projectconfig
import { findConfig, readConfigFile } from "internal:test_runner/command/config";
import defer * as jest from "internal:test_runner/command/jest_config";
import { emptyConfig, type Members, type ProjectConfig, readJson } from "internal:test_runner/command/project_config";
import defer * as vitest from "internal:test_runner/command/vitest_config";
import { type ScriptConfiguration, UsageError } from "internal:test_runner/command/options";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

/** Reads the projects that `config` names and `selected` selects. Throws a UsageError when none of them is selected. */
export async function readProjects(config: ProjectConfig, selected: string[]): Promise<ProjectConfig[]> {
  const { projectSource } = config;
  if (projectSource === null) return [];
  const { runner, outer, folder } = projectSource;
  const projects: ProjectConfig[] = [];
  const seen = new Set<string>();
  for (const [index, given] of projectSource.list.entries()) {
    if (typeof given === "string") {
      for (const place of placesOf(given, folder)) {
        if (seen.has(place)) continue;
        seen.add(place);
        const project = await projectAt(place, runner);
        if (project !== null) projects.push(project);
      }
    } else if (typeof given === "object" && given !== null) {
      const project = await inlineProject(given as Members, outer, folder, runner);
      if (project !== null) projects.push(named(project, String(index)));
    }
  }
  const runnable: ProjectConfig[] = [];
  for (const project of projects) {
    if (!isSelected(project.name, selected)) continue;
    if (project.isForBrowsers) config.notices.push(`vitest: the project "${project.name}" is for browsers and not run`);
    else runnable.push(project);
    config.notices.push(...project.notices.filter((notice) => !config.notices.includes(notice)));
    config.problems.push(...project.problems.filter((problem) => !config.problems.includes(problem)));
    if (project.roots.length === 0) project.roots = [project.root];
    project.exclude.push(...config.ignored);
  }
  if (runnable.length === 0 && selected.length > 0) {
    const names = projects.map(({ name }) => `"${name}"`).join(", ");
    throw new UsageError(`--project ${selected.join(", ")} selects no project that can run (there are ${names})`);
  }
  return runnable;
}

/**
 * The projects of a run whose script has calls with other configurations: that of the first call, and one for each of the others.
 * `name`: that of the first one's file.
 */
export async function withOtherConfigurations(
  config: ProjectConfig,
  calls: ScriptConfiguration[],
  { folder, name, selected }: { folder: string; name: string; selected: string[] },
): Promise<ProjectConfig[]> {
  // What runs once, runs for the configuration around it.
  const first = config.projects.length > 0 ? config.projects : [named({ ...config, globalSetup: [] }, name)];
  const projects = [...first];
  for (const { runner, file, patterns } of calls) {
    const place = file === null ? (findConfig(folder, runner) ?? folder) : path.default.resolve(folder, file);
    if (!fs.default.existsSync(place)) {
      config.notices.push(`the script "test" also calls ${runner} --config ${file}, which does not exist`);
      continue;
    }
    const project = await projectAt(place, runner);
    if (project === null) continue;
    project.name = path.default.basename(place === folder ? `${folder}/package.json` : place);
    if (project.roots.length === 0) project.roots = [folder];
    if (patterns.length > 0)
      project.exclude.push((inConfig) => !patterns.some((pattern) => inConfig.includes(pattern)));
    project.exclude.push(...config.ignored);
    config.notices.push(...project.notices.filter((notice) => !config.notices.includes(notice)));
    config.problems.push(...project.problems.filter((problem) => !config.problems.includes(problem)));
    projects.push(project);
  }
  return projects.filter((project) => isSelected(project.name, selected));
}

/** As Vitest's `--project`: one of the patterns matches, and none of those with `!`. */
function isSelected(name: string, patterns: string[]): boolean {
  const matches = (pattern: string): boolean =>
    new RegExp(`^${pattern.split("*").map(RegExp.escape).join(".*")}$`).test(name);
  const [refused, wanted] = [
    patterns.filter((one) => one.startsWith("!")),
    patterns.filter((one) => !one.startsWith("!")),
  ];
  return !refused.some((one) => matches(one.slice(1))) && (wanted.length === 0 || wanted.some(matches));
}

/** The folders and files that a glob of projects names. */
function placesOf(pattern: string, folder: string): string[] {
  const text = pattern.replaceAll("<rootDir>", folder);
  if (text.startsWith("!")) return [];
  const found = fs.default.globSync(text, { cwd: folder }) as string[];
  return found
    .map((name) => path.default.resolve(folder, name))
    .filter((place) => !place.includes("/node_modules/"))
    .sort();
}

/** The project of a folder or a configuration file; null for a file that is none. */
async function projectAt(place: string, runner: "jest" | "vitest"): Promise<ProjectConfig | null> {
  const stat = fs.default.statSync(place, { throwIfNoEntry: false }) as { isDirectory(): boolean } | undefined;
  if (stat === undefined) throw new UsageError(`the project "${place}" does not exist`);
  if (!stat.isDirectory()) {
    if (!/\.[cm]?[jt]s$|\.json$/.test(place)) return null;
    const project = emptyConfig(path.default.dirname(place));
    await readConfigFile(project, place, runner);
    return named(project, nameOfFolder(path.default.dirname(place), runner));
  }
  const project = emptyConfig(place);
  const file = findConfig(place, runner);
  if (file !== null) await readConfigFile(project, file, runner);
  else if (runner === "jest")
    jest.applyJest(project, (readJson(`${place}/package.json`).jest as Members | undefined) ?? {}, place);
  else vitest.applyVitest(project, { test: {} }, place);
  return named(project, nameOfFolder(place, runner));
}

/** The name of a project that has none of its own: in Vitest that of its package. */
function nameOfFolder(folder: string, runner: "jest" | "vitest"): string {
  const { name } = runner === "vitest" ? readJson(`${folder}/package.json`) : {};
  return typeof name === "string" && name !== "" ? name : path.default.basename(folder);
}

function named(project: ProjectConfig, name: string): ProjectConfig {
  if (project.name === "") project.name = name;
  return project;
}

/** A project in the configuration itself. With `extends` it has what the outer configuration, or a file, says. */
async function inlineProject(
  given: Members,
  outer: Members,
  folder: string,
  runner: "jest" | "vitest",
): Promise<ProjectConfig | null> {
  const project = emptyConfig(folder);
  if (runner === "jest") {
    // Jest resolves this folder against the working directory.
    const { rootDir } = given;
    const root = typeof rootDir === "string" ? path.default.resolve(rootDir.replaceAll("<rootDir>", folder)) : folder;
    jest.applyJest(project, { ...given, rootDir: root }, folder);
    return project;
  }
  const base = given.extends === true ? outer : {};
  if (typeof given.extends === "string") {
    const file = path.default.resolve(folder, given.extends);
    await readConfigFile(project, file, runner);
    // The projects of the extended configuration are not those of this one.
    project.projectSource = null;
  }
  vitest.applyVitest(project, merged(base, given), folder);
  return project;
}

/** As Vite merges configurations, as far as it matters here. */
function merged(base: Members, own: Members): Members {
  const baseTest = { ...(base.test as Members | undefined) };
  delete baseTest.projects;
  delete baseTest.workspace;
  const [baseResolve, ownResolve] = [base.resolve, own.resolve] as (Members | undefined)[];
  return {
    ...base,
    ...own,
    define: { ...(base.define as Members | undefined), ...(own.define as Members | undefined) },
    resolve: { ...baseResolve, ...ownResolve, alias: [...aliasesOf(ownResolve), ...aliasesOf(baseResolve)] },
    test: { ...baseTest, ...(own.test as Members | undefined) },
  };
}

function aliasesOf(resolve: Members | undefined): object[] {
  const alias = resolve?.alias;
  if (Array.isArray(alias)) return alias as object[];
  return Object.entries((alias as Members | undefined) ?? {}).map(([find, replacement]) => ({ find, replacement }));
}
