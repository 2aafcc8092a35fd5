// The difference of two texts line by line, with its cost bounded: what is equal at both ends is set aside, the rest is
// compared with Myers' algorithm up to a number of edits, beyond which one block replaces the other.
import { equalityRules } from "internal:test_runner/expect/equality";
import { format } from "internal:test_runner/expect/pretty_format";
import defer * as matched from "internal:test_runner/expect/matched_matchers";

const CONTEXT_LINES = 5;
/** Edits beyond which the lines are not aligned. */
const EDITS_MAX = 1_000;
/** Lines among which equal ones are looked for, beyond that number of edits. */
const NEAR_MAX = 40;
/** Comparisons of that search, beyond which lines that differ replace each other. */
const NEAR_STEPS_MAX = 2_000_000;
/** Lines and characters of a difference that are shown. */
const LINES_MAX = 300;
const LINE_CHARACTERS_MAX = 2_000;
/** Longer texts are not aligned across depths. */
const ALIGNED_CHARACTERS_MAX = 500_000;
/** Values whose text is longer are printed with less depth. */
const DEPTH_MAX = 20;

/** One line of a difference: kept, removed (only in the first) or added (only in the second). */
interface Line {
  kind: " " | "-" | "+";
  text: string;
}

/** How a difference is written. */
export interface DiffStyle {
  names?: readonly [string, string];
  /** Whether the legend has the numbers of lines. */
  hasCounts?: boolean;
  /** Whether all equal lines are shown, unless they are too many. */
  isWhole?: boolean;
}

/** What both sides look the same with. */
export const NO_DIFFERENCE = "Compared values have no visual difference.";

/** The difference of two values, or null when they are the same. */
export function diffValues(expected: unknown, received: unknown, style: DiffStyle = {}): string | null {
  if (Object.is(expected, received)) return null;
  const [one, other] = matched.withMatched(ordered(expected), ordered(received));
  const options = { maxDepth: DEPTH_MAX, escapeString: false, printBasicPrototype: equalityRules() !== "vitest" };
  const [first, second] = [textOf(one, options), textOf(other, options)];
  if (first === second) return NO_DIFFERENCE;
  if (first.length + second.length > ALIGNED_CHARACTERS_MAX) return diffText(first, second, style);
  // What moves to another depth is compared without its indentation.
  const flat = { ...options, indent: 0 };
  return diffText(first, second, style, [textOf(one, flat), textOf(other, flat)]);
}

/** Jest compares the members of maps and sets in the order of their strings; those without one keep their order. */
function ordered(value: unknown): unknown {
  if (equalityRules() !== "jest") return value;
  try {
    if (value instanceof Map) return new Map([...(value as Map<unknown, unknown>)].sort());
    return value instanceof Set ? new Set([...(value as Set<unknown>)].sort()) : value;
  } catch {
    return value;
  }
}

function textOf(value: unknown, options: object): string {
  if (typeof value === "string") return value;
  try {
    return format(value, options);
  } catch {
    return format(value, { ...options, callToJSON: false });
  }
}

/** The difference of two texts, with a legend. `compared`: texts of as many lines, which are compared in their place. */
export function diffText(
  expected: string,
  received: string,
  { names = ["Expected", "Received"], hasCounts = true, isWhole = false }: DiffStyle = {},
  compared: readonly [string, string] = [expected, received],
): string {
  const shown = [expected.split("\n"), received.split("\n")] as const;
  const flat = [compared[0].split("\n"), compared[1].split("\n")] as const;
  const lines = withTexts(diffLines(flat[0], flat[1]), shown[0], shown[1]);
  const removed = lines.filter((line) => line.kind === "-").length;
  const added = lines.filter((line) => line.kind === "+").length;
  const width = Math.max(names[0].length, names[1].length);
  const count = Math.max(String(removed).length, String(added).length);
  const legend = (mark: string, name: string, value: number): string =>
    hasCounts ? `${mark} ${name.padEnd(width)}  ${mark} ${String(value).padStart(count)}` : `${mark} ${name}`;
  return `${legend("-", names[0], removed)}\n${legend("+", names[1], added)}\n\n${render(lines, isWhole)}`;
}

