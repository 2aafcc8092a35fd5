// The shortest edit script between two sequences: Eugene W. Myers, "An O(ND) difference algorithm and its variations".
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { validateString, validateStringArray } from "internal:core/validators";

export const opDelete = -1;
export const opKeep = 0;
export const opInsert = 1;

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

/** The edits in order. With `ignoreComma`, lines that differ in a comma at their end are equal. */
export function editScript(actual: Sequence, expected: Sequence, ignoreComma: boolean): Edit[] {
  const max = actual.length + expected.length;
  if (max > 2 ** 31 - 1) throw new ERR_OUT_OF_RANGE("myersDiff input size", "< 2^31", max);
  // reach[k + max]: how far in `actual` diagonal k got with the edits so far.
  const reach = new Int32Array(2 * max + 1);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= max; edits++) {
    trace.push(reach.slice(max - edits, max + edits + 1));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const index = diagonal + max;
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
  return [];
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
      const item = actual[x - 1]!;
      script.push([opKeep, ignoreComma && !item.endsWith(",") ? expected[y - 1]! : item]);
      x--;
      y--;
    }
    if (edits > 0) script.push(x > previousX ? [opInsert, actual[--x]!] : [opDelete, expected[--y]!]);
  }
  return script.reverse();
}
