// node:sqlite: synchronous SQLite databases. The parts are in `internal:node/sqlite/*`. https://nodejs.org/api/sqlite.html
import defer * as backups from "internal:node/sqlite/backup";
import { constants } from "internal:node/sqlite/constants";
import { Database, connectionBehind } from "internal:node/sqlite/database";
import { invalidArgType, invalidState } from "internal:node/sqlite/errors";
import { Session } from "internal:node/sqlite/session";
import { StatementSync } from "internal:node/sqlite/statement";

/** A database. Options as in Node's documentation. */
function DatabaseSync(this: unknown, path: unknown, options: unknown): object {
  if (new.target === undefined)
    throw Object.assign(new TypeError("Cannot call constructor without `new`"), {
      code: "ERR_CONSTRUCT_CALL_REQUIRED",
    });
  return Reflect.construct(Database, [path, options, arguments.length > 1], new.target);
}
DatabaseSync.prototype = Database.prototype;
Object.defineProperty(DatabaseSync.prototype, "constructor", {
  value: DatabaseSync,
  writable: true,
  configurable: true,
});
Object.defineProperty(DatabaseSync.prototype, Symbol.for("sqlite-type"), {
  value: "node:sqlite",
  enumerable: true,
  configurable: true,
});
Object.defineProperty(DatabaseSync, "length", { value: 0, configurable: true });

/** Copies a database while it is in use. Resolves with the number of its pages. */
function backup(sourceDb: unknown, path: unknown): Promise<number> {
  if ((typeof sourceDb !== "object" && typeof sourceDb !== "function") || sourceDb === null)
    throw invalidArgType('The "sourceDb" argument must be an object.');
  const connection = connectionBehind(sourceDb);
  if (connection === null) throw new TypeError("Illegal invocation");
  const checkOpen = () => {
    if (connection.id === 0) throw invalidState("database is not open");
  };
  checkOpen();
  return backups.startBackup(connection, checkOpen, path, arguments[2], arguments.length > 2);
}

export default { DatabaseSync, StatementSync, Session, constants, backup };
