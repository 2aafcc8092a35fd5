// Coverage in V8's form: for each function, ranges with counts, the inner ones replacing the count of the outer one.
// https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-ScriptCoverage
import { blockRanges } from "internal:core/coverage/block_ranges";
import type { CountedFile, CounterMap, Region } from "internal:core/coverage/counter_map";

/** A range of a source; offsets in UTF-16 code units. */
export interface V8Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

export interface V8Function {
  functionName: string;
  /** The first one is the function. */
  ranges: V8Range[];
  isBlockCoverage: boolean;
}

export interface V8Script {
  scriptId: string;
  url: string;
  functions: V8Function[];
}

interface Scope {
  name: string;
  start: number;
  end: number;
  count: number;
  regions: Region[];
  /** The function is in the result: it ran, or the one around it did. */
  isIncluded: boolean;
  parent: Scope | null;
}

/** A script of V8 for the counts of a file. `runs`: how often the file ran, as far as its counters do not say. */
export function v8Script({ map, counts }: CountedFile, url: string, scriptId: string, runs = 1): V8Script {
  const whole: Scope = {
    name: "",
    start: 0,
    end: map.length,
    count: runsOf(map, counts) ?? runs,
    regions: [],
    isIncluded: false,
    parent: null,
  };
  whole.isIncluded = whole.count > 0;
  const scopes: Scope[] = [whole];
  // Both lists are sorted by their starts, the outer ones first.
  let at = whole;
  let next = 0;
  const enter = (until: number): void => {
    for (; next < map.functions.length && map.functions[next]![5] <= until; next++) {
      const [name, , , , , start, end, counter] = map.functions[next]!;
      while (at.parent !== null && at.end <= start) at = at.parent;
      const count = counts[counter]!;
      // V8 does not know the functions inside of one that was never called.
      const isIncluded = count > 0 || (at.isIncluded && at.count > 0);
      at = { name, start, end, count, regions: [], isIncluded, parent: at };
      scopes.push(at);
    }
  };
  for (const region of map.regions) {
    enter(region[0]);
    while (at.parent !== null && (at.end <= region[0] || at.end < region[1])) at = at.parent;
    const scope = at.parent !== null && isWhole(at, region) ? at.parent : at;
    scope.regions.push(region);
  }
  enter(map.length);
  const functions: V8Function[] = [];
  for (const scope of scopes) {
    if (!scope.isIncluded) continue;
    functions.push({
      functionName: scope.name,
      ranges: scope.count > 0 ? blockRanges(scope, counts) : [rangeOf(scope)],
      // V8 compiles the initializers of fields with their class.
      isBlockCoverage: scope.count > 0 || scope.name.startsWith("<"),
    });
  }
  return { scriptId, url, functions };
}

function rangeOf({ start, end, count }: Scope): V8Range {
  return { startOffset: start, endOffset: end, count };
}

/** Whether a region is the statement that consists of a function: it is not in the function. */
function isWhole(one: { start: number; end: number }, region: Region): boolean {
  return one.start === region[0] && one.end === region[1];
}

/** The count of the first statement outside of functions, which runs as often as the file; undefined without one. */
function runsOf({ functions, statements }: CounterMap, counts: number[]): number | undefined {
  let inner = 0;
  let end = 0;
  for (const place of statements) {
    for (; inner < functions.length && functions[inner]![5] <= place[0]; inner++) {
      const [, , , , , functionStart, functionEnd] = functions[inner]!;
      if (!isWhole({ start: functionStart, end: functionEnd }, place)) end = Math.max(end, functionEnd);
    }
    if (place[0] >= end) return counts[place[2]];
  }
  return undefined;
}

/** Adds up the scripts of several processes, by their URLs. Ranges of the same function may differ: their counts are added by position. */
export function mergeScripts(scripts: readonly V8Script[]): V8Script[] {
  const byUrl = new Map<string, V8Script[]>();
  for (const script of scripts) {
    const known = byUrl.get(script.url);
    if (known === undefined) byUrl.set(script.url, [script]);
    else known.push(script);
  }
  return [...byUrl.values()].map((group) => (group.length === 1 ? group[0]! : mergeGroup(group)));
}

function mergeGroup(scripts: V8Script[]): V8Script {
  const functions = new Map<string, V8Function[]>();
  for (const { functions: list } of scripts) {
    for (const one of list) {
      const { startOffset, endOffset } = one.ranges[0]!;
      const key = `${startOffset}-${endOffset}-${one.functionName}`;
      const known = functions.get(key);
      if (known === undefined) functions.set(key, [one]);
      else known.push(one);
    }
  }
  return {
    ...scripts[0]!,
    functions: [...functions.values()].map((group) => (group.length === 1 ? group[0]! : mergeFunction(group))),
  };
}

function mergeFunction(group: V8Function[]): V8Function {
  const bounds = new Set<string>();
  for (const { ranges } of group)
    for (const { startOffset, endOffset } of ranges) bounds.add(`${startOffset},${endOffset}`);
  const ranges = [...bounds]
    .map((text): V8Range => {
      const [startOffset, endOffset] = text.split(",").map(Number) as [number, number];
      return { startOffset, endOffset, count: 0 };
    })
    .sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  for (const range of ranges)
    for (const one of group) range.count += countAt(one.ranges, range.startOffset, range.endOffset);
  return { ...group[0]!, ranges, isBlockCoverage: group.some(({ isBlockCoverage }) => isBlockCoverage) };
}

/** The count of the innermost range that contains a range. */
function countAt(ranges: V8Range[], start: number, end: number): number {
  let count = 0;
  for (const range of ranges) if (range.startOffset <= start && range.endOffset >= end) count = range.count;
  return count;
}
