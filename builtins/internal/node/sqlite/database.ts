// DatabaseSync of node:sqlite. https://nodejs.org/api/sqlite.html#class-databasesync
import { option } from "internal:core/launch";
import { type Callbacks, connect, disconnect } from "internal:node/sqlite/dispatch";
import { invalidArgType, invalidArgValue, invalidState, otherError, sqliteError } from "internal:node/sqlite/errors";
import defer * as functions from "internal:node/sqlite/functions";
import { type Connection, closeConnection, connectionOf } from "internal:node/sqlite/handles";
import defer * as limits from "internal:node/sqlite/limits";
import { locationBytes } from "internal:node/sqlite/location";
import { AS_BIG_INTS, AS_NUMBERS, FAILED, STATUS, ints } from "internal:node/sqlite/memory";
import {
  type DatabaseOptions,
  booleanOption,
  checkObject,
  databaseOptions,
  stringOption,
} from "internal:node/sqlite/options";
import defer * as sessions from "internal:node/sqlite/session";
import { type StatementSync, makeStatement } from "internal:node/sqlite/statement";
import { keepInMemory } from "internal:node/sqlite/temporary";
import defer * as tagStores from "internal:node/sqlite/tag_store";
import { isUint8Array } from "internal:core/util/types";
import { isActive } from "native:permissions";
import * as native from "native:sqlite";

const SQLITE_OPEN_READONLY = 0x1;
const SQLITE_OPEN_READWRITE_CREATE = 0x6;
const SQLITE_OPEN_URI = 0x40;
const SQLITE_PREPARE_PERSISTENT = 1;
// SQLITE_DBCONFIG_*.
const ENABLE_FOREIGN_KEYS = 1002;
const ENABLE_LOAD_EXTENSION = 1005;
const DEFENSIVE = 1010;
const DOUBLE_QUOTED_TEXT_IN_DML = 1013;
const DOUBLE_QUOTED_TEXT_IN_DDL = 1014;
// Results of an authorizer: SQLITE_OK, SQLITE_DENY, SQLITE_IGNORE.
const VERDICT_MAX = 2;

const FROM_AUTHORIZER = "database cannot be accessed from an authorizer callback";

/** The connection of a database; null for another object. */
export let connectionBehind: (database: object) => Connection | null;

/** A database. `node:sqlite` exports a constructor around this class. */
export class Database {
  #location: Uint8Array;
  #options: DatabaseOptions;
  #connection: Connection;
  #callbacks: Callbacks;
  #mayLoadExtensions: boolean;
  #limits: object | undefined;

