// Counts of what a transformer of Jest made of a file, at the positions of the file: its map says where code comes from, and code that
// comes from nowhere does not count.
import type { CountedFile, CounterMap, Place } from "internal:core/coverage/counter_map";
import { Source } from "internal:test_runner/coverage/source";
import type { SourceMap } from "internal:core/stack/source_map";
import defer * as maps from "internal:core/stack/source_map";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

const EXTENSION = ".transformed";
let writtenCount = 0;

/** Records the source that a transformer made, in the folder of the run's profiles. `worker` names the thread. */
export function recordTransformed(folder: string, worker: number, file: string, source: string): void {
  const name = `${worker}-${writtenCount++}${EXTENSION}`;
  fs.default.writeFileSync(path.default.join(folder, name), JSON.stringify({ file, source }));
}

/** The recorded sources by their files. */
export function transformedSources(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of fs.default.readdirSync(folder) as string[]) {
    if (!name.endsWith(EXTENSION)) continue;
    const text = fs.default.readFileSync(path.default.join(folder, name), "utf8") as string;
    const { file, source } = JSON.parse(text) as { file: string; source: string };
    found.set(file, source);
  }
  return found;
}

/** The counts at the positions of the files that `sources` were made of. */
export function atOriginalPlaces(counted: readonly CountedFile[], sources: ReadonlyMap<string, string>): CountedFile[] {
  if (sources.size === 0) return [...counted];
  sourceMaps.collectSources();
  const positions = new Map<string, Positions | null>();
  return counted.map((one) => {
    const source = sources.get(one.file);
    if (source === undefined || source.length !== one.map.length) return one;
    let found = positions.get(one.file);
    if (found === undefined) positions.set(one.file, (found = positionsOf(one.file, source)));
    return found === null ? one : { ...one, map: mapped(one.map, found) };
  });
}

function positionsOf(file: string, source: string): Positions | null {
  sourceMaps.recordSource(file, source);
  const collected = sourceMaps.mapOfSource(file);
  if (collected === null) return null;
  const map = new maps.SourceMap(collected.data as ConstructorParameters<typeof SourceMap>[0]);
  return new Positions(map, new Source(source), new Source(fs.default.readFileSync(file, "utf8") as string));
}

/** Offsets in a file from those in what was made of it. */
class Positions {
  readonly #map: SourceMap;
  readonly #made: Source;
  readonly #original: Source;

  constructor(map: SourceMap, made: Source, original: Source) {
    this.#map = map;
    this.#made = made;
    this.#original = original;
  }

  get length(): number {
    return this.#original.text.length;
  }

  /** Where the code begins that was made at an offset; null: nowhere. */
  start(offset: number): number | null {
    return this.#at(offset)?.start ?? null;
  }

  /** Where it ends: behind the token that was made last. */
  end(offset: number, start: number): number {
    const exact = this.#at(offset);
    if (exact !== null && exact.distance === 0 && exact.start > start) return exact.start;
    const last = this.#at(offset - 1);
    return last === null ? start : Math.min(this.length, Math.max(start, last.start + last.distance + 1));
  }

  /** Whether a statement can begin at an offset of the file. */
  mayBeStatement(start: number): boolean {
    return !/[\s;,{})]/.test(this.#original.text[start] ?? ";");
  }

  #at(offset: number): { start: number; distance: number } | null {
    const { line, column } = this.#made.placeAt(offset);
    const entry = this.#map.findEntry(line - 1, column);
    const { generatedLine, generatedColumn, originalLine, originalColumn } = entry;
    if (originalLine === undefined || generatedLine !== line - 1) return null;
    const begin = this.#original.starts[originalLine];
    if (begin === undefined) return null;
    const [start, distance] = [begin + originalColumn!, column - generatedColumn!];
    // Maps of lines alone have code that was copied.
    const isCopied =
      distance > 0 &&
      this.#made.text.slice(offset - distance, offset + 1) === this.#original.text.slice(start, start + distance + 1);
    return isCopied ? { start: start + distance, distance: 0 } : { start, distance };
  }
}

function mapped(map: CounterMap, positions: Positions): CounterMap {
  const known = new Set<number>();
  const statements: Place[] = [];
  for (const [from, to, counter] of map.statements) {
    const start = positions.start(from);
    // A statement that became several is counted by the first; the others stand for no statement of the source.
    if (start === null || known.has(start) || !positions.mayBeStatement(start)) continue;
    known.add(start);
    statements.push([start, positions.end(to, start), counter]);
  }
  const functions = map.functions.flatMap((one): CounterMap["functions"] => {
    const [name, nameFrom, nameTo, bodyFrom, bodyTo, from, to, counter] = one;
    const [start, body] = [positions.start(from), positions.start(bodyFrom)];
    if (start === null || body === null) return [];
    const ofName = positions.start(nameFrom) ?? start;
    const end = positions.end(to, start);
    return [[name, ofName, positions.end(nameTo, ofName), body, positions.end(bodyTo, body), start, end, counter]];
  });
  const branches = map.branches.flatMap(([kind, from, to, arms]): CounterMap["branches"] => {
    const start = positions.start(from);
    if (start === null) return [];
    const ofFile = arms.map(([armFrom, armTo, counter]): Place => {
      const arm = armTo === 0 ? null : positions.start(armFrom);
      return arm === null ? [0, 0, counter] : [arm, positions.end(armTo, arm), counter];
    });
    return [[kind, start, positions.end(to, start), ofFile]];
  });
  const regions = map.regions.flatMap(([from, to, counter]): CounterMap["regions"] => {
    const start = positions.start(from);
    return start === null ? [] : [[start, to < 0 ? to : positions.end(to, start), counter]];
  });
  return { ...map, length: positions.length, statements, functions, branches, regions };
}
