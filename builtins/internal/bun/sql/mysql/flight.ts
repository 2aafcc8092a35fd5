// A request that was sent to a MySQL server and what has been answered so far.
// https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_command_phase.html
import { Buffer } from "internal:node/buffer";
import { clientError } from "internal:bun/sql/errors";
import type { Request } from "internal:bun/sql/request";
import { type RowMode, SQLResultArray, setColumn } from "internal:bun/sql/result";
import {
  type Column,
  type Decoder,
  type Format,
  binaryDecoder,
  binaryWidth,
  rawDecoder,
  readColumn,
  textDecoder,
} from "internal:bun/sql/mysql/columns";
import type { Reader } from "internal:bun/sql/mysql/packets";
import { serverError } from "internal:bun/sql/mysql/server_error";
import type { Prepared } from "internal:bun/sql/mysql/statements";

const OK = 0x00;
const NULL_VALUE = 0xfb;
const LOCAL_FILE = 0xfb;
const EOF = 0xfe;
const ERROR = 0xff;
/** A packet that begins like an end and is longer is a row with a long value. */
const END_BYTES_MAX = 0xff_ffff;
const EOF_BYTES_MAX = 9;
const MORE_RESULTS = 0x8;

/** What a message means for the connection. */
export type Outcome = "more" | "prepared" | "done";

/** How the session writes and names things. */
export interface Dialog {
  /** Ends of results are OK packets, and no packet ends the columns. */
  readonly deprecatesEof: boolean;
  /** Columns have the metadata of MariaDB. */
  readonly hasMetadata: boolean;
  readonly bigint: boolean;
  readonly rename: ((name: string) => string) | undefined;
}

type Phase = "prepare" | "parameters" | "prepared columns" | "head" | "columns" | "end of columns" | "rows";

export class Flight {
  readonly request: Request;
  readonly mode: RowMode;
  readonly statement: Prepared | null;
  readonly #dialog: Dialog;
  /** Nothing is sent behind it. */
  isAlone = false;
  /** It is the second time. */
  isRepeated = false;
  error: unknown = null;
  /** The status flags of the last result. */
  status: number | null = null;
  #phase: Phase;
  /** Column definitions that are still to come, and those of the second list. */
  #left = 0;
  #leftThen = 0;
  #formats: Format[] = [];
  #names: string[] = [];
  /** No name needs `setColumn`. */
  #isPlain = true;
  #decoders: Decoder[] = [];
  #widths: number[] = [];
  #results: SQLResultArray[] = [];
  #current: SQLResultArray | null = null;

  constructor(request: Request, statement: Prepared | null, dialog: Dialog) {
    this.request = request;
    this.mode = request.mode();
    this.statement = statement;
    this.#dialog = dialog;
    this.#phase = statement === null || statement.isKnown ? "head" : "prepare";
  }

  fail(error: unknown): void {
    this.error ??= error;
  }

  receive(message: Reader): Outcome {
    if (message.first === ERROR) {
      this.fail(serverError(message));
      return "done";
    }
    switch (this.#phase) {
      case "rows":
        return this.#isEnd(message) ? this.#end(message) : this.#row(message);
      case "head":
        return this.#head(message);
      case "columns":
        this.#column(message);
        return "more";
      case "end of columns":
        this.#phase = "rows";
        return "more";
      case "prepare":
        return this.#prepare(message);
      default:
        return this.#prepared(message);
    }
  }

  #isEnd({ first, left }: Reader): boolean {
    return first === EOF && left < (this.#dialog.deprecatesEof ? END_BYTES_MAX : EOF_BYTES_MAX);
  }

