// NODE_V8_COVERAGE: a process counts what runs and writes a profile to that folder at its end; `v8.takeCoverage()` writes
// one earlier. https://nodejs.org/api/cli.html#node_v8_coveragedir
import { merge, ownCounts, writeProfile } from "internal:test_runner/coverage/counters";
import { setCoverageProfile } from "internal:core/process/coverage_profile";
import { onEnd } from "internal:core/process/state";
import { emitWarning } from "internal:core/process/warn";
import { enableCoverage } from "native:modules";
import { cwd } from "native:process";
import defer * as path from "internal:core/path";

let folder: string | undefined;
let writtenCount = 0;

/** Starts counting, and writes to `directory` when the process ends. */
export function start(directory: string): void {
  folder = path.default.resolve(cwd(), directory);
  enableCoverage("/");
  onEnd(() => write(false));
  setCoverageProfile({ take: () => write(true), stop: () => (folder = undefined) });
}

function write(resets: boolean): void {
  if (folder === undefined) return;
  try {
    writeProfile(folder, merge(ownCounts(resets)), writtenCount++);
  } catch (error) {
    emitWarning(`Failed to write coverage: ${(error as Error).message}`);
  }
}
