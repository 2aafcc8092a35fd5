// bun:sqlite: databases. Statements, functions and errors are in `sqlite_*`.
// https://bun.com/docs/runtime/sqlite
import { constants } from "internal:bun/sqlite_constants";
import { SQLiteError, sqliteError, statusError } from "internal:bun/sqlite_errors";
import type { Transaction } from "internal:bun/sqlite_transaction";
import defer * as functions from "internal:bun/sqlite_functions";
import { type Changes, Statement, arrange, changesNow, integersOf, makeStatement } from "internal:bun/sqlite_statement";
import defer * as transactions from "internal:bun/sqlite_transaction";
import defer * as buffers from "internal:node/buffer";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { type Callbacks, connect } from "internal:node/sqlite/dispatch";
import { type Connection, connectionOf, namesIn } from "internal:node/sqlite/handles";
import { CHANGES, DETAIL, DONE, FAILED, STATUS, doubles, ints } from "internal:node/sqlite/memory";
import { keepInMemory } from "internal:node/sqlite/temporary";
import { encodeUtf8 } from "native:buffer";
import * as native from "native:sqlite";

/** Size of the cache of `run`, for programs that run the same SQL repeatedly. */
const CACHED_STATEMENTS_MAX = 16;
const CACHED_LENGTH_MAX = 1000;
// By the operations that SQLite passes to a hook: SQLITE_DELETE, SQLITE_INSERT, SQLITE_UPDATE.
const HOOKS = { 9: "delete", 18: "insert", 23: "update" } as const;
type HookName = (typeof HOOKS)[keyof typeof HOOKS];
type Hook = (database: Database, table: string, rowid: number | bigint, name: string) => void;

/** Options of a database. */
interface Options {
  readonly?: boolean;
  create?: boolean;
  readwrite?: boolean;
  safeIntegers?: boolean;
  strict?: boolean;
}

function flagsOf(options: Options | number | undefined): number {
  const all = constants.SQLITE_OPEN_READWRITE! | constants.SQLITE_OPEN_CREATE!;
  if (typeof options === "number") return options;
  if (typeof options !== "object" || options === null) return all;
  if ("readOnly" in options) throw new TypeError('Misspelled option "readOnly" should be "readonly"');
  let flags = options.readonly ? constants.SQLITE_OPEN_READONLY! : 0;
  if (options.create) flags = all;
  if (options.readwrite) flags |= constants.SQLITE_OPEN_READWRITE!;
  // An object without any of the modes.
  return flags === 0 ? all : flags;
}

/** A database. `filename`: a path, ":memory:" or nothing for an in-memory database, or the bytes of a file. */
export class Database {
  /** The path that it was opened with. */
  filename: string;
  #connection: Connection;
  #callbacks: Callbacks;
  #isStrict = false;
  #safeIntegers = false;
  #queries = new Map<string, Statement>();
  #cached = new Map<string, Statement>();
  #hooks: Partial<Record<HookName, Hook>> = {};

