// `coverage.thresholds.autoUpdate` of Vitest: thresholds that were exceeded are raised in the configuration file.
// https://vitest.dev/config/coverage#coverage-thresholds-autoupdate
import { type CoveredFile, percent, sumOf } from "internal:test_runner/coverage/model";
import { METRICS, type Metric, type Thresholds, type ThresholdSettings } from "internal:test_runner/coverage/names";
import { endOfBracket } from "internal:test_runner/dialects/scan_source";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

/** The new value of a threshold; the identity, unless the configuration has a function. */
export type Raise = (threshold: number) => number;

/** A threshold of the configuration with its new value; `group` null: one of all files. */
interface Change {
  group: string | null;
  metric: Metric;
  value: number;
}

/**
 * Raises the thresholds in the file. Returns whether it did; false also where the file writes them in a way that is not found, with
 * names other than literal members of `thresholds`.
 */
export function updateThresholds(
  file: string,
  files: readonly CoveredFile[],
  settings: ThresholdSettings,
  { root, raise }: { root: string; raise: Raise },
): boolean {
  const changes = changesFor(files, settings.global, { group: null, perFile: settings.perFile, raise });
  for (const { name, test, thresholds, perFile } of settings.groups) {
    const own = files.filter((one) => test(path.default.relative(root, one.path), one.path));
    if (own.length > 0) changes.push(...changesFor(own, thresholds, { group: name, perFile, raise }));
  }
  const before = fs.default.readFileSync(file, "utf8") as string;
  const after = changes.reduce(withChange, before);
  if (after !== before) fs.default.writeFileSync(file, after);
  return after !== before;
}

function changesFor(
  files: readonly CoveredFile[],
  thresholds: Thresholds,
  { group, perFile, raise }: { group: string | null; perFile: boolean; raise: Raise },
): Change[] {
  const summaries = perFile ? files.map(({ summary }) => summary) : [sumOf(files)];
  return METRICS.flatMap((metric): Change[] => {
    const threshold = thresholds[metric];
    if (threshold === undefined) return [];
    // A negative one is the count of what is not covered.
    const actual = Math.min(
      ...summaries.map(({ [metric]: ratio }) => (threshold < 0 ? ratio.covered - ratio.total : percent(ratio))),
    );
    return actual > threshold ? [{ group, metric, value: raise(actual) }] : [];
  });
}

const THRESHOLDS = /(?:\bthresholds|(["'])thresholds\1)\s*:\s*\{/g;

/** The text with the value of a literal member of `thresholds` replaced. */
function withChange(text: string, { group, metric, value }: Change): string {
  THRESHOLDS.lastIndex = 0;
  const match = THRESHOLDS.exec(text);
  if (match === null) return text;
  let start = THRESHOLDS.lastIndex;
  let end = endOfBracket(text, start);
  if (group !== null) {
    const name = new RegExp(`(["'\`])${RegExp.escape(group)}\\1\\s*:\\s*\\{`, "g");
    name.lastIndex = start;
    const found = name.exec(text);
    if (found === null || found.index > end) return text;
    start = name.lastIndex;
    end = endOfBracket(text, start);
  }
  const member = new RegExp(`((?<![\\w$.])(?:${metric}|(["'])${metric}\\2)\\s*:\\s*)-?[\\d._]+`, "g");
  for (const found of text.slice(start, end).matchAll(member)) {
    const at = start + found.index;
    if (group === null && isNested(text, start, at)) continue;
    return text.slice(0, at) + found[1]! + String(value) + text.slice(at + found[0].length);
  }
  return text;
}

/** Whether a position is in braces behind `start`. */
function isNested(text: string, start: number, at: number): boolean {
  for (let open = text.indexOf("{", start); open !== -1 && open < at;) {
    const end = endOfBracket(text, open + 1);
    if (end > at) return true;
    open = text.indexOf("{", end);
  }
  return false;
}
