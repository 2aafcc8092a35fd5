// StatementSync of node:sqlite and its iterator. https://nodejs.org/api/sqlite.html#class-statementsync
import { ERR_ILLEGAL_CONSTRUCTOR } from "internal:core/errors";
import {
  invalidArgType,
  invalidArgValue,
  invalidState,
  otherError,
  statusError,
  tooLarge,
} from "internal:node/sqlite/errors";
import { type Connection, namesIn } from "internal:node/sqlite/handles";
import {
  AS_BIG_INTS,
  AS_NUMBERS,
  CHANGES,
  COMPILED_AGAIN,
  DONE,
  EXACT,
  EXTRAS,
  LAST_INSERT_ROWID,
  MORE,
  ROWS,
  STATUS,
  bigInts,
  doubles,
  ints,
} from "internal:node/sqlite/memory";
import { Parameters } from "internal:node/sqlite/parameters";
import { RowReader } from "internal:node/sqlite/rows";
import * as native from "native:sqlite";
import {
  all as nativeAll,
  get as nativeGet,
  more as nativeMore,
  run as nativeRun,
  step as nativeStep,
} from "native:sqlite";

/** The options of a statement; the database's settings are the defaults of `prepare`. */
export interface StatementOptions {
  returnArrays: boolean;
  readBigInts: boolean;
  allowBareNamedParameters: boolean;
  allowUnknownNamedParameters: boolean;
}

/** The result of `run`. */
export interface RunResult {
  changes: number | bigint;
  lastInsertRowid: number | bigint;
}

const kMade = Symbol("made by prepare");
const FROM_AUTHORIZER = "database cannot be accessed from an authorizer callback";
const { create } = Object;

/** Counters by Node's names, with SQLite's numbers (SQLITE_STMTSTATUS_*). */
const COUNTERS: Record<string, number> = {
  fullscanStep: 1,
  sort: 2,
  autoindex: 3,
  vmStep: 4,
  reprepare: 5,
  run: 6,
  filterMiss: 7,
  filterHit: 8,
  memused: 99,
};
const MEMORY_USED = 99;

/** Whether a statement was finalized, by itself or with its database. */
export let isFinalized: (statement: StatementSync) => boolean;

/** The number of a statement's parameters. */
export let parameterCountOf: (statement: StatementSync) => number;