  constructor(filename?: string | ArrayBufferView, options?: Options | number) {
    const isBytes = ArrayBuffer.isView(filename);
    if (filename !== undefined && typeof filename !== "string" && !isBytes)
      throw new TypeError(`Expected 'filename' to be a string, got '${typeof filename}'`);
    if (typeof options === "object" && options !== null) {
      this.#isStrict = !!options.strict;
      this.#safeIntegers = !!options.safeIntegers;
    }
    const name = typeof filename === "string" ? filename.trim() : ":memory:";
    const flags = isBytes ? flagsOf(undefined) : flagsOf(options);
    const isAnonymous = name === "" || name === ":memory:";
    if (isAnonymous && (flags & constants.SQLITE_OPEN_READONLY!) !== 0)
      throw new Error("Cannot open an anonymous database in read-only mode.");
    this.filename = name;
    this.#connection = connectionOf(this);
    this.#callbacks = { connection: this.#connection, functions: new Map(), authorize: null, update: null };
    this.#connection.id = native.open(encodeUtf8(isAnonymous ? ":memory:" : name), flags);
    if (this.#connection.id === 0) throw sqliteError();
    keepInMemory(this.#connection.id);
    connect(this.#callbacks);
    if (!isBytes) return;
    const bytes = new Uint8Array(filename.buffer as ArrayBuffer, filename.byteOffset, filename.byteLength);
    const isReadOnly = typeof options === "object" && options !== null && !!options.readonly;
    if (!native.deserialize(this.#connection.id, "main", bytes, isReadOnly)) throw sqliteError();
  }

  static open(filename?: string, options?: Options | number): Database {
    return new Database(filename, options);
  }

  /** An in-memory database from the bytes of a file; `options`, or whether it is read-only. */
  static deserialize(serialized: ArrayBufferView, options: Options | boolean = false): Database {
    return new Database(serialized, typeof options === "boolean" ? { readonly: options } : options);
  }

  static setCustomSQLite(_path: string): boolean {
    throw new ERR_METHOD_NOT_IMPLEMENTED("Database.setCustomSQLite");
  }

  /** The capacity of the cache of `query`. */
  static MAX_QUERY_CACHE_SIZE = 20;

  #id(message: string): number {
    const { id } = this.#connection;
    if (id === 0) throw new Error(message);
    return id;
  }

  get handle(): number {
    return this.#connection.id;
  }

  get inTransaction(): boolean {
    return native.isInTransaction(this.#id("Database has closed"));
  }

  /** Loads an extension from a shared library. */
  loadExtension(name: string, entryPoint = ""): void {
    const ENABLE_LOAD_EXTENSION = 1005;
    const id = this.#id("Can't do this on a closed database");
    native.configure(id, ENABLE_LOAD_EXTENSION, 1);
    const problem = native.loadExtension(id, name, entryPoint);
    if (problem !== null) throw new Error(problem);
  }

  /** The database as the bytes of a file, in a Buffer. */
  serialize(name = "main"): Uint8Array {
    const bytes = native.serialize(this.#id("Can't do this on a closed database"), name);
    if (bytes === null) throw new Error("Out of memory");
    return buffers.default.Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  }

  /** `sqlite3_file_control`: the name of the database if it is not the main one, the operation and its value. */
  fileControl(...given: unknown[]): number {
    const id = this.#id("Can't do this on a closed database");
    const [name, operation, value] = given.length <= 2 ? [null, ...given] : given;
    const isView = ArrayBuffer.isView(value);
    const number = isView ? new DataView(value.buffer, value.byteOffset).getInt32(0, true) : Number(value ?? 0) | 0;
    const code = native.fileControl(id, (name as string | null) ?? "main", Number(operation) | 0, number);
    if (isView && value.byteLength >= 4) new DataView(value.buffer, value.byteOffset).setInt32(0, ints[DETAIL]!, true);
    return code;
  }

  /** Closes it. Statements that are still referenced stay usable until they are finalized. */
  close(_throwOnError = false): void {
    const { id } = this.#connection;
    if (id === 0) return;
    this.clearQueryCache();
    for (const statement of this.#cached.values()) statement.finalize();
    this.#cached.clear();
    if (!native.close(id, true)) throw sqliteError();
    this.#connection.id = 0;
  }

  [Symbol.dispose](): void {
    this.close(true);
  }

  /** Finalizes the statements in the cache of `query`. */
  clearQueryCache(): void {
    for (const statement of this.#queries.values()) statement.finalize();
    this.#queries.clear();
  }

  /** Runs all statements of `query`; the values are for the first. */
  run(query: string, ...given: unknown[]): Changes {
    const id = this.#id("Database has closed");
    if (typeof query !== "string") throw new Error("Expected SQL string");
    if (query === "") throw new Error("SQL string mustn't be blank");
    const cached = this.#cached.get(query);
    if (cached !== undefined && given.length > 0) return (cached.run as (...values: unknown[]) => Changes)(...given);
    return this.#runAll(id, query, given);
  }

  #runAll(id: number, query: string, given: unknown[]): Changes {
    let changes = 0;
    let hasRun = false;
    const integers = integersOf(this.#safeIntegers);
    for (let start = 0; ;) {
      const statement = native.prepare(id, query, start, 0, integers);
      if (statement === 0 && ints[STATUS] === FAILED) throw sqliteError();
      if (statement === 0) break;
      start = ints[DETAIL]!;
      try {
        const values =
          hasRun || given.length === 0
            ? []
            : arrange(given, namesIn(native.parameterNamesOf(statement)), this.#isStrict);
        const status = native.runToEnd(statement, ...values);
        if (status !== DONE) throw statusError(status);
        changes += doubles[CHANGES]!;
      } finally {
        native.finalize(statement);
      }
      // SQL with parameters is likely to run again.
      if (!hasRun && given.length > 0 && query.length <= CACHED_LENGTH_MAX && start >= query.length) this.#cache(query);
      hasRun = true;
    }
    if (!hasRun) throw new Error("Query contained no valid SQL statement; likely empty query.");
    return { ...changesNow(this.#safeIntegers), changes };
  }

  #cache(query: string): void {
    if (this.#cached.size >= CACHED_STATEMENTS_MAX) {
      const [oldest, statement] = this.#cached.entries().next().value!;
      statement.finalize();
      this.#cached.delete(oldest);
    }
    this.#cached.set(query, this.prepare(query));
  }

  /** Compiles the first statement of `query`, with values for its parameters if given. */
  prepare(query: string, params?: unknown, flags = 0): Statement {
    if (typeof query !== "string") throw new Error("Expected SQL string");
    if (this.#connection.id === 0) throw new RangeError("Cannot use a closed database");
    const id = native.prepare(this.#connection.id, query, 0, flags, integersOf(this.#safeIntegers));
    if (id === 0) throw ints[STATUS] === FAILED ? sqliteError() : new RangeError("Invalid SQL statement");
    const statement = makeStatement(id, this, this.#isStrict, this.#safeIntegers);
    if (params !== undefined && params !== null) {
      const status = native.begin(id, ...arrange([params], namesIn(native.parameterNamesOf(id)), this.#isStrict));
      if (status !== DONE) throw statusError(status);
    }
    return statement;
  }

  /** As `prepare`, with a cache. */
  query(query: string): Statement {
    if (typeof query !== "string") throw new TypeError(`Expected 'query' to be a string, got '${typeof query}'`);
    if (query.length === 0) throw new Error("SQL query cannot be empty.");
    const cached = this.#queries.get(query);
    if (cached !== undefined && !cached.isFinalized) return cached;
    const isCached = cached !== undefined || this.#queries.size < Database.MAX_QUERY_CACHE_SIZE;
    const statement = this.prepare(query, undefined, isCached ? constants.SQLITE_PREPARE_PERSISTENT : 0);
    if (isCached) this.#queries.set(query, statement);
    return statement;
  }

  get [Symbol.for("Bun.Database.cache.count")](): number {
    return this.#queries.size;
  }

  /** A function that runs `callee` in a transaction, which is rolled back when it throws. */
  transaction(callee: (...values: any[]) => unknown): Transaction {
    if (typeof callee !== "function") throw new TypeError("Expected first argument to be a function");
    return transactions.makeTransaction(this, callee);
  }

  /** Defines a function of SQL. */
  function(name: string, options: object, callee?: (...values: unknown[]) => unknown): this {
    this.#id("Can't do this on a closed database");
    functions.createFunction(this.#callbacks, name, options, callee, this.#safeIntegers);
    return this;
  }

  /** Defines an aggregate function of SQL. */
  aggregate(name: string, options: object): this {
    this.#id("Can't do this on a closed database");
    functions.createAggregate(this.#callbacks, name, options, this.#safeIntegers);
    return this;
  }

  /** Called after a row was inserted; null: not set. */
  get onInsert(): Hook | null {
    return this.#hooks.insert ?? null;
  }

  set onInsert(hook: Hook | null) {
    this.#setHook("insert", hook);
  }

  /** Called after a row was updated. */
  get onUpdate(): Hook | null {
    return this.#hooks.update ?? null;
  }

  set onUpdate(hook: Hook | null) {
    this.#setHook("update", hook);
  }

  /** Called after a row was deleted. */
  get onDelete(): Hook | null {
    return this.#hooks.delete ?? null;
  }

  set onDelete(hook: Hook | null) {
    this.#setHook("delete", hook);
  }

  #setHook(name: HookName, hook: Hook | null | undefined): void {
    if (hook !== null && hook !== undefined && typeof hook !== "function")
      throw new TypeError("Expected a function or null");
    const id = this.#id("Can't do this on a closed database");
    this.#hooks[name] = hook ?? undefined;
    const isOn = Object.values(this.#hooks).some((one) => one !== undefined);
    this.#callbacks.update = isOn
      ? (action, database, table, row) => this.#callHook(action, database, table, row)
      : null;
    native.setUpdateHook(id, isOn);
  }

  #callHook(action: number, database: string, table: string, row: bigint): void {
    const name = HOOKS[action as keyof typeof HOOKS];
    if (name !== undefined) this.#hooks[name]?.(this, table, this.#safeIntegers ? row : Number(row), database);
  }

  declare exec: Database["run"];
}
Database.prototype.exec = Database.prototype.run;
Object.defineProperty(Database.prototype, Symbol.for("sqlite-type"), { value: "bun:sqlite", configurable: true });

export default { __esModule: true, Database, Statement, constants, default: Database, SQLiteError };
