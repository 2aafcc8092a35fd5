// The native halves of databases, statements and sessions: a number in an object of its own, so that the collector can end
// them when a program has lost what it held.
import * as native from "native:sqlite";

/** The number of a native thing; 0 when it was ended. */
export interface Handle {
  id: number;
}

/** What a database's statements, sessions and callbacks share. */
export interface Connection extends Handle {
  /** How many of the program's functions SQLite is calling now. */
  callbacks: number;
  /** How many of them are authorizers. */
  authorizers: number;
}

const lostSessions = new FinalizationRegistry<Handle>((handle) => {
  if (handle.id !== 0) native.endSession(handle.id);
});
const lostDatabases = new FinalizationRegistry<Connection>((connection) => closeConnection(connection));

/** The names in a text that has a NUL behind each. */
export function namesIn(text: string): string[] {
  const names = text.split("\0");
  names.pop();
  return names;
}

/** A handle that ends with `owner`. */
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

/** Ends all that belongs to the database, and closes it. */
export function closeConnection(connection: Connection): void {
  const { id } = connection;
  if (id === 0) return;
  native.endStatements(id);
  native.close(id, true);
  connection.id = 0;
}
