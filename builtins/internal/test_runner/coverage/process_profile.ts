// NODE_V8_COVERAGE: a process counts what runs and writes a profile to that folder at its end; `v8.takeCoverage()` writes
// one earlier. https://nodejs.org/api/cli.html#node_v8_coveragedir
import { merge, ownCounts, ROOT_FILE, writeProfile } from "internal:test_runner/coverage/counters";
import { setCoverageProfile } from "internal:core/process/coverage_profile";
import { onEnd } from "internal:core/process/state";
import { emitWarning } from "internal:core/process/warn";
import { enableCoverage, readNearby } from "native:modules";
import { cwd } from "native:process";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import defer * as path from "internal:core/path";

let folder: string | undefined;
/** The folder whose files a run of `brio test` measures; null: another program reads the profiles. */
let root: string | null = null;
let writtenCount = 0;

/** Starts counting, and writes to `directory` when the process ends. */
export function start(directory: string): void {
  folder = path.default.resolve(cwd(), directory);
  root = readNearby(path.default.join(folder, ROOT_FILE));
  enableCoverage(root ?? "/");
  if (root === null) sourceMaps.collectSources();
  onEnd(() => write(false));
  setCoverageProfile({ take: () => write(true), stop: () => (folder = undefined) });
}

function write(resets: boolean): void {
  if (folder === undefined) return;
  try {
    const files = merge(ownCounts(resets));
    // A run without files of the project has nothing to add.
    if (root !== null && files.length === 0) return;
    writeProfile(folder, files, { number: writtenCount++, isForUs: root !== null });
  } catch (error) {
    emitWarning(`Failed to write coverage: ${(error as Error).message}`);
  }
}
