// Bun.SQL on SQLite: one connection that runs each query at once, on what `bun:sqlite` stands on.
// https://bun.com/docs/runtime/sql#sqlite
import { constants } from "internal:bun/sqlite_constants";
import { Database } from "internal:bun/sqlite";
import { SQLiteError, closedError } from "internal:bun/sql/errors";
import { type Settings, notify } from "internal:bun/sql/settings";
import type { Source } from "internal:bun/sql/pool";
import type { Connection, Request, TransactionStatus } from "internal:bun/sql/request";
import { SQLResultArray, setColumn } from "internal:bun/sql/result";
import { DETAIL, ints } from "internal:node/sqlite/memory";
import * as native from "native:sqlite";

const READS = new Set(["SELECT", "PRAGMA", "EXPLAIN", "VALUES"]);

/** The error of `bun:sqlite`, as an error of Bun.SQL; other errors are arguments that cannot be bound. */
function sqlError(error: unknown): unknown {
  const { name, code, errno, byteOffset, message } = error as Error & Record<string, unknown>;
  return name === "SQLiteError"
    ? new SQLiteError(message as string, { code: code as string, errno, byteOffset })
    : error;
}

/** Keys without a prefix fit each prefix. */
function prefixed(names: Record<string, unknown>): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(names)) {
    if (/^[:$@]/.test(key)) all[key] = value;
    else for (const prefix of ":$@") all[prefix + key] = value;
  }
  return all;
}

/** An object as the only value would be a set of named parameters. */
function bindable(value: unknown): unknown {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value))
    throw new TypeError("Binding expected string, TypedArray, boolean, number, bigint or null");
  return value ?? null;
}

/** The part of `text` after its first statement. */
function restOf(database: Database, text: string): string {
  const id = native.prepare(database.handle, text, 0, 0, 0);
  if (id === 0) return "";
  const end = ints[DETAIL]!;
  native.finalize(id);
  const rest = text.slice(end);
  return /^[\s;]*$/.test(rest) ? "" : rest;
}

interface Prepared {
  readonly columnNames: string[];
  all(...values: unknown[]): unknown[];
  values(...values: unknown[]): unknown[][];
  raw(...values: unknown[]): unknown[][];
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  finalize(): void;
}

class SqliteConnection implements Connection {
  isReserved = false;
  isRetired: Error | null = null;
  isClosed = false;
  readonly isReady = true;
  readonly load = 0;
  readonly canPipeline = true;
  readonly #settings: Settings;
  readonly #database: Database | null = null;
  readonly #failure: unknown = null;

  constructor(settings: Settings) {
    this.#settings = settings;
    try {
      this.#database = open(settings);
    } catch (error) {
      this.#failure = sqlError(error);
    }
    notify(settings.onconnect, this.#failure as Error | null);
  }

  get failure(): unknown {
    return this.#failure;
  }

  get status(): TransactionStatus {
    return this.#database?.inTransaction === true ? "T" : "I";
  }

  enqueue(request: Request): void {
    if (this.isClosed) {
      request.onDone(closedError("sqlite"), undefined);
      return;
    }
    let result: unknown;
    try {
      if (this.#database === null) throw this.#failure;
      result = this.#run(this.#database, request);
    } catch (error) {
      request.onDone(sqlError(error), undefined);
      return;
    }
    request.onStart();
    request.onDone(null, result);
  }

  #run(database: Database, request: Request): SQLResultArray {
    const { text, names } = request;
    if (text.trim() === "") throw new Error("SQL string mustn't be blank");
    const values = names === null ? request.values.map(bindable) : [prefixed(names)];
    const result = new SQLResultArray();
    const command = /^(?:\s|--[^\n]*\n|\/\*[^]*?\*\/)*([A-Za-z]+)/.exec(text)?.[1]?.toUpperCase() ?? null;
    result.command = command;
    const statement = database.prepare(text) as unknown as Prepared;
    try {
      if (statement.columnNames.length > 0) {
        this.#readRows(result, statement, values, request);
        result.count = result.length;
        result.affectedRows = READS.has(command ?? "") || command === "WITH" ? 0 : result.length;
        const rest = restOf(database, text);
        if (rest !== "") database.run(rest);
      } else {
        const { changes } = database.run(text, ...values);
        result.count = Number(changes);
        result.affectedRows = result.count;
      }
      if (!READS.has(command ?? "")) result.lastInsertRowid = lastRowid(database);
      return result;
    } finally {
      statement.finalize();
    }
  }

  #readRows(result: SQLResultArray, statement: Prepared, values: unknown[], request: Request): void {
    const mode = request.mode();
    const rename = this.#settings.transform?.from;
    if (mode === "raw") push(result, statement.raw(...values));
    else if (mode === "values") push(result, statement.values(...values));
    else if (rename === undefined) push(result, statement.all(...values));
    else {
      const names = statement.columnNames.map(rename);
      for (const list of statement.values(...values)) {
        const row: Record<string, unknown> = {};
        names.forEach((name, index) => setColumn(row, name, list[index]));
        result.push(row);
      }
    }
  }

  /** A query runs in the call that starts it, so there is nothing to stop. */
  cancel(): void {}

  close(error: Error): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#database?.close();
    notify(this.#settings.onclose, error);
  }
}

function push(result: SQLResultArray, rows: unknown[]): void {
  for (const row of rows) result.push(row);
}

function lastRowid(database: Database): number | bigint {
  const statement = database.prepare("SELECT last_insert_rowid()") as unknown as Prepared;
  const rowid = statement.values()[0]![0] as number | bigint;
  statement.finalize();
  return rowid;
}

function open(settings: Settings): Database {
  const { given, bigint } = settings;
  const isReadOnly = (settings as unknown as { readonly?: boolean }).readonly === true;
  const creates = (settings as unknown as { create?: boolean }).create !== false;
  let flags = isReadOnly ? constants.SQLITE_OPEN_READONLY! : constants.SQLITE_OPEN_READWRITE!;
  if (!isReadOnly && creates) flags |= constants.SQLITE_OPEN_CREATE!;
  const options = {
    strict: given.strict === true,
    safeIntegers: (given.safeIntegers ?? bigint) === true,
    readonly: isReadOnly,
    create: (flags & constants.SQLITE_OPEN_CREATE!) !== 0,
    readwrite: !isReadOnly,
  };
  return new Database(settings.filename, options);
}

/** One connection; transactions wait for each other, plain queries do not wait. */
class SqliteSource implements Source {
  readonly #connection: SqliteConnection;
  #last: Promise<unknown> = Promise.resolve();
  #release: (() => void) | null = null;
  isClosed = false;

  constructor(settings: Settings) {
    this.#connection = new SqliteConnection(settings);
  }

  submit(request: Request): () => void {
    this.#connection.enqueue(request);
    return () => {};
  }

  async reserve(): Promise<Connection> {
    if (this.isClosed) throw closedError("sqlite");
    const before = this.#last;
    let release = (): void => {};
    this.#last = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    return this.#connection;
  }

  release(): void {
    this.#release?.();
  }

  async connect(): Promise<void> {
    if (this.isClosed) throw closedError("sqlite");
    if (this.#connection.failure !== null) throw this.#connection.failure;
  }

  async close(timeoutMs: number | null): Promise<void> {
    this.isClosed = true;
    if (timeoutMs !== 0) await this.#last;
    this.#connection.close(new Error("Connection closed"));
  }
}

/** Opens the database of the settings; a failure is the failure of each query. */
export const openSource = (settings: Settings): Source => new SqliteSource(settings);
