// The errors of Bun.SQL: `SQL.SQLError` and a class for each database. https://bun.com/docs/runtime/sql#error-handling

/** The base of the errors of all databases. */
export class SQLError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SQLError";
  }
}

type Fields = Record<string, unknown> & { code: string };

function assignFields(error: Error, name: string, fields: Fields, names: string[]): void {
  error.name = name;
  for (const field of names) {
    // Defined, because the engine has a hidden `line` of its own in each error.
    if (fields[field] !== undefined)
      Object.defineProperty(error, field, {
        value: fields[field],
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
}

const POSTGRES_FIELDS = [
  "code",
  "errno",
  "detail",
  "hint",
  "severity",
  "position",
  "internalPosition",
  "internalQuery",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "file",
  "line",
  "routine",
];

/** `code` is Bun's, `errno` the SQLSTATE of the server. */
export class PostgresError extends SQLError {
  declare readonly code: string;
  declare readonly errno: string | undefined;

  constructor(message: string, options: Fields) {
    super(message);
    assignFields(this, "PostgresError", options, POSTGRES_FIELDS);
  }
}

/** `errno` is the number of the server. */
export class MySQLError extends SQLError {
  declare readonly code: string;
  declare readonly errno: number | undefined;
  declare readonly sqlState: string | undefined;

  constructor(message: string, options: Fields) {
    super(message);
    assignFields(this, "MySQLError", options, ["code", "errno", "sqlState"]);
  }
}

/** `code` and `errno` are SQLite's extended result code. */
export class SQLiteError extends SQLError {
  declare readonly code: string;
  declare readonly errno: number;
  declare readonly byteOffset: number | undefined;

  constructor(message: string, options: Fields) {
    super(message);
    assignFields(this, "SQLiteError", options, ["code", "errno", "byteOffset"]);
  }
}

export type Dialect = "postgres" | "mysql" | "sqlite";

/** An error that the client raises itself; `code` without the prefix, such as "CONNECTION_CLOSED". */
export function clientError(dialect: Dialect, code: string, message: string, hint?: string): SQLError {
  if (dialect === "sqlite") return new SQLiteError(message, { code: `ERR_SQLITE_${code}`, errno: 0 });
  if (dialect === "mysql") return new MySQLError(message, { code: `ERR_MYSQL_${code}` });
  return new PostgresError(message, { code: `ERR_POSTGRES_${code}`, hint });
}

/** A time in a message. */
export const duration = (ms: number): string => (ms < 1000 ? `${ms}ms` : `${ms / 1000}s`);

export const closedError = (dialect: Dialect): SQLError =>
  clientError(dialect, "CONNECTION_CLOSED", "Connection closed");

export const tooManyParameters = (): SQLError =>
  clientError(
    "postgres",
    "TOO_MANY_PARAMETERS",
    "query has too many parameters - the PostgreSQL wire protocol supports a maximum of 65535 parameters per query. Try reducing your batch size.",
    "Try reducing your batch size.",
  );
