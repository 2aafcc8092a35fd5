// The parsed command line (`cli/src/commands/run/command_line.rs`).
import { services } from "internal:core/bootstrap";

/** The parsed command line. */
export interface Launch {
  /** The file as it was given; null for code and standard input. */
  file: string | null;
  /** Absolute path of the main file, once it is resolved. */
  path: string;
  code: string | null;
  prints: boolean;
  /** `-` was given in place of the file. */
  readsInput?: boolean;
  /** `--check`. */
  checks?: boolean;
  /** `--interactive`, or nothing to run on a terminal. */
  isInteractive?: boolean;
  home: string | null;
  inputType: string | null;
  require: string[];
  import: string[];
  execArguments: string[];
  /** Whether flags or the environment limit what the program may do, or record it. */
  restricts?: boolean;
  options: [string, string][];
  arguments: string[];
  /** In an executable: the embedded files, by name and path. */
  embeddedFiles?: [string, string][];
}

let current: Launch | undefined;

/** Sets the command line of a worker, which differs from the process's. */
export function setLaunch(next: Launch): void {
  current = next;
}
/** The command line. */
export function launch(): Launch {
  return (current ??= services().commandLine);
}
/** The value of a flag (true when it has none), the last one of several; undefined when it was not given. */
export function option(name: string): string | true | undefined {
  const { options } = launch();
  for (let index = options.length - 1; index >= 0; index--) {
    const found = options[index]!;
    if (found[0] === name) return found[1] === "" ? true : found[1];
  }
  return undefined;
}
