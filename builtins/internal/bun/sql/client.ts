// The client: a function for templates, with methods. Each scope has one: the pool, a reservation, a transaction.
// https://bun.com/docs/runtime/sql
import type { AbortSignal } from "web:abort";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { clientError, closedError } from "internal:bun/sql/errors";
import { SQLArrayParameter, SQLHelper, SQLJSONParameter, arrayType, jsonText } from "internal:bun/sql/parameters";
import { Query } from "internal:bun/sql/query";
import type { Connection } from "internal:bun/sql/request";
import { Scope } from "internal:bun/sql/scope";
import defer * as listening from "internal:bun/sql/listen";
import defer * as transactions from "internal:bun/sql/transaction";
import type { TransactionScope } from "internal:bun/sql/transaction";

type Callback = (client: unknown) => unknown;
type Method = (...args: never[]) => unknown;
export type Client = ((first?: unknown, ...rest: unknown[]) => unknown) & Record<string | symbol, unknown>;

/** The prototype of all clients; `internal:bun/sql` sets it, as `SQL.prototype`. */
export const shared: { prototype: object } = { prototype: Function.prototype };

/** The settings of clients with channels. */
const listened = new WeakSet<object>();

/** What a reservation does besides: it gives the connection back once no transaction runs on it. */
interface Reservation {
  readonly connection: Connection;
  /** The transactions on it run one after the other. */
  last: Promise<unknown>;
  running: number;
  isReleased: boolean;
}

function needFunction(fn: unknown): Callback {
  if (typeof fn !== "function") throw new ERR_INVALID_ARG_VALUE("fn", fn, "must be a function");
  return fn as Callback;
}

function needString(name: string, value: unknown): string {
  if (typeof value !== "string") throw new ERR_INVALID_ARG_VALUE(name, value, "must be a string");
  return value;
}

/** The milliseconds of `close({ timeout })`, which is in seconds. */
function closeTimeout(options: { timeout?: unknown } | undefined): number | null {
  const timeout = options?.timeout;
  if (timeout === undefined || timeout === null) return null;
  const seconds = Number(timeout);
  if (!(seconds >= 0 && seconds < 2 ** 31))
    throw new ERR_INVALID_ARG_VALUE("options.timeout", timeout, "must be a non-negative integer less than 2^31");
  return seconds * 1000;
}

function readValues(values: unknown): { values: unknown[]; names: Record<string, unknown> | null } {
  if (Array.isArray(values)) return { values: [...values], names: null };
  if (values === undefined || values === null) return { values: [], names: null };
  return { values: [], names: values as Record<string, unknown> };
}

function makeTag(scope: Scope): Client {
  const query = (kind: "template" | "identifier", strings: readonly string[], text: string, values: unknown[]): Query =>
    new Query({ kind, strings, text, values, names: null, runner: scope });
  // A method, as clients have no `prototype`.
  const { sql } = {
    sql(first?: unknown, ...rest: unknown[]): unknown {
      if (Array.isArray(first) && Object.hasOwn(first, "raw"))
        return query("template", first as unknown as string[], "", rest);
      if (typeof first === "string") return query("identifier", [], first, []);
      if (typeof first === "object") return new SQLHelper(first, rest.map(String));
      throw new SyntaxError("Invalid query: SQL Fragment cannot be executed or was misused");
    },
  };
  return sql as unknown as Client;
}

