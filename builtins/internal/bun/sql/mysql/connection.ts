// A connection to a MySQL server: requests go out in order, several at a time, and are answered in order.
// https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html
import { clientError } from "internal:bun/sql/errors";
import { PipelinedConnection } from "internal:bun/sql/pipelined_connection";
import type { Settings } from "internal:bun/sql/settings";
import type { ConnectionEvents, Request } from "internal:bun/sql/request";
import { type Dialog, Flight } from "internal:bun/sql/mysql/flight";
import { type Login, logIn } from "internal:bun/sql/mysql/log_in";
import { type Bytes, type Reader, Splitter, Writer } from "internal:bun/sql/mysql/packets";
import { encode, writeParameters } from "internal:bun/sql/mysql/parameters";
import { serverError } from "internal:bun/sql/mysql/server_error";
import { type Prepared, Statements } from "internal:bun/sql/mysql/statements";

/** Dates are UTC in both directions, so the session is, too. */
const SET_TIME_ZONE = "SET time_zone = '+00:00'";

const Command = { QUIT: 0x01, QUERY: 0x03, PREPARE: 0x16, EXECUTE: 0x17, CLOSE: 0x19 } as const;
const IN_TRANSACTION = 0x1;
const ERROR = 0xff;
/** The server has lost a statement, or its tables have changed too much. */
const UNKNOWN_STATEMENT = 1243;
const MUST_PREPARE_AGAIN = 1615;

export class MysqlConnection extends PipelinedConnection<Flight> {
  readonly canPipeline = true;
  protected readonly writer = new Writer();
  readonly #statements = new Statements();
  readonly #splitter = new Splitter();
  #dialog: Dialog;
  #login: Login | null = null;
  #loginState = "";

  constructor(settings: Settings, events: ConnectionEvents) {
    super("mysql", settings, events);
    this.#dialog = {
      deprecatesEof: true,
      hasMetadata: false,
      bigint: settings.bigint === true,
      rename: settings.transform?.from,
    };
    this.#open().catch((error: Error) => this.close(error));
  }

  protected loginState(): string {
    return this.#loginState;
  }

  protected runsAlone(request: Request): boolean {
    return request.isSimple;
  }

  protected goodbye(): Uint8Array {
    return new Writer().begin().uint8(Command.QUIT).end().take();
  }

  async #open(): Promise<void> {
    const { socket, deprecatesEof, hasMetadata, login } = await logIn(
      this.settings,
      this.dialing,
      () => (this.#loginState = " (during authentication)"),
    );
    if (this.isClosed) {
      socket.destroy();
      return;
    }
    this.#login = login;
    this.#dialog = { ...this.#dialog, deprecatesEof, hasMetadata };
    this.attach(socket, (chunk) => this.#onData(chunk as Bytes));
    // It was paused after the greeting.
    socket.resume();
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

  protected send(request: Request, isRepeated: boolean): void {
    const { writer } = this;
    if (request.isSimple) {
      const flight = new Flight(request, null, this.#dialog);
      flight.isAlone = true;
      writer.begin().uint8(Command.QUERY).text(request.text).end();
      this.sent.push(flight);
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
    this.sent.push(flight);
  }

  /** Writes the run of a prepared statement. False, and nothing is written, for values that cannot be sent. */
  #execute({ request }: Flight, statement: Prepared): boolean {
    try {
      const { values } = request;
      if (values.length !== statement.types.length)
        throw clientError("mysql", "WRONG_NUMBER_OF_PARAMETERS_PROVIDED", "Wrong number of parameters provided");
      const encoded = values.map(encode);
      // No cursor, one run.
      const writer = this.writer.begin().uint8(Command.EXECUTE).uint32(statement.id).uint8(0).uint32(1);
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
    const flight = this.sent[0];
    if (flight === undefined) {
      // The server says why it is about to close the connection.
      if (message.first !== ERROR) throw new RangeError("it answers no request");
      this.lastError = serverError(message);
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
      this.socket?.write(new Writer().begin().uint8(Command.QUERY).text(SET_TIME_ZONE).end().take());
      return;
    }
    if (message.first === ERROR) throw serverError(message);
    this.becomeReady();
  }

  /** The server knows the statement. */
  #onPrepared(flight: Flight): void {
    if (this.#execute(flight, flight.statement!)) flight.isAlone = false;
    else this.sent.shift();
    this.pump();
  }

  #onDone(flight: Flight): void {
    this.sent.shift();
    if (flight.status !== null) this.status = (flight.status & IN_TRANSACTION) === 0 ? "I" : "T";
    const { request, statement, error } = flight;
    if (error === null) {
      request.onDone(null, flight.result);
    } else {
      if (statement !== null && !statement.isKnown) this.#statements.forget(statement);
      else if (statement !== null && this.#mustPrepareAgain(error)) {
        this.#statements.forget(statement);
        if (this.repeat(flight)) return;
      }
      request.onDone(error, undefined);
    }
    this.pump();
  }

  #mustPrepareAgain(error: unknown): boolean {
    const { errno } = error as { errno?: number };
    return errno === UNKNOWN_STATEMENT || errno === MUST_PREPARE_AGAIN;
  }

  /** Only a request that waits can be taken back; one that runs goes on, as in Bun. */
  cancel(request: Request): void {
    this.takeBack(request);
  }
}
