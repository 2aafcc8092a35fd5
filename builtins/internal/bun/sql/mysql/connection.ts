// A connection to a MySQL server: requests go out in order, several at a time, and are answered in order.
// https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html
import { queueMicrotask } from "internal:core/ticks";
import { type Timeout, clearTimeout, setTimeout } from "internal:core/timers";
import type { Socket } from "internal:node/net/types";
import type { Dialing } from "internal:bun/sql/dial";
import { clientError, closedError, duration } from "internal:bun/sql/errors";
import type { Settings } from "internal:bun/sql/settings";
import type { Connection, ConnectionEvents, Request, TransactionStatus } from "internal:bun/sql/request";
import { type Dialog, Flight } from "internal:bun/sql/mysql/flight";
import { type Login, logIn } from "internal:bun/sql/mysql/log_in";
import { type Bytes, type Reader, Splitter, Writer } from "internal:bun/sql/mysql/packets";
import { encode, writeParameters } from "internal:bun/sql/mysql/parameters";
import { serverError } from "internal:bun/sql/mysql/server_error";
import { type Prepared, Statements } from "internal:bun/sql/mysql/statements";

const CONNECTION_TIMEOUT_MS = 30_000;
/** Dates are UTC in both directions, so the session is, too. */
const SET_TIME_ZONE = "SET time_zone = '+00:00'";

const Command = { QUIT: 0x01, QUERY: 0x03, PREPARE: 0x16, EXECUTE: 0x17, CLOSE: 0x19 } as const;
const IN_TRANSACTION = 0x1;
const ERROR = 0xff;
/** The server has lost a statement, or its tables have changed too much. */
const UNKNOWN_STATEMENT = 1243;
const MUST_PREPARE_AGAIN = 1615;

export class MysqlConnection implements Connection {
  isReserved = false;
  isRetired: Error | null = null;
  isReady = false;
  isClosed = false;
  status: TransactionStatus = "I";
  readonly canPipeline = true;
  readonly #settings: Settings;
  readonly #events: ConnectionEvents;
  readonly #dialing: Dialing = { socket: null };
  readonly #statements = new Statements();
  readonly #splitter = new Splitter();
  readonly #waiting: Request[] = [];
  readonly #flights: Flight[] = [];
  readonly #writer = new Writer();
  #dialog: Dialog;
  #socket: Socket | null = null;
  #login: Login | null = null;
  #timer: Timeout | null = null;
  #isPumping = false;
  /** What the server said before it closed the connection. */
  #lastError: Error | null = null;

