// Where the process works, for what only needs a place to start from: the folder may have been removed under the process, which
// must not keep a program with an absolute path, or code of the command line, from running.
import { chdirCount, cwd } from "native:process";

let kept: string | undefined;
let keptCount = -1;

/** The working directory, asked of the system once after each change by the program, as in Node. Throws ENOENT when it is gone. */
export function currentFolder(): string {
  const count = chdirCount();
  if (kept === undefined || keptCount !== count) {
    kept = cwd();
    keptCount = count;
  }
  return kept;
}

/** The working directory; the root when it is gone. `process.cwd()` says what is wrong instead. */
export function workingFolder(): string {
  try {
    return currentFolder();
  } catch {
    return "/";
  }
}
