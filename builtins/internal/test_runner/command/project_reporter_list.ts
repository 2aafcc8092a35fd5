// The reporters of a run that the project brings: those of the command line, or else of its configurations.
import { packageOptions } from "internal:test_runner/command/mocha_options";
import type { TestOptions } from "internal:test_runner/command/options";
import type { ProjectConfig } from "internal:test_runner/command/project_config";
import type { ProjectReporter } from "internal:test_runner/command/project_reporters";
import type { SortedReporters } from "internal:test_runner/command/reports";
import type { TestFile } from "internal:test_runner/command/selection";
import defer * as jest from "internal:test_runner/command/jest_reporters";
import defer * as mocha from "internal:test_runner/command/mocha_reporters";
import defer * as vitest from "internal:test_runner/command/vitest_reporters_of_project";

/** What they are made from. */
interface Settings {
  options: TestOptions;
  config: ProjectConfig;
  folder: string;
}

/** Loads them for a run of these files. Rejects with a ConfigurationError for one that cannot be loaded. */
export async function projectReporters(
  { options, config, folder }: Settings,
  sorted: SortedReporters,
  tests: readonly TestFile[],
): Promise<ProjectReporter[]> {
  const isGiven = options.reporters.length > 0;
  const ofJest = isGiven ? sorted.jest.map((module) => ({ module, options: {}, root: folder })) : config.jestReporters;
  const ofVitest = isGiven
    ? sorted.vitest.map((reporter) => ({ reporter, options: undefined, root: folder }))
    : (config.vitestReporters?.entries ?? []);
  const mochaOptions = packageOptions(options.reporterOptions);
  const ofMocha = isGiven
    ? sorted.mocha.map((module) => ({ module, options: mochaOptions, root: folder }))
    : config.mochaReporter === null
      ? []
      : [config.mochaReporter];
  const all: ProjectReporter[] = [];
  if (ofJest.length > 0) all.push(await jest.JestReporters.load(ofJest, tests.length));
  if (ofVitest.length > 0) all.push(await vitest.VitestReporters.load(ofVitest, tests));
  for (const entry of ofMocha) all.push(await mocha.MochaReporter.load(entry));
  return all;
}
