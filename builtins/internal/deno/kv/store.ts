// The file of a Deno.Kv: tables, reads of ranges and transactions. Tables are Deno's, so that both read the same files; other
// threads and processes may use the file at the same time.
import { Database } from "internal:node/sqlite/database";
import { onEnd } from "internal:core/process/state";
import { errors } from "internal:deno/errors";
import { encodeKey, decodeKey, type Key } from "internal:deno/kv/keys";
import { type Arithmetic, combine } from "internal:deno/kv/operands";
import { type Encoded, decodeValue } from "internal:deno/kv/values";

const LAYOUT = `
CREATE TABLE IF NOT EXISTS migration_state(k integer not null primary key, version integer not null);
CREATE TABLE IF NOT EXISTS data_version(k integer primary key, version integer not null, seq integer not null default 0);
CREATE TABLE IF NOT EXISTS kv(k blob primary key, v blob not null, v_encoding integer not null, version integer not null,
  seq integer not null default 0, expiration_ms integer not null default -1) without rowid;
CREATE TABLE IF NOT EXISTS queue(ts integer not null, id text not null, data blob not null, backoff_schedule text not null,
  keys_if_undelivered blob not null, primary key (ts, id));
CREATE TABLE IF NOT EXISTS queue_running(deadline integer not null, id text not null, data blob not null,
  backoff_schedule text not null, keys_if_undelivered blob not null, primary key (deadline, id));
CREATE INDEX IF NOT EXISTS kv_expiration_ms_idx on kv (expiration_ms);
INSERT OR IGNORE INTO migration_state(k, version) VALUES (0, 3);
INSERT OR IGNORE INTO data_version(k, version) VALUES (0, 0);`;
const BUSY_TIMEOUT_MS = 5000;
const VERSION_DIGITS = 16;
const SEQUENCE_DIGITS = 4;
const HEXADECIMAL = 16;

/** An entry as programs see it. */
export interface Entry {
  key: unknown[];
  value: unknown;
  versionstamp: string | null;
}

/** A range of keys; `end` is behind it. */
export interface Range {
  start: Uint8Array;
  end: Uint8Array;
  limit: number;
  reverse: boolean;
}

export interface Check {
  key: Uint8Array;
  versionstamp: string | null;
}

export interface Mutation {
  key: Uint8Array;
  type: "set" | "setVersionstamped" | "delete" | Arithmetic;
  value: Encoded | null;
  /** When it expires, by the clock; -1 for never. */
  expiresAt: number;
}

/** A message of a queue. */
export interface Message {
  readyAt: number;
  id: string;
  data: Uint8Array;
  backoffSchedule: number[];
  keysIfUndelivered: number[][];
}

export interface Row {
  k: Uint8Array;
  v: Uint8Array;
  v_encoding: number;
  version: number;
  seq: number;
}

interface Statement {
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): { changes: number | bigint };
}

interface Opened {
  exec(sql: string): void;
  close(): void;
  prepare(sql: string): Statement;
}

/** The open stores of files: SQLite merges the log into the file when the last connection is closed. */
const openStores = new Set<Store>();
let closesAtEnd = false;

function closeAtEnd(store: Store): void {
  openStores.add(store);
  if (closesAtEnd) return;
  closesAtEnd = true;
  onEnd(() => {
    for (const open of [...openStores]) open.close();
  });
}

/** Functions to call after a commit of this thread, by file. */
const listenersByPath = new Map<string, Set<() => void>>();

/** One open database. */
export class Store {
  #database: Opened | null;
  #statements = new Map<string, Statement>();
  /** What waits for changes, of all stores of the same file in this thread. */
  readonly listeners: Set<() => void>;
  readonly isShared: boolean;
  /** Called by `close`. */
  readonly closers = new Set<() => void>();

