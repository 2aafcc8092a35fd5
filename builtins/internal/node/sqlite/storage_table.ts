// The pairs of one Storage: a SQLite database in memory or in a file, with the same tables as in Node.js, so that each reads the
// other's files. Names and values are UTF-16 in little-endian order, which preserves lone surrogates.
import { Database } from "internal:node/sqlite/database";
import type { StatementSync } from "internal:node/sqlite/statement";
import { onEnd } from "internal:core/process/state";
import { invalidState } from "internal:node/sqlite/errors";
import { QuotaExceededError } from "web:dom_exception";

const LAYOUT = `
PRAGMA journal_mode = WAL;
PRAGMA busy_timeout = 3000;
CREATE TABLE IF NOT EXISTS nodejs_webstorage_state(max_size INTEGER NOT NULL DEFAULT 10485760, total_size INTEGER NOT NULL,
  schema_version INTEGER NOT NULL DEFAULT 0, single_row_ INTEGER NOT NULL DEFAULT 1 CHECK(single_row_ = 1), PRIMARY KEY(single_row_)) STRICT;
CREATE TABLE IF NOT EXISTS nodejs_webstorage(key BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY(key)) STRICT;
CREATE TRIGGER IF NOT EXISTS nodejs_quota_insert AFTER INSERT ON nodejs_webstorage FOR EACH ROW BEGIN
  UPDATE nodejs_webstorage_state SET total_size = total_size + OCTET_LENGTH(NEW.key) + OCTET_LENGTH(NEW.value);
  SELECT RAISE(ABORT, 'QuotaExceeded') WHERE EXISTS (SELECT 1 FROM nodejs_webstorage_state WHERE total_size > max_size); END;
CREATE TRIGGER IF NOT EXISTS nodejs_quota_update AFTER UPDATE ON nodejs_webstorage FOR EACH ROW BEGIN
  UPDATE nodejs_webstorage_state
    SET total_size = total_size + OCTET_LENGTH(NEW.key) + OCTET_LENGTH(NEW.value) - OCTET_LENGTH(OLD.key) - OCTET_LENGTH(OLD.value);
  SELECT RAISE(ABORT, 'QuotaExceeded') WHERE EXISTS (SELECT 1 FROM nodejs_webstorage_state WHERE total_size > max_size); END;
CREATE TRIGGER IF NOT EXISTS nodejs_quota_delete AFTER DELETE ON nodejs_webstorage FOR EACH ROW BEGIN
  UPDATE nodejs_webstorage_state SET total_size = total_size - OCTET_LENGTH(OLD.key) - OCTET_LENGTH(OLD.value); END;
INSERT OR IGNORE INTO nodejs_webstorage_state(total_size, schema_version) VALUES(0, 1);`;

/** The version of `LAYOUT`; files of a later version are not changed. */
const LAYOUT_VERSION = 1;

interface StateRow {
  schema_version: number;
}

/** The pairs of one Storage. The first call opens the database. */
export class StorageTable {
  #path: string;
  #database: Database | null = null;
  #statements = new Map<string, StatementSync>();

  /** `path`: of the file, or ":memory:". */
  constructor(path: string) {
    this.#path = path;
  }

  /** The number of pairs. Throws ERR_INVALID_STATE, as all others do, when the file is not a database or cannot be opened. */
  count(): number {
    const row = this.#prepare("SELECT count(*) AS number FROM nodejs_webstorage").get() as { number: number };
    return row.number;
  }

  /** The names, in the order of their bytes. */
  names(): string[] {
    const rows = this.#prepare("SELECT key FROM nodejs_webstorage ORDER BY key").all() as { key: Uint8Array }[];
    return rows.map(({ key }) => decode(key));
  }

  /** The name at an index of `names()`, or null. */
  nameAt(index: number): string | null {
    const row = this.#prepare("SELECT key FROM nodejs_webstorage ORDER BY key LIMIT 1 OFFSET ?").get(index);
    return row === undefined ? null : decode((row as { key: Uint8Array }).key);
  }

  /** The value of a name, or null. */
  get(name: string): string | null {
    const row = this.#prepare("SELECT value FROM nodejs_webstorage WHERE key = ?").get(encode(name));
    return row === undefined ? null : decode((row as { value: Uint8Array }).value);
  }

  /** Sets a value. Throws a QuotaExceededError when the file would exceed its limit. */
  set(name: string, value: string): void {
    const sql =
      "INSERT INTO nodejs_webstorage(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value";
    try {
      this.#prepare(sql).run(encode(name), encode(value));
    } catch (error) {
      if ((error as Error | undefined)?.message === "QuotaExceeded")
        throw new QuotaExceededError("Setting the value exceeded the quota");
      throw error;
    }
  }

  delete(name: string): void {
    this.#prepare("DELETE FROM nodejs_webstorage WHERE key = ?").run(encode(name));
  }

  clear(): void {
    this.#prepare("DELETE FROM nodejs_webstorage").run();
  }

  #prepare(sql: string): StatementSync {
    const database = this.#open();
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = database.prepare(sql)));
    return statement;
  }

  #open(): Database {
    if (this.#database !== null) return this.#database;
    let database: Database;
    try {
      database = new Database(this.#path, undefined, false);
      database.exec(LAYOUT);
    } catch (error) {
      throw invalidState((error as Error).message);
    }
    const state = database.prepare("SELECT schema_version FROM nodejs_webstorage_state").get() as StateRow;
    if (state.schema_version > LAYOUT_VERSION) {
      database.close();
      throw invalidState("localStorage was created with a newer version of Node.js");
    }
    this.#database = database;
    // SQLite merges the log into the file, and removes its auxiliary files, when the last connection is closed.
    if (this.#path !== ":memory:") onEnd(() => database.close());
    return database;
  }
}

function encode(text: string): Uint8Array {
  const units = new DataView(new ArrayBuffer(2 * text.length));
  for (let index = 0; index < text.length; index++) units.setUint16(2 * index, text.charCodeAt(index), true);
  return new Uint8Array(units.buffer);
}

function decode(bytes: Uint8Array): string {
  const units = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let index = 0; index + 1 < bytes.length; index += 2) text += String.fromCharCode(units.getUint16(index, true));
  return text;
}
