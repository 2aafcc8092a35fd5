// Where the queries of a client run: on the pool, on a reserved connection, in a transaction or in a savepoint.
import fs from "internal:node/fs";
import { invalid } from "internal:bun/errors";
import { type Dialect, clientError } from "internal:bun/sql/errors";
import { type Settings, dialectOf } from "internal:bun/sql/settings";
import type { Source } from "internal:bun/sql/pool";
import { type QueryState, type Runner, fail, succeed } from "internal:bun/sql/query";
import type { Connection, Request } from "internal:bun/sql/request";
import { SQLResultArray } from "internal:bun/sql/result";
import { type Statement, type Style, build } from "internal:bun/sql/template";

export class Scope implements Runner {
  readonly settings: Settings;
  readonly source: Source;
  /** Null: any connection of the pool. */
  readonly connection: Connection | null;
  readonly style: Style;
  /** Why no more queries run. */
  ended: Error | null = null;

  constructor(settings: Settings, source: Source, connection: Connection | null) {
    this.settings = settings;
    this.source = source;
    this.connection = connection;
    this.style = { dialect: dialectOf(settings.adapter), transform: settings.transform };
  }

  get dialect(): Dialect {
    return this.style.dialect;
  }

  error(code: string, message: string): Error {
    return clientError(this.dialect, code, message);
  }

  cancelledError(): Error {
    return this.error("QUERY_CANCELLED", "Query cancelled");
  }

  run(state: QueryState): void {
    if (state.kind === "identifier")
      fail(state, this.error("NOT_TAGGED_CALL", "Query not called as a tagged template literal"), false);
    else if (this.ended !== null) fail(state, this.ended, true);
    else if (state.kind === "file") {
      fs.promises.readFile(state.text, "utf8").then(
        (text: string) => (state.isCancelled ? fail(state, this.cancelledError(), true) : this.#runText(state, text)),
        (error: unknown) => fail(state, error, false),
      );
    } else this.#build(state);
  }

  #runText(state: QueryState, text: string): void {
    if (this.ended !== null) fail(state, this.ended, true);
    else this.#send(state, { text, values: state.values });
  }

  #build(state: QueryState): void {
    let statement: Statement;
    try {
      statement = build(state, this.style);
      if (state.isSimple && statement.values.length > 0) throw invalid("simple query cannot have parameters");
    } catch (error) {
      fail(state, error, false);
      return;
    }
    this.#send(state, statement);
  }

  /** Another query of the pool would run in the transaction, or outside of it. */
  #isUnsafe(text: string): boolean {
    return (
      this.connection === null &&
      this.dialect !== "sqlite" &&
      this.settings.max > 1 &&
      /^\s*(?:begin|start\s+transaction)\b/i.test(text)
    );
  }

  #send(state: QueryState, { text, values }: Statement): void {
    if (this.#isUnsafe(text)) {
      fail(state, this.error("UNSAFE_TRANSACTION", "Only use sql.begin, sql.reserved or max: 1"), false);
      return;
    }
    let isOnConnection = this.connection !== null;
    const request: Request = {
      text,
      values,
      names: state.names,
      mode: () => state.mode,
      isSimple: state.isSimple || (state.kind !== "template" && values.length === 0 && state.names === null),
      onStart() {
        isOnConnection = true;
        state.isActive = true;
      },
      onDone(error, result) {
        if (request.isDone) return;
        request.isDone = true;
        if (error === null) succeed(state, result);
        else fail(state, error, isOnConnection);
      },
      isDone: false,
    };
    const { connection } = this;
    if (connection === null) {
      const stop = this.source.submit(request);
      state.stop = stop;
    } else {
      state.stop = () => connection.cancel(request);
      connection.enqueue(request);
    }
  }
}

/** Runs one statement without parameters on a connection. */
export function command(connection: Connection, text: string): Promise<SQLResultArray> {
  return new Promise((resolve, reject) => {
    const request: Request = {
      text,
      values: [],
      names: null,
      mode: () => "objects",
      isSimple: true,
      onStart() {},
      onDone(error, result) {
        if (request.isDone) return;
        request.isDone = true;
        if (error === null) resolve(result as SQLResultArray);
        else reject(error as Error);
      },
      isDone: false,
    };
    connection.enqueue(request);
  });
}