  constructor(settings: Settings, events: ConnectionEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#dialog = {
      deprecatesEof: true,
      hasMetadata: false,
      bigint: settings.bigint === true,
      rename: settings.transform?.from,
    };
    const timeoutMs = settings.connectionTimeout ?? CONNECTION_TIMEOUT_MS;
    let wait = "";
    if (timeoutMs > 0)
      this.#timer = setTimeout(() => {
        this.close(
          clientError("mysql", "CONNECTION_TIMEOUT", `Connection timeout after ${duration(timeoutMs)}${wait}`),
        );
      }, timeoutMs);
    this.#open(() => (wait = " (during authentication)")).catch((error: Error) => this.close(error));
  }

  get load(): number {
    return this.#waiting.length + this.#flights.length;
  }

  async #open(onConnect: () => void): Promise<void> {
    const { socket, deprecatesEof, hasMetadata, login } = await logIn(this.#settings, this.#dialing, onConnect);
    if (this.isClosed) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    this.#login = login;
    this.#dialog = { ...this.#dialog, deprecatesEof, hasMetadata };
    socket.on("data", (chunk: Uint8Array) => this.#onData(chunk as Bytes));
    socket.on("error", (error: Error) => (this.#lastError ??= this.isReady ? null : error));
    socket.on("close", () => this.#onClose());
    // It was paused after the greeting.
    socket.resume();
  }

  #onClose(): void {
    const code = this.isReady ? "CONNECTION_CLOSED" : "CONNECTION_FAILED";
    const message = this.isReady ? "Connection closed" : "Connection closed before the connection was established";
    this.close(this.#lastError ?? clientError("mysql", code, message));
  }

  #onData(chunk: Bytes): void {
    try {
      this.#splitter.push(chunk, (message) => {
        this.#onMessage(message);
        return !this.isClosed;
      });
    } catch (error) {
      this.close(
        error instanceof RangeError
          ? clientError("mysql", "UNEXPECTED_PACKET", `The server sent an unexpected packet: ${error.message}`)
          : (error as Error),
      );
    }
  }

  enqueue(request: Request): void {
    if (this.isClosed) {
      request.onDone(closedError("mysql"), undefined);
      return;
    }
    this.#waiting.push(request);
    this.#updateReference();
    if (this.#isPumping) return;
    this.#isPumping = true;
    queueMicrotask(() => {
      this.#isPumping = false;
      this.#pump();
    });
  }

  /** Sends what can be sent. */
  #pump(): void {
    if (!this.isReady || this.isClosed) return;
    while (this.#waiting.length > 0 && this.#flights.at(-1)?.isAlone !== true) {
      const request = this.#waiting[0]!;
      if (request.isSimple && this.#flights.length > 0) break;
      this.#waiting.shift();
      if (request.isDone) continue;
      request.onStart();
      this.#send(request, false);
    }
    this.#flush();
    if (this.load === 0) this.#idle();
  }

  #flush(): void {
    if (!this.#writer.isEmpty) this.#socket?.write(this.#writer.take());
  }

  #send(request: Request, isRepeated: boolean): void {
    const writer = this.#writer;
    if (request.isSimple) {
      const flight = new Flight(request, null, this.#dialog);
      flight.isAlone = true;
      writer.begin().uint8(Command.QUERY).text(request.text).end();
      this.#flights.push(flight);
      return;
    }
    const { statement, evicted } = this.#statements.find(request.text);
    if (evicted !== null) writer.begin().uint8(Command.CLOSE).uint32(evicted.id).end();
    const flight = new Flight(request, statement, this.#dialog);
    flight.isRepeated = isRepeated;
    if (!statement.isKnown) {
      flight.isAlone = true;
      writer.begin().uint8(Command.PREPARE).text(request.text).end();
    } else if (!this.#execute(flight, statement)) return;
    this.#flights.push(flight);
  }

  /** Writes the run of a prepared statement. False, and nothing is written, for values that cannot be sent. */
  #execute({ request }: Flight, statement: Prepared): boolean {
    try {
      const { values } = request;
      if (values.length !== statement.types.length)
        throw clientError("mysql", "WRONG_NUMBER_OF_PARAMETERS_PROVIDED", "Wrong number of parameters provided");
      const encoded = values.map(encode);
      // No cursor, one run.
      const writer = this.#writer.begin().uint8(Command.EXECUTE).uint32(statement.id).uint8(0).uint32(1);
      if (encoded.length > 0) writeParameters(writer, encoded);
      writer.end();
      return true;
    } catch (error) {
      request.onDone(error, undefined);
      return false;
    }
  }

  #onMessage(message: Reader): void {
    if (!this.isReady) {
      this.#onLogin(message);
      return;
    }
    const flight = this.#flights[0];
    if (flight === undefined) {
      // The server says why it is about to close the connection.
      if (message.first !== ERROR) throw new RangeError("it answers no request");
      this.#lastError = serverError(message);
      return;
    }
    const outcome = flight.receive(message);
    if (outcome === "prepared") this.#onPrepared(flight);
    else if (outcome === "done") this.#onDone(flight);
  }

  /** The login, and then the answer to the setting of the time zone. */
  #onLogin(message: Reader): void {
    if (this.#login !== null) {
      if (!this.#login.answer(message)) return;
      this.#login = null;
      this.#socket?.write(new Writer().begin().uint8(Command.QUERY).text(SET_TIME_ZONE).end().take());
      return;
    }
    if (message.first === ERROR) throw serverError(message);
    this.isReady = true;
    clearTimeout(this.#timer ?? undefined);
    this.#events.ready(this);
    this.#pump();
  }

  /** The server knows the statement. */
  #onPrepared(flight: Flight): void {
    if (this.#execute(flight, flight.statement!)) flight.isAlone = false;
    else this.#flights.shift();
    this.#pump();
  }

  #onDone(flight: Flight): void {
    this.#flights.shift();
    if (flight.status !== null) this.status = (flight.status & IN_TRANSACTION) === 0 ? "I" : "T";
    const { request, statement, error } = flight;
    if (error === null) {
      request.onDone(null, flight.result);
    } else {
      if (statement !== null && !statement.isKnown) this.#statements.forget(statement);
      else if (statement !== null && this.#mustPrepareAgain(error)) {
        this.#statements.forget(statement);
        if (this.status === "I" && this.#flights.length === 0 && !flight.isRepeated && !request.isDone) {
          this.#send(request, true);
          this.#flush();
          return;
        }
      }
      request.onDone(error, undefined);
    }
    this.#pump();
  }

  #mustPrepareAgain(error: unknown): boolean {
    const { errno } = error as { errno?: number };
    return errno === UNKNOWN_STATEMENT || errno === MUST_PREPARE_AGAIN;
  }

  #idle(): void {
    this.#updateReference();
    this.#events.idle(this);
  }

  /** An idle connection does not keep the program running. */
  #updateReference(): void {
    if (this.load === 0) this.#socket?.unref();
    else this.#socket?.ref();
  }

  /** Only a request that waits can be taken back; one that runs goes on, as in Bun. */
  cancel(request: Request): void {
    const at = this.#waiting.indexOf(request);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    request.onDone(clientError("mysql", "QUERY_CANCELLED", "Query cancelled"), undefined);
  }

  close(error: Error): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.#timer ?? undefined);
    const socket = this.#socket ?? this.#dialing.socket;
    if (this.#socket !== null && this.isReady) {
      const ended = this.#socket;
      ended.end(new Writer().begin().uint8(Command.QUIT).end().take());
      ended.unref();
      ended.once("end", () => ended.destroy());
    } else if (socket !== null) {
      socket.on("error", () => {});
      socket.destroy();
    }
    const flights = this.#flights.splice(0);
    const waiting = this.#waiting.splice(0);
    for (const flight of flights) flight.request.onDone(flight.error ?? error, undefined);
    for (const request of waiting) request.onDone(error, undefined);
    this.#events.closed(this, error);
  }
}
