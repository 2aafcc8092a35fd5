// The ranges of the blocks of a function, from its regions and their counts. The passes are those of V8, one after the other,
// because tools and thresholds depend on where its ranges end: a region without an end, such as the code behind a `return`,
// ends where the next one starts.
import type { Region } from "internal:core/coverage/counter_map";
import type { V8Range } from "internal:core/coverage/v8";

/** A function with its regions, sorted by their starts, the outer ones first. */
export interface CountedScope {
  start: number;
  end: number;
  count: number;
  regions: readonly Region[];
}

const OPEN = -1;

/** The range of the function, and those in it whose count differs from that of the range around them. */
export function blockRanges({ start, end, count, regions }: CountedScope, counts: readonly number[]): V8Range[] {
  const whole: V8Range = { startOffset: start, endOffset: end, count };
  let ranges = regions.map(([startOffset, endOffset, counter]): V8Range => ({
    startOffset,
    endOffset,
    count: counter === OPEN ? 0 : counts[counter]!,
  }));
  ranges = withoutAliases(ranges);
  ranges = closed(ranges, whole);
  ranges = joined(ranges, whole).sort(byNesting);
  ranges = withoutDuplicates(ranges);
  ranges = filtered(ranges, whole, (range, around) => range.count !== around.count);
  ranges = joined(ranges, whole);
  ranges = filtered(ranges, whole, (range, around) => range.count !== 0 || around.count !== 0);
  return [whole, ...ranges.filter(({ startOffset, endOffset }) => startOffset < endOffset)];
}

/** Outer ranges first; an open one after those that start with it. */
function byNesting(one: V8Range, other: V8Range): number {
  return one.startOffset - other.startOffset || other.endOffset - one.endOffset;
}

/** Without open ranges that start with another one: they would fill it. */
function withoutAliases(ranges: V8Range[]): V8Range[] {
  return ranges.filter(
    ({ startOffset, endOffset }, index) => endOffset !== OPEN || startOffset !== ranges[index - 1]?.startOffset,
  );
}

/** The ranges around the one that is visited, which stay: innermost last, the function first. */
class Nesting {
  readonly #around: V8Range[];

  constructor(whole: V8Range) {
    this.#around = [whole];
  }

  /** Leaves the ranges that end before `range`, and returns the one around it. */
  enter(range: V8Range): V8Range {
    while (this.#around.length > 1 && this.#around.at(-1)!.endOffset <= range.startOffset) this.#around.pop();
    return this.#around.at(-1)!;
  }

  get isInBlock(): boolean {
    return this.#around.length > 1;
  }

  push(range: V8Range): void {
    this.#around.push(range);
  }
}

/** Gives open ranges their end. */
function closed(ranges: V8Range[], whole: V8Range): V8Range[] {
  const nesting = new Nesting(whole);
  return ranges.filter((range, index) => {
    const around = nesting.enter(range);
    if (range.startOffset >= whole.endOffset) return false;
    if (range.endOffset === OPEN) {
      const next = ranges[index + 1];
      if (next !== undefined && next.startOffset < around.endOffset) range.endOffset = next.startOffset;
      // The closing brace of a function counts as the function.
      else range.endOffset = nesting.isInBlock ? around.endOffset : around.endOffset - 1;
    }
    nesting.push(range);
    return true;
  });
}

/** A range continues the one directly before it that has the same count. */
function joined(ranges: V8Range[], whole: V8Range): V8Range[] {
  const nesting = new Nesting(whole);
  return ranges.filter((range, index) => {
    const around = nesting.enter(range);
    const next = ranges[index + 1];
    if (
      next !== undefined &&
      next.startOffset < around.endOffset &&
      next.startOffset === range.endOffset &&
      next.count === range.count
    ) {
      next.startOffset = range.startOffset;
      return false;
    }
    nesting.push(range);
    return true;
  });
}

function withoutDuplicates(ranges: V8Range[]): V8Range[] {
  return ranges.filter((range, index) => {
    const next = ranges[index + 1];
    if (next?.startOffset !== range.startOffset || next.endOffset !== range.endOffset) return true;
    next.count = Math.max(next.count, range.count);
    return false;
  });
}

function filtered(ranges: V8Range[], whole: V8Range, stays: (range: V8Range, around: V8Range) => boolean): V8Range[] {
  const nesting = new Nesting(whole);
  return ranges.filter((range) => {
    if (!stays(range, nesting.enter(range))) return false;
    nesting.push(range);
    return true;
  });
}