/** Whether distributed transactions are there; and the name, which becomes part of a statement. */
function distributedName(scope: Scope, name: unknown): string {
  const text = needString("name", name);
  if (scope.dialect === "sqlite") throw new Error("SQLite doesn't support distributed transactions.");
  if (/['\\]/.test(text)) throw new Error("Distributed transaction name cannot contain single quotes.");
  return text;
}

function commonMethods(scope: Scope, client: Client): Record<string, Method> {
  const text = (kind: "unsafe" | "file", source: string, values: unknown): Query =>
    new Query({ kind, strings: [], text: source, runner: scope, ...readValues(values) });
  const run = (source: string): Query => text("unsafe", source, undefined);
  return {
    unsafe: (source: unknown, values?: unknown) => text("unsafe", `${source}`, values),
    file: (path: string, values?: unknown) => text("file", path, values),
    async notify(channel: string, payload = ""): Promise<void> {
      if (scope.dialect !== "postgres")
        throw new Error("LISTEN/NOTIFY is not supported by this adapter (PostgreSQL only)");
      await text("unsafe", "SELECT pg_notify($1, $2)", [needString("channel", channel), `${payload}`]);
    },
    commitDistributed: async (name: unknown) =>
      run(`${scope.dialect === "mysql" ? "XA COMMIT" : "COMMIT PREPARED"} '${distributedName(scope, name)}'`),
    rollbackDistributed: async (name: unknown) =>
      run(`${scope.dialect === "mysql" ? "XA ROLLBACK" : "ROLLBACK PREPARED"} '${distributedName(scope, name)}'`),
    reserve: (options?: { signal?: AbortSignal }) => reserve(scope, options?.signal),
    async listen(channel: unknown, onnotify: unknown, onlisten: unknown): Promise<object> {
      if (scope.dialect !== "postgres")
        throw new Error("LISTEN/NOTIFY is not supported by this adapter (PostgreSQL only)");
      if (scope.ended !== null) throw scope.ended;
      listened.add(scope.settings);
      return listening.channels(scope.settings).listen(channel, onnotify, onlisten);
    },
    array(values: unknown, type?: unknown): SQLArrayParameter {
      if (scope.dialect !== "postgres")
        throw new Error(`${scope.dialect === "mysql" ? "MySQL" : "SQLite"} doesn't support arrays`);
      return new SQLArrayParameter(values, arrayType(type));
    },
    json: (value: unknown) => (scope.dialect === "sqlite" ? jsonText(value) : new SQLJSONParameter(value)),
    async connect(): Promise<unknown> {
      if (scope.connection === null) await scope.source.connect();
      return client;
    },
    // Requests go out at the end of the turn by themselves.
    flush: () => undefined,
  };
}

function define(client: Client, methods: Record<string, Method>): void {
  for (const [name, method] of Object.entries(methods))
    Object.defineProperty(client, name, { value: method, writable: true, enumerable: true, configurable: true });
}

function makeClient(scope: Scope, extra: (client: Client) => Record<string, Method>): Client {
  const client = makeTag(scope);
  Object.setPrototypeOf(client, shared.prototype);
  define(client, commonMethods(scope, client));
  client.options = scope.settings;
  const methods = extra(client);
  define(client, methods);
  Object.defineProperty(client, Symbol.asyncDispose, {
    value: methods.release ?? methods.close,
    writable: true,
    configurable: true,
  });
  return client;
}

/** `begin` and what is like it, over a function that lends a connection. */
function transactionMethods(
  scope: Scope,
  withConnection: (use: (connection: Connection) => Promise<unknown>) => Promise<unknown>,
): Record<string, Method> {
  const begin = async (...args: unknown[]): Promise<unknown> => {
    const [options, fn] = typeof args[0] === "function" ? ["", args[0]] : args;
    const words = transactions.plainWords(needString("options", options), scope.dialect);
    const callback = needFunction(fn);
    return withConnection((connection) => transactions.transact(scope, connection, words, callback, transactionClient));
  };
  const distributed = async (name: unknown, fn: unknown): Promise<unknown> => {
    const words = transactions.distributedWords(distributedName(scope, name), scope.dialect);
    const callback = needFunction(fn);
    return withConnection((connection) => transactions.transact(scope, connection, words, callback, transactionClient));
  };
  return { transaction: begin, begin, distributed, beginDistributed: distributed };
}

/** The client of a pool. */
export function poolClient(scope: Scope): Client {
  return makeClient(scope, () => {
    const close = async (options?: { timeout?: unknown }): Promise<void> => {
      const timeoutMs = closeTimeout(options);
      scope.ended ??= closedError(scope.dialect);
      if (listened.has(scope.settings)) listening.closeChannels(scope.settings);
      await scope.source.close(timeoutMs);
    };
    const lend = async (use: (connection: Connection) => Promise<unknown>): Promise<unknown> => {
      const connection = await (scope.source.lend?.() ?? scope.source.reserve());
      try {
        return await use(connection);
      } finally {
        scope.source.release(connection);
      }
    };
    return { ...transactionMethods(scope, lend), end: close, close };
  });
}

async function reserve(scope: Scope, signal: AbortSignal | undefined): Promise<Client> {
  if (scope.dialect === "sqlite") throw new Error("This adapter doesn't support connection reservation");
  const connection = await scope.source.reserve(signal);
  const inner = new Scope(scope.settings, scope.source, connection);
  const held: Reservation = { connection, last: Promise.resolve(), running: 0, isReleased: false };
  const giveBack = (): void => {
    if (held.isReleased && held.running === 0) inner.source.release(connection);
  };
  const lend = (use: (connection: Connection) => Promise<unknown>): Promise<unknown> => {
    if (inner.ended !== null) return Promise.reject(inner.ended);
    held.running++;
    const run = held.last.then(() => use(connection));
    held.last = run.then(
      () => {},
      () => {},
    );
    return run.finally(() => {
      held.running--;
      giveBack();
    });
  };
  const client = makeClient(inner, () => {
    const release = async (): Promise<void> => {
      if (held.isReleased) return;
      held.isReleased = true;
      inner.ended = closedError(inner.dialect);
      giveBack();
    };
    const close = async (): Promise<void> => {
      inner.ended ??= closedError(inner.dialect);
      connection.close(closedError(inner.dialect));
    };
    return { ...transactionMethods(inner, lend), end: close, close, release };
  });
  Object.defineProperty(client, Symbol.dispose, { value: client.release, writable: true, configurable: true });
  return client;
}

/** The client of a transaction or a savepoint. */
function transactionClient(scope: TransactionScope): Client {
  return makeClient(scope, () => {
    const refuse = async (): Promise<never> => {
      throw clientError(
        scope.dialect,
        "INVALID_TRANSACTION_STATE",
        "cannot call begin inside a transaction use savepoint() instead",
      );
    };
    const savepoint = async (...args: unknown[]): Promise<unknown> => {
      const [label, fn] = typeof args[0] === "function" ? ["", args[0]] : args;
      // As Bun: without a callback, the name stands in the message.
      if (typeof fn !== "function") needFunction(label);
      return transactions.savepoint(scope, `${label}`, needFunction(fn), transactionClient);
    };
    const close = async (options?: { timeout?: unknown }): Promise<void> => {
      closeTimeout(options);
      await scope.close();
    };
    return {
      transaction: refuse,
      begin: refuse,
      distributed: refuse,
      beginDistributed: refuse,
      savepoint,
      end: close,
      close,
    };
  });
}
