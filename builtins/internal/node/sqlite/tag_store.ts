// SQLTagStore of node:sqlite: statements written as tagged templates, cached by their SQL.
// https://nodejs.org/api/sqlite.html#class-sqltagstore
import { invalidArgType, invalidArgValue, invalidState, outOfRange } from "internal:node/sqlite/errors";
import type { Connection } from "internal:node/sqlite/handles";
import { type StatementSync, isFinalized, parameterCountOf } from "internal:node/sqlite/statement";

const CAPACITY = 1000;
const INT32_MAX = 2 ** 31 - 1;

/** What a store needs of its database. */
export interface StoreOwner {
  database: object;
  connection: Connection;
  /** Compiles a statement for the cache. */
  prepare(sql: string): StatementSync;
}

class SQLTagStore {
  #owner: StoreOwner;
  #capacity: number;
  /** The cache; the least recently used statement first. */
  #statements = new Map<string, StatementSync>();

  constructor(owner: StoreOwner, capacity: number) {
    this.#owner = owner;
    this.#capacity = capacity;
  }

  get capacity(): number {
    return this.#capacity;
  }

  get db(): object {
    return this.#owner.database;
  }

  get size(): number {
    return this.#statements.size;
  }

  get(strings: TemplateStringsArray, ...values: unknown[]): unknown {
    return this.#find(strings, values).get(...bindable(values));
  }

  all(strings: TemplateStringsArray, ...values: unknown[]): unknown {
    return this.#find(strings, values).all(...(bindable(values) as []));
  }

  iterate(strings: TemplateStringsArray, ...values: unknown[]): unknown {
    return this.#find(strings, values).iterate(...(bindable(values) as []));
  }

  run(strings: TemplateStringsArray, ...values: unknown[]): unknown {
    return this.#find(strings, values).run(...bindable(values));
  }

  clear(): void {
    this.#statements.clear();
  }

  #find(strings: unknown, values: unknown[]): StatementSync {
    const { connection } = this.#owner;
    if (connection.id === 0) throw invalidState("database is not open");
    if (connection.authorizers > 0) throw invalidState("database cannot be accessed from an authorizer callback");
    if (!Array.isArray(strings)) throw invalidArgType("First argument must be an array of strings (template literal).");
    let sql = "";
    for (let index = 0; index < strings.length; index++) {
      if (typeof strings[index] !== "string") throw invalidArgType("Template literal parts must be strings.");
      sql += strings[index];
      if (index < values.length) sql += "?";
    }
    let statement = this.#statements.get(sql);
    if (statement !== undefined) this.#statements.delete(sql);
    if (statement === undefined || isFinalized(statement)) statement = this.#owner.prepare(sql);
    if (parameterCountOf(statement) !== values.length)
      throw invalidArgValue("SQLite parameters must be bound using template literal placeholders.");
    this.#statements.set(sql, statement);
    if (this.#statements.size > this.#capacity) this.#statements.delete(this.#statements.keys().next().value!);
    return statement;
  }
}

/** An object would be read as named values, which templates do not have. */
function bindable(values: unknown[]): [] {
  const [first] = values;
  if (
    (typeof first === "object" && first !== null && !ArrayBuffer.isView(first) && !(first instanceof ArrayBuffer)) ||
    typeof first === "function"
  ) {
    throw invalidArgType("Provided value cannot be bound to SQLite parameter 1.");
  }
  return values as [];
}

/** `DatabaseSync.prototype.createTagStore`. */
export function createTagStore(owner: StoreOwner, maxSize: unknown): SQLTagStore {
  if (maxSize === undefined) return new SQLTagStore(owner, CAPACITY);
  const message = 'The "maxSize" argument must be a positive integer.';
  if (typeof maxSize !== "number") throw invalidArgType(message);
  if (!Number.isInteger(maxSize) || maxSize <= 0 || maxSize > INT32_MAX) throw outOfRange(message);
  return new SQLTagStore(owner, maxSize);
}
