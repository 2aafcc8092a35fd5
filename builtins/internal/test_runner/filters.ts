// Selects the tests to run: `--test-name-pattern`, `--test-skip-pattern`, `--test-only` and tag filters.
import type { Test } from "internal:test_runner/test";
import defer * as tags from "internal:test_runner/tags";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";

const ONLY_NEEDS_FLAG = "'only' and 'runOnly' require the --test-only command-line option.";

/** `/source/flags` as a regular expression, other strings as the source of one. Throws ERR_INVALID_ARG_VALUE naming `name`. */
export function patternOf(text: string, name: string): RegExp {
  const match = /^\/(.*)\/([a-z]*)$/.exec(text);
  try {
    return match === null ? new RegExp(text, "") : new RegExp(match[1]!, match[2]);
  } catch (error) {
    const reason = (error as Error)?.message;
    throw new ERR_INVALID_ARG_VALUE(name, text, `is an invalid regular expression.${reason ? ` ${reason}` : ""}`);
  }
}

/** The names of a test's ancestors and its own, joined by spaces; empty for the root. */
function longName(test: Test): string {
  return test.parent === null ? "" : `${longName(test.parent)} ${test.name}`;
}

/** Whether a pattern matches the name of the test, of an ancestor, or the joined names. */
function matches(test: Test, patterns: RegExp[]): boolean {
  const found = (name: string): boolean => patterns.some((pattern) => pattern.exec(name) !== null);
  for (let at: Test | null = test; at; at = at.parent) if (found(at.name) || found(longName(at).trim())) return true;
  return false;
}

function isOutByName(test: Test): boolean {
  const { testNamePatterns, testSkipPatterns } = test.config;
  if (testNamePatterns && !matches(test, testNamePatterns)) return true;
  return Boolean(testSkipPatterns && matches(test, testSkipPatterns));
}

/** The ancestors of a selected test have to run. */
function keepAncestors(test: Test, flag: "filteredByName" | "filteredByTag"): void {
  for (let at = test.parent; at !== null && at[flag]; at = at.parent) at[flag] = false;
}

/** Applies the filters to a new test. Returns whether its function must not be called. */
export function classify(test: Test): boolean {
  const { harness } = test.root;
  if (harness.isFilteringByName && test.obeysNames) {
    test.filteredByName = isOutByName(test);
    if (!test.filteredByName) keepAncestors(test, "filteredByName");
  }
  if (harness.isFilteringByTags && test.obeysTags) {
    test.filteredByTag = !tags.evaluateTagFilters(test.config.testTagFilters!, test.tagSet);
    if (!test.filteredByTag) keepAncestors(test, "filteredByTag");
  }
  if (!harness.isFilteringByOnly) {
    if (test.only || test.parent!.runOnlySubtests) test.diagnostic(ONLY_NEEDS_FLAG);
    return false;
  }
  if (!test.only) return test.only === false;
  // A suite with a selected test inside runs only such tests; one without runs all.
  test.parent!.runOnlySubtests = true;
  if (test.parent === test.root || test.parent!.startTime === null) {
    for (let at = test.parent; at !== null && !at.hasOnlyTests; at = at.parent) at.hasOnlyTests = true;
  }
  return false;
}

/** Whether a test that is about to start is left out. Failed tests are never left out. */
export function isLeftOut(test: Test): boolean {
  if (test.error) return false;
  if (test.filteredByName || test.filteredByTag) return true;
  if (!test.root.harness.isFilteringByOnly || test.only || test.hasOnlyTests) return false;
  return test.parent!.runOnlySubtests || test.parent!.hasOnlyTests || test.only === false;
}
