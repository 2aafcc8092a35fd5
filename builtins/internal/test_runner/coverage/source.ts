// The source of a covered file: lines by offset, and the lines that comments exclude.

/** The lines of a source. Lines and columns count from 1 and 0, as in Istanbul's files. */
export class Source {
  readonly text: string;
  /** The offset of each line's start. */
  readonly starts: number[] = [0];
  /** Excluded lines. */
  readonly #excluded = new Set<number>();

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
    if (text.includes("ignore") || text.includes("node:coverage")) this.#readComments();
  }

  get lineCount(): number {
    const last = this.starts.length;
    // A final line break does not begin a line.
    return last > 1 && this.starts[last - 1] === this.text.length ? last - 1 : last;
  }

  /** The line of an offset, from 1. */
  lineAt(offset: number): number {
    const { starts } = this;
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** A position of Istanbul. */
  placeAt(offset: number): { line: number; column: number } {
    const line = this.lineAt(offset);
    return { line, column: offset - this.starts[line - 1]! };
  }

  /** A line without its line break. */
  line(line: number): string {
    const start = this.starts[line - 1]!;
    const end = this.starts[line] ?? this.text.length + 1;
    return this.text.slice(start, end - 1).replace(/\r$/, "");
  }

  /** The offsets of a line without its line break. */
  boundsOf(line: number): { start: number; end: number } {
    const start = this.starts[line - 1]!;
    return { start, end: (this.starts[line] ?? this.text.length + 1) - 1 };
  }

  isExcluded(line: number): boolean {
    return this.#excluded.has(line);
  }

  // https://github.com/bcoe/c8#ignoring-uncovered-lines-functions-and-blocks, https://nodejs.org/api/test.html#collecting-code-coverage,
  // https://docs.deno.com/runtime/fundamentals/testing/#ignoring-code
  #readComments(): void {
    let isOff = false;
    let left = 0;
    for (let line = 1; line <= this.lineCount; line++) {
      const text = this.line(line);
      const next = NEXT_LINES.exec(text);
      if (SWITCHED_OFF.test(text)) isOff = true;
      if (isOff || left > 0) this.#excluded.add(line);
      if (left > 0) left--;
      if (SWITCHED_ON.test(text)) isOff = false;
      if (next !== null) {
        // On a line of its own, and in Node's form, it is about the next lines; else, behind code, about that line.
        if (/^\s*(?:\/\*|\/\/)/.test(text) || next[0].includes("node:coverage")) left = Number(next[1] ?? 1);
        else this.#excluded.add(line);
      }
    }
  }
}

const NEXT_LINES =
  /\/\*\s*(?:(?:c8|v8|node:coverage)\s+ignore\s+next\s+(\d+)|(?:c8|node:coverage)\s+ignore\s+next)\b[^*]*\*\/|\/\/\s*deno-coverage-ignore\s*(?:--.*)?$/;
const SWITCHED_OFF =
  /\/\*\s*(?:(?:c8|v8|istanbul)\s+ignore\s+start\b[^*]*|node:coverage\s+disable\s*)\*\/|\/\/\s*deno-coverage-ignore-start\b/;
const SWITCHED_ON =
  /\/\*\s*(?:(?:c8|v8|istanbul)\s+ignore\s+stop\b[^*]*|node:coverage\s+enable\s*)\*\/|\/\/\s*deno-coverage-ignore-stop\b/;
