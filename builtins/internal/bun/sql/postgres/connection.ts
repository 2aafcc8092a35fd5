// A connection to a PostgreSQL server: requests go out in order, several at a time, and are answered in order.
// https://www.postgresql.org/docs/current/protocol-flow.html
import { queueMicrotask } from "internal:core/ticks";
import { type Timeout, clearTimeout, setTimeout } from "internal:core/timers";
import type { Socket } from "internal:node/net/types";
import type { Dialing } from "internal:bun/sql/dial";
import { clientError, closedError, duration, tooManyParameters } from "internal:bun/sql/errors";
import type { Settings } from "internal:bun/sql/settings";
import type { Connection, ConnectionEvents, Request, TransactionStatus } from "internal:bun/sql/request";
import { dial } from "internal:bun/sql/postgres/dial";
import { typeOf } from "internal:bun/sql/postgres/encode";
import { Flight } from "internal:bun/sql/postgres/flight";
import { Login, greeting } from "internal:bun/sql/postgres/log_in";
import { type Reader, Splitter, Writer } from "internal:bun/sql/postgres/messages";
import { serverError } from "internal:bun/sql/postgres/server_error";
import { Statements, formatsOf, readColumns } from "internal:bun/sql/postgres/statements";
import { writeClose, writeParse, writeParseAndRun, writeRun } from "internal:bun/sql/postgres/requests";
import defer * as cancelling from "internal:bun/sql/postgres/cancel";

const CONNECTION_TIMEOUT_MS = 30_000;
const PARAMETERS_MAX = 65_535;

export class PostgresConnection implements Connection {
  isReserved = false;
  isRetired: Error | null = null;
  isReady = false;
  isClosed = false;
  status: TransactionStatus = "I";
  /** Called for messages of channels. */
  onNotification: ((channel: string, payload: string) => void) | null = null;
  readonly #settings: Settings;
  readonly #events: ConnectionEvents;
  readonly #dialing: Dialing = { socket: null };
  readonly #statements = new Statements();
  readonly #splitter = new Splitter();
  readonly #waiting: Request[] = [];
  readonly #flights: Flight[] = [];
  #writer = new Writer();
  #socket: Socket | null = null;
  #login: Login | null = null;
  /** Authentication messages are answered one after the other. */
  #answering: Promise<void> = Promise.resolve();
  #timer: Timeout | null = null;
  #isPumping = false;
  #processId = 0;
  #secret: Uint8Array = new Uint8Array();
  /** What the server said before it closed the connection. */
  #lastError: Error | null = null;

