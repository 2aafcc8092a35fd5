// A request that was sent to a PostgreSQL server and what has been answered so far.
import { type ResultStatement, SQLResultArray, type RowMode, setColumn } from "internal:bun/sql/result";
import type { Request } from "internal:bun/sql/request";
import { type Decoder, binaryDecoder, rawDecoder, textDecoder } from "internal:bun/sql/postgres/decode";
import type { Reader } from "internal:bun/sql/postgres/messages";
import type { Prepared } from "internal:bun/sql/postgres/statements";

const WRITES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
const LENGTH_BYTES = 4;
/** Of binary columns without a decoder, which only a binary cursor sends. */
const noDecoder: Decoder = () => {
  throw new RangeError("a column arrived in binary, and its type has no decoder");
};

export class Flight {
  readonly request: Request;
  readonly mode: RowMode;
  readonly statement: Prepared | null;
  readonly bigint: boolean;
  /** The statement was sent, its parameters wait for their types. */
  isPreparing = false;
  /** Nothing is sent behind it. */
  isAlone = false;
  error: unknown = null;
  /** It is the second time. */
  isRepeated = false;
  #results: SQLResultArray[] = [];
  #current: SQLResultArray | null = null;
  #description: ResultStatement | null = null;
  #decoders: Decoder[] = [];
  #names: string[] = [];
  /** No name needs `setColumn`. */
  #isPlain = true;

  constructor(request: Request, statement: Prepared | null, bigint: boolean) {
    this.request = request;
    this.mode = request.mode();
    this.statement = statement;
    this.bigint = bigint;
  }

  fail(error: unknown): void {
    this.error ??= error;
  }

  /** The columns of the rows that follow. `formats` has 1 for binary. */
  describe(description: ResultStatement, formats: number[] | null): void {
    this.#description = description;
    const { columns } = description;
    this.#names = columns.map(({ name }) => name);
    this.#isPlain = !this.#names.includes("__proto__");
    this.#decoders = columns.map(({ type }, index) => {
      if (this.mode === "raw") return rawDecoder;
      return formats?.[index] === 1 ? (binaryDecoder(type) ?? noDecoder) : textDecoder(type, this.bigint);
    });
  }

  #result(): SQLResultArray {
    if (this.#current === null) {
      this.#current = new SQLResultArray();
      if (this.#description !== null) SQLResultArray.describe(this.#current, this.#description);
    }
    return this.#current;
  }

  row(message: Reader): void {
    if (this.error !== null) return;
    const count = message.int16();
    const { bytes, end } = message;
    let { at } = message;
    const names = this.#names;
    const decoders = this.#decoders;
    const isPlain = this.#isPlain;
    const row: Record<string, unknown> | null = this.mode === "objects" ? {} : null;
    const list: unknown[] | null = row === null ? [] : null;
    for (let index = 0; index < count; index++) {
      if (at + LENGTH_BYTES > end) throw new RangeError("a row is too short");
      const length = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
      at += LENGTH_BYTES;
      let value: unknown = null;
      if (length >= 0) {
        const next = at + length;
        if (next > end) throw new RangeError("a row is too short");
        value = decoders[index]!(bytes, at, next);
        at = next;
      }
      if (row === null) list!.push(value);
      else if (isPlain) row[names[index]!] = value;
      else setColumn(row, names[index]!, value);
    }
    this.#result().push(row ?? list);
  }

  /** A statement is complete: "INSERT 0 5", "CREATE TABLE". */
  complete(tag: string): void {
    const result = this.#result();
    const [, command, count] = /^(.*?)(?: \d+)?(?: (\d+))?$/.exec(tag) ?? [tag, tag, undefined];
    // "SELECT 5" has one number, which the lazy group before it can take.
    const number = Number(count ?? /(\d+)$/.exec(tag)?.[1] ?? 0);
    result.command = command!;
    result.count = number;
    result.affectedRows = WRITES.has(command!) ? number : 0;
    this.#results.push(result);
    this.#current = null;
    if (this.request.isSimple) this.#description = null;
  }

  /** The text contained no statement. */
  empty(): void {
    this.#results.push(this.#result());
    this.#current = null;
  }

  get result(): unknown {
    return this.#results.length === 1 ? this.#results[0] : this.#results.length === 0 ? this.#result() : this.#results;
  }
}
