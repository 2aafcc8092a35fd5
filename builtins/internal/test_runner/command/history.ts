// What failed in the last run, for `--rerun-failed`: a file in the cache of the package, or in that of the user. Folders that
// others can write to have no such file: they could make it a link.
import { safe } from "internal:core/bootstrap";
import { type FileReport, hasFailed } from "internal:test_runner/command/report";
import { UsageError } from "internal:test_runner/command/options";
import { readFileSync, writeFileSync } from "internal:node/fs/sync_io";
import { existsSync, mkdirSync } from "internal:node/fs/sync_tree";
import defer * as path from "internal:core/path";
import defer * as os from "internal:node/os";
import { getEnvironment } from "native:process";

/** Names of files have at most 255 bytes. */
const NAME_MAX = 240;

function fileOf(folder: string): string {
  const { join } = path.default;
  const cache = join(folder, "node_modules", ".cache");
  if (existsSync(join(folder, "node_modules"))) return join(cache, "brio", "failed-tests.json");
  // The characters of a path that a name of a file cannot have.
  const name = folder.replaceAll(/[^\w.-]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return join(userCache(), "brio", "failed_tests", `${name.slice(-NAME_MAX)}.json`);
}

/** https://specifications.freedesktop.org/basedir-spec: a relative path is ignored. */
function userCache(): string {
  const given = getEnvironment("XDG_CACHE_HOME");
  if (given !== null && path.default.isAbsolute(given)) return given;
  return path.default.join(getEnvironment("HOME") ?? os.default.homedir(), ".cache");
}

/** The files of the last run that failed. Throws a UsageError when no run is known. */
export function failedFiles(folder: string, files: string[]): string[] {
  let failed: string[];
  try {
    failed = JSON.parse(readFileSync(fileOf(folder), "utf8") as string) as string[];
  } catch {
    throw new UsageError("--rerun-failed: no earlier run is known in this folder");
  }
  return files.filter((file) => failed.includes(file));
}

/** Stores what failed; a run of some files, or of some of their tests, only replaces what it knows of them. A folder that cannot be written is ignored. */
export function record(
  folder: string,
  reports: readonly FileReport[],
  { isComplete, hasAllTests }: { isComplete: boolean; hasAllTests: boolean },
): void {
  const file = fileOf(folder);
  try {
    let failed = new Set<string>();
    if (!(isComplete && hasAllTests) && existsSync(file))
      failed = new Set(JSON.parse(readFileSync(file, "utf8") as string) as string[]);
    for (const report of reports) {
      if (hasFailed(report)) failed.add(report.file);
      else if (hasAllTests) failed.delete(report.file);
    }
    mkdirSync(path.default.dirname(file), { recursive: true });
    writeFileSync(file, safe.stringify([...failed]));
  } catch {
    // The next run has no record.
  }
}
