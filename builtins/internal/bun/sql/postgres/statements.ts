// The prepared statements of a connection: by text and types of parameters, the least recently used ones leave.
import type { ResultColumn, ResultStatement } from "internal:bun/sql/result";
import { isRawBinary, binaryDecoder } from "internal:bun/sql/postgres/decode";
import type { Reader } from "internal:bun/sql/postgres/messages";

const STATEMENTS_MAX = 1024;

export interface Prepared extends ResultStatement {
  readonly key: string;
  /** "" is the unnamed statement. */
  readonly name: string;
  /** Whether the server has it and described its columns. */
  isKnown: boolean;
}

export class Statements {
  #byKey = new Map<string, Prepared>();
  #count = 0;

  /** The statement of a text, and the one that had to leave for it. */
  find(text: string, types: number[], isNamed: boolean): { statement: Prepared; evicted: Prepared | null } {
    const key = `${types.join(",")} ${text}`;
    const found = isNamed ? this.#byKey.get(key) : undefined;
    if (found !== undefined) {
      this.#byKey.delete(key);
      this.#byKey.set(key, found);
      return { statement: found, evicted: null };
    }
    const statement: Prepared = {
      key,
      name: isNamed ? `brio_${++this.#count}` : "",
      string: text,
      types,
      columns: [],
      isKnown: false,
    };
    if (!isNamed) return { statement, evicted: null };
    this.#byKey.set(key, statement);
    if (this.#byKey.size <= STATEMENTS_MAX) return { statement, evicted: null };
    const evicted = this.#byKey.values().next().value!;
    this.#byKey.delete(evicted.key);
    return { statement, evicted };
  }

  /** Undoes `forget`. */
  keep(statement: Prepared): void {
    if (statement.name !== "") this.#byKey.set(statement.key, statement);
  }

  forget(statement: Prepared): void {
    if (this.#byKey.get(statement.key) === statement) this.#byKey.delete(statement.key);
  }
}

/** Reads a RowDescription. */
export function readColumns(message: Reader): ResultColumn[] {
  const columns: ResultColumn[] = [];
  for (let left = message.int16(); left > 0; left--) {
    const name = message.string();
    const table = message.uint32();
    const number = message.int16();
    const type = message.uint32();
    // The size of the type, its modifier and the format.
    message.slice(8);
    columns.push({ name, type, table, number });
  }
  return columns;
}

/** 1 for each column that is asked for in binary. */
export function formatsOf(columns: ResultColumn[], isRaw: boolean): number[] {
  return columns.map(({ type }) => ((isRaw ? isRawBinary(type) : binaryDecoder(type) !== undefined) ? 1 : 0));
}
