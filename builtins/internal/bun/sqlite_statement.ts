// Statements of bun:sqlite. https://bun.com/docs/runtime/sqlite
import { statusError } from "internal:bun/sqlite_errors";
import { namesIn } from "internal:node/sqlite/handles";
import {
  AS_BIG_INTS,
  AS_BUN,
  AS_ROUNDED_NUMBERS,
  CHANGES,
  COMPILED_AGAIN,
  DONE,
  EXACT,
  LAST_INSERT_ROWID,
  MORE,
  ROWS,
  STATUS,
  bigInts,
  doubles,
  ints,
} from "internal:node/sqlite/memory";
import { RowReader, type Style } from "internal:node/sqlite/rows";
import { encodeUtf8 } from "native:buffer";
import * as native from "native:sqlite";
import { all as nativeAll, get as nativeGet, more as nativeMore, runToEnd as nativeRun } from "native:sqlite";

/** The result of a run. */
export interface Changes {
  changes: number;
  lastInsertRowid: number | bigint;
}

/** The parameter `integers` of `native:sqlite` for the option `safeIntegers`. */
export function integersOf(safeIntegers: boolean): number {
  return AS_BUN + (safeIntegers ? AS_BIG_INTS : AS_ROUNDED_NUMBERS);
}

/** The result of the last run. */
export function changesNow(safeIntegers: boolean): Changes {
  return { changes: doubles[CHANGES]!, lastInsertRowid: safeIntegers ? bigInts[EXACT]! : doubles[LAST_INSERT_ROWID]! };
}

const kMade = Symbol("made by prepare");
const TYPE_NAMES = ["NULL", "INTEGER", "FLOAT", "TEXT", "BLOB", "NULL"];
const INVALIDATED =
  "This iterator was invalidated: its statement was run again. Use db.prepare() to get a statement with a cursor of its own.";

const {
  getPrototypeOf,
  prototype: { toString },
} = Object;

/** Whether an argument is an array or object of values, and not itself a value: a Date, Map, buffer, Blob, … */
function holdsValues(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    getPrototypeOf(value) === Object.prototype || Array.isArray(value) || toString.call(value) === "[object Object]"
  );
}

/**
 * The values in the order of the parameters. `given` are the arguments of a call: an array, an object of names, or the values
 * themselves. Throws when their number is wrong and not 0, or with `isStrict` when a name is missing.
 */
export function arrange(given: ArrayLike<unknown>, names: string[], isStrict: boolean): unknown[] {
  const [first] = given as unknown[];
  if (holdsValues(first) && !Array.isArray(first))
    return names.map((name, index) => named(first as Record<string, unknown>, name, index, isStrict));
  const values: unknown[] = Array.isArray(first) ? first : Array.prototype.slice.call(given);
  // An empty array means that all are NULL, whatever the number of parameters.
  if (values.length === 0) return names.map(() => null);
  checkCount(names.length, values.length);
  return values;
}

function named(values: Record<string, unknown>, name: string, index: number, isStrict: boolean): unknown {
  const key = name === "" ? String(index) : name;
  if (key in values) return values[key];
  const bare = key.slice(1);
  if (name !== "" && bare in values) return values[bare];
  if (isStrict) throw new Error(`Missing parameter "${name === "" ? key : bare}"`);
  return null;
}

function checkCount(expected: number, received: number): void {
  if (expected !== received) throw new Error(`SQLite query expected ${expected} values, received ${received}`);
}

/** A compiled statement. */
export class Statement {
  /** 0 when it was finalized. */
  #id: number;
  /** Keeps the database alive: functions of SQL are found through it. */
  #database: object;
  #columnNames: string[] | null = null;
  #parameterNames: string[] | null = null;
  #parameterCount = -1;
  #isStrict: boolean;
  #safeIntegers: boolean;
  #style: Style = "object";
  #prototype: object | null = null;
  #rows: RowReader | null = null;
  #arrays: RowReader | null = null;
  #compiledAgain = -1;
  /** Counts the runs: a later run invalidates iterators. */
  #generation = 0;

  constructor(made: unknown, id: number, database: object, isStrict: boolean, safeIntegers: boolean) {
    if (made !== kMade) throw new TypeError("Statement can only be made by Database.prepare and Database.query");
    this.#id = id;
    native.watch(id, this);
    this.#database = database;
    this.#isStrict = isStrict;
    this.#safeIntegers = safeIntegers;
  }

