// A connection to a database server: requests go out in order, several at a time, and are answered in order. What the
// protocols of PostgreSQL and MySQL have in common.
import { queueMicrotask } from "internal:core/ticks";
import { type Timeout, clearTimeout, setTimeout } from "internal:core/timers";
import type { Socket } from "internal:node/net/types";
import type { Dialing } from "internal:bun/sql/dial";
import { type Dialect, clientError, closedError, duration } from "internal:bun/sql/errors";
import type { Connection, ConnectionEvents, Request, TransactionStatus } from "internal:bun/sql/request";
import type { Settings } from "internal:bun/sql/settings";

const CONNECTION_TIMEOUT_MS = 30_000;

/** A request that was sent and is not answered. */
export interface SentRequest {
  readonly request: Request;
  error: unknown;
  /** Nothing is sent behind it. */
  isAlone: boolean;
  /** It is the second time. */
  isRepeated: boolean;
}

/** Messages that are collected until they are sent. */
interface Outgoing {
  readonly isEmpty: boolean;
  take(): Uint8Array;
}

export abstract class PipelinedConnection<Sent extends SentRequest> implements Connection {
  isReserved = false;
  isRetired: Error | null = null;
  isReady = false;
  isClosed = false;
  status: TransactionStatus = "I";
  abstract readonly canPipeline: boolean;
  protected readonly settings: Settings;
  protected readonly dialing: Dialing = { socket: null };
  protected readonly sent: Sent[] = [];
  protected socket: Socket | null = null;
  /** What the server said before it closed the connection. */
  protected lastError: Error | null = null;
  protected abstract readonly writer: Outgoing;
  readonly #dialect: Dialect;
  readonly #events: ConnectionEvents;
  readonly #waiting: Request[] = [];
  #timer: Timeout | null = null;
  #isPumping = false;

  constructor(dialect: Dialect, settings: Settings, events: ConnectionEvents) {
    this.#dialect = dialect;
    this.settings = settings;
    this.#events = events;
    const timeoutMs = settings.connectionTimeout ?? CONNECTION_TIMEOUT_MS;
    if (timeoutMs > 0)
      this.#timer = setTimeout(() => {
        const message = `Connection timeout after ${duration(timeoutMs)}${this.loginState()}`;
        this.close(clientError(dialect, "CONNECTION_TIMEOUT", message));
      }, timeoutMs);
  }

  /** What the login waits for, for the message of a time-out. */
  protected abstract loginState(): string;

  /** Whether nothing may be in flight when a request is sent, nor be sent behind it. */
  protected abstract runsAlone(request: Request): boolean;

  /** Writes a request and adds it to `sent`; may throw. */
  protected abstract send(request: Request, isRepeated: boolean): void;

  /** What ends a session. */
  protected abstract goodbye(): Uint8Array;

  get load(): number {
    return this.#waiting.length + this.sent.length;
  }

  /** Whether the connection keeps the program running. */
  protected get isNeeded(): boolean {
    return this.load > 0;
  }

  /** The connection goes on with an open socket. */
  protected attach(socket: Socket, onData: (chunk: Uint8Array) => void): void {
    this.socket = socket;
    socket.on("data", onData);
    socket.on("error", (error: Error) => (this.lastError ??= this.isReady ? null : error));
    socket.on("close", () => this.#onClose());
  }

  #onClose(): void {
    const code = this.isReady ? "CONNECTION_CLOSED" : "CONNECTION_FAILED";
    const message = this.isReady ? "Connection closed" : "Connection closed before the connection was established";
    this.close(this.lastError ?? clientError(this.#dialect, code, message));
  }

  /** The login has succeeded. */
  protected becomeReady(): void {
    this.isReady = true;
    clearTimeout(this.#timer ?? undefined);
    this.#events.ready(this);
    this.pump();
  }

  enqueue(request: Request): void {
    if (this.isClosed) {
      request.onDone(closedError(this.#dialect), undefined);
      return;
    }
    this.#waiting.push(request);
    this.#updateReference();
    if (this.#isPumping) return;
    this.#isPumping = true;
    queueMicrotask(() => {
      this.#isPumping = false;
      this.pump();
    });
  }

  /** Sends what can be sent. */
  protected pump(): void {
    if (!this.isReady || this.isClosed) return;
    while (this.#waiting.length > 0 && this.sent.at(-1)?.isAlone !== true) {
      const request = this.#waiting[0]!;
      if (this.sent.length > 0 && this.runsAlone(request)) break;
      this.#waiting.shift();
      if (request.isDone) continue;
      request.onStart();
      try {
        this.send(request, false);
      } catch (error) {
        request.onDone(error, undefined);
      }
    }
    this.flush();
    if (this.load === 0) {
      this.#updateReference();
      this.#events.idle(this);
    }
  }

  protected flush(): void {
    if (!this.writer.isEmpty) this.socket?.write(this.writer.take());
  }

  /** Sends a request again whose prepared statement was not valid; false where that could do something twice. */
  protected repeat({ request, isRepeated }: Sent): boolean {
    if (this.status !== "I" || this.sent.length > 0 || isRepeated || request.isDone) return false;
    this.send(request, true);
    this.flush();
    return true;
  }

  /** An idle connection does not keep the program running. */
  #updateReference(): void {
    if (this.isNeeded) this.socket?.ref();
    else this.socket?.unref();
  }

  abstract cancel(request: Request): void;

  /** Takes a request back that was not sent; false when it was. */
  protected takeBack(request: Request): boolean {
    const at = this.#waiting.indexOf(request);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    request.onDone(clientError(this.#dialect, "QUERY_CANCELLED", "Query cancelled"), undefined);
    return true;
  }

  close(error: Error): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.#timer ?? undefined);
    const socket = this.socket ?? this.dialing.socket;
    if (this.socket !== null && this.isReady) {
      const ended = this.socket;
      ended.end(this.goodbye());
      ended.unref();
      ended.once("end", () => ended.destroy());
    } else if (socket !== null) {
      socket.on("error", () => {});
      socket.destroy();
    }
    const sent = this.sent.splice(0);
    const waiting = this.#waiting.splice(0);
    for (const flight of sent) flight.request.onDone(flight.error ?? error, undefined);
    for (const request of waiting) request.onDone(error, undefined);
    this.#events.closed(this, error);
  }
}
