// native:sqlite. SQLite for node:sqlite and bun:sqlite. Databases, statements, sessions and backups are known by numbers; 0 is none.
// Rows come back in shared memory, a batch at a time: `internal:node/sqlite/memory` tells how they lie there. Implemented by host/sqlite.
import type { Any, Bytes, i32, u32 } from "./types.ts";

/** What went wrong last in this thread. */
export interface Failure {
  /** SQLite's extended result code. */
  code: i32;
  message: string;
  /** SQLite's English text for the code. */
  meaning: string;
  /** Where in the SQL the error is, in bytes; -1 when that is not known. */
  offset: i32;
}

/** Where a column comes from; null where SQLite does not know. */
export interface Origin {
  column: string | null;
  database: string | null;
  table: string | null;
  /** The type of its declaration. */
  declared: string | null;
}

/** The memory that results come in: a Uint8Array that lives as long as the thread. */
export declare function memory(): Any;

/** Makes calls of functions, authorizers and filters go to `callback(kind, database, function, group, ...arguments)`. */
export declare function setDispatcher(callback: Any): void;

/** SQLite's version. */
export declare function version(): string;

/** SQLite's English text for a result code. */
export declare function meaningOf(code: i32): string;

/** What went wrong last. */
export declare function failure(): Failure;

/** Opens a database with flags of `sqlite3_open_v2`; 0 when that fails. */
export declare function open(location: Bytes, flags: i32): u32;

/** Closes a database. `waits`: statements in use end later; else they make it fail. True when that worked. */
export declare function close(database: u32, waits: boolean): boolean;

/** Ends all statements and sessions of a database. False while one of them is running. */
export declare function endStatements(database: u32): boolean;

/** Sets an option of `sqlite3_db_config`. True when that worked. */
export declare function configure(database: u32, option: i32, value: i32): boolean;

/** How long to wait for the locks of others, in milliseconds. */
export declare function setBusyTimeout(database: u32, timeoutMs: i32): void;

/** The limit of that number (`sqlite3_limit`); a `value` that is not negative is set first. */
export declare function limit(database: u32, number: i32, value: i32): i32;

/** Whether a transaction is open. */
export declare function isInTransaction(database: u32): boolean;

/** The path of the attached database `name`; null in memory or when there is none. */
export declare function locationOf(database: u32, name: string): string | null;

/** Runs all statements of a text. True when that worked. */
export declare function exec(database: u32, sql: Any): boolean;

/** The database as bytes of a file; null when that fails. */
export declare function serialize(database: u32, name: string): Bytes | null;

/** Puts the bytes of a file in the place of the attached database `name`. True when that worked. */
export declare function deserialize(database: u32, name: string, bytes: Bytes, isReadOnly: boolean): boolean;

/** Loads a library; null, or what went wrong. `entryPoint` may be empty. */
export declare function loadExtension(database: u32, path: string, entryPoint: string): string | null;

/** `sqlite3_file_control` of an operation with a number. Returns its result code; what the number is then is in `detail`. */
export declare function fileControl(database: u32, name: string, operation: i32, value: i32): i32;

/** Makes a function. `argumentCount` -1: any number. `integers` as in `prepare`. True when that worked. */
export declare function createFunction(
  database: u32,
  name: string,
  argumentCount: i32,
  flags: i32,
  number: u32,
  integers: u32,
): boolean;

/** Makes an aggregate function, and a window function when it `hasInverse`. True when that worked. */
export declare function createAggregate(
  database: u32,
  name: string,
  argumentCount: i32,
  flags: i32,
  number: u32,
  integers: u32,
  hasInverse: boolean,
): boolean;

/** Tells the dispatcher of each changed row, or nobody. */
export declare function setUpdateHook(database: u32, isOn: boolean): void;

/** Makes the dispatcher judge what statements may do, or nobody. */
export declare function setAuthorizer(database: u32, isOn: boolean): void;