/** Aligned lines with their own texts; equal ones have that of the second side. */
function withTexts(lines: Line[], first: readonly string[], second: readonly string[]): Line[] {
  let [x, y] = [0, 0];
  return lines.map(({ kind }) => {
    const text = kind === "-" ? first[x]! : second[y]!;
    if (kind !== "+") x++;
    if (kind !== "-") y++;
    return { kind, text };
  });
}

function render(lines: Line[], isAll: boolean): string {
  const hunks = isAll && lines.length <= LINES_MAX ? [{ start: 0, end: lines.length }] : hunksOf(lines);
  const out: string[] = [];
  const isWhole = hunks.length === 1 && hunks[0]!.start === 0 && hunks[0]!.end === lines.length;
  for (const { start, end } of hunks) {
    if (!isWhole) out.push(mark(lines, start, end));
    for (let index = start; index < end; index++) {
      const { kind, text } = lines[index]!;
      out.push(text === "" ? kind.trim() : `${kind} ${cut(text, counterpart(lines, index))}`);
      if (out.length >= LINES_MAX) {
        out.push(`… (${lines.length - index - 1} more lines)`);
        return out.join("\n");
      }
    }
  }
  return out.join("\n");
}

/** The line that stands for a removed or added one on the other side; undefined when there is none. */
function counterpart(lines: Line[], index: number): string | undefined {
  const [before, line, after] = [lines[index - 1], lines[index]!, lines[index + 1]];
  if (line.kind === "-" && after?.kind === "+") return after.text;
  return line.kind === "+" && before?.kind === "-" ? before.text : undefined;
}

/** A text that is not too long: the part around the first difference to `other`, or its beginning. */
export function cut(text: string, other = text): string {
  if (text.length <= LINE_CHARACTERS_MAX) return text;
  const start = Math.max(0, firstDifference(text, other) - LINE_CHARACTERS_MAX / 2);
  const end = start + LINE_CHARACTERS_MAX;
  const from = start === 0 ? "" : `from character ${start + 1} of `;
  return `${start === 0 ? "" : "…"}${text.slice(start, end)}${end < text.length ? "…" : ""} (${from}${text.length} characters)`;
}

