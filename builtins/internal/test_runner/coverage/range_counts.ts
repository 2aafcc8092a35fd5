// Counts of statements and branches by V8's ranges, as the provider `v8` of Vitest has them: the count of a place is that of the
// innermost range around it. Our own counters differ behind calls that throw, and for default arguments.
// https://vitest.dev/guide/coverage.html#v8-provider
import type { CountedFile, Place } from "internal:core/coverage/counter_map";
import { v8Script } from "internal:core/coverage/v8";

/** The counts of a file by offset. */
export class RangeCounts {
  readonly #counts: Uint32Array;
  /** Where functions start. */
  readonly #functions: Set<number>;
  /** The initializers of fields. */
  readonly #initializers: [start: number, end: number][];

  constructor(file: CountedFile) {
    const { map } = file;
    this.#counts = new Uint32Array(map.length);
    // Outer functions and outer ranges come first.
    for (const { ranges } of v8Script(file, "", "0").functions)
      for (const { startOffset, endOffset, count } of ranges) this.#counts.fill(count, startOffset, endOffset);
    this.#functions = new Set(map.functions.map(([, , , , , start]) => start));
    this.#initializers = map.functions.flatMap(([name, , , , , start, end]) =>
      name.startsWith("<") ? [[start, end] as [number, number]] : [],
    );
  }

  statement(start: number): number {
    // A function that is a value has the count of the code around it; that of a field has its own.
    const isValue = this.#functions.has(start) && !this.#initializers.some(([from, to]) => from <= start && start < to);
    return this.#at(isValue ? start - 1 : start);
  }

  /** The arms of a branch; one that the source does not have starts and ends at 0. */
  arms(start: number, arms: readonly Place[], text: string): number[] {
    let before = 0;
    return arms.map(([armStart, armEnd]) => {
      // The count of a block is that behind its brace.
      const isBlock = text[armStart] === "{" && text[armEnd - 1] === "}";
      const count = armEnd === 0 ? Math.max(0, this.#at(start) - before) : this.#at(armStart + Number(isBlock));
      before = count;
      return count;
    });
  }

  #at(offset: number): number {
    return this.#counts[Math.max(0, offset)] ?? 0;
  }
}
