// Coverage by the rules of Node's test runner, from ranges in V8's form: a line is uncovered when a range with the count 0
// contains all of it; every range is a branch; functions are those that V8 knows.
// https://nodejs.org/api/test.html#collecting-code-coverage
import type { Source } from "internal:test_runner/coverage/source";
import type { V8Function } from "internal:core/coverage/v8";

export interface NodeLine {
  line: number;
  count: number;
  isIgnored: boolean;
}
interface Reported {
  line: number;
  count: number;
  start: number;
  end: number;
}

/** The lines, functions and branches of one file. */
export interface NodeFile {
  lines: NodeLine[];
  functions: (Reported & { name: string; isCovered: boolean })[];
  branches: (Reported & { isCovered: boolean })[];
}

/** Applies the functions of a script to the lines of its source. */
export function nodeLines(functions: readonly V8Function[], source: Source): NodeFile {
  const lines: NodeLine[] = [];
  for (let line = 1; line <= source.lineCount; line++)
    lines.push({ line, count: 1, isIgnored: source.isExcluded(line) });
  const file: NodeFile = { lines, functions: [], branches: [] };
  functions.forEach(({ functionName, ranges, isBlockCoverage }, index) => {
    let highest = 0;
    for (const { startOffset, endOffset, count } of ranges) {
      highest = Math.max(highest, count);
      const covered = apply(startOffset, endOffset, count, lines, source);
      const reached = { line: covered.firstLine, count, start: startOffset, end: endOffset };
      if (isBlockCoverage) file.branches.push({ ...reached, isCovered: count > 0 || covered.isIgnored });
    }
    const first = ranges[0];
    if (index === 0 || first === undefined) return;
    const { startOffset: start, endOffset: end } = first;
    const whole = apply(start, end, null, lines, source);
    const isCovered = first.count > 0 || whole.isIgnored;
    file.functions.push({ name: functionName, count: highest, line: whole.firstLine, start, end, isCovered });
  });
  return file;
}

/** Sets the count of the lines that a range contains; null: sets nothing. */
function apply(
  start: number,
  end: number,
  count: number | null,
  lines: NodeLine[],
  source: Source,
): { firstLine: number; isIgnored: boolean } {
  const first = source.lineAt(start);
  const last = Math.min(source.lineAt(Math.max(start, end - 1)), lines.length);
  let ignored = 0;
  for (let line = first; line <= last; line++) {
    const { start: lineStart, end: lineEnd } = source.boundsOf(line);
    const entry = lines[line - 1]!;
    if (entry.isIgnored) ignored++;
    if (count !== null && start <= lineStart && end >= lineEnd) entry.count = count;
  }
  return { firstLine: first, isIgnored: ignored === last - first + 1 };
}
