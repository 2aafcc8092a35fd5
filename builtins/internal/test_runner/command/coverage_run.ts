// The coverage of a run of `brio test`: counts in all realms, in the processes that tests start, and the files that no test
// loads; then reports and thresholds.
import type { ProjectConfig } from "internal:test_runner/command/project_config";
import { testFileTest, walkSources } from "internal:test_runner/command/discover";
import type { CountedFile } from "internal:core/coverage/counter_map";
import { ownCounts, readProfiles, ROOT_FILE, writeProfile } from "internal:test_runner/coverage/counters";
import type { CoveredFile } from "internal:test_runner/coverage/model";
import type { ReporterName } from "internal:test_runner/coverage/names";
import { coveredFiles, report, untouchedFiles, unreached } from "internal:test_runner/coverage/reports";
import { atOriginalPlaces, transformedSources } from "internal:test_runner/coverage/transformed";
import type { Raise } from "internal:test_runner/command/threshold_update";
import defer * as thresholds from "internal:test_runner/command/threshold_update";
import { enableCoverage } from "native:modules";
import defer * as fs from "internal:node/fs";
import defer * as os from "internal:node/os";
import defer * as path from "internal:core/path";

const PROFILE_PREFIX = "brio-coverage-";

/** The measurement of a run. */
export class CoverageRun {
  readonly #config: ProjectConfig;
  readonly #folder: string;
  /** Where processes write their profiles. */
  readonly profileFolder: string;

  /** Starts counting: files that are loaded from now on count. `folder`: that of the project. */
  constructor(config: ProjectConfig, folder: string) {
    this.#config = config;
    this.#folder = folder;
    this.profileFolder = fs.default.mkdtempSync(path.default.join(os.default.tmpdir(), PROFILE_PREFIX)) as string;
    this.#markProfiles();
    enableCoverage(folder);
  }

  /** Writes the reports; the thresholds that are not reached, as lines. `testFiles`: the files that were run. */
  finish(
    testFiles: readonly string[],
    output: { print(text: string): void; hasColors: boolean; writesProfile: boolean },
  ): string[] {
    const { coverage } = this.#config;
    const profiles = readProfiles(this.profileFolder);
    const transformed = transformedSources(this.profileFolder);
    fs.default.rmSync(this.profileFolder, { recursive: true, force: true });
    fs.default.mkdirSync(this.profileFolder);
    this.#markProfiles();
    const counted = atOriginalPlaces([...ownCounts(true), ...profiles.counted], transformed);
    const isShown = this.#filter(testFiles);
    const shown = counted.filter(({ file }) => isShown(file));
    const known = new Set(shown.map(({ file }) => file));
    if (coverage.include !== null && !coverage.onlyLoaded) {
      const missing = walkSources(this.#folder).filter((file) => !known.has(file) && isShown(file));
      shown.push(...untouchedFiles(missing));
    }
    const scripts = profiles.scripts.filter(({ url }) => isShown(decodeURI(url.replace("file://", ""))));
    const rules = coverage.rules ?? (this.#config.runner === "vitest" ? "v8" : "istanbul");
    const files = coveredFiles(shown, scripts, { rules });
    if (output.writesProfile) this.#writeProfile(shown);
    this.#report(files, output);
    const problems = unreached(files, coverage.thresholds, this.#folder);
    if (coverage.raise !== null) this.#updateThresholds(files, coverage.raise, output.print);
    return problems;
  }

  #updateThresholds(files: CoveredFile[], raise: Raise, print: (text: string) => void): void {
    const { file, coverage, root } = this.#config;
    if (file !== null && thresholds.updateThresholds(file, files, coverage.thresholds, { root, raise }))
      print(`The thresholds in ${path.default.relative(this.#folder, file)} were raised\n`);
  }

  /** Children count the files of the project only, and write what this run reads. */
  #markProfiles(): void {
    fs.default.writeFileSync(path.default.join(this.profileFolder, ROOT_FILE), this.#folder);
  }

  /** Removes what the measurement stored. */
  end(): void {
    fs.default.rmSync(this.profileFolder, { recursive: true, force: true });
  }

  #report(files: CoveredFile[], { print, hasColors }: { print(text: string): void; hasColors: boolean }): void {
    const { coverage } = this.#config;
    for (const name of coverage.reporters ?? this.#defaultReporters()) {
      const { file, subdir = this.#writesSeveral() ? "html" : "", skipFull } = coverage.reporterOptions[name] ?? {};
      report(name, files, {
        folder: name === "html" ? path.default.join(coverage.folder, subdir) : coverage.folder,
        root: this.#folder,
        file,
        hasColors,
        skipsFull: skipFull ?? coverage.skipsFull,
        print,
      });
    }
  }

  /** Beside data, the pages have a folder of their own. */
  #writesSeveral(): boolean {
    const { runner, coverage } = this.#config;
    return runner !== "vitest" && (coverage.reporters ?? []).length > 1;
  }

  /** Those that the project's runner has without configuration. */
  #defaultReporters(): ReporterName[] {
    switch (this.#config.runner) {
      case "bun":
        return ["text-bun"];
      case "jest":
        return ["clover", "json", "lcov", "text"];
      case "vitest":
        return ["text", "html", "clover", "json"];
      default:
        return ["text"];
    }
  }

  #writeProfile(files: CountedFile[]): void {
    const { folder } = this.#config.coverage;
    writeProfile(folder, files);
  }

  /** Whether a file is reported: no test, no set-up file, and as the configuration says. */
  #filter(testFiles: readonly string[]): (file: string) => boolean {
    const { coverage, root } = this.#config;
    const tests = new Set(testFiles);
    const { setupFiles, setupFilesAfterEnv, preload } = this.#config;
    for (const file of [...setupFiles, ...setupFilesAfterEnv, ...preload]) tests.add(file);
    const isTest = testFileTest(this.#folder, this.#config);
    const { relative } = path.default;
    return (file) => {
      if (tests.has(file) || !file.startsWith(`${this.#folder}/`)) return false;
      const name = relative(root, file);
      if (isTest(file) || IGNORED.test(name) || file.startsWith(`${coverage.folder}/`)) return false;
      if (coverage.exclude.some((test) => test(name, file))) return false;
      return coverage.include === null || coverage.include.some((test) => test(name, file));
    };
  }
}

/** Mocks, snapshots, and configurations. */
const IGNORED =
  /(?:^|\/)(?:node_modules|__mocks__|__snapshots__)\/|(?:^|\/)(?:jest|vitest|vite|babel|webpack|rollup|tsup|eslint|prettier)\.config\.[cm]?[jt]s$|\.d\.[cm]?ts$/;
