// The errors that a PostgreSQL server reports. https://www.postgresql.org/docs/current/protocol-error-fields.html
import { PostgresError } from "internal:bun/sql/errors";
import type { Reader } from "internal:bun/sql/postgres/messages";

const FIELDS: Record<string, string> = {
  C: "errno",
  D: "detail",
  H: "hint",
  P: "position",
  p: "internalPosition",
  q: "internalQuery",
  W: "where",
  s: "schema",
  t: "table",
  c: "column",
  d: "dataType",
  n: "constraint",
  F: "file",
  L: "line",
  R: "routine",
};
const SYNTAX_ERROR = "42601";

/** Reads an ErrorResponse. */
export function serverError(message: Reader): PostgresError {
  const fields: Record<string, string> & { code: string } = { code: "ERR_POSTGRES_SERVER_ERROR" };
  let text = "";
  while (message.at < message.end) {
    const letter = message.letter();
    if (letter === "\0") break;
    const value = message.string();
    if (letter === "M") text = value;
    // "S" is translated, "V" is not, but old servers do not send it.
    else if (letter === "V" || (letter === "S" && fields.severity === undefined)) fields.severity = value;
    else if (FIELDS[letter] !== undefined) fields[FIELDS[letter]] = value;
  }
  if (fields.errno === SYNTAX_ERROR) fields.code = "ERR_POSTGRES_SYNTAX_ERROR";
  return new PostgresError(text, fields);
}
