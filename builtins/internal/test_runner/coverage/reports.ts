// Reports of coverage: which files, which formats, where they are written, and thresholds.
import {
  type CoveredFile,
  coveredFile,
  coveredScript,
  percent,
  type Summary,
  sumOf,
} from "internal:test_runner/coverage/model";
import {
  type CountingRules,
  METRICS,
  type ReporterName,
  type Thresholds,
  type ThresholdSettings,
} from "internal:test_runner/coverage/names";
import type { CounterMap, CountedFile } from "internal:core/coverage/counter_map";
import { merge } from "internal:test_runner/coverage/counters";
import { mergeScripts, type V8Script } from "internal:core/coverage/v8";
import { pathOfFileUrl } from "internal:core/file_url";
import { coverageMap } from "native:modules";
import defer * as detailed from "internal:test_runner/coverage/reporters/detailed";
import defer * as formats from "internal:test_runner/coverage/reporters/formats";
import defer * as html from "internal:test_runner/coverage/reporters/html";
import defer * as text from "internal:test_runner/coverage/reporters/text";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

/**
 * The report of counts whose files can be read; others are left out. `leaveOut` is called with files whose profile is not one
 * of their source.
 */
export function coveredFiles(
  counted: readonly CountedFile[],
  scripts: readonly V8Script[],
  { rules = "istanbul", leaveOut = () => {} }: { rules?: CountingRules; leaveOut?: (file: string) => void } = {},
): CoveredFile[] {
  const files: CoveredFile[] = [];
  const known = new Set<string>();
  for (const one of merge(counted)) {
    const source = readSource(one.file);
    known.add(one.file);
    if (source !== null) files.push(coveredFile(one, source, rules));
  }
  for (const script of mergeScripts(scripts)) {
    const file = pathOfFileUrl(script.url);
    if (file === undefined || file === null || known.has(file)) continue;
    const source = readSource(file);
    if (source === null) continue;
    // Deno's profiles of TypeScript have the offsets of the code that Deno emitted.
    if (script.functions[0]?.ranges[0]?.endOffset !== source.length) leaveOut(file);
    else files.push(coveredScript(script, file, source));
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Files that were not loaded, as files whose code never ran. */
export function untouchedFiles(names: readonly string[]): CountedFile[] {
  return names.flatMap((file): CountedFile[] => {
    const json = coverageMap(file);
    if (json === null) return [];
    const map = JSON.parse(json) as CounterMap;
    return [{ file, map, counts: Array.from({ length: map.counters }, () => 0) }];
  });
}

function readSource(file: string): string | null {
  try {
    // Offsets count without the mark.
    return (fs.default.readFileSync(file, "utf8") as string).replace(/^\uFEFF/, "");
  } catch {
    return null;
  }
}

/** Where reports go. */
export interface Destination {
  /** The folder of files. */
  folder: string;
  /** The folder of the project. */
  root: string;
  /** The name of the file, in place of the reporter's own. */
  file?: string | undefined;
  hasColors: boolean;
  /** Rows without uncovered code are left out of the table. */
  skipsFull?: boolean | undefined;
  print(text: string): void;
}

/** Makes one report. */
export function report(name: ReporterName, files: readonly CoveredFile[], destination: Destination): void {
  const { folder, root, hasColors, print, file: given } = destination;
  const writeAs = (file: string, contents: string): void => {
    const absolute = path.default.join(folder, file);
    fs.default.mkdirSync(path.default.dirname(absolute), { recursive: true });
    fs.default.writeFileSync(absolute, contents);
  };
  const write = (file: string, contents: string): void => writeAs(given ?? file, contents);
  switch (name) {
    case "text":
      return print(text.textTable(files, root, { hasColors, skipsFull: destination.skipsFull }));
    case "text-bun":
      return print(text.bunTable(files, root, hasColors));
    case "text-summary":
      return print(text.textSummary(files, hasColors));
    case "detailed":
      return print(detailed.detailed(files, hasColors));
    case "lcov":
    case "lcovonly":
      return write("lcov.info", formats.lcov(files, root));
    case "json":
      return write("coverage-final.json", JSON.stringify(formats.istanbul(files)));
    case "json-summary":
      return write("coverage-summary.json", JSON.stringify(formats.jsonSummary(files), null, 2));
    case "cobertura":
      return write("cobertura-coverage.xml", formats.cobertura(files, root, Date.now()));
    case "clover":
      return write("clover.xml", formats.clover(files, Date.now()));
    case "text-lcov":
      return print(formats.lcov(files, root));
    case "html":
      for (const page of html.htmlPages(files, root)) writeAs(page.name, page.text);
      return;
    case "none":
  }
}

/** The thresholds that are not reached, as lines. */
export function unreached(files: readonly CoveredFile[], settings: ThresholdSettings, root: string): string[] {
  const lines: string[] = [];
  const rest = new Set(files);
  const nameOf = (file: CoveredFile): string => path.default.relative(root, file.path);
  const checkGroup = (group: CoveredFile[], where: string, thresholds: Thresholds, perFile: boolean): void => {
    if (perFile) for (const file of group) check(lines, `"${nameOf(file)}"`, file.summary, thresholds);
    else check(lines, where, sumOf(group), thresholds);
  };
  for (const { name, test, thresholds, perFile } of settings.groups) {
    const group = files.filter((file) => test(nameOf(file), file.path));
    if (!settings.globalHasAll) for (const file of group) rest.delete(file);
    if (group.length === 0 && settings.requiresFiles) lines.push(`coverage data for "${name}" was not found`);
    else checkGroup(group, `"${name}"`, thresholds, perFile);
  }
  checkGroup([...rest], "global", settings.global, settings.perFile);
  return lines;
}

function check(lines: string[], where: string, summary: Summary, thresholds: Thresholds): void {
  for (const metric of METRICS) {
    const threshold = thresholds[metric];
    if (threshold === undefined) continue;
    const ratio = summary[metric];
    const actual = percent(ratio);
    const missing = ratio.total - ratio.covered;
    if (threshold < 0 && missing > -threshold)
      lines.push(`${missing} uncovered ${metric} are more than the ${where} threshold of ${-threshold}`);
    else if (threshold >= 0 && actual < threshold)
      lines.push(`coverage of ${metric} (${actual}%) does not meet the ${where} threshold of ${threshold}%`);
  }
}