  constructor(path: unknown, options: unknown, hasOptions: boolean) {
    this.#location = locationBytes(path);
    this.#options = databaseOptions(options, hasOptions);
    this.#connection = connectionOf(this);
    this.#callbacks = { connection: this.#connection, functions: new Map(), authorize: null, update: null };
    this.#mayLoadExtensions = this.#options.allowExtension;
    if (this.#options.open) this.open();
  }

  /** Opens a database that was made with `open: false` or was closed. */
  open(): void {
    const connection = this.#connection;
    if (connection.id !== 0) throw invalidState("database is already open");
    const options = this.#options;
    const flags = SQLITE_OPEN_URI | (options.readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE_CREATE);
    connection.id = native.open(this.#location, flags);
    if (connection.id === 0) throw sqliteError();
    try {
      this.#configure(DOUBLE_QUOTED_TEXT_IN_DML, options.enableDoubleQuotedStringLiterals);
      this.#configure(DOUBLE_QUOTED_TEXT_IN_DDL, options.enableDoubleQuotedStringLiterals);
      this.#configure(ENABLE_FOREIGN_KEYS, options.enableForeignKeyConstraints);
      this.#configure(DEFENSIVE, options.defensive);
      native.setBusyTimeout(connection.id, options.timeout);
      keepInMemory(connection.id);
      if (options.limits.size > 0 || isActive()) limits.setLimits(connection.id, options.limits);
      if (options.allowExtension) {
        if (option("--permission") !== undefined)
          throw otherError(
            "Cannot load SQLite extensions when the permission model is enabled.",
            "ERR_LOAD_SQLITE_EXTENSION",
          );
        this.#configure(ENABLE_LOAD_EXTENSION, true);
      }
    } catch (error) {
      closeConnection(connection);
      throw error;
    }
    connect(this.#callbacks);
  }

  #configure(number: number, value: boolean): void {
    if (!native.configure(this.#connection.id, number, value ? 1 : 0)) throw sqliteError();
  }

  #checkOpen(): void {
    if (this.#connection.id === 0) throw invalidState("database is not open");
  }

  /** As `#checkOpen`, and throws in the callback of an authorizer, which must not use the connection. */
  #checkUsable(): void {
    this.#checkOpen();
    if (this.#connection.authorizers > 0) throw invalidState(FROM_AUTHORIZER);
  }

  /** Closes it, and finalizes its statements and sessions. */
  close(): void {
    this.#checkOpen();
    if (this.#connection.callbacks > 0) throw invalidState("database cannot be closed while in a callback");
    const { id } = this.#connection;
    native.endStatements(id);
    if (!native.close(id, true)) throw sqliteError();
    this.#connection.id = 0;
    disconnect(id);
  }

  [Symbol.dispose](): void {
    try {
      this.close();
    } catch {
      // It was closed before, or cannot be closed.
    }
  }

  /** Compiles a statement. */
  prepare(sql: string, options: unknown = undefined): StatementSync {
    this.#checkUsable();
    if (typeof sql !== "string") throw invalidArgType('The "sql" argument must be a string.');
    const own = this.#options;
    if (options === undefined) return this.#prepare(sql, 0, own);
    checkObject(options, "options");
    const given = {
      returnArrays: booleanOption(options, "returnArrays", own.returnArrays),
      readBigInts: booleanOption(options, "readBigInts", own.readBigInts),
      allowBareNamedParameters: booleanOption(options, "allowBareNamedParameters", own.allowBareNamedParameters),
      allowUnknownNamedParameters: booleanOption(
        options,
        "allowUnknownNamedParameters",
        own.allowUnknownNamedParameters,
      ),
    };
    const flags = booleanOption(options, "persistent", false) ? SQLITE_PREPARE_PERSISTENT : 0;
    this.#checkOpen();
    return this.#prepare(sql, flags, given);
  }

  #prepare(
    sql: string,
    flags: number,
    options: Pick<
      DatabaseOptions,
      "returnArrays" | "readBigInts" | "allowBareNamedParameters" | "allowUnknownNamedParameters"
    >,
  ): StatementSync {
    const { returnArrays, readBigInts, allowBareNamedParameters, allowUnknownNamedParameters } = options;
    const id = native.prepare(this.#connection.id, sql, 0, flags, readBigInts ? AS_BIG_INTS : AS_NUMBERS);
    if (id === 0)
      throw ints[STATUS] === FAILED ? sqliteError() : invalidArgValue("The SQL query contains no statements.");
    return makeStatement(id, this, this.#connection, {
      returnArrays,
      readBigInts,
      allowBareNamedParameters,
      allowUnknownNamedParameters,
    });
  }

  /** Runs all statements of `sql`. */
  exec(sql: string): void {
    this.#checkUsable();
    if (typeof sql !== "string") throw invalidArgType('The "sql" argument must be a string.');
    if (!native.exec(this.#connection.id, sql)) throw sqliteError();
  }

  /** Defines a function of SQL: a name, optional options, a function. */
  function(): void {
    this.#checkUsable();
    functions.createFunction(this.#callbacks, () => this.#checkOpen(), arguments);
  }

  /** Defines an aggregate function; with an inverse also a window function. */
  aggregate(name: string, options: object): void {
    this.#checkUsable();
    functions.createAggregate(this.#callbacks, () => this.#checkOpen(), name, options);
  }

  /** A store of statements that are written as tagged templates. */
  createTagStore(maxSize?: number): object {
    this.#checkUsable();
    const owner = {
      database: this,
      connection: this.#connection,
      prepare: (sql: string) => this.#prepare(sql, SQLITE_PREPARE_PERSISTENT, this.#options),
    };
    return tagStores.createTagStore(owner, maxSize);
  }

  /** The path of an attached database; null for one in memory. */
  location(dbName: string = "main"): string | null {
    this.#checkOpen();
    if (typeof dbName !== "string") throw invalidArgType('The "dbName" argument must be a string.');
    return native.locationOf(this.#connection.id, dbName);
  }

  /** Starts to record changes. */
  createSession(): object {
    this.#checkUsable();
    return sessions.createSession(this.#connection, () => this.#checkOpen(), arguments);
  }

  /** Applies recorded changes. False when a conflict aborted it. */
  applyChangeset(changeset: Uint8Array, options?: object): boolean {
    this.#checkUsable();
    return sessions.applyChangeset(this.#callbacks, () => this.#checkOpen(), changeset, options);
  }

  /** Enables or disables loading extensions, if the constructor's options allow it. */
  enableLoadExtension(allow: boolean): void {
    this.#checkUsable();
    if (typeof allow !== "boolean") throw invalidArgType('The "allow" argument must be a boolean.');
    if (allow && !this.#options.allowExtension)
      throw invalidState("Cannot enable extension loading because it was disabled at database creation.");
    this.#mayLoadExtensions = allow;
    this.#configure(ENABLE_LOAD_EXTENSION, allow);
  }

  /** Enables or disables SQLite's defensive mode, in which statements cannot corrupt the file deliberately. */
  enableDefensive(active: boolean): void {
    this.#checkUsable();
    if (typeof active !== "boolean") throw invalidArgType('The "active" argument must be a boolean.');
    this.#configure(DEFENSIVE, active);
  }

  /** Loads an extension from a shared library. */
  loadExtension(path: string, entryPoint?: string): void {
    this.#checkOpen();
    if (!this.#options.allowExtension || !this.#mayLoadExtensions)
      throw invalidState("extension loading is not allowed");
    if (this.#connection.authorizers > 0) throw invalidState(FROM_AUTHORIZER);
    if (typeof path !== "string") throw invalidArgType('The "path" argument must be a string.');
    const problem = native.loadExtension(this.#connection.id, path, entryPoint === undefined ? "" : `${entryPoint}`);
    if (problem !== null) throw otherError(problem, "ERR_LOAD_SQLITE_EXTENSION");
  }

  /** The database, serialized as the bytes of a file. */
  serialize(dbName: string = "main"): Uint8Array {
    this.#checkUsable();
    if (typeof dbName !== "string") throw invalidArgType('The "dbName" argument must be a string.');
    const bytes = native.serialize(this.#connection.id, dbName);
    if (bytes === null) throw sqliteError();
    return bytes;
  }

  /** Replaces a database with the bytes of a file; finalizes all statements. */
  deserialize(buffer: Uint8Array, options: unknown = undefined): void {
    this.#checkOpen();
    if (this.#connection.callbacks > 0) throw invalidState("database cannot be deserialized while in a callback");
    if (!isUint8Array(buffer)) throw invalidArgType('The "buffer" argument must be a Uint8Array.');
    if (buffer.byteLength === 0) throw invalidArgValue('The "buffer" argument must not be empty.');
    let name = "main";
    if (options !== undefined) {
      checkObject(options, "options");
      name = stringOption(options, "dbName", "main");
      this.#checkOpen();
    }
    native.endStatements(this.#connection.id);
    if (!native.deserialize(this.#connection.id, name, buffer, false)) throw sqliteError();
  }

  /** Sets the authorizer, which decides what statements may do; null removes it. */
  setAuthorizer(callback: ((...subjects: unknown[]) => number) | null): void {
    this.#checkUsable();
    if (callback !== null && typeof callback !== "function")
      throw invalidArgType('The "callback" argument must be a function or null.');
    this.#callbacks.authorize = callback === null ? null : (...subjects) => resultCodeOf(callback(...subjects));
    native.setAuthorizer(this.#connection.id, callback !== null);
  }

  get isOpen(): boolean {
    return this.#connection.id !== 0;
  }

  get isTransaction(): boolean {
    this.#checkOpen();
    return native.isInTransaction(this.#connection.id);
  }

  get limits(): object {
    return (this.#limits ??= limits.makeLimits(this.#connection));
  }

  static {
    connectionBehind = (database) => (#connection in database ? database.#connection : null);
  }
}

function resultCodeOf(verdict: unknown): number {
  if (typeof verdict !== "number" || (verdict | 0) !== verdict)
    throw new TypeError("Authorizer callback must return an integer authorization code");
  if (verdict < 0 || verdict > VERDICT_MAX)
    throw new RangeError("Authorizer callback returned a invalid authorization code");
  return verdict;
}
