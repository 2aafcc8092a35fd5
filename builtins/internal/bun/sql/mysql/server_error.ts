// The errors that a MySQL server reports.
// https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_err_packet.html
import { MySQLError } from "internal:bun/sql/errors";
import type { Reader } from "internal:bun/sql/mysql/packets";

const SYNTAX_ERROR = 1064;
const HASH = 0x23;
const STATE_BYTES = 5;

/** Reads an ERR packet. Before the handshake it has no SQLSTATE. */
export function serverError(message: Reader): MySQLError {
  message.skip(1);
  const errno = message.uint16();
  let sqlState: string | undefined;
  if (message.first === HASH && message.left > STATE_BYTES) {
    message.skip(1);
    sqlState = message.slice(STATE_BYTES).toString("latin1");
  }
  const code = errno === SYNTAX_ERROR ? "ERR_MYSQL_SYNTAX_ERROR" : "ERR_MYSQL_SERVER_ERROR";
  return new MySQLError(message.rest().toString("utf8"), { code, errno, sqlState });
}