/**
 * Compiles the first statement of the text from byte `start` on; 0 when there is none or when that fails (`status` tells).
 * `flags` are those of `sqlite3_prepare_v3`. `integers`: how they are read, 0 as numbers or not at all, 1 as big integers, 2 as numbers
 * that may lose digits; plus 4: values are bound as Bun does, numbers without a fraction as integers. `detail` is where the next
 * statement begins, and `extras` 1 when parameters have names.
 */
export declare function prepare(database: u32, sql: Any, start: u32, flags: u32, integers: u32): u32;

/** Changes how a statement reads integers (`prepare`). */
export declare function setIntegers(statement: u32, integers: u32): void;

/** Ends a statement. False while it runs. */
export declare function finalize(statement: u32): boolean;

/** Whether a statement was ended, by itself or with its database. */
export declare function isFinalized(statement: u32): boolean;

/** Lets a statement end some time after `owner` was collected. */
export declare function watch(statement: u32, owner: Any): void;

/** The names of the columns of a statement, each followed by a NUL. */
export declare function columnNamesOf(statement: u32): string;

/** The names of its parameters with their first character, each followed by a NUL; nothing before the NUL of one without. */
export declare function parameterNamesOf(statement: u32): string;

/** Whether running a statement cannot change the database. */
export declare function isReadOnly(statement: u32): boolean;

/** Where the columns of a statement come from. */
export declare function originsOf(statement: u32): Origin[];

/** The text of a statement; null when it is too long with its values in it. */
export declare function sqlOf(statement: u32, isExpanded: boolean): string | null;

/** A counter of `sqlite3_stmt_status`. */
export declare function counterOf(statement: u32, number: i32, resets: boolean): i32;

/** The types of the values of the first row (`SQLITE_INTEGER` and so on), one byte each; none when there is no row or running it writes. */
export declare function typesOf(statement: u32): Bytes;

/** Runs a statement with values for its parameters up to its first row. Returns the status. */
export declare function run(statement: u32, ...values: Any[]): i32;

/** The same up to its end. */
export declare function runToEnd(statement: u32, ...values: Any[]): i32;

/** Runs a statement up to its first row, which comes back, and no further. Returns the batch's text or undefined. */
export declare function get(statement: u32, ...values: Any[]): Any;

/** Runs a statement; the first batch of its rows comes back. Returns the batch's text or undefined. */
export declare function all(statement: u32, ...values: Any[]): Any;

/** The next batch of rows after `all`. */
export declare function more(statement: u32): Any;

/** Begins a statement with values for its parameters. Returns the status. */
export declare function begin(statement: u32, ...values: Any[]): i32;

/** The next row of a statement that was begun. */
export declare function step(statement: u32): Any;

/** Ends the run of a statement. Returns the status. */
export declare function reset(statement: u32): i32;

/** The text of the last batch that has other characters than those of Latin-1. */
export declare function wideText(): Any;

/** The bytes of the last batch. */
export declare function blobs(): Bytes;

/** Begins to record changes of a table, or of all when `table` is null; 0 when that fails. */
export declare function createSession(database: u32, name: string, table: string | null): u32;

/** What changed since the session began; null when that fails. */
export declare function changesOf(session: u32, isPatch: boolean): Bytes | null;

/** Ends a session. */
export declare function endSession(session: u32): void;

/** Whether a session was ended, by itself or with its database. */
export declare function isEndedSession(session: u32): boolean;

/** Applies recorded changes. The dispatcher is asked about tables and conflicts. Returns SQLite's result code. */
export declare function applyChangeset(database: u32, changeset: Any, filter: u32, conflict: u32): i32;

/** Begins a copy of `source` in the database at `path`; 0 when that fails. */
export declare function beginBackup(database: u32, source: string, path: Bytes, target: string): u32;

/** Copies so many pages. Returns SQLite's result code; `detail` is how many are left, and `changes` how many there are. */
export declare function stepBackup(backup: u32, pages: i32): i32;

/** Ends a copy. */
export declare function endBackup(backup: u32): void;
