// What reports show of a file: statements, functions, branches and lines with counts, by Istanbul's rules. A line is covered
// as often as the statement that begins on it and ran most often.
import type { CountedFile } from "internal:core/coverage/counter_map";
import { type CountingRules, type Metric, METRICS } from "internal:test_runner/coverage/names";
import { RangeCounts } from "internal:test_runner/coverage/range_counts";
import { Source } from "internal:test_runner/coverage/source";
import type { V8Script } from "internal:core/coverage/v8";
import { nodeLines } from "internal:test_runner/coverage/node_summary";

export interface CoveredStatement {
  start: number;
  end: number;
  count: number;
}
export interface CoveredFunction {
  name: string;
  declaration: [start: number, end: number];
  body: [start: number, end: number];
  line: number;
  count: number;
}
export interface CoveredBranch {
  kind: string;
  start: number;
  end: number;
  line: number;
  /** An arm that the source does not have starts and ends at 0. */
  arms: CoveredStatement[];
}

/** A sum: how many there are, and how many of them ran. */
export interface Ratio {
  total: number;
  covered: number;
}

export type Summary = Record<Metric, Ratio>;

export interface CoveredFile {
  path: string;
  source: Source;
  statements: CoveredStatement[];
  functions: CoveredFunction[];
  branches: CoveredBranch[];
  lines: Map<number, number>;
  summary: Summary;
}

/** The report of counts. `text`: the source. */
export function coveredFile(one: CountedFile, text: string, rules: CountingRules): CoveredFile {
  const { file, map, counts } = one;
  const source = new Source(text);
  const byRanges = rules === "v8" ? new RangeCounts(one) : null;
  const isIn = (start: number): boolean => !source.isExcluded(source.lineAt(start));
  const statements = map.statements
    .filter(([start]) => isIn(start))
    .map(([start, end, counter]) => ({ start, end, count: byRanges?.statement(start) ?? counts[counter]! }));
  const functions = map.functions
    // Initializers of fields are V8's notion.
    .filter(
      ([name, , , , , start]) =>
        !name.startsWith("<") && isIn(start) && (rules === "v8" || !isPrivateMethod(name, start, text)),
    )
    .map(([name, declarationStart, declarationEnd, bodyStart, bodyEnd, start, , counter]): CoveredFunction => ({
      name,
      declaration: [declarationStart, declarationEnd],
      body: [bodyStart, bodyEnd],
      line: source.lineAt(start),
      count: counts[counter]!,
    }));
  const branches = map.branches
    .filter(([, start]) => isIn(start))
    .map(([kind, start, end, arms]): CoveredBranch => {
      const ranged = byRanges?.arms(start, arms, text);
      return {
        kind,
        start,
        end,
        line: source.lineAt(start),
        arms: arms
          .map(([armStart, armEnd, counter], index) => ({
            start: armStart,
            end: armEnd,
            count: ranged?.[index] ?? counts[counter]!,
          }))
          .filter((arm) => arm.end === 0 || isIn(arm.start)),
      };
    });
  const lines = new Map<number, number>();
  for (const { start, count } of statements) {
    const line = source.lineAt(start);
    lines.set(line, Math.max(lines.get(line) ?? 0, count));
  }
  return finish({ path: file, source, statements, functions, branches, lines });
}

/** Istanbul does not count private methods as functions. */
function isPrivateMethod(name: string, start: number, text: string): boolean {
  return (
    name.includes("#") &&
    /^(?:static\s+)?(?:async\s+)?(?:\*\s*)?(?:[gs]et\s+)?#/.test(text.slice(start, start + name.length + 40))
  );
}

/** The report of a script of V8, whose lines count by Node's rules. */
export function coveredScript(script: V8Script, path: string, text: string): CoveredFile {
  const source = new Source(text);
  const { lines: counts, functions: found, branches: ranges } = nodeLines(script.functions, source);
  const lines = new Map<number, number>();
  const statements: CoveredStatement[] = [];
  counts.forEach(({ line, count, isIgnored }) => {
    if (isIgnored || source.line(line).trim() === "") return;
    lines.set(line, count);
    const { start, end } = source.boundsOf(line);
    statements.push({ start, end, count });
  });
  const functions = found.map(({ name, line, count, start, end }): CoveredFunction => ({
    name,
    declaration: [start, start + 1],
    body: [start, end],
    line,
    count,
  }));
  const branches = ranges.map(({ line, count, start, end }): CoveredBranch => ({
    kind: "branch",
    start,
    end,
    line,
    arms: [{ start, end, count }],
  }));
  return finish({ path, source, statements, functions, branches, lines });
}

function finish(file: Omit<CoveredFile, "summary">): CoveredFile {
  const arms = file.branches.flatMap((branch) => branch.arms);
  const ratio = (list: readonly { count: number }[]): Ratio => ({
    total: list.length,
    covered: list.filter(({ count }) => count > 0).length,
  });
  return {
    ...file,
    summary: {
      statements: ratio(file.statements),
      branches: ratio(arms),
      functions: ratio(file.functions),
      lines: ratio([...file.lines.values()].map((count) => ({ count }))),
    },
  };
}

/** The sum of several. */
export function sumOf(files: readonly { summary: Summary }[]): Summary {
  const sum = { __proto__: null } as unknown as Summary;
  for (const metric of METRICS)
    sum[metric] = {
      total: files.reduce((total, { summary }) => total + summary[metric].total, 0),
      covered: files.reduce((covered, { summary }) => covered + summary[metric].covered, 0),
    };
  return sum;
}

/** Percent with two decimals, rounded down; 100 of nothing. */
export function percent({ total, covered }: Ratio): number {
  return total === 0 ? 100 : Math.floor((covered * 10_000) / total) / 100;
}

/** Ranges of lines that did not run; lines without statements do not interrupt a range. */
export function uncoveredRanges(file: CoveredFile): string {
  return rangesOf([...file.lines].map(([line, count]) => [line, count > 0]));
}

/** The same of lines with branches of which an arm did not run; lines without branches do not interrupt a range. */
export function partialLines(file: CoveredFile): string {
  const complete = new Map<number, boolean>();
  for (const { line, arms } of file.branches)
    complete.set(line, (complete.get(line) ?? true) && arms.every(({ count }) => count > 0));
  return rangesOf([...complete]);
}

function rangesOf(lines: [line: number, isCovered: boolean][]): string {
  const ranges: [first: number, last: number][] = [];
  let isNew = true;
  for (const [line, isCovered] of lines.sort(([one], [other]) => one - other)) {
    if (isCovered) isNew = true;
    else if (isNew) {
      ranges.push([line, line]);
      isNew = false;
    } else ranges.at(-1)![1] = line;
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(",");
}