/** A first argument that may be an object of named values. */
function namesOrBytes(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** A prepared statement. Programs get them from `DatabaseSync.prototype.prepare`. */
export class StatementSync {
  /** 0 after it was finalized. */
  #id: number;
  #connection: Connection;
  /** Keeps the database alive, whose end finalizes the statement. */
  #database: object;
  #options: StatementOptions;
  #isPositional: boolean;
  #parameters: Parameters | null = null;
  #reader: RowReader | null = null;
  #compiledAgain = -1;
  /** Counts the runs: a later run invalidates iterators. */
  #generation = 0;

  constructor(made: unknown, id: number, database: object, connection: Connection, options: StatementOptions) {
    if (made !== kMade) throw Object.assign(new Error("Illegal constructor"), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
    this.#isPositional = ints[EXTRAS] === 0;
    this.#id = id;
    native.watch(id, this);
    this.#database = database;
    this.#connection = connection;
    this.#options = options;
  }

  /** The native number, for running it. Throws in the callback of an authorizer. */
  #ready(): number {
    if (this.#connection.authorizers > 0) this.#refuseFromAuthorizer();
    this.#generation++;
    return this.#id;
  }

  #refuseFromAuthorizer(): void {
    this.#check();
    throw invalidState(FROM_AUTHORIZER);
  }

  #check(): void {
    if (native.isFinalized(this.#id)) throw invalidState("statement has been finalized");
  }

  #arrange(values: ArrayLike<unknown>): unknown[] {
    this.#check();
    this.#parameters ??= new Parameters(namesIn(native.parameterNamesOf(this.#id)));
    return this.#parameters.arrange(
      values,
      this.#options.allowBareNamedParameters,
      this.#options.allowUnknownNamedParameters,
    );
  }

  /** The reader of rows for the current columns. */
  #readerNow(): RowReader {
    if (ints[COMPILED_AGAIN] === this.#compiledAgain && this.#reader !== null) return this.#reader;
    this.#compiledAgain = ints[COMPILED_AGAIN]!;
    const columnNames = namesIn(native.columnNamesOf(this.#id));
    return (this.#reader = new RowReader(columnNames, this.#options.returnArrays ? "array" : "dictionary", null));
  }

  /** Runs it without reading rows. Values: optionally an object of named ones, then positional ones. */
  run(first: unknown = undefined, second: unknown = undefined, third: unknown = undefined): RunResult {
    const id = this.#ready();
    const count = arguments.length;
    let status: number;
    if (count === 0) status = nativeRun(id);
    else if (!this.#isPositional || namesOrBytes(first)) status = nativeRun(id, ...this.#arrange(arguments));
    else if (count === 1) status = nativeRun(id, first);
    else if (count === 2) status = nativeRun(id, first, second);
    else if (count === 3) status = nativeRun(id, first, second, third);
    else status = nativeRun(id, ...arguments);
    if (status !== DONE) throw statusError(status);
    if (this.#options.readBigInts) return { changes: BigInt(doubles[CHANGES]!), lastInsertRowid: bigInts[EXACT]! };
    const lastInsertRowid = doubles[LAST_INSERT_ROWID]!;
    if (lastInsertRowid > Number.MAX_SAFE_INTEGER || lastInsertRowid < Number.MIN_SAFE_INTEGER)
      throw tooLarge(bigInts[EXACT]!);
    return { changes: doubles[CHANGES]!, lastInsertRowid };
  }

  /** The first row, or undefined. */
  get(first: unknown = undefined, second: unknown = undefined, third: unknown = undefined): unknown {
    const id = this.#ready();
    const count = arguments.length;
    let text: unknown;
    if (count === 0) text = nativeGet(id);
    else if (!this.#isPositional || namesOrBytes(first)) text = nativeGet(id, ...this.#arrange(arguments));
    else if (count === 1) text = nativeGet(id, first);
    else if (count === 2) text = nativeGet(id, first, second);
    else if (count === 3) text = nativeGet(id, first, second, third);
    else text = nativeGet(id, ...arguments);
    if (ints[STATUS] !== DONE) throw statusError(ints[STATUS]!);
    return ints[ROWS] === 0 ? undefined : this.#readerNow().one(text);
  }

  /** All rows. */
  all(first: unknown = undefined): unknown[] {
    const id = this.#ready();
    let text: unknown;
    if (arguments.length === 0) text = nativeAll(id);
    else if (!this.#isPositional || namesOrBytes(first)) text = nativeAll(id, ...this.#arrange(arguments));
    else text = nativeAll(id, ...arguments);
    const rows: unknown[] = [];
    for (;;) {
      const status = ints[STATUS]!;
      const count = ints[ROWS]!;
      if (status > MORE) throw statusError(status);
      if (count > 0) this.#readerNow().many(text, rows, rows.length, count);
      if (status === DONE) return rows;
      text = nativeMore(id);
    }
  }

  /** An iterator over the rows. Another run of the statement invalidates it. */
  iterate(first: unknown = undefined): StatementSyncIterator {
    const id = this.#ready();
    const isPlain = this.#isPositional && !namesOrBytes(first);
    const status =
      arguments.length === 0 ? native.begin(id) : native.begin(id, ...(isPlain ? arguments : this.#arrange(arguments)));
    if (status !== DONE) throw statusError(status);
    const generation = this.#generation;
    return new StatementSyncIterator(kMade, {
      check: () => this.#check(),
      next: () => {
        if (this.#connection.authorizers > 0) throw invalidState(FROM_AUTHORIZER);
        if (generation !== this.#generation) throw invalidState("iterator was invalidated");
        const text = nativeStep(id);
        const stepped = ints[STATUS]!;
        if (stepped > MORE) throw statusError(stepped);
        return stepped === MORE ? { row: this.#readerNow().one(text) } : null;
      },
      end: () => {
        if (this.#connection.authorizers > 0) throw invalidState(FROM_AUTHORIZER);
        // An error after an early exit of the iteration is ignored.
        if (generation === this.#generation) native.reset(id);
      },
    });
  }

  /** The origins of its columns. */
  columns(): object[] {
    this.#check();
    const id = this.#id;
    const columnNames = namesIn(native.columnNamesOf(id));
    return native
      .originsOf(id)
      .map(({ column, database, table, declared }, index) =>
        Object.assign(create(null), { column, database, name: columnNames[index], table, type: declared }),
      );
  }

  /** Reads one of SQLite's counters for it. */
  stat(counter: string): number {
    this.#check();
    if (typeof counter !== "string") throw invalidArgType('The "counter" argument must be a string.');
    if (!Object.hasOwn(COUNTERS, counter))
      throw invalidArgValue('The "counter" argument is not a valid statistic name.');
    return native.counterOf(this.#id, COUNTERS[counter]!, false);
  }

  /** Resets the counters. */
  resetStats(): void {
    this.#check();
    for (const number of Object.values(COUNTERS)) if (number !== MEMORY_USED) native.counterOf(this.#id, number, true);
    this.#compiledAgain = -1;
  }

  setAllowBareNamedParameters(enabled: boolean): void {
    this.#set("allowBareNamedParameters", enabled, "allowBareNamedParameters");
  }

  setAllowUnknownNamedParameters(enabled: boolean): void {
    this.#set("allowUnknownNamedParameters", enabled, "enabled");
  }

  setReadBigInts(enabled: boolean): void {
    this.#set("readBigInts", enabled, "readBigInts");
    native.setIntegers(this.#id, enabled ? AS_BIG_INTS : AS_NUMBERS);
  }

  setReturnArrays(enabled: boolean): void {
    this.#set("returnArrays", enabled, "returnArrays");
    this.#reader = null;
  }

  #set(option: keyof StatementOptions, enabled: boolean, name: string): void {
    this.#check();
    if (typeof enabled !== "boolean") throw invalidArgType(`The "${name}" argument must be a boolean.`);
    this.#options[option] = enabled;
  }

  /** Finalizes it before the collector does. */
  close(): void {
    this.#check();
    if (!native.finalize(this.#id)) throw invalidState("statement is already being executed");
    this.#id = 0;
  }

  [Symbol.dispose](): void {
    if (!native.isFinalized(this.#id)) this.close();
  }

  get sourceSQL(): string {
    this.#check();
    return native.sqlOf(this.#id, false)!;
  }

  get expandedSQL(): string {
    this.#check();
    const sql = native.sqlOf(this.#id, true);
    if (sql === null) throw otherError("Expanded SQL text would exceed configured limits", "ERR_SQLITE_ERROR");
    return sql;
  }

  static {
    isFinalized = (statement) => native.isFinalized(statement.#id);
    parameterCountOf = (statement) => namesIn(native.parameterNamesOf(statement.#id)).length;
  }
}

/** Makes the statement with the native number `id`. */
export function makeStatement(
  id: number,
  database: object,
  connection: Connection,
  options: StatementOptions,
): StatementSync {
  return new StatementSync(kMade, id, database, connection, options);
}

/** What the iterator needs of its statement. */
interface Run {
  check(): void;
  next(): { row: unknown } | null;
  end(): void;
}

class StatementSyncIterator {
  #run: Run;
  #isDone = false;

  constructor(made: unknown, run: Run) {
    if (made !== kMade) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#run = run;
  }

  next(): object {
    this.#run.check();
    if (this.#isDone) return result(true, null);
    const found = this.#run.next();
    if (found !== null) return result(false, found.row);
    this.#isDone = true;
    return result(true, null);
  }

  return(): object {
    this.#run.check();
    if (!this.#isDone) this.#run.end();
    this.#isDone = true;
    return result(true, null);
  }
}
Object.setPrototypeOf(StatementSyncIterator.prototype, Iterator.prototype);

function result(done: boolean, value: unknown): object {
  const made = create(null);
  made.done = done;
  made.value = value;
  return made;
}