/** The position of the first character that differs; 0 for equal texts. */
function firstDifference(one: string, other: string): number {
  if (one === other) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** The header of a group of changes, as in patches. */
function mark(lines: Line[], start: number, end: number): string {
  let [firstLine, secondLine] = [1, 1];
  for (let index = 0; index < start; index++) {
    if (lines[index]!.kind !== "+") firstLine++;
    if (lines[index]!.kind !== "-") secondLine++;
  }
  const group = lines.slice(start, end);
  const firstCount = group.filter((line) => line.kind !== "+").length;
  const secondCount = group.filter((line) => line.kind !== "-").length;
  return `@@ -${firstLine},${firstCount} +${secondLine},${secondCount} @@`;
}

/** Groups of changes with the lines around them. */
function hunksOf(lines: Line[]): { start: number; end: number }[] {
  const hunks: { start: number; end: number }[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (lines[index]!.kind === " ") continue;
    const start = Math.max(0, index - CONTEXT_LINES);
    const end = Math.min(lines.length, index + 1 + CONTEXT_LINES);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  }
  return hunks.length === 0 ? [{ start: 0, end: lines.length }] : hunks;
}

/** Aligns two lists of lines. */
function diffLines(first: string[], second: string[]): Line[] {
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start++;
  let firstEnd = first.length;
  let secondEnd = second.length;
  while (firstEnd > start && secondEnd > start && first[firstEnd - 1] === second[secondEnd - 1]) {
    firstEnd--;
    secondEnd--;
  }
  const kept = (text: string): Line => ({ kind: " ", text });
  const middle = align(first.slice(start, firstEnd), second.slice(start, secondEnd));
  return [...first.slice(0, start).map(kept), ...middle, ...first.slice(firstEnd).map(kept)];
}

/** Myers, "An O(ND) Difference Algorithm and Its Variations", 1986: the greedy algorithm with a trace. */
function align(first: string[], second: string[]): Line[] {
  const [n, m] = [first.length, second.length];
  const limit = Math.min(n + m, EDITS_MAX);
  const trace: Int32Array[] = [];
  const reach = new Int32Array(2 * limit + 3);
  const origin = limit + 1;
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(reach.slice(origin - edits - 1, origin + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const goesDown =
        diagonal === -edits || (diagonal !== edits && reach[origin + diagonal - 1]! < reach[origin + diagonal + 1]!);
      let x = goesDown ? reach[origin + diagonal + 1]! : reach[origin + diagonal - 1]! + 1;
      let y = x - diagonal;
      while (x < n && y < m && first[x] === second[y]) {
        x++;
        y++;
      }
      reach[origin + diagonal] = x;
      if (x >= n && y >= m) return backtrack(first, second, trace, edits);
    }
  }
  return alignNearby(first, second);
}

/** Aligns what has too many edits: after a line that differs, the nearest equal lines continue. */
function alignNearby(first: string[], second: string[]): Line[] {
  const out: Line[] = [];
  const search = new NearSearch(first, second);
  let [x, y] = [0, 0];
  while (x < first.length && y < second.length) {
    if (first[x] === second[y]) {
      out.push({ kind: " ", text: first[x++]! });
      y++;
      continue;
    }
    const [removed, added] = search.at(x, y);
    for (let index = 0; index < removed; index++) out.push({ kind: "-", text: first[x++]! });
    for (let index = 0; index < added; index++) out.push({ kind: "+", text: second[y++]! });
  }
  for (; x < first.length; x++) out.push({ kind: "-", text: first[x]! });
  for (; y < second.length; y++) out.push({ kind: "+", text: second[y]! });
  return out;
}

/** Looks for the nearest equal lines. */
class NearSearch {
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  #stepsLeft = NEAR_STEPS_MAX;

  constructor(first: string[], second: string[]) {
    // Numbers are compared instead of strings.
    const numbers = new Map<string, number>();
    const numbered = (lines: string[]): Int32Array =>
      Int32Array.from(lines, (line) => {
        const known = numbers.get(line) ?? numbers.size;
        if (known === numbers.size) numbers.set(line, known);
        return known;
      });
    this.#first = numbered(first);
    this.#second = numbered(second);
  }

  /** How many lines of both precede the nearest equal ones; one of each when none is near. */
  at(x: number, y: number): [removed: number, added: number] {
    const [first, second] = [this.#first, this.#second];
    for (let distance = 1; distance <= NEAR_MAX && this.#stepsLeft > 0; distance++) {
      this.#stepsLeft -= distance;
      for (let removed = 0; removed <= distance; removed++) {
        const [atFirst, atSecond] = [x + removed, y + distance - removed];
        if (atFirst < first.length && atSecond < second.length && first[atFirst] === second[atSecond])
          return [removed, distance - removed];
      }
    }
    return [1, 1];
  }
}

function backtrack(first: string[], second: string[], trace: Int32Array[], last: number): Line[] {
  const out: Line[] = [];
  let [x, y] = [first.length, second.length];
  for (let edits = last; edits >= 0; edits--) {
    const reach = trace[edits]!;
    const at = (diagonal: number): number => reach[diagonal + edits + 1]!;
    const diagonal = x - y;
    const goesDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const previous = goesDown ? diagonal + 1 : diagonal - 1;
    const startX = edits === 0 ? 0 : at(previous);
    const startY = startX - previous;
    while (x > startX && y > startY && x > 0 && y > 0 && first[x - 1] === second[y - 1]) {
      out.push({ kind: " ", text: first[--x]! });
      y--;
    }
    if (edits === 0) break;
    if (goesDown) out.push({ kind: "+", text: second[--y]! });
    else out.push({ kind: "-", text: first[--x]! });
  }
  return out.reverse();
}
