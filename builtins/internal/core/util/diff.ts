// The shortest edit script between two sequences: Eugene W. Myers, "An O(ND) difference algorithm and its variations".
// Its time and memory grow with the square of the number of edits, so that is limited.
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { validateString, validateStringArray } from "internal:core/validators";

export const opDelete = -1;
export const opKeep = 0;
export const opInsert = 1;

/** Edits beyond which one sequence replaces the other: 64 MB are in use then. */
const EDITS_MAX = 4_000;

/** An operation and the line or letter that it is about. "Insert" means: only in `actual`. */
export type Edit = [operation: number, value: string];
type Sequence = string | readonly string[];

/**
 * The edits from `expected` to `actual`, in order; empty when they are identical. Letters of strings, or items of arrays.
 * Throws ERR_INVALID_ARG_TYPE for anything else.
 */
export function diff(actual: Sequence, expected: Sequence): Edit[] {
  if (actual === expected) return [];
  for (const [value, name] of [
    [actual, "actual"],
    [expected, "expected"],
  ] as const) {
    if (Array.isArray(value)) validateStringArray(value, name);
    else validateString(value, name);
  }
  return editScript(actual, expected, false);
}

/**
 * The edits in order. With `ignoreComma`, lines that differ in a comma at their end are equal.
 * Where more than `EDITS_MAX` are needed, they are not the shortest ones: what is between equal ends is replaced.
 */
export function editScript(actual: Sequence, expected: Sequence, ignoreComma: boolean): Edit[] {
  const max = actual.length + expected.length;
  if (max > 2 ** 31 - 1) throw new ERR_OUT_OF_RANGE("myersDiff input size", "< 2^31", max);
  const limit = Math.min(max, EDITS_MAX);
  // reach[k + limit]: how far in `actual` diagonal k got with the edits so far.
  const reach = new Int32Array(2 * limit + 1);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(reach.slice(limit - edits, limit + edits + 1));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const index = diagonal + limit;
      const down = diagonal === -edits || (diagonal !== edits && reach[index - 1]! < reach[index + 1]!);
      let x = down ? reach[index + 1]! : reach[index - 1]! + 1;
      let y = x - diagonal;
      while (x < actual.length && y < expected.length && linesEqual(actual[x]!, expected[y]!, ignoreComma)) {
        x++;
        y++;
      }
      reach[index] = x;
      if (x >= actual.length && y >= expected.length) return walkBack(trace, actual, expected, ignoreComma);
    }
  }
  return replacement(actual, expected, ignoreComma);
}

/** What is equal at both ends, and between them all of `actual` for all of `expected`. */
function replacement(actual: Sequence, expected: Sequence, ignoreComma: boolean): Edit[] {
  const shorter = Math.min(actual.length, expected.length);
  let start = 0;
  while (start < shorter && linesEqual(actual[start]!, expected[start]!, ignoreComma)) start++;
  let end = 0;
  while (end < shorter - start && linesEqual(actual.at(-1 - end)!, expected.at(-1 - end)!, ignoreComma)) end++;
  const script: Edit[] = [];
  for (let at = 0; at < start; at++) script.push([opKeep, kept(actual[at]!, expected[at]!, ignoreComma)]);
  for (let at = start; at < actual.length - end; at++) script.push([opInsert, actual[at]!]);
  for (let at = start; at < expected.length - end; at++) script.push([opDelete, expected[at]!]);
  for (let at = -end; at < 0; at++) script.push([opKeep, kept(actual.at(at)!, expected.at(at)!, ignoreComma)]);
  return script;
}

/** Of two equal lines the one with a comma. */
function kept(actual: string, expected: string, ignoreComma: boolean): string {
  return ignoreComma && !actual.endsWith(",") ? expected : actual;
}

function linesEqual(actual: string, expected: string, ignoreComma: boolean): boolean {
  return actual === expected || (ignoreComma && (`${actual},` === expected || actual === `${expected},`));
}

function walkBack(trace: Int32Array[], actual: Sequence, expected: Sequence, ignoreComma: boolean): Edit[] {
  const script: Edit[] = [];
  let x = actual.length;
  let y = expected.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits]!; // of diagonals -edits…edits
    const diagonal = x - y;
    const at = (k: number) => reach[k + edits] ?? 0;
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const previous = down ? diagonal + 1 : diagonal - 1;
    const previousX = at(previous);
    const previousY = previousX - previous;
    while (x > previousX && y > previousY) {
      script.push([opKeep, kept(actual[x - 1]!, expected[y - 1]!, ignoreComma)]);
      x--;
      y--;
    }
    if (edits > 0) script.push(x > previousX ? [opInsert, actual[--x]!] : [opDelete, expected[--y]!]);
  }
  return script.reverse();
}
