// What a file of a run is to do, and the thread that it may have.
import type { Compilation } from "internal:test_runner/command/compilation";
import type { Kind } from "internal:test_runner/command/report";
import type { SharedRealm } from "internal:test_runner/command/shared_realm";
import type { Loaded } from "internal:test_runner/dialects/realm_baseline";
import type { Job } from "internal:test_runner/dialects/protocol";
import type { ThreadOptions } from "internal:web/worker/thread";
import { launch } from "internal:core/launch";
import defer * as path from "internal:core/path";

/** Captured output of a file beyond this many bytes is dropped. */
export const OUTPUT_MAX = 4 * 1024 * 1024;

/** What is said of a file or a test that never returns. */
export const OVERDUE = "did not return before its time-out, so that its thread was ended";

/** How a file is run. */
export interface FileTask {
  file: string;
  name: string;
  kind: Kind;
  /** The name of its project, where there are several. */
  project: string;
  home: string;
  job: Job;
  /** How its modules are compiled. */
  compilation: Compilation;
  /** What names of its modules are replaced with. */
  defines: [name: string, value: string][];
  /** Variables of the thread. */
  environment: Record<string, string>;
  /** `--test-name-pattern` and others, for `node:test`. */
  options: [string, string][];
  /** The arguments of the file. */
  arguments: string[];
  /** Milliseconds after which a file without messages is ended; 0: none. */
  fileTimeoutMs: number;
  /** The thread that files share, or that stays as long as files leave it as it was; null: a thread of its own. */
  realm: SharedRealm | null;
  /** Receives what the file loaded in its realm. */
  noteLoaded(loaded: Loaded): void;
}

/** What is said of a test during which its realm ended with `code`. */
export function endedWhileRunning(code: number): string {
  return `ended the process with code ${code} while it ran`;
}

/** The options of the thread of a file. `isProgram`: the file is its program. */
export function threadOptions(task: FileTask, isProgram: boolean): ThreadOptions {
  const { file, home, environment, options, kind } = task;
  return {
    isWeb: false,
    home,
    entryKind: isProgram ? "path" : "test",
    entry: file,
    arguments: task.arguments,
    execArguments: kind === "deno" ? ["--test"] : [],
    options: [...optionsOfThreads(), ...options],
    require: [],
    import: isProgram ? task.job.setupFiles : [],
    environment,
    closesDescriptors: true,
  } as ThreadOptions;
}

/** The options of all threads of a run. */
export function optionsOfThreads(): [string, string][] {
  const ofRun = launch().options.filter(([name]) => name !== "test" && name !== "journal");
  return [...ofRun, ["--own-signals", ""]];
}

/** A path relative to a folder. */
export function relativeName(folder: string, file: string): string {
  const name = path.default.relative(folder, file);
  return name === "" ? file : name;
}
