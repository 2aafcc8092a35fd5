// native:sqlite. SQLite for node:sqlite and bun:sqlite. Databases, statements, sessions and backups are identified by
// numbers; 0 is none. Rows are returned in shared memory, a batch at a time: `internal:node/sqlite/memory` describes
// its layout. Implemented by host/sqlite.
import type { Any, Bytes, Enum, EnumOf, Flags, FlagsOf, Handlers, Options, i32, u16, u32, u8 } from "./types.ts";

/** The sizes of the result memory, and places in its head that are not 32-bit integers. */
export declare const SqliteMemory: Flags<
  u16,
  {
    /** Words of 64 bits before the values. */
    HEAD_WORDS: 8;
    /** How many values a batch has at most: more than a row can have. */
    CELLS_MAX: 4096;
    /** The word of the number of changed rows, a double. */
    CHANGES_WORD: 4;
    /** The word of the last row id, a double. */
    LAST_INSERT_ROWID_WORD: 6;
    /** The word of the last row id, or of an integer that is too large to read as a number, with 64 bits. */
    EXACT_WORD: 7;
  }
>;

/** The 32-bit integers of the head of the result memory. */
export declare const SqliteHead: Enum<
  u8,
  {
    /** How a run ended (`SqliteStatus`). */
    STATUS: 0;
    /** How many rows the batch has. */
    ROWS: 1;
    /** Extra parts of the batch (`SqliteExtras`), or whether parameters have names. */
    EXTRAS: 2;
    /** How many values a row has. */
    COLUMNS: 3;
    /** How often the statement was recompiled. */
    COMPILED_AGAIN: 4;
    /** A number that explains the status. */
    DETAIL: 5;
  }
>;

/** Extra parts of a batch. */
export declare const SqliteExtras: Flags<
  u8,
  {
    /** `wideText` has strings beyond Latin-1. */
    WIDE_TEXT: 1;
    /** `blobs` has bytes. */
    BLOBS: 2;
  }
>;

/** How a run ended. */
export declare const SqliteStatus: Enum<
  i32,
  {
    /** At the end; the statement can be run again. */
    DONE: 0;
    /** There may be more rows. */
    MORE: 1;
    /** `failure` returns the reason. */
    FAILED: 2;
    /** The value of parameter `DETAIL` has a type that SQLite does not support. */
    UNBINDABLE: 3;
    /** A big integer does not fit 64 bits. */
    TOO_LARGE_TO_BIND: 4;
    /** An integer of the row exceeds the exact range of numbers. */
    TOO_LARGE_TO_READ: 5;
    /** The statement is already running. */
    RUNNING: 6;
    /** The statement was ended. */
    FINALIZED: 7;
  }
>;

/** The kinds of values in a batch. */
export declare const SqliteValueKind: Flags<
  u8,
  {
    NULL: 0;
    INT32: 1;
    DOUBLE: 2;
    /** Start and end in the batch's Latin-1 string. */
    TEXT: 3;
    /** Start and end in the batch's UTF-16 string. */
    WIDE_TEXT: 4;
    BIG_INT: 5;
    /** Start and end in the batch's bytes. */
    BLOB: 6;
  }
>;

/** How a statement or function reads integers, and binds values. */
export declare const SqliteIntegers: Flags<
  u32,
  {
    /** As numbers; those that are too large are errors. */
    AS_NUMBERS: 0;
    AS_BIG_INTS: 1;
    /** As numbers that may lose digits. */
    AS_ROUNDED_NUMBERS: 2;
    READING: 3;
    /** Added: values are bound as Bun does, integral numbers as integers. */
    AS_BUN: 4;
  }
>;
export type SqliteIntegers = FlagsOf<typeof SqliteIntegers>;

/** What calls the dispatcher. */
export declare const SqliteCall: Enum<
  u8,
  { FUNCTION: 0; STEP: 1; INVERSE: 2; VALUE: 3; FINAL: 4; AUTHORIZE: 5; FILTER: 6; CONFLICT: 7; UPDATE: 8 }
>;
export type SqliteCall = EnumOf<typeof SqliteCall>;

/** The last error of this thread. */
export interface Failure {
  /** SQLite's extended result code. */
  code: i32;
  message: string;
  /** SQLite's English message for the code. */
  meaning: string;
  /** The byte offset of the error in the SQL; -1 when it is unknown. */
  offset: i32;
}

/** The origin of a column; null where SQLite does not know. */
export interface Origin {
  column: string | null;
  database: string | null;
  table: string | null;
  /** Its declared type. */
  declared: string | null;
}

/**
 * The result memory: a Uint8Array that lives as long as the thread.
 * @permission none: memory of this thread
 */
export declare function memory(): Any<Uint8Array>;

