// The home of a run whose command line names a file: a file that runs in the main thread needs the globals of its home, which are
// installed before the command line is read.
import type { Home } from "internal:core/program";
import { changedMs, readModuleText } from "native:modules";

const CODE = /\.[cm]?[jt]sx?$/;
const OF_BUN = /\bfrom\s*["']bun:test["']|\brequire\s*\(\s*["']bun:test["']/;

/** The home of the tests that `words`, the command line of `brio test`, names. */
export function homeOfTests(words: readonly string[]): Home {
  const file = words.find((word) => !word.startsWith("-") && CODE.test(word) && changedMs(word) >= 0);
  return file !== undefined && OF_BUN.test(textOf(file)) ? "bun" : "node";
}

function textOf(file: string): string {
  try {
    return readModuleText(file);
  } catch {
    // The run reports it, unless it is a folder.
    return "";
  }
}