  #columns(): string[] {
    return (this.#columnNames ??= namesIn(native.columnNamesOf(this.#id)));
  }

  #parameters(): string[] {
    this.#parameterNames ??= namesIn(native.parameterNamesOf(this.#id));
    this.#parameterCount = this.#parameterNames.length;
    return this.#parameterNames;
  }

  #check(): void {
    if (this.#id === 0 || !this.#database) throw new Error("Statement has finalized");
  }

  #arrange(given: ArrayLike<unknown>): unknown[] {
    this.#check();
    const names = this.#parameters();
    // Values for a statement without parameters have no effect.
    return names.length === 0 ? [] : arrange(given, names, this.#isStrict);
  }

  /** The reader of rows for the current style and columns. */
  #reader(isArray: boolean): RowReader {
    if (ints[COMPILED_AGAIN] !== this.#compiledAgain) {
      this.#compiledAgain = ints[COMPILED_AGAIN]!;
      this.#rows = this.#arrays = null;
      if (this.#compiledAgain > 0) this.#columnNames = null;
    }
    if (isArray) return (this.#arrays ??= new RowReader(this.#columns(), "array", null));
    return (this.#rows ??= new RowReader(this.#columns(), this.#style, this.#prototype));
  }

  /** Runs it. Returns the number of changed rows and the rowid of the last insert. */
  run(first: unknown = undefined, second: unknown = undefined, third: unknown = undefined): Changes {
    const id = this.#id;
    this.#generation++;
    const count = arguments.length;
    let status: number;
    if (count === 0) status = nativeRun(id);
    else if (holdsValues(first) || count !== this.#parameterCount) status = nativeRun(id, ...this.#arrange(arguments));
    else if (count === 1) status = nativeRun(id, first);
    else if (count === 2) status = nativeRun(id, first, second);
    else if (count === 3) status = nativeRun(id, first, second, third);
    else status = nativeRun(id, ...(arguments as unknown as unknown[]));
    if (status !== DONE) throw statusError(status);
    return changesNow(this.#safeIntegers);
  }

  /** The first row, or null. */
  get(first: unknown = undefined, second: unknown = undefined, third: unknown = undefined): unknown {
    const id = this.#id;
    this.#generation++;
    const count = arguments.length;
    let text: unknown;
    if (count === 0) text = nativeGet(id);
    else if (holdsValues(first) || count !== this.#parameterCount) text = nativeGet(id, ...this.#arrange(arguments));
    else if (count === 1) text = nativeGet(id, first);
    else if (count === 2) text = nativeGet(id, first, second);
    else if (count === 3) text = nativeGet(id, first, second, third);
    else text = nativeGet(id, ...(arguments as unknown as unknown[]));
    if (ints[STATUS] !== DONE) throw statusError(ints[STATUS]!);
    return ints[ROWS] === 0 ? null : this.#reader(false).one(text);
  }

  /** All rows as objects. */
  all(): unknown[] {
    return this.#readAll(arguments, false);
  }

  /** All rows as arrays. */
  values(): unknown[][] {
    return this.#readAll(arguments, true) as unknown[][];
  }

  /** All rows as arrays of SQLite's stored bytes: integers and numbers as eight bytes. */
  raw(): (Uint8Array | null)[][] {
    this.#check();
    const id = this.#id;
    // Only as bigints do integers differ from whole numbers of a REAL column.
    native.setIntegers(id, integersOf(true));
    try {
      return (this.#readAll(arguments, true) as unknown[][]).map((row) => row.map((value) => bytesOf(value)));
    } finally {
      native.setIntegers(id, integersOf(this.#safeIntegers));
    }
  }

  #readAll(given: IArguments, isArray: boolean): unknown[] {
    const id = this.#id;
    this.#generation++;
    let text: unknown;
    if (given.length === 0) text = nativeAll(id);
    else if (holdsValues(given[0]) || given.length !== this.#parameterCount)
      text = nativeAll(id, ...this.#arrange(given));
    else text = nativeAll(id, ...(given as unknown as unknown[]));
    const rows: unknown[] = [];
    for (;;) {
      const status = ints[STATUS]!;
      const count = ints[ROWS]!;
      if (status > MORE) throw statusError(status);
      if (count > 0) this.#reader(isArray).many(text, rows, rows.length, count);
      if (status === DONE) return rows;
      text = nativeMore(id);
    }
  }

  /** Iterates over the rows. Another run of the statement invalidates the iterator. */
  *iterate(...given: unknown[]): Generator<unknown, void> {
    this.#check();
    const id = this.#id;
    const values = given.length === 0 ? [] : this.#arrange(given);
    const generation = ++this.#generation;
    const status = native.begin(id, ...values);
    if (status !== DONE) throw statusError(status);
    try {
      for (;;) {
        if (generation !== this.#generation) throw new Error(INVALIDATED);
        const text = native.step(id);
        if (ints[STATUS]! > MORE) throw statusError(ints[STATUS]!);
        if (ints[STATUS] === DONE) return;
        yield this.#reader(false).one(text);
      }
    } finally {
      if (generation === this.#generation) native.reset(id);
    }
  }

  [Symbol.iterator](): Generator<unknown, void> {
    return this.iterate();
  }

  /** Makes rows instances of a class, whose constructor is not called; undefined for plain objects. */
  as(ClassType?: Function): this {
    const isClass =
      typeof ClassType === "function" && typeof ClassType.prototype === "object" && ClassType.prototype !== null;
    if (ClassType !== undefined && !isClass) throw new TypeError("Expected class to be a constructor or undefined");
    this.#style = ClassType === undefined ? "object" : "instance";
    this.#prototype = ClassType === undefined ? null : ClassType.prototype;
    this.#rows = null;
    return this;
  }

  /** Whether integers are read as bigints; with an argument, sets that and returns this. */
  safeIntegers(updated?: boolean): boolean | this {
    this.#check();
    if (updated === undefined) return this.#safeIntegers;
    this.#safeIntegers = !!updated;
    native.setIntegers(this.#id, integersOf(this.#safeIntegers));
    return this;
  }

  get columnNames(): string[] {
    this.#check();
    return [...new Set(this.#columns())];
  }

  /** The types of the first row's values. */
  get columnTypes(): string[] {
    this.#check();
    if (!native.isReadOnly(this.#id))
      throw new Error("columnTypes is not available for non-read-only statements (INSERT, UPDATE, DELETE, etc.)");
    const types = native.typesOf(this.#id);
    return this.#columns().map((_, index) => TYPE_NAMES[types[index] ?? 0]!);
  }

  /** The declared types of the columns; null for expressions. */
  get declaredTypes(): (string | null)[] {
    this.#check();
    return native.originsOf(this.#id).map(({ declared }) => declared);
  }

  get paramsCount(): number {
    this.#check();
    return this.#parameters().length;
  }

  /** Whether it returns rows. */
  get reader(): boolean {
    this.#check();
    return this.#columns().length > 0;
  }

  /** Whether running it cannot change the database. */
  get readonly(): boolean {
    this.#check();
    return native.isReadOnly(this.#id);
  }

  get isFinalized(): boolean {
    return this.#id === 0;
  }

  /** The native statement of Bun; here itself. */
  get native(): this {
    return this;
  }

  toString(): string {
    return this.#id === 0 ? "" : (native.sqlOf(this.#id, true) ?? "");
  }

  toJSON(): object {
    return {
      sql: this.toString(),
      isFinalized: this.isFinalized,
      paramsCount: this.paramsCount,
      columnNames: this.columnNames,
    };
  }

  get [Symbol.toStringTag](): string {
    return `"${this.toString()}"`;
  }

  /** Releases the native statement. */
  finalize(): void {
    if (this.#id === 0) return;
    if (!native.finalize(this.#id)) throw new Error("Statement is already being executed");
    this.#id = 0;
  }

  [Symbol.dispose](): void {
    this.finalize();
  }
}

/** Makes the statement with the native number `id`. */
export function makeStatement(id: number, database: object, isStrict: boolean, safeIntegers: boolean): Statement {
  return new Statement(kMade, id, database, isStrict, safeIntegers);
}

const EIGHT_BYTES = 8;

function bytesOf(value: unknown): Uint8Array | null {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === "string") return encodeUtf8(value);
  const bytes = new DataView(new ArrayBuffer(EIGHT_BYTES));
  if (typeof value === "bigint") bytes.setBigInt64(0, value, true);
  else bytes.setFloat64(0, value as number, true);
  return new Uint8Array(bytes.buffer);
}