/** What the databases of a thread call. */
export interface SqliteHandlers extends Handlers {
  /**
   * A call of a program's function, authorizer or filter. `callee` is its number, `group` that of the rows of an aggregate,
   * 0 for none yet.
   */
  dispatch(kind: SqliteCall, database: u32, callee: u32, group: u32, ...values: unknown[]): unknown;
}

/**
 * Sets the handlers of this thread.
 * @permission none: sets a callback of this thread
 */
export declare function setHandlers(handlers: SqliteHandlers): void;

/** A function that a program registers. */
export interface SqliteFunction extends Options {
  /** How many arguments it has; -1 for any number. */
  argumentCount: i32;
  /** SQLite's flags of `sqlite3_create_function_v2`. */
  flags: i32;
  /** Its number, for the handler `dispatch`. */
  callee: u32;
  /** How its arguments are read. */
  integers: SqliteIntegers;
}

/**
 * SQLite's version.
 * @permission none: a constant
 */
export declare function version(): string;

/**
 * SQLite's English message for a result code.
 * @permission none: a pure computation
 */
export declare function errorString(code: i32): string;

/**
 * The last error.
 * @permission none: the last error of this thread
 */
export declare function failure(): Failure;

/**
 * Opens a database with flags of `sqlite3_open_v2`; 0 when that fails.
 * @permission database(location, flags)
 */
export declare function open(location: Bytes, flags: i32): u32;

/**
 * Closes a database. `waits`: statements in use end later; else they make it fail. Returns whether it succeeded.
 * @permission none: works on an open database
 */
export declare function close(database: u32, waits: boolean): boolean;

/**
 * Finalizes all statements and ends all sessions of a database. False while one of them is running.
 * @permission none: works on an open database
 */
export declare function endStatements(database: u32): boolean;

/**
 * Sets an option of `sqlite3_db_config`. Returns whether it succeeded.
 * @permission none: works on an open database
 */
export declare function configure(database: u32, option: i32, value: i32): boolean;

/**
 * How long to wait for the locks of other connections, in milliseconds.
 * @permission none: works on an open database
 */
export declare function setBusyTimeout(database: u32, timeoutMs: i32): void;

/**
 * The limit of that number (`sqlite3_limit`); a `value` that is not negative is set first.
 * @permission none: works on an open database
 */
export declare function limit(database: u32, number: i32, value: i32): i32;

/**
 * Whether a transaction is open.
 * @permission none: works on an open database
 */
export declare function isInTransaction(database: u32): boolean;

/**
 * The path of the attached database `name`; null in memory or for an unknown name.
 * @permission none: works on an open database
 */
export declare function locationOf(database: u32, name: string): string | null;

/**
 * Runs all statements of `sql`. Returns whether it succeeded.
 * @permission none: works on an open database
 */
export declare function exec(database: u32, sql: Any<string>): boolean;

/**
 * The database in its file format; null when that fails.
 * @permission none: works on an open database
 */
export declare function serialize(database: u32, name: string): Bytes | null;

/**
 * Replaces the attached database `name` by the contents of a file. Returns whether it succeeded.
 * @permission none: works on an open database
 */
export declare function deserialize(database: u32, name: string, bytes: Bytes, isReadOnly: boolean): boolean;

/**
 * Loads an extension library; returns null, or the error message. `entryPoint` may be empty.
 * @permission ffi(path)
 */
export declare function loadExtension(database: u32, path: string, entryPoint: string): string | null;

/**
 * `sqlite3_file_control` for an operation on an integer. Returns its result code; the resulting integer is in
 * `detail`.
 * @permission none: works on an open database
 */
export declare function fileControl(database: u32, name: string, operation: i32, value: i32): i32;

/**
 * Registers a function. Returns whether it succeeded.
 * @permission none: works on an open database
 */
export declare function createFunction(database: u32, name: string, options: SqliteFunction): boolean;

/**
 * Registers an aggregate function, and a window function when it `hasInverse`. Returns whether it succeeded.
 * @permission none: works on an open database
 */
export declare function createAggregate(
  database: u32,
  name: string,
  options: SqliteFunction,
  hasInverse: boolean,
): boolean;

/**
 * Turns reports of changed rows to the dispatcher on or off.
 * @permission none: works on an open database
 */
export declare function setUpdateHook(database: u32, isOn: boolean): void;

/**
 * Turns authorizing of statements by the dispatcher on or off.
 * @permission none: works on an open database
 */
export declare function setAuthorizer(database: u32, isOn: boolean): void;

/**
 * Compiles the first statement of `sql` from byte `start` on; 0 when there is none or when that fails (`status` says
 * which). `flags` are those of `sqlite3_prepare_v3`. `detail` is where the next statement begins, and `extras` 1 when parameters have names.
 * @permission none: works on an open database
 */
export declare function prepare(database: u32, sql: Any<string>, start: u32, flags: u32, integers: SqliteIntegers): u32;

/**
 * Changes how a statement reads integers (`prepare`).
 * @permission none: works on an open statement
 */
export declare function setIntegers(statement: u32, integers: SqliteIntegers): void;

