// What the counters of instrumented source count, in the form of `modules/transform/src/coverage/map.rs`. Types only.

/** A part of a source with the index of its counter; offsets in UTF-16 code units. */
export type Place = [start: number, end: number, counter: number];

/**
 * Code whose count differs from that of the code around it, as V8 divides it. The end -1: up to the next region, or the end of
 * what is around it. The counter -1: it never runs.
 */
export type Region = [start: number, end: number, counter: number];

/** What the counters of a file count. */
export interface CounterMap {
  length: number;
  counters: number;
  statements: Place[];
  functions: [
    name: string,
    declarationStart: number,
    declarationEnd: number,
    bodyStart: number,
    bodyEnd: number,
    start: number,
    end: number,
    counter: number,
  ][];
  branches: [kind: string, start: number, end: number, arms: Place[]][];
  regions: Region[];
}

/** The counts of a file. */
export interface CountedFile {
  file: string;
  map: CounterMap;
  counts: number[];
}
