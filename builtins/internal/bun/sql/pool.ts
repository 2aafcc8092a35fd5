// The connections of a client: opened when a query waits for one, up to `max`, shared by queries, and lent to
// transactions and reservations. https://bun.com/docs/runtime/sql#connection-pooling
import type { AbortSignal } from "web:abort";
import { type Timeout, clearTimeout, setTimeout, setUnrefTimeout } from "internal:core/timers";
import { type Dialect, clientError, closedError, duration } from "internal:bun/sql/errors";
import { type Settings, dialectOf, notify } from "internal:bun/sql/settings";
import type { Connection, ConnectionEvents, Request } from "internal:bun/sql/request";

/** Requests that wait on one connection; more wait in the pool for any of them. */
const LOAD_MAX = 32;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1000;
const CONNECTION_TIMEOUT_MS = 30_000;

interface Waiter {
  /** Needs a connection that no other query uses. */
  readonly isExclusive: boolean;
  give(connection: Connection): void;
  fail(error: unknown): void;
}

/** Where the requests of a client go. */
export interface Source {
  readonly isClosed: boolean;
  /** Runs a request on any connection; the result cancels it. */
  submit(request: Request): () => void;
  /** A connection for the caller alone, until `release`. */
  reserve(signal?: AbortSignal): Promise<Connection>;
  /** As `reserve`, for a transaction: `close` waits for its end. */
  lend?(): Promise<Connection>;
  release(connection: Connection): void;
  connect(): Promise<void>;
  close(timeoutMs: number | null): Promise<void>;
}

type Open = (settings: Settings, events: ConnectionEvents) => Connection;

export class Pool implements Source {
  readonly #settings: Settings;
  readonly #dialect: Dialect;
  readonly #open: Open;
  readonly #connections = new Set<Connection>();
  readonly #waiters: Waiter[] = [];
  readonly #idleTimers = new Map<Connection, Timeout>();
  readonly #lifeTimers = new Map<Connection, Timeout>();
  /** Were lent: they must come back outside of a transaction. */
  readonly #lent = new WeakSet<Connection>();
  readonly #transactions = new Set<Connection>();
  #isClosing = false;
  #closers: (() => void)[] = [];
  #closeTimer: Timeout | null = null;
  #failingSince = 0;
  #retryMs = RETRY_FIRST_MS;
  #retryTimer: Timeout | null = null;

  constructor(settings: Settings, open: Open) {
    this.#settings = settings;
    this.#dialect = dialectOf(settings.adapter);
    this.#open = open;
  }

  get isClosed(): boolean {
    return this.#isClosing;
  }

  #wait(waiter: Waiter): void {
    if (this.#isClosing) waiter.fail(closedError(this.#dialect));
    else {
      this.#waiters.push(waiter);
      this.#serve();
    }
  }

  submit(request: Request): () => void {
    let connection: Connection | null = null;
    const waiter: Waiter = {
      isExclusive: false,
      give: (given) => {
        connection = given;
        given.enqueue(request);
      },
      fail: (error) => request.onDone(error, undefined),
    };
    this.#wait(waiter);
    return () => {
      if (connection !== null) connection.cancel(request);
      else if (this.#forget(waiter)) waiter.fail(clientError(this.#dialect, "QUERY_CANCELLED", "Query cancelled"));
    };
  }

  #forget(waiter: Waiter): boolean {
    const at = this.#waiters.indexOf(waiter);
    if (at >= 0) this.#waiters.splice(at, 1);
    return at >= 0;
  }

