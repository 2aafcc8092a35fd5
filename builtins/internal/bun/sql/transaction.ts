// Transactions, savepoints and the first half of distributed transactions.
// https://bun.com/docs/runtime/sql#transactions
import { type Dialect, clientError, closedError } from "internal:bun/sql/errors";
import type { Connection } from "internal:bun/sql/request";
import { SQLResultArray } from "internal:bun/sql/result";
import { Scope, command } from "internal:bun/sql/scope";

type Callback = (client: unknown) => unknown;
type MakeClient = (scope: TransactionScope) => unknown;

const endedError = (dialect: Dialect): Error =>
  clientError(dialect, "INVALID_TRANSACTION_STATE", "cannot run a query after its transaction or savepoint ended");

/** The scope of a transaction or a savepoint. */
export class TransactionScope extends Scope {
  /** How many savepoints the transaction had; the savepoints inside of it count on. */
  readonly counter: { value: number };
  /** Rolls back, for `close()`. */
  readonly rollBack: () => Promise<void>;
  wasClosed = false;

  constructor(scope: Scope, connection: Connection, counter: { value: number }, rollBack: () => Promise<void>) {
    super(scope.settings, scope.source, connection);
    this.counter = counter;
    this.rollBack = rollBack;
  }

  async close(): Promise<void> {
    if (this.wasClosed || this.ended !== null) return;
    this.wasClosed = true;
    this.ended = closedError(this.dialect);
    await this.rollBack();
  }
}

interface Words {
  begin: string;
  /** Runs before `commit` and `rollBack`. */
  end?: string;
  commit: string;
  rollBack: string;
}

/** The words of `sql.begin(options)`. */
export function plainWords(options: string, dialect: Dialect): Words {
  const begin = dialect === "mysql" ? "START TRANSACTION" : "BEGIN";
  return { begin: options === "" ? begin : `${begin} ${options}`, commit: "COMMIT", rollBack: "ROLLBACK" };
}

/** The words of `sql.beginDistributed(name)`; the name was checked. */
export function distributedWords(name: string, dialect: Dialect): Words {
  if (dialect === "mysql") {
    const id = `'${name}'`;
    return { begin: `XA START ${id}`, end: `XA END ${id}`, commit: `XA PREPARE ${id}`, rollBack: `XA ROLLBACK ${id}` };
  }
  return { begin: "BEGIN", commit: `PREPARE TRANSACTION '${name}'`, rollBack: "ROLLBACK" };
}

/** What a callback gave: an array of queries runs at once. */
async function resultOf(callback: Callback, client: unknown): Promise<unknown> {
  const result = await callback(client);
  return Array.isArray(result) && !(result instanceof SQLResultArray) ? Promise.all(result) : result;
}

/** Runs `callback` between `words.begin` and `words.commit` on a connection that is the caller's. */
export async function transact(
  scope: Scope,
  connection: Connection,
  words: Words,
  callback: Callback,
  makeClient: MakeClient,
): Promise<unknown> {
  await command(connection, words.begin);
  const rollBack = async (): Promise<void> => {
    // Without a connection the server has rolled back.
    if (words.end !== undefined) await command(connection, words.end).catch(() => {});
    await command(connection, words.rollBack).catch(() => {});
  };
  const inner = new TransactionScope(scope, connection, { value: 0 }, rollBack);
  let result: unknown;
  try {
    result = await resultOf(callback, makeClient(inner));
    if (inner.wasClosed) throw closedError(scope.dialect);
  } catch (error) {
    inner.ended ??= endedError(scope.dialect);
    if (!inner.wasClosed) await rollBack();
    throw error;
  }
  inner.ended = endedError(scope.dialect);
  let answer: string | null;
  try {
    if (words.end !== undefined) await command(connection, words.end);
    ({ command: answer } = await command(connection, words.commit));
  } catch (error) {
    if (connection.status !== "I") await rollBack();
    throw error;
  }
  if (answer === "ROLLBACK")
    throw clientError(
      scope.dialect,
      "COMMIT_ROLLED_BACK",
      "COMMIT was rolled back by the server because the transaction was already aborted",
    );
  return result;
}

/** `tx.savepoint(label, callback)`. */
export async function savepoint(
  scope: TransactionScope,
  label: string,
  callback: Callback,
  makeClient: MakeClient,
): Promise<unknown> {
  if (scope.ended !== null) throw scope.ended;
  const connection = scope.connection!;
  const name = `s${scope.counter.value++}${label === "" ? "" : `_${label.replace(/[^A-Za-z0-9_]/g, "_")}`}`;
  await command(connection, `SAVEPOINT ${name}`);
  const rollBack = async (): Promise<void> => {
    await command(connection, `ROLLBACK TO SAVEPOINT ${name}`).catch(() => {});
  };
  const inner = new TransactionScope(scope, connection, scope.counter, rollBack);
  try {
    const result = await resultOf(callback, makeClient(inner));
    if (inner.wasClosed) throw closedError(scope.dialect);
    inner.ended = endedError(scope.dialect);
    await command(connection, `RELEASE SAVEPOINT ${name}`);
    return result;
  } catch (error) {
    inner.ended ??= endedError(scope.dialect);
    if (!inner.wasClosed && scope.ended === null) await rollBack();
    throw error;
  }
}
