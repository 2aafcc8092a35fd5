// Where the process works, for what only needs a place to start from: the folder may have been removed under the process, which
// must not keep a program with an absolute path, or code of the command line, from running.
import { cwd } from "native:process";

/** The working directory; the root when it is gone. `process.cwd()` says what is wrong instead. */
export function workingFolder(): string {
  try {
    return cwd();
  } catch {
    return "/";
  }
}