/**
 * Finalizes a statement. False while it is running.
 * @permission none: works on an open statement
 */
export declare function finalize(statement: u32): boolean;

/**
 * Whether a statement was finalized, by itself or with its database.
 * @permission none: works on an open statement
 */
export declare function isFinalized(statement: u32): boolean;

/**
 * Finalizes a statement some time after `owner` was collected.
 * @permission none: works on an open statement
 */
export declare function watch(statement: u32, owner: Any<object>): void;

/**
 * The names of the columns of a statement, each followed by a NUL.
 * @permission none: works on an open statement
 */
export declare function columnNamesOf(statement: u32): string;

/**
 * The names of its parameters with their first character, each followed by a NUL; empty for a parameter without one.
 * @permission none: works on an open statement
 */
export declare function parameterNamesOf(statement: u32): string;

/**
 * Whether running a statement cannot change the database.
 * @permission none: works on an open statement
 */
export declare function isReadOnly(statement: u32): boolean;

/**
 * The origins of the columns of a statement.
 * @permission none: works on an open statement
 */
export declare function originsOf(statement: u32): Origin[];

/**
 * The SQL of a statement; null when it is too long with its values in it.
 * @permission none: works on an open statement
 */
export declare function sqlOf(statement: u32, isExpanded: boolean): string | null;

/**
 * A counter of `sqlite3_stmt_status`.
 * @permission none: works on an open statement
 */
export declare function counterOf(statement: u32, number: i32, resets: boolean): i32;

/**
 * The SQLite types of the values of the first row (such as `SQLITE_INTEGER`), one byte each; none without a row or
 * when running it writes.
 * @permission none: works on an open statement
 */
export declare function typesOf(statement: u32): Bytes;

/**
 * Runs a statement with values for its parameters to its first row. Returns the status.
 * @permission none: works on an open statement
 */
export declare function run(statement: u32, ...values: Any<unknown>[]): i32;

/**
 * The same to its end.
 * @permission none: works on an open statement
 */
export declare function runToEnd(statement: u32, ...values: Any<unknown>[]): i32;

/**
 * Runs a statement to its first row, which is returned, and ends the run. Returns the batch's string or undefined.
 * @permission none: works on an open statement
 */
export declare function get(statement: u32, ...values: Any<unknown>[]): Any<string | undefined>;

/**
 * Runs a statement; returns the first batch of its rows: the batch's string or undefined.
 * @permission none: works on an open statement
 */
export declare function all(statement: u32, ...values: Any<unknown>[]): Any<string | undefined>;

/**
 * The next batch of rows after `all`.
 * @permission none: works on an open statement
 */
export declare function more(statement: u32): Any<string | undefined>;

/**
 * Starts a statement with values for its parameters. Returns the status.
 * @permission none: works on an open statement
 */
export declare function begin(statement: u32, ...values: Any<unknown>[]): i32;

/**
 * The next row of a started statement.
 * @permission none: works on an open statement
 */
export declare function step(statement: u32): Any<string | undefined>;

/**
 * Ends the run of a statement. Returns the status.
 * @permission none: works on an open statement
 */
export declare function reset(statement: u32): i32;

/**
 * The string of the last batch with the values beyond Latin-1.
 * @permission none: memory of this thread
 */
export declare function wideText(): Any<string>;

/**
 * The blobs of the last batch.
 * @permission none: memory of this thread
 */
export declare function blobs(): Bytes;

/**
 * Starts to record changes of a table, or of all when `table` is null; 0 when that fails.
 * @permission none: works on an open database
 */
export declare function createSession(database: u32, name: string, table: string | null): u32;

/**
 * The changes since the session began; null when that fails.
 * @permission none: works on an open session
 */
export declare function changesOf(session: u32, isPatch: boolean): Bytes | null;

/**
 * Ends a session.
 * @permission none: works on an open session
 */
export declare function endSession(session: u32): void;

/**
 * Whether a session was ended, by itself or with its database.
 * @permission none: works on an open session
 */
export declare function isEndedSession(session: u32): boolean;

/**
 * Applies recorded changes. The dispatcher decides about tables and conflicts. Returns SQLite's result code.
 * @permission none: works on an open database
 */
export declare function applyChangeset(database: u32, changeset: Any<Uint8Array>, filter: u32, conflict: u32): i32;

/**
 * Starts a backup of `source` into the database at `path`; 0 when that fails.
 * @permission database(path, 6)
 */
export declare function beginBackup(database: u32, source: string, path: Bytes, target: string): u32;

/**
 * Copies this many pages. Returns SQLite's result code; `detail` is how many are left, and `changes` how many there
 * are.
 * @permission none: works on an open backup
 */
export declare function stepBackup(backup: u32, pages: i32): i32;

/**
 * Ends a backup.
 * @permission none: works on an open backup
 */
export declare function endBackup(backup: u32): void;
