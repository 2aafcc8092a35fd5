// A connection to a PostgreSQL server: requests go out in order, several at a time, and are answered in order.
// https://www.postgresql.org/docs/current/protocol-flow.html
import { clientError, tooManyParameters } from "internal:bun/sql/errors";
import { PipelinedConnection } from "internal:bun/sql/pipelined_connection";
import type { Settings } from "internal:bun/sql/settings";
import type { ConnectionEvents, Request, TransactionStatus } from "internal:bun/sql/request";
import { dial } from "internal:bun/sql/postgres/dial";
import { typeOf } from "internal:bun/sql/postgres/encode";
import { Flight } from "internal:bun/sql/postgres/flight";
import { Login, greeting } from "internal:bun/sql/postgres/log_in";
import { type Reader, Splitter, Writer } from "internal:bun/sql/postgres/messages";
import { serverError } from "internal:bun/sql/postgres/server_error";
import { Statements, formatsOf, readColumns } from "internal:bun/sql/postgres/statements";
import { writeClose, writeParse, writeParseAndRun, writeRun } from "internal:bun/sql/postgres/requests";
import defer * as cancelling from "internal:bun/sql/postgres/cancel";

const PARAMETERS_MAX = 65_535;

export class PostgresConnection extends PipelinedConnection<Flight> {
  /** Called for messages of channels. */
  onNotification: ((channel: string, payload: string) => void) | null = null;
  protected readonly writer = new Writer();
  readonly #statements = new Statements();
  readonly #splitter = new Splitter();
  #login: Login | null = null;
  /** Authentication messages are answered one after the other. */
  #answering: Promise<void> = Promise.resolve();
  #processId = 0;
  #secret: Uint8Array = new Uint8Array();

  constructor(settings: Settings, events: ConnectionEvents) {
    super("postgres", settings, events);
    this.#open().catch((error: Error) => this.close(error));
  }

  protected loginState(): string {
    return this.#login === null ? "" : " (sent startup message, but never received response)";
  }

  get canPipeline(): boolean {
    return this.settings.prepare;
  }

  protected override get isNeeded(): boolean {
    return this.load > 0 || this.onNotification !== null;
  }

  protected runsAlone(request: Request): boolean {
    return request.isSimple || !this.settings.prepare;
  }

  protected goodbye(): Uint8Array {
    return new Writer().begin("X").end().take();
  }

  async #open(): Promise<void> {
    const socket = await dial(this.settings, this.dialing);
    if (this.isClosed) {
      socket.destroy();
      return;
    }
    this.attach(socket, (chunk) => this.#onData(chunk));
    // It was paused while the server said whether it speaks TLS.
    socket.resume();
    this.#login = new Login(this.settings, (bytes) => socket.write(bytes));
    socket.write(greeting(this.settings));
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

  override enqueue(request: Request): void {
    if (!this.isClosed && request.values.length > PARAMETERS_MAX) request.onDone(tooManyParameters(), undefined);
    else super.enqueue(request);
  }

  protected send(request: Request, isRepeated: boolean): void {
    const { writer } = this;
    if (request.isSimple) {
      const flight = new Flight(request, null, this.settings.bigint === true);
      if (request.text.includes("\0")) throw new TypeError("A statement cannot contain a null character");
      writer.begin("Q").string(request.text).end();
      flight.isAlone = true;
      this.sent.push(flight);
      return;
    }
    if (request.text.includes("\0")) throw new TypeError("A statement cannot contain a null character");
    const types = request.values.map(typeOf);
    const { statement, evicted } = this.#statements.find(request.text, types, this.settings.prepare);
    if (evicted !== null) writeClose(writer, evicted);
    const flight = new Flight(request, statement, this.settings.bigint === true);
    flight.isRepeated = isRepeated;
    if (statement.isKnown) {
      flight.isAlone = this.runsAlone(request);
      const formats = formatsOf(statement.columns, flight.mode === "raw");
      flight.describe(statement, formats);
      writeRun(writer, statement, request.values, formats);
    } else {
      flight.isAlone = true;
      flight.isPreparing = types.length > 0;
      if (flight.isPreparing) writeParse(writer, statement);
      else writeParseAndRun(writer, statement);
    }
    this.sent.push(flight);
  }

  #onMessage(type: string, message: Reader): void {
    const flight = this.sent[0];
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
    const rename = this.settings.transform?.from;
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
    const formats = this.settings.prepare ? formatsOf(statement.columns, flight.mode === "raw") : [];
    flight.describe(statement, formats);
    try {
      writeRun(this.writer, statement, flight.request.values, formats);
      flight.isAlone = !this.settings.prepare;
    } catch (error) {
      // Nothing of the run was written; the server waits for the end of the request.
      flight.fail(error);
      this.writer.begin("S").end();
    }
    this.pump();
  }

  #onError(flight: Flight | undefined, message: Reader): void {
    const error = serverError(message);
    if (!this.isReady || flight === undefined) {
      this.lastError = error;
      if (!this.isReady) this.close(error);
      return;
    }
    if (/^(?:FATAL|PANIC)$/.test(`${(error as { severity?: string }).severity}`)) this.lastError = error;
    flight.fail(error);
    if (flight.isPreparing) {
      flight.isPreparing = false;
      this.writer.begin("S").end();
      this.flush();
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
    this.writer.begin("f").string("COPY is not supported").end();
    // The first Sync was ignored, as it arrived in the COPY.
    if (flight?.statement) this.writer.begin("S").end();
    this.flush();
  }

  #onReady(status: TransactionStatus): void {
    this.status = status;
    const flight = this.sent.shift();
    if (flight === undefined) {
      if (this.isReady) throw new RangeError("it answers no request");
      this.#login = null;
      this.becomeReady();
      return;
    }
    const { request, statement } = flight;
    if (flight.error === null) {
      if (statement !== null) statement.isKnown = statement.name !== "";
      request.onDone(null, flight.result);
    } else {
      if (statement !== null && this.#mustPrepareAgain(flight.error)) {
        this.#statements.forget(statement);
        if (this.repeat(flight)) return;
      } else if (statement !== null && !statement.isKnown) this.#statements.forget(statement);
      request.onDone(flight.error, undefined);
    }
    this.pump();
  }

  /** The server has forgotten the statement, or its result has other columns now. */
  #mustPrepareAgain(error: unknown): boolean {
    const { errno, routine } = error as { errno?: string; routine?: string };
    return errno === "26000" || (errno === "0A000" && routine === "RevalidateCachedQuery");
  }

  cancel(request: Request): void {
    if (this.takeBack(request)) return;
    const flight = this.sent.find((sent) => sent.request === request);
    if (flight === undefined) return;
    const giveUp = (): void =>
      request.onDone(
        clientError("postgres", "QUERY_CANCELLED", "Query cancelled", "The server may still run the query"),
        undefined,
      );
    if (this.sent.length > 1) giveUp();
    else {
      flight.isAlone = true;
      cancelling.cancel(this.settings, this.#processId, this.#secret).catch(giveUp);
    }
  }
}
