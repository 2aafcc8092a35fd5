// The environment of a test file and its options: those of the configuration, and what the comments of the file say.
// https://jestjs.io/docs/configuration#testenvironment-string, https://vitest.dev/guide/environment
import { UsageError } from "internal:test_runner/command/options";
import type { Members } from "internal:test_runner/command/project_config";

/** The name of an environment, null for that of the runtime, and its options. */
export interface FileEnvironment {
  name: string | null;
  options: Members;
}

/** Jest reads the comment that a file begins with. */
const DOCBLOCK = /^\s*\/\*\*?[\s\S]*?\*\//;
const JEST_NAME = /@jest-environment[ \t]+(\S+)/;
const JEST_OPTIONS = /@jest-environment-options[ \t]+(.+)/;
/** Vitest reads any place of the source. */
const VITEST_NAME = /@(?:vitest|jest)-environment\s+([\w@/.-]+)/;
const VITEST_OPTIONS = /@(?:vitest|jest)-environment-options\s+(.+)/;

/** The options of Vitest by the names of environments; that of happy-dom has another name there. */
function keyOf(name: string | null): string {
  return name === "happy-dom" ? "happyDOM" : (name ?? "");
}

/** What follows the name of a pragma. Throws a UsageError for what is not JSON. */
function optionsIn(comment: string, pattern: RegExp): Members | null {
  const text = pattern.exec(comment)?.[1]?.replace(/\*\/\s*$/, "");
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as Members;
  } catch (error) {
    throw new UsageError(`the options of the test environment are not JSON: ${(error as Error).message}`);
  }
}

/** The environment of a file of Jest with that source. Throws a UsageError for options that are not JSON. */
export function environmentOfJest(source: string, configured: FileEnvironment): FileEnvironment {
  const comment = DOCBLOCK.exec(source)?.[0] ?? "";
  const own = optionsIn(comment, JEST_OPTIONS);
  return {
    name: JEST_NAME.exec(comment)?.[1]?.replace(/\*\/$/, "") ?? configured.name,
    options: { ...configured.options, ...own },
  };
}

/**
 * The environment of a file of Vitest with that source. The options of the configuration are by name; those of the file take
 * their place. Throws a UsageError for options that are not JSON.
 */
export function environmentOfVitest(source: string, configured: FileEnvironment): FileEnvironment {
  const name = VITEST_NAME.exec(source)?.[1] ?? configured.name;
  const own = source.includes("-environment-options") ? optionsIn(source, VITEST_OPTIONS) : null;
  const key = keyOf(name);
  const all = own === null ? configured.options : { [key]: own };
  const isBuiltIn = name === "jsdom" || name === "happy-dom" || name === "edge-runtime";
  return { name, options: isBuiltIn ? ((all[key] as Members | undefined) ?? {}) : all };
}