  #prepare(message: Reader): Outcome {
    if (message.uint8() !== OK) throw new RangeError("it does not answer the statement");
    const statement = this.statement!;
    statement.id = message.uint32();
    const columns = message.uint16();
    const parameters = message.uint16();
    statement.types = [];
    this.#left = this.#listLength(parameters);
    this.#leftThen = this.#listLength(columns);
    this.#phase = "parameters";
    return this.#left === 0 ? this.#nextList() : "more";
  }

  /** A list of definitions ends with a packet of its own in the old protocol. */
  #listLength(count: number): number {
    return count === 0 || this.#dialog.deprecatesEof ? count : count + 1;
  }

  #nextList(): Outcome {
    if (this.#phase === "parameters" && this.#leftThen > 0) {
      this.#phase = "prepared columns";
      this.#left = this.#leftThen;
      return "more";
    }
    this.statement!.isKnown = true;
    this.#phase = "head";
    return "prepared";
  }

  #prepared(message: Reader): Outcome {
    const isEnd = !this.#dialog.deprecatesEof && this.#left === 1;
    if (this.#phase === "parameters" && !isEnd)
      this.statement!.types.push(readColumn(message, this.#dialog.hasMetadata).column.type);
    this.#left--;
    return this.#left === 0 ? this.#nextList() : "more";
  }

  #head(message: Reader): Outcome {
    if (message.first === OK) return this.#ok(message);
    if (message.first === LOCAL_FILE)
      throw clientError("mysql", "LOCAL_INFILE_NOT_SUPPORTED", "The server asked for a local file");
    this.#left = Number(message.integer());
    if (this.#left === 0) throw new RangeError("its result has no columns");
    this.#formats = [];
    this.#phase = "columns";
    return "more";
  }

  #column(message: Reader): void {
    this.#formats.push(readColumn(message, this.#dialog.hasMetadata));
    if (--this.#left > 0) return;
    this.#phase = this.#dialog.deprecatesEof ? "rows" : "end of columns";
    const isBinary = this.statement !== null;
    const { rename, bigint } = this.#dialog;
    const formats = this.#formats;
    if (rename !== undefined)
      try {
        for (const { column } of formats) column.name = rename(column.name);
      } catch (error) {
        this.fail(error);
      }
    this.#names = formats.map(({ column }) => column.name);
    this.#isPlain = !this.#names.includes("__proto__");
    this.#widths = isBinary ? formats.map(({ column }) => binaryWidth(column.type)) : [];
    this.#decoders = formats.map((format) => {
      if (this.mode === "raw") return isBinary ? rawDecoder(format.column.type) : rawBytes;
      return isBinary ? binaryDecoder(format, bigint) : textDecoder(format, bigint);
    });
    this.#current = this.#newResult(formats.map(({ column }) => column));
  }

  #newResult(columns: Column[]): SQLResultArray {
    const result = new SQLResultArray();
    const types = this.statement?.types ?? [];
    SQLResultArray.describe(result, { string: this.request.text, types, columns });
    return result;
  }

  #row(message: Reader): Outcome {
    if (this.error !== null) return "more";
    const isBinary = this.statement !== null;
    const { bytes } = message;
    const names = this.#names;
    const isPlain = this.#isPlain;
    const count = this.#decoders.length;
    let nulls = 0;
    if (isBinary) {
      message.skip(1);
      // The first two bits are not used.
      nulls = message.skip((count + 9) >> 3);
    }
    const row: Record<string, unknown> | null = this.mode === "objects" ? {} : null;
    const list: unknown[] | null = row === null ? [] : null;
    for (let index = 0; index < count; index++) {
      let value: unknown = null;
      const isNull = isBinary
        ? (bytes[nulls + ((index + 2) >> 3)]! & (1 << ((index + 2) & 7))) !== 0
        : message.first === NULL_VALUE;
      if (isNull) {
        if (!isBinary) message.skip(1);
      } else {
        const width = isBinary ? this.#widths[index]! : -1;
        const length = width < 0 ? message.length() : width;
        const at = message.skip(length);
        try {
          value = this.#decoders[index]!(bytes, at, at + length);
        } catch (error) {
          // A value that cannot be decoded fails its query only.
          this.fail(error);
          return "more";
        }
      }
      if (row === null) list!.push(value);
      else if (isPlain) row[names[index]!] = value;
      else setColumn(row, names[index]!, value);
    }
    this.#current!.push(row ?? list);
    return "more";
  }

  /** The end of the rows. */
  #end(message: Reader): Outcome {
    const result = this.#current!;
    result.count = result.length;
    result.affectedRows = 0;
    result.lastInsertRowid = 0;
    message.skip(1);
    if (this.#dialog.deprecatesEof) {
      message.integer();
      message.integer();
      return this.#complete(result, message.uint16());
    }
    message.uint16();
    return this.#complete(result, message.uint16());
  }

  /** A result without rows. */
  #ok(message: Reader): Outcome {
    message.skip(1);
    const result = this.#newResult([]);
    result.affectedRows = this.#big(message.integer()) as number;
    result.lastInsertRowid = this.#big(message.integer());
    result.count = result.affectedRows;
    return this.#complete(result, message.uint16());
  }

  /** Numbers that are not exact are text, or with the option a BigInt. */
  #big(value: number | bigint): number | bigint | string {
    if (typeof value === "number" && Number.isSafeInteger(value)) return value;
    return this.#dialog.bigint ? BigInt(value) : `${value}`;
  }

  #complete(result: SQLResultArray, status: number): Outcome {
    this.status = status;
    this.#results.push(result);
    this.#current = null;
    this.#phase = "head";
    return (status & MORE_RESULTS) === 0 ? "done" : "more";
  }

  get result(): unknown {
    return this.#results.length === 1 ? this.#results[0] : this.#results;
  }
}

const rawBytes: Decoder = (bytes, at, end) => Buffer.from(bytes.subarray(at, end));
