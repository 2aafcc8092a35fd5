// The working directory as a base for relative paths. It may have been removed, which must not prevent a program with an absolute
// path, or code of the command line, from running.
import { chdirCount, cwd } from "native:process";

let cached: string | undefined;
let cachedCount = -1;

/** The working directory, read from the system once after each change by the program, as in Node. Throws ENOENT when it is gone. */
export function currentDirectory(): string {
  const count = chdirCount();
  if (cached === undefined || cachedCount !== count) {
    cached = cwd();
    cachedCount = count;
  }
  return cached;
}

/** The working directory; the root when it is gone, where `process.cwd()` throws. */
export function workingDirectory(): string {
  try {
    return currentDirectory();
  } catch {
    return "/";
  }
}
