// What a query resolves to: an array of rows that knows how many there are and what the server did.
// https://bun.com/docs/runtime/sql#result-metadata

export interface ResultColumn {
  name: string;
  type: number;
  table: number | string;
  number?: number;
}

/** The text, the types of the parameters and the columns of a statement. */
export interface ResultStatement {
  string: string;
  types: number[];
  columns: ResultColumn[];
}

export class SQLResultArray extends Array<unknown> {
  declare count: number | null;
  declare command: string | null;
  declare lastInsertRowid: number | bigint | string | null;
  declare affectedRows: number | null;
  #statement: ResultStatement | null = null;

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  constructor() {
    super();
    this.count = null;
    this.command = null;
    this.lastInsertRowid = null;
    this.affectedRows = null;
  }

  static describe(result: SQLResultArray, statement: ResultStatement): void {
    result.#statement = statement;
  }

  get statement(): ResultStatement | null {
    return this.#statement;
  }

  get columns(): ResultColumn[] | null {
    return this.#statement?.columns ?? null;
  }
}

export type RowMode = "objects" | "values" | "raw";

/** Assigns like an object literal, also for a column that is named `__proto__`. */
export function setColumn(row: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(row, name, { value, writable: true, enumerable: true, configurable: true });
  else row[name] = value;
}