  /** `path`: absolute, or ":memory:". */
  constructor(path: string) {
    this.isShared = path !== ":memory:";
    const database = new (Database as unknown as new (path: string) => Opened)(path);
    try {
      database.exec(
        `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`,
      );
      database.exec(`BEGIN IMMEDIATE; ${LAYOUT} COMMIT;`);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
    this.listeners = (this.isShared ? listenersByPath.get(path) : undefined) ?? new Set();
    if (!this.isShared) return;
    listenersByPath.set(path, this.listeners);
    closeAtEnd(this);
  }

  get isOpen(): boolean {
    return this.#database !== null;
  }

  /** Throws BadResource when it is closed. */
  opened(): Opened {
    if (this.#database === null) throw new errors.BadResource("Bad resource ID");
    return this.#database;
  }

  close(): void {
    if (this.#database === null) return;
    openStores.delete(this);
    for (const close of this.closers) close();
    this.#database.close();
    this.#database = null;
    this.#statements.clear();
  }

  statement(sql: string): Statement {
    const database = this.opened();
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = database.prepare(sql)));
    return statement;
  }

  /** Runs `work` in a transaction. */
  transaction<T>(begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => T): T {
    this.statement(begin).run();
    let result: T;
    try {
      result = work();
    } catch (error) {
      this.statement("ROLLBACK").run();
      throw error;
    }
    this.statement("COMMIT").run();
    return result;
  }

  /** The entries of ranges, from one state of the database. */
  read(ranges: Range[]): Row[][] {
    if (ranges.length === 1) return [this.#readRange(ranges[0]!)];
    return this.transaction("BEGIN", () => ranges.map((range) => this.#readRange(range)));
  }

  /** The stored value of one key. */
  readKey(key: Uint8Array): Row | undefined {
    const sql =
      "SELECT k, v, v_encoding, version, seq FROM kv WHERE k = ? AND (expiration_ms < 0 OR expiration_ms > ?)";
    return this.statement(sql).get(key, Date.now()) as Row | undefined;
  }

  #readRange({ start, end, limit, reverse }: Range): Row[] {
    const sql = `SELECT k, v, v_encoding, version, seq FROM kv
      WHERE k >= ? AND k < ? AND (expiration_ms < 0 OR expiration_ms > ?) ORDER BY k ${reverse ? "DESC" : "ASC"} LIMIT ?`;
    return this.statement(sql).all(start, end, Date.now(), limit) as Row[];
  }

  /** Writes all or, when a check fails, nothing. The versionstamp; null when a check failed. */
  commit(checks: Check[], mutations: Mutation[], messages: Message[]): string | null {
    const versionstamp = this.transaction("BEGIN IMMEDIATE", () => {
      this.statement("DELETE FROM kv WHERE expiration_ms >= 0 AND expiration_ms <= ?").run(Date.now());
      for (const { key, versionstamp } of checks) if (versionstampOf(this.readKey(key)) !== versionstamp) return null;
      const version = this.nextVersion();
      for (const mutation of mutations) this.#apply(mutation, version);
      for (const message of messages) this.insertMessage(message);
      return stampOf(version, 0);
    });
    if (versionstamp !== null) this.notify();
    return versionstamp;
  }

  /** Calls the listeners. */
  notify(): void {
    for (const listener of [...this.listeners]) listener();
  }

  nextVersion(): number {
    const sql = "UPDATE data_version SET version = version + 1 WHERE k = 0 RETURNING version";
    return (this.statement(sql).get() as { version: number }).version;
  }

  insertMessage({ readyAt, id, data, backoffSchedule, keysIfUndelivered }: Message): void {
    this.statement("INSERT INTO queue(ts, id, data, backoff_schedule, keys_if_undelivered) VALUES (?, ?, ?, ?, ?)").run(
      readyAt,
      id,
      data,
      JSON.stringify(backoffSchedule),
      JSON.stringify(keysIfUndelivered),
    );
  }

  write(key: Uint8Array, { bytes, encoding }: Encoded, version: number, expiresAt: number): void {
    const sql = "INSERT OR REPLACE INTO kv(k, v, v_encoding, version, seq, expiration_ms) VALUES (?, ?, ?, ?, 0, ?)";
    this.statement(sql).run(key, bytes, encoding, version, expiresAt);
  }

  #apply({ key, type, value, expiresAt }: Mutation, version: number): void {
    if (type === "delete") {
      this.statement("DELETE FROM kv WHERE k = ?").run(key);
    } else if (type === "set") {
      this.write(key, value!, version, expiresAt);
    } else if (type === "setVersionstamped") {
      const suffix = encodeKey([stampOf(version, 0)]);
      const longer = new Uint8Array(key.length + suffix.length);
      longer.set(key);
      longer.set(suffix, key.length);
      this.write(longer, value!, version, expiresAt);
    } else {
      const row = this.readKey(key);
      const stored = row === undefined ? null : { bytes: row.v, encoding: row.v_encoding };
      this.write(key, combine(type, stored, value!), version, expiresAt);
    }
  }
}

/** The versionstamp of a row; null without one. */
export function versionstampOf(row: Row | undefined): string | null {
  return row === undefined ? null : stampOf(row.version, row.seq);
}

/** The entry of a row; without one the entry of `key` that has no value. */
export function entryOf(row: Row | undefined, key?: Key): Entry {
  if (row === undefined) return { key: [...key!], value: null, versionstamp: null };
  return {
    key: decodeKey(row.k),
    value: decodeValue({ bytes: row.v, encoding: row.v_encoding }),
    versionstamp: versionstampOf(row),
  };
}

function stampOf(version: number, sequence: number): string {
  const digits = version.toString(HEXADECIMAL).padStart(VERSION_DIGITS, "0");
  return digits + sequence.toString(HEXADECIMAL).padStart(SEQUENCE_DIGITS, "0");
}
