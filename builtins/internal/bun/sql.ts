// `Bun.SQL`, and `Bun.sql`: the client of the settings in the environment. https://bun.com/docs/runtime/sql
import { load } from "internal:core/bootstrap";
import { type Client, poolClient, shared } from "internal:bun/sql/client";
import { MySQLError, PostgresError, SQLError, SQLiteError } from "internal:bun/sql/errors";
import { readSettings } from "internal:bun/sql/options";
import { Pool } from "internal:bun/sql/pool";
import { Scope } from "internal:bun/sql/scope";
import { presets } from "internal:bun/sql/transforms";

/** Makes a client: `new SQL(address, options)`, `new SQL(options)`. */
export const SQL = function SQL(this: unknown, ...args: unknown[]): Client {
  if (new.target !== undefined && new.target !== (SQL as unknown)) throw new TypeError("SQL cannot be subclassed");
  const settings = readSettings(args[0], args[1]);
  const source =
    settings.adapter === "sqlite"
      ? load("internal:bun/sql/sqlite").openSource(settings)
      : new Pool(settings, (given, events) => {
          if (given.adapter !== "postgres") {
            const { MysqlConnection } = load("internal:bun/sql/mysql/connection");
            return new MysqlConnection(given, events);
          }
          const { PostgresConnection } = load("internal:bun/sql/postgres/connection");
          return new PostgresConnection(given, events);
        });
  return poolClient(new Scope(settings, source, null));
};
Object.setPrototypeOf(SQL.prototype, Function.prototype);
// As a class has it, though `SQL` can be called without `new`.
Object.defineProperty(SQL, "prototype", { writable: false });
Object.assign(SQL, { SQLError, PostgresError, SQLiteError, MySQLError, ...presets });
shared.prototype = SQL.prototype as object;

let client: Client | null = null;
const defaultClient = (): Client => (client ??= SQL());

/** The client of the environment, which is read on the first use. */
export const sql = function sql(first: unknown, second: unknown, ...rest: unknown[]): unknown {
  const values = arguments.length < 2 ? [] : [second, ...rest];
  return defaultClient()(first, ...values);
};
Object.setPrototypeOf(sql, SQL.prototype as object);

for (const name of [
  "array",
  "begin",
  "beginDistributed",
  "close",
  "commitDistributed",
  "connect",
  "distributed",
  "end",
  "file",
  "flush",
  "json",
  "listen",
  "notify",
  "reserve",
  "rollbackDistributed",
  "transaction",
  "unsafe",
]) {
  const call = (...args: unknown[]): unknown => (defaultClient()[name] as (...args: unknown[]) => unknown)(...args);
  Object.defineProperty(sql, name, { value: call, writable: true, enumerable: true, configurable: true });
}
Object.defineProperty(sql, "options", { get: () => defaultClient().options, configurable: true });
Object.defineProperty(sql, Symbol.asyncDispose, {
  get: () => defaultClient()[Symbol.asyncDispose],
  configurable: true,
});
