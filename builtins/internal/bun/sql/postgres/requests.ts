// The messages of a request of the extended protocol. Values travel apart from the text of the statement, always.
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
import { encode } from "internal:bun/sql/postgres/encode";
import type { Writer } from "internal:bun/sql/postgres/messages";
import type { Prepared } from "internal:bun/sql/postgres/statements";

function parse(writer: Writer, { name, string, types }: Prepared): void {
  writer.begin("P").string(name).string(string).int16(types.length);
  for (const type of types) writer.int32(type);
  writer.end();
}

/** Executes the unnamed portal to its end, and ends the request. */
function executeAndSync(writer: Writer): void {
  writer.begin("E").string("").int32(0).end().begin("S").end();
}

/** Prepares a statement and asks for its types. No Sync: the same request goes on with `writeRun`. */
export function writeParse(writer: Writer, statement: Prepared): void {
  parse(writer, statement);
  writer.begin("D").byte("S").string(statement.name).end().begin("H").end();
}

/** A statement without parameters, in one round trip; all columns are text. */
export function writeParseAndRun(writer: Writer, statement: Prepared): void {
  parse(writer, statement);
  writer.begin("B").string("").string(statement.name).int16(0).int16(0).int16(0).end();
  writer.begin("D").byte("P").string("").end();
  executeAndSync(writer);
}

/** Runs a prepared statement. Throws, before anything is written, for a value that has no form in SQL. */
export function writeRun(writer: Writer, statement: Prepared, values: unknown[], formats: number[]): void {
  const encoded = values.map((value, index) => encode(value, statement.types[index] ?? 0));
  writer.begin("B").string("").string(statement.name).int16(encoded.length);
  for (const value of encoded) writer.int16(value instanceof Uint8Array ? 1 : 0);
  writer.int16(encoded.length);
  for (const value of encoded) writer.value(value);
  writer.int16(formats.length);
  for (const format of formats) writer.int16(format);
  writer.end();
  executeAndSync(writer);
}

/** Lets the server forget a statement. */
export function writeClose(writer: Writer, statement: Prepared): void {
  writer.begin("C").byte("S").string(statement.name).end();
}