  reserve(signal?: AbortSignal): Promise<Connection> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = (): void => {
        if (this.#forget(waiter)) reject(signal!.reason as Error);
      };
      const waiter: Waiter = {
        isExclusive: true,
        give: (connection) => {
          signal?.removeEventListener("abort", onAbort);
          connection.isReserved = true;
          this.#lent.add(connection);
          resolve(connection);
        },
        fail: (error) => {
          signal?.removeEventListener("abort", onAbort);
          reject(error as Error);
        },
      };
      signal?.addEventListener("abort", onAbort);
      this.#wait(waiter);
    });
  }

  release(connection: Connection): void {
    connection.isReserved = false;
    this.#transactions.delete(connection);
    if (connection.load === 0) this.#onIdle(connection);
  }

  async lend(): Promise<Connection> {
    const connection = await this.reserve();
    this.#transactions.add(connection);
    return connection;
  }

  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      if ([...this.#connections].some(({ isReady }) => isReady) && !this.#isClosing) resolve();
      else this.#wait({ isExclusive: false, give: () => resolve(), fail: reject });
    });
  }

  /** The connection for a waiter, if there is one. */
  #find(isExclusive: boolean): Connection | null {
    let best: Connection | null = null;
    let opening = 0;
    for (const connection of this.#connections) {
      if (!connection.isReady) opening++;
      if (!connection.isReady || connection.isReserved || connection.isRetired !== null) continue;
      if (connection.load === 0) return connection;
      if (isExclusive || !connection.canPipeline || connection.load >= LOAD_MAX) continue;
      if (best === null || connection.load < best.load) best = connection;
    }
    // Sharing begins when the pool is full, and all its connections are open.
    return this.#connections.size < this.#settings.max || opening > 0 ? null : best;
  }

  #serve(): void {
    while (this.#waiters.length > 0) {
      const connection = this.#find(this.#waiters[0]!.isExclusive);
      if (connection === null) break;
      clearTimeout(this.#idleTimers.get(connection));
      this.#idleTimers.delete(connection);
      this.#waiters.shift()!.give(connection);
    }
    if (this.#retryTimer !== null) return;
    let opening = 0;
    for (const { isReady } of this.#connections) if (!isReady) opening++;
    const wanted = Math.min(this.#waiters.length - opening, this.#settings.max - this.#connections.size);
    for (let count = 0; count < wanted; count++)
      this.#connections.add(
        this.#open(this.#settings, {
          ready: (connection) => this.#onReady(connection),
          idle: (connection) => this.#onIdle(connection),
          closed: (connection, error) => this.#onClosed(connection, error),
        }),
      );
  }

  #onReady(connection: Connection): void {
    this.#failingSince = 0;
    this.#retryMs = RETRY_FIRST_MS;
    const lifetimeMs = this.#settings.maxLifetime ?? 0;
    if (lifetimeMs > 0)
      this.#lifeTimers.set(
        connection,
        setUnrefTimeout(() => {
          connection.isRetired = clientError(
            this.#dialect,
            "LIFETIME_TIMEOUT",
            `Max lifetime timeout reached after ${duration(lifetimeMs)}`,
          );
          if (connection.load === 0 && !connection.isReserved) connection.close(connection.isRetired);
        }, lifetimeMs),
      );
    notify(this.#settings.onconnect, null);
  }

  #onIdle(connection: Connection): void {
    if (connection.isClosed || connection.isReserved || connection.load > 0) return;
    if (connection.status !== "I" && (this.#settings.max > 1 || this.#lent.has(connection))) {
      // The server rolls back what was left open.
      connection.close(closedError(this.#dialect));
      return;
    }
    this.#lent.delete(connection);
    if (connection.isRetired !== null) {
      connection.close(connection.isRetired);
      return;
    }
    this.#serve();
    this.#checkClosing();
    const idleMs = this.#settings.idleTimeout ?? 0;
    if (idleMs > 0 && connection.load === 0 && !connection.isReserved && !connection.isClosed) {
      clearTimeout(this.#idleTimers.get(connection));
      const timer = setUnrefTimeout(
        () =>
          connection.close(
            clientError(this.#dialect, "IDLE_TIMEOUT", `Idle timeout reached after ${duration(idleMs)}`),
          ),
        idleMs,
      );
      this.#idleTimers.set(connection, timer);
    }
  }

  #onClosed(connection: Connection, error: Error): void {
    this.#connections.delete(connection);
    for (const timers of [this.#idleTimers, this.#lifeTimers]) {
      clearTimeout(timers.get(connection));
      timers.delete(connection);
    }
    notify(this.#settings.onclose, error);
    if (!connection.isReady) this.#onFailure(error);
    else this.#serve();
    this.#checkClosing();
  }

  /** A connection could not be opened. Those that wait go on waiting while there is another one. */
  #onFailure(error: Error): void {
    if (this.#connections.size > 0 || this.#waiters.length === 0) return;
    const now = Date.now();
    if (this.#failingSince === 0) this.#failingSince = now;
    const limitMs = this.#settings.connectionTimeout ?? CONNECTION_TIMEOUT_MS;
    if (
      (error as { code?: string }).code === `ERR_${this.#dialect.toUpperCase()}_CONNECTION_FAILED` &&
      now + this.#retryMs - this.#failingSince < limitMs
    ) {
      this.#retryTimer = setTimeout(() => {
        this.#retryTimer = null;
        this.#serve();
      }, this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
      return;
    }
    this.#failingSince = 0;
    this.#retryMs = RETRY_FIRST_MS;
    for (const waiter of this.#waiters.splice(0)) waiter.fail(error);
  }

  close(timeoutMs: number | null): Promise<void> {
    this.#isClosing = true;
    return new Promise((resolve) => {
      this.#closers.push(resolve);
      if (timeoutMs === 0) this.#closeNow();
      else if (timeoutMs !== null) {
        clearTimeout(this.#closeTimer ?? undefined);
        this.#closeTimer = setTimeout(() => this.#closeNow(), timeoutMs);
      }
      this.#checkClosing();
    });
  }

  #checkClosing(): void {
    if (!this.#isClosing || this.#closers.length === 0 || this.#waiters.length > 0) return;
    for (const connection of this.#connections) if (connection.load > 0 || this.#transactions.has(connection)) return;
    this.#closeNow();
  }

  #closeNow(): void {
    const closers = this.#closers.splice(0);
    clearTimeout(this.#closeTimer ?? undefined);
    clearTimeout(this.#retryTimer ?? undefined);
    this.#retryTimer = null;
    for (const waiter of this.#waiters.splice(0)) waiter.fail(closedError(this.#dialect));
    for (const connection of [...this.#connections]) connection.close(closedError(this.#dialect));
    for (const closer of closers) closer();
  }
}
