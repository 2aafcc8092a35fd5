// A statement on its way to a database, and the connection that it runs on: what the databases have in common.
import type { RowMode } from "internal:bun/sql/result";

export interface Request {
  readonly text: string;
  readonly values: unknown[];
  /** Named parameters of SQLite. */
  readonly names: Record<string, unknown> | null;
  /** Read when the statement is sent. */
  mode(): RowMode;
  /** Several statements, without parameters. */
  readonly isSimple: boolean;
  /** The statement was handed to the server, or waits on the connection no longer. */
  onStart(): void;
  onDone(error: unknown, result: unknown): void;
  isDone: boolean;
}

/** "I": idle, "T": in a transaction, "E": in one that failed. */
export type TransactionStatus = "I" | "T" | "E";

export interface Connection {
  readonly isClosed: boolean;
  readonly isReady: boolean;
  /** How many requests are not answered. */
  readonly load: number;
  readonly status: TransactionStatus;
  /** For the pool. */
  isReserved: boolean;
  /** Takes no new work, and closes when it is idle. */
  isRetired: Error | null;
  readonly canPipeline: boolean;
  enqueue(request: Request): void;
  /** Stops a request; it rejects. */
  cancel(request: Request): void;
  close(error: Error): void;
}

export interface ConnectionEvents {
  ready(connection: Connection): void;
  /** Nothing is left to answer. */
  idle(connection: Connection): void;
  /** Closed, or failed to open. */
  closed(connection: Connection, error: Error): void;
}
