// What failed in the last run, for `--rerun-failed`: a file in the cache of the package, or in the folder for temporary files.
import { type FileReport, hasFailed } from "internal:test_runner/command/report";
import { UsageError } from "internal:test_runner/command/options";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import defer * as os from "internal:node/os";

function fileOf(folder: string): string {
  const { join } = path.default;
  const cache = join(folder, "node_modules", ".cache");
  if (fs.default.existsSync(join(folder, "node_modules"))) return join(cache, "brio", "failed-tests.json");
  return join(os.default.tmpdir(), `brio-failed-tests-${folder.replaceAll(/[^\w]/g, "-")}.json`);
}

/** The files of the last run that failed. Throws a UsageError when no run is known. */
export function failedFiles(folder: string, files: string[]): string[] {
  let failed: string[];
  try {
    failed = JSON.parse(fs.default.readFileSync(fileOf(folder), "utf8") as string) as string[];
  } catch {
    throw new UsageError("--rerun-failed: no earlier run is known in this folder");
  }
  return files.filter((file) => failed.includes(file));
}

/** Stores what failed; a run of some files only replaces what it knows of them. A folder that cannot be written is ignored. */
export function record(folder: string, reports: readonly FileReport[], isComplete: boolean): void {
  const file = fileOf(folder);
  try {
    let failed = new Set<string>();
    if (!isComplete && fs.default.existsSync(file))
      failed = new Set(JSON.parse(fs.default.readFileSync(file, "utf8") as string) as string[]);
    for (const report of reports) {
      if (hasFailed(report)) failed.add(report.file);
      else failed.delete(report.file);
    }
    if (failed.size === 0) return fs.default.rmSync(file, { force: true });
    fs.default.mkdirSync(path.default.dirname(file), { recursive: true });
    fs.default.writeFileSync(file, JSON.stringify([...failed]));
  } catch {
    // The next run has no record.
  }
}