  constructor(settings: Settings, events: ConnectionEvents) {
    this.#settings = settings;
    this.#events = events;
    const timeoutMs = settings.connectionTimeout ?? CONNECTION_TIMEOUT_MS;
    if (timeoutMs > 0)
      this.#timer = setTimeout(() => {
        const wait = this.#login === null ? "" : " (sent startup message, but never received response)";
        this.close(
          clientError("postgres", "CONNECTION_TIMEOUT", `Connection timeout after ${duration(timeoutMs)}${wait}`),
        );
      }, timeoutMs);
    this.#open().catch((error: Error) => this.close(error));
  }

  get load(): number {
    return this.#waiting.length + this.#flights.length;
  }

  get canPipeline(): boolean {
    return this.#settings.prepare;
  }

  async #open(): Promise<void> {
    const socket = await dial(this.#settings, this.#dialing);
    if (this.isClosed) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    socket.on("data", (chunk: Uint8Array) => this.#onData(chunk));
    // It was paused while the server said whether it speaks TLS.
    socket.resume();
    socket.on("error", (error: Error) => (this.#lastError ??= this.isReady ? null : error));
    socket.on("close", () => this.#onClose());
    this.#login = new Login(this.#settings, (bytes) => socket.write(bytes));
    socket.write(greeting(this.#settings));
  }

  #onClose(): void {
    const code = this.isReady ? "CONNECTION_CLOSED" : "CONNECTION_FAILED";
    const message = this.isReady ? "Connection closed" : "Connection closed before the connection was established";
    this.close(this.#lastError ?? clientError("postgres", code, message));
  }

  #onData(chunk: Uint8Array): void {
    try {
      this.#splitter.push(chunk as Reader["bytes"], (type, message) => {
        this.#onMessage(type, message);
        return !this.isClosed;
      });
    } catch (error) {
      this.close(
        clientError("postgres", "INVALID_MESSAGE", `The server sent an invalid message: ${(error as Error).message}`),
      );
    }
  }

  enqueue(request: Request): void {
    if (this.isClosed) {
      request.onDone(closedError("postgres"), undefined);
      return;
    }
    if (request.values.length > PARAMETERS_MAX) {
      request.onDone(tooManyParameters(), undefined);
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
      const isAlone = request.isSimple || !this.#settings.prepare;
      if (isAlone && this.#flights.length > 0) break;
      this.#waiting.shift();
      if (request.isDone) continue;
      request.onStart();
      try {
        this.#send(request, isAlone);
      } catch (error) {
        request.onDone(error, undefined);
      }
    }
    this.#flush();
    if (this.load === 0) this.#idle();
  }

  #flush(): void {
    if (!this.#writer.isEmpty) this.#socket?.write(this.#writer.take());
  }

  #send(request: Request, isAlone: boolean, isRepeated = false): void {
    const writer = this.#writer;
    if (request.isSimple) {
      const flight = new Flight(request, null, this.#settings.bigint === true);
      if (request.text.includes("\0")) throw new TypeError("A statement cannot contain a null character");
      writer.begin("Q").string(request.text).end();
      flight.isAlone = true;
      this.#flights.push(flight);
      return;
    }
    if (request.text.includes("\0")) throw new TypeError("A statement cannot contain a null character");
    const types = request.values.map(typeOf);
    const { statement, evicted } = this.#statements.find(request.text, types, this.#settings.prepare);
    if (evicted !== null) writeClose(writer, evicted);
    const flight = new Flight(request, statement, this.#settings.bigint === true);
    flight.isRepeated = isRepeated;
    if (statement.isKnown) {
      flight.isAlone = isAlone;
      const formats = formatsOf(statement.columns, flight.mode === "raw");
      flight.describe(statement, formats);
      writeRun(writer, statement, request.values, formats);
    } else {
      flight.isAlone = true;
      flight.isPreparing = types.length > 0;
      if (flight.isPreparing) writeParse(writer, statement);
      else writeParseAndRun(writer, statement);
    }
    this.#flights.push(flight);
  }

  #onMessage(type: string, message: Reader): void {
    const flight = this.#flights[0];
    switch (type) {
      case "D":
        this.#guard(flight, () => flight?.row(message));
        return;
      case "C":
        flight?.complete(message.string());
        return;
      case "Z":
        this.#onReady(message.letter() as TransactionStatus);
        return;
      case "T":
        this.#onColumns(flight, message);
        return;
      case "n":
        if (flight?.isPreparing) this.#onPrepared(flight);
        else if (flight?.statement) flight.describe(flight.statement, null);
        return;
      case "t":
        if (flight?.statement) flight.statement.types = Array.from({ length: message.int16() }, () => message.uint32());
        return;
      case "E":
        this.#onError(flight, message);
        return;
      case "I":
        flight?.empty();
        return;
      case "R":
        this.#answering = this.#answering
          .then(() => this.#login?.authenticate(message))
          .catch((error: Error) => this.close(error));
        return;
      case "K":
        this.#processId = message.int32();
        this.#secret = new Uint8Array(message.rest());
        return;
      case "A": {
        message.int32();
        const channel = message.string();
        this.onNotification?.(channel, message.string());
        return;
      }
      case "G":
      case "H":
        this.#onCopy(flight, type);
        return;
      case "v":
        throw new RangeError("the server does not speak version 3.0 of the protocol");
      default:
        // 1, 2, 3: parsed, bound, closed; N, S: notices and settings; d, c: the rows of a refused COPY.
        if (!"123NSdcsW".includes(type)) throw new RangeError(`its type "${type}" is unknown`);
    }
  }

  /** A value that cannot be decoded fails its query only. */
  #guard(flight: Flight | undefined, run: () => void): void {
    try {
      run();
    } catch (error) {
      flight?.fail(error);
    }
  }

  #onColumns(flight: Flight | undefined, message: Reader): void {
    if (flight === undefined) return;
    const { statement } = flight;
    const columns = readColumns(message);
    const rename = this.#settings.transform?.from;
    if (rename !== undefined)
      this.#guard(flight, () => {
        // A name that the program cannot make is asked for again the next time.
        if (statement !== null) this.#statements.forget(statement);
        for (const column of columns) column.name = rename(column.name);
        if (statement !== null) this.#statements.keep(statement);
      });
    if (statement === null) {
      flight.describe({ string: flight.request.text, types: [], columns }, null);
      return;
    }
    statement.columns = columns;
    if (flight.isPreparing) this.#onPrepared(flight);
    else flight.describe(statement, null);
  }

  /** The types of the parameters are known. */
  #onPrepared(flight: Flight): void {
    const statement = flight.statement!;
    flight.isPreparing = false;
    statement.isKnown = true;
    const formats = this.#settings.prepare ? formatsOf(statement.columns, flight.mode === "raw") : [];
    flight.describe(statement, formats);
    try {
      writeRun(this.#writer, statement, flight.request.values, formats);
      flight.isAlone = !this.#settings.prepare;
    } catch (error) {
      // Nothing of the run was written; the server waits for the end of the request.
      flight.fail(error);
      this.#writer.begin("S").end();
    }
    this.#pump();
  }

  #onError(flight: Flight | undefined, message: Reader): void {
    const error = serverError(message);
    if (!this.isReady || flight === undefined) {
      this.#lastError = error;
      if (!this.isReady) this.close(error);
      return;
    }
    if (/^(?:FATAL|PANIC)$/.test(`${(error as { severity?: string }).severity}`)) this.#lastError = error;
    flight.fail(error);
    if (flight.isPreparing) {
      flight.isPreparing = false;
      this.#writer.begin("S").end();
      this.#flush();
    }
  }

  #onCopy(flight: Flight | undefined, type: string): void {
    flight?.fail(
      clientError(
        "postgres",
        "COPY_NOT_SUPPORTED",
        "COPY ... FROM STDIN needs query.writable() and COPY ... TO STDOUT needs query.readable()",
      ),
    );
    if (type === "H") return;
    this.#writer.begin("f").string("COPY is not supported").end();
    // The first Sync was ignored, as it arrived in the COPY.
    if (flight?.statement) this.#writer.begin("S").end();
    this.#flush();
  }

  #onReady(status: TransactionStatus): void {
    this.status = status;
    const flight = this.#flights.shift();
    if (flight === undefined) {
      if (this.isReady) throw new RangeError("it answers no request");
      this.isReady = true;
      clearTimeout(this.#timer ?? undefined);
      this.#login = null;
      this.#events.ready(this);
      this.#pump();
      return;
    }
    const { request, statement } = flight;
    if (flight.error === null) {
      if (statement !== null) statement.isKnown = statement.name !== "";
      request.onDone(null, flight.result);
    } else {
      if (statement !== null && this.#mustPrepareAgain(flight.error)) {
        this.#statements.forget(statement);
        if (status === "I" && this.#flights.length === 0 && !flight.isRepeated && !request.isDone) {
          this.#send(request, !this.#settings.prepare, true);
          this.#flush();
          return;
        }
      } else if (statement !== null && !statement.isKnown) this.#statements.forget(statement);
      request.onDone(flight.error, undefined);
    }
    this.#pump();
  }

  /** The server has forgotten the statement, or its result has other columns now. */
  #mustPrepareAgain(error: unknown): boolean {
    const { errno, routine } = error as { errno?: string; routine?: string };
    return errno === "26000" || (errno === "0A000" && routine === "RevalidateCachedQuery");
  }

  #idle(): void {
    this.#updateReference();
    this.#events.idle(this);
  }

  /** An idle connection does not keep the program running. */
  #updateReference(): void {
    if (this.load === 0 && this.onNotification === null) this.#socket?.unref();
    else this.#socket?.ref();
  }

  cancel(request: Request): void {
    const at = this.#waiting.indexOf(request);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      request.onDone(clientError("postgres", "QUERY_CANCELLED", "Query cancelled"), undefined);
      return;
    }
    const flight = this.#flights.find((sent) => sent.request === request);
    if (flight === undefined) return;
    const giveUp = (): void =>
      request.onDone(
        clientError("postgres", "QUERY_CANCELLED", "Query cancelled", "The server may still run the query"),
        undefined,
      );
    if (this.#flights.length > 1) giveUp();
    else {
      flight.isAlone = true;
      cancelling.cancel(this.#settings, this.#processId, this.#secret).catch(giveUp);
    }
  }

  close(error: Error): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.#timer ?? undefined);
    const socket = this.#socket ?? this.#dialing.socket;
    if (this.#socket !== null && this.isReady) {
      this.#socket.end(new Writer().begin("X").end().take());
      this.#socket.unref();
      const ended = this.#socket;
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
