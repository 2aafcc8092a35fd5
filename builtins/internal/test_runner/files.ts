// Finds the test files. https://nodejs.org/api/test.html#running-tests-from-the-command-line
import { option } from "internal:core/launch";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";
import defer * as process from "internal:node/process";

const MAGIC = /[*?[\]{}!()+@]/;

function defaultPattern(): string {
  const plain = option("--no-strip-types") !== undefined || option("--no-experimental-strip-types") !== undefined;
  return `**/{test,test/**/*,test-*,*[._-]test}.{js,mjs,cjs${plain ? "" : ",ts,mts,cts"}}`;
}

/**
 * The files that match `patterns` below `folder`, sorted; without patterns, those that match the default patterns. A folder
 * stands for the test files in it. Exits when files were named and none of them exists.
 */
export function findTestFiles(patterns: string[] | undefined, folder: string): string[] {
  const globs =
    patterns === undefined || patterns.length === 0
      ? [defaultPattern()]
      : patterns.map((pattern) => inFolder(pattern, folder));
  const found = fs.default.globSync(globs, {
    cwd: folder,
    exclude: (name: string) => name === "node_modules",
  }) as string[];
  if (patterns != null && found.length === 0 && globs.every((glob) => !MAGIC.test(glob))) {
    const { stderr, exit } = process.default;
    stderr.write(`Could not find '${globs.join(", ")}'\n`);
    exit(1);
  }
  return found.sort();
}

function inFolder(pattern: string, folder: string): string {
  const { resolve } = path.default;
  const isFolder = fs.default.statSync(resolve(folder, pattern), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? `${pattern.replace(/[\\/]+$/, "")}/${defaultPattern()}` : pattern;
}
