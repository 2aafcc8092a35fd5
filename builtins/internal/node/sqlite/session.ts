// Sessions and changesets of node:sqlite. https://nodejs.org/api/sqlite.html#class-session
import { type Callbacks, addFunction } from "internal:node/sqlite/dispatch";
import { invalidArgType, invalidState, resultCodeError, sqliteError } from "internal:node/sqlite/errors";
import { type Connection, type Handle, sessionHandle } from "internal:node/sqlite/handles";
import { checkObject } from "internal:node/sqlite/options";
import { isUint8Array } from "internal:core/util/types";
import * as native from "native:sqlite";

const kMade = Symbol("made by createSession");
const SQLITE_OK = 0;
const SQLITE_ABORT = 4;

/** Records changes of a database. Programs get them from `DatabaseSync.prototype.createSession`. */
export class Session {
  #handle: Handle;
  #connection: Connection;
  #isReading = false;

  constructor(made: unknown, id: number, connection: Connection) {
    if (made !== kMade) throw Object.assign(new Error("Illegal constructor"), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
    this.#handle = sessionHandle(this, id);
    this.#connection = connection;
  }

  #check(): void {
    if (this.#connection.id === 0) throw invalidState("database is not open");
    if (native.isEndedSession(this.#handle.id)) throw invalidState("session is not open");
  }

  /** All changes since the session began, with the values before. */
  changeset(): Uint8Array {
    return this.#changes(false);
  }

  /** All changes, without the values before. */
  patchset(): Uint8Array {
    return this.#changes(true);
  }

  #changes(isPatch: boolean): Uint8Array {
    this.#check();
    if (this.#connection.authorizers > 0) throw invalidState("database cannot be accessed from an authorizer callback");
    this.#isReading = true;
    try {
      const changes = native.changesOf(this.#handle.id, isPatch);
      if (changes === null) throw sqliteError();
      return changes;
    } finally {
      this.#isReading = false;
    }
  }

  close(): void {
    this.#check();
    this.#end();
  }

  [Symbol.dispose](): void {
    if (!native.isEndedSession(this.#handle.id)) this.#end();
  }

  #end(): void {
    if (this.#isReading) throw invalidState("session is currently in use");
    if (this.#connection.callbacks > 0) throw invalidState("session cannot be closed while in a callback");
    native.endSession(this.#handle.id);
    this.#handle.id = 0;
  }
}

/** `DatabaseSync.prototype.createSession`. */
export function createSession(connection: Connection, checkOpen: () => void, values: IArguments): Session {
  let table: string | null = null;
  let name = "main";
  if (values.length > 0) {
    const options = values[0];
    checkObject(options, "options");
    if (Object.hasOwn(options, "table")) table = textOption(options.table, "options.table") || null;
    if (Object.hasOwn(options, "db")) name = textOption(options.db, "options.db");
  }
  checkOpen();
  const id = native.createSession(connection.id, name, table);
  if (id === 0) throw sqliteError();
  return new Session(kMade, id, connection);
}

function textOption(value: unknown, name: string): string {
  if (typeof value !== "string") throw invalidArgType(`The "${name}" argument must be a string.`);
  return value;
}

/** `DatabaseSync.prototype.applyChangeset`. False when a conflict aborted it. */
export function applyChangeset(callbacks: Callbacks, checkOpen: () => void, changeset: unknown, options: any): boolean {
  if (!isUint8Array(changeset)) throw invalidArgType('The "changeset" argument must be a Uint8Array.');
  let onConflict: unknown;
  let filter: unknown;
  if (options !== undefined) {
    checkObject(options, "options");
    onConflict = options.onConflict;
    if (onConflict !== undefined && typeof onConflict !== "function")
      throw invalidArgType('The "options.onConflict" argument must be a function.');
    if (Object.hasOwn(options, "filter")) {
      filter = options.filter;
      if (typeof filter !== "function") throw invalidArgType('The "options.filter" argument must be a function.');
    }
  }
  checkOpen();
  const filterNumber = filter === undefined ? 0 : addFunction(callbacks, filter);
  const conflictNumber = onConflict === undefined ? 0 : addFunction(callbacks, onConflict);
  try {
    const code = native.applyChangeset(callbacks.connection.id, changeset, filterNumber, conflictNumber);
    if (code === SQLITE_OK) return true;
    if (code === SQLITE_ABORT) return false;
    throw resultCodeError(code);
  } finally {
    callbacks.functions.delete(filterNumber);
    callbacks.functions.delete(conflictNumber);
  }
}
