// Makes rows from SQLite's results in the shared memory. A statement that returns many rows gets a generated function for
// its columns, so that all its rows have one shape and the engine can optimize it.
import {
  BIG_INT,
  BLOB,
  CELL_INT,
  CELL_WORD,
  DOUBLE,
  EXTRAS,
  INT32,
  NULL,
  TEXT,
  WIDE_TEXT,
  bigInts,
  doubles,
  ints,
  kinds,
} from "internal:node/sqlite/memory";
import { SqliteExtras, blobs as takeBlobs, wideText as takeWideText } from "native:sqlite";

/** The form of a row. */
export type Style = "dictionary" | "object" | "instance" | "array";

/** Reads the rows of a batch. `text` is the return value of the native function. */
export interface Reader {
  /** Reads a single row. */
  one(text: unknown): unknown;
  /** Reads `count` rows into `rows` from index `at` on. */
  many(text: unknown, rows: unknown[], at: number, count: number): void;
}

/** Rows that are read without a generated function: compiling one costs as much as some tens of rows. */
const ROWS_BEFORE_COMPILING = 32;
/** Wider rows call a function for each value, to limit the code size. */
const INLINE_COLUMNS_MAX = 16;
const READERS_MAX = 500;

const { create } = Object;
const makeFunction = Function;

let wideText = "";
let blobs: Uint8Array = new Uint8Array(0);

/** Sets the strings and bytes of the batch that are not in the shared memory. Called before the first value. */
function begin(): void {
  const extras = ints[EXTRAS]!;
  if (extras === 0) return;
  if ((extras & SqliteExtras.WIDE_TEXT) !== 0) wideText = takeWideText();
  if ((extras & SqliteExtras.BLOBS) !== 0) blobs = takeBlobs();
}

/** Reads the value of `cell`. */
export function valueAt(text: unknown, cell: number): unknown {
  const kind = kinds[cell]!;
  if (kind === INT32) return ints[CELL_INT + 2 * cell];
  if (kind === TEXT) return textAt(text, cell);
  return otherAt(kind, cell);
}

function textAt(text: any, cell: number): string {
  const start = ints[CELL_INT + 2 * cell]!;
  const end = ints[CELL_INT + 2 * cell + 1]!;
  return start === end ? "" : text.substring(start, end);
}

function otherAt(kind: number, cell: number): unknown {
  if (kind === NULL) return null;
  if (kind === DOUBLE) return doubles[CELL_WORD + cell];
  if (kind === BIG_INT) return bigInts[CELL_WORD + cell];
  const start = ints[CELL_INT + 2 * cell]!;
  const end = ints[CELL_INT + 2 * cell + 1]!;
  if (kind === WIDE_TEXT) return wideText.substring(start, end);
  if (kind === BLOB) return start === 0 && end === blobs.length ? blobs : blobs.slice(start, end);
  throw new Error(`unknown kind of value ${kind}`);
}

/** Reads rows of the columns `names`; instances get `prototype`. */
export class RowReader implements Reader {
  #names: string[];
  #style: Style;
  #prototype: object | null;
  #left = ROWS_BEFORE_COMPILING;
  #compiled: Reader | null = null;

  constructor(names: string[], style: Style, prototype: object | null) {
    this.#names = names;
    this.#style = style;
    this.#prototype = prototype;
  }

  one(text: unknown): unknown {
    if (this.#compiled !== null) return this.#compiled.one(text);
    if (--this.#left < 0) this.#compile();
    begin();
    return this.#row(text, 0);
  }

  many(text: unknown, rows: unknown[], at: number, count: number): void {
    if (this.#compiled === null && (this.#left -= count) < 0) this.#compile();
    if (this.#compiled !== null) return this.#compiled.many(text, rows, at, count);
    begin();
    const width = this.#names.length;
    for (let cell = 0, end = at + count; at < end; at++, cell += width) rows[at] = this.#row(text, cell);
  }

  #row(text: unknown, cell: number): unknown {
    const names = this.#names;
    if (this.#style === "array") return names.map((_, index) => valueAt(text, cell + index));
    const row = this.#style === "object" ? {} : create(this.#prototype);
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      const value = valueAt(text, cell + index);
      // An assignment would call setters and use the prototype of a class.
      if (this.#style === "dictionary") row[name] = value;
      else Object.defineProperty(row, name, { value, writable: true, enumerable: true, configurable: true });
    }
    return row;
  }

  #compile(): void {
    try {
      this.#compiled = readerOf(this.#names, this.#style, this.#prototype);
    } catch {
      // A program may have disabled code generation from strings.
      this.#left = Infinity;
    }
  }
}

const factories = new Map<string, (tools: object, prototype: object | null) => Reader>();
const tools = { begin, bigInts, create, doubles, ints, kinds, otherAt, valueAt };

function readerOf(names: string[], style: Style, prototype: object | null): Reader {
  const key = `${style}\0${names.join("\0")}`;
  let factory = factories.get(key);
  if (factory === undefined) {
    if (factories.size >= READERS_MAX) factories.clear();
    factory = makeFunction("tools", "prototype", sourceOf(names, style)) as never;
    factories.set(key, factory!);
  }
  return factory!(tools, prototype);
}

function sourceOf(names: string[], style: Style): string {
  const width = names.length;
  return `"use strict";
const { begin, create, doubles, ints, kinds, otherAt, valueAt } = tools;
return {
  one(text = "") {
    begin();
    const cell = 0;
    let kind;
    ${rowCode(names, style)}
    return row;
  },
  many(text = "", rows, at, count) {
    begin();
    let kind;
    for (let cell = 0, end = at + count; at < end; at++, cell += ${width}) {
      ${rowCode(names, style)}
      rows[at] = row;
    }
  },
};`;
}

function rowCode(names: string[], style: Style): string {
  const value = names.length > INLINE_COLUMNS_MAX ? (index: number) => `valueAt(text, cell + ${index})` : valueCode;
  if (style === "array") return `const row = [${names.map((_, index) => value(index)).join(", ")}];`;
  // Of several columns with one name the last value counts, at the position of the first.
  const last = new Map<string, number>();
  names.forEach((name, index) => last.set(name, index));
  const columns = [...last];
  if (style === "object")
    return `const row = { ${columns.map(([name, index]) => `[${JSON.stringify(name)}]: ${value(index)}`.replace(PLAIN_KEY, "$1:")).join(", ")} };`;
  return `const row = create(prototype);\n${columns.map(([name, index]) => `row[${JSON.stringify(name)}] = ${value(index)};`).join("\n")}`;
}

/** Whether a key can be written as a plain property name; `__proto__` cannot. */
const PLAIN_KEY = /^\[("(?!__proto__")[^"\\]*")\]:/;

function valueCode(index: number): string {
  const at = `${CELL_INT + 2 * index} + 2 * cell`;
  return `((kind = kinds[cell + ${index}]) === ${INT32} ? ints[${at}] : kind === ${TEXT} ? text.substring(ints[${at}], ints[${at} + 1]) : kind === ${NULL} ? null : kind === ${DOUBLE} ? doubles[cell + ${CELL_WORD + index}] : otherAt(kind, cell + ${index}))`;
}
