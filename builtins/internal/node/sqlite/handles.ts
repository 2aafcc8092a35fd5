// The native halves of databases, statements and sessions: a number in an object of its own, so that the collector can release
// them when the program has no reference left.
import * as native from "native:sqlite";

/** The number of a native object; 0 after it was released. */
export interface Handle {
  id: number;
}

/** State that a database's statements, sessions and callbacks share. */
export interface Connection extends Handle {
  /** The number of the program's functions that SQLite is calling now. */
  callbacks: number;
  /** The number of authorizers among them. */
  authorizers: number;
}

const lostSessions = new FinalizationRegistry<Handle>((handle) => {
  if (handle.id !== 0) native.endSession(handle.id);
});
const lostDatabases = new FinalizationRegistry<Connection>((connection) => closeConnection(connection));

/** Splits a string in which each name ends with a NUL. */
export function namesIn(text: string): string[] {
  const names = text.split("\0");
  names.pop();
  return names;
}

/** A handle that is released with `owner`. */
export function sessionHandle(owner: object, id: number): Handle {
  const handle = { id };
  lostSessions.register(owner, handle);
  return handle;
}

/** A connection that is closed with `owner`. */
export function connectionOf(owner: object): Connection {
  const connection = { id: 0, callbacks: 0, authorizers: 0 };
  lostDatabases.register(owner, connection);
  return connection;
}

/** Finalizes all statements and sessions of the database, and closes it. */
export function closeConnection(connection: Connection): void {
  const { id } = connection;
  if (id === 0) return;
  native.endStatements(id);
  native.close(id, true);
  connection.id = 0;
}
