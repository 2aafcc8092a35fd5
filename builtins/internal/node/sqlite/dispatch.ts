// The one function that all of SQLite's callbacks call: it finds the database by its number, held weakly, and calls the
// program's function. So a function that references its database does not keep it alive.
import type { Connection } from "internal:node/sqlite/handles";
import { SqliteCall, setHandlers } from "native:sqlite";

/** An aggregate function of a program. */
export interface Aggregate {
  start: unknown;
  step: (...values: unknown[]) => unknown;
  inverse: ((...values: unknown[]) => unknown) | undefined;
  result: ((value: unknown) => unknown) | undefined;
  /** The values of the groups that are being accumulated. */
  groups: Map<number, { value: unknown; isWindow: boolean }>;
}

/** The callbacks of a database. */
export interface Callbacks {
  connection: Connection;
  functions: Map<number, any>;
  /** Returns SQLite's result code of an authorizer. */
  authorize: ((...subjects: unknown[]) => number) | null;
  /** Receives changed rows: SQLite's number of the action, database, table, rowid. */
  update: ((action: number, database: string, table: string, row: bigint) => void) | null;
}

const databases = new Map<number, WeakRef<Callbacks>>();
let nextNumber = 1;
let nextGroup = 0;
let isInstalled = false;

/** Registers `callbacks` for the open database. The caller has to keep a reference to them. */
export function connect(callbacks: Callbacks): void {
  if (!isInstalled) {
    isInstalled = true;
    setHandlers({ dispatch });
  }
  databases.set(callbacks.connection.id, new WeakRef(callbacks));
}

/** Removes a closed database. */
export function disconnect(id: number): void {
  databases.delete(id);
}

/** Registers a function for SQLite to call. Returns its number. */
export function addFunction(callbacks: Callbacks, callee: unknown): number {
  const number = nextNumber++;
  callbacks.functions.set(number, callee);
  return number;
}

function dispatch(kind: SqliteCall, database: number, callee: number, group: number, ...values: any[]): unknown {
  const callbacks = databases.get(database)?.deref();
  if (callbacks === undefined) throw new Error("a database that is gone called a function");
  const { connection } = callbacks;
  connection.callbacks++;
  try {
    switch (kind) {
      case SqliteCall.FUNCTION:
      case SqliteCall.FILTER:
      case SqliteCall.CONFLICT:
        return callbacks.functions.get(callee)(...values);
      case SqliteCall.STEP:
      case SqliteCall.INVERSE:
        return step(callbacks.functions.get(callee), kind, group, values);
      case SqliteCall.AUTHORIZE:
        return authorize(callbacks, values);
      case SqliteCall.UPDATE:
        return callbacks.update?.(values[0], values[1], values[2], values[3]);
      default:
        return value(callbacks.functions.get(callee), group, kind === SqliteCall.FINAL);
    }
  } finally {
    connection.callbacks--;
  }
}

function authorize(callbacks: Callbacks, subjects: unknown[]): number {
  callbacks.connection.authorizers++;
  try {
    return callbacks.authorize!(...subjects);
  } finally {
    callbacks.connection.authorizers--;
  }
}

/** Adds a row to a group. Returns the group's number. */
function step(aggregate: Aggregate, kind: SqliteCall, group: number, values: unknown[]): number {
  const number = group === 0 ? begin(aggregate) : group;
  const state = aggregate.groups.get(number)!;
  const callee = kind === SqliteCall.INVERSE ? aggregate.inverse! : aggregate.step;
  state.value = callee(state.value, ...values);
  return number;
}

function begin(aggregate: Aggregate): number {
  const state = newGroup(aggregate);
  nextGroup = (nextGroup + 1) >>> 0 || 1;
  aggregate.groups.set(nextGroup, state);
  return nextGroup;
}

function newGroup({ start }: Aggregate): { value: unknown; isWindow: boolean } {
  return { value: typeof start === "function" ? start() : start, isWindow: false };
}

function value(aggregate: Aggregate, group: number, isFinal: boolean): unknown {
  // A group without rows.
  const state = group === 0 ? newGroup(aggregate) : aggregate.groups.get(group)!;
  if (isFinal) aggregate.groups.delete(group);
  else state.isWindow = true;
  // A window function only needs the values at its rows.
  if (isFinal && state.isWindow) return null;
  const { result } = aggregate;
  return result === undefined ? state.value : result(state.value);
}
