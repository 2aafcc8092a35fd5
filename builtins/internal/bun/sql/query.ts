// The promise of a query: it runs when the program waits for it. What runs it is its scope (`internal:bun/sql/scope`).
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import type { RowMode } from "internal:bun/sql/result";

/** What is behind a query. */
export interface QueryState {
  readonly query: Query;
  readonly kind: "template" | "unsafe" | "file" | "identifier";
  /** Of a template. */
  readonly strings: readonly string[];
  /** The text, the identifier or the name of the file. */
  readonly text: string;
  readonly values: unknown[];
  /** Named parameters of SQLite. */
  readonly names: Record<string, unknown> | null;
  readonly runner: Runner;
  mode: RowMode;
  isSimple: boolean;
  isStarted: boolean;
  isDone: boolean;
  isCancelled: boolean;
  /** Stops the query, once it is on its way. */
  stop: ((query: QueryState) => void) | null;
  isActive: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export interface Runner {
  run(state: QueryState): void;
  cancelledError(): Error;
}

type Source = Pick<QueryState, "kind" | "strings" | "text" | "values" | "names" | "runner">;

/** What is behind `query`. */
export let stateOf: (query: Query) => QueryState;

const nothing = (): void => {};

/** Settles a query. The failure of one that only `execute()` started is not reported if `isQuiet`. */
export function fail(state: QueryState, error: unknown, isQuiet: boolean): void {
  if (state.isDone) return;
  state.isDone = true;
  state.isActive = false;
  if (isQuiet) Promise.prototype.then.call(state.query, undefined, nothing);
  state.reject(error);
}

export function succeed(state: QueryState, value: unknown): void {
  if (state.isDone) return;
  state.isDone = true;
  state.isActive = false;
  state.resolve(value);
}

export class Query extends Promise<unknown> {
  readonly #state: QueryState;

  static {
    stateOf = (query) => query.#state;
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(source: Source) {
    let resolve: QueryState["resolve"] = nothing;
    let reject: QueryState["reject"] = nothing;
    super((yes, no) => {
      resolve = yes;
      reject = no;
    });
    this.#state = {
      ...source,
      query: this,
      mode: "objects",
      isSimple: false,
      isStarted: false,
      isDone: false,
      isCancelled: false,
      stop: null,
      isActive: false,
      resolve,
      reject,
    };
  }

  #start(): void {
    const state = this.#state;
    if (state.isStarted) return;
    state.isStarted = true;
    if (state.isCancelled) fail(state, state.runner.cancelledError(), true);
    else state.runner.run(state);
  }

  get active(): boolean {
    return this.#state.isActive;
  }

  get cancelled(): boolean {
    return this.#state.isCancelled;
  }

  cancel(): this {
    const state = this.#state;
    if (state.isDone || state.isCancelled) return this;
    state.isCancelled = true;
    state.stop?.(state);
    return this;
  }

  simple(): this {
    this.#state.isSimple = true;
    return this;
  }

  values(): this {
    this.#state.mode = "values";
    return this;
  }

  raw(): this {
    this.#state.mode = "raw";
    return this;
  }

  execute(): this {
    this.#start();
    return this;
  }

  readable(): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("SQL.Query.readable");
  }

  writable(): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("SQL.Query.writable");
  }

  // oxlint-disable-next-line unicorn/no-thenable
  override then<A = unknown, B = never>(
    onfulfilled?: ((value: unknown) => A | PromiseLike<A>) | null,
    onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#start();
    return super.then(onfulfilled, onrejected);
  }

  override catch<B = never>(onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<unknown> {
    this.#start();
    return super.catch(onrejected);
  }

  override finally(onfinally?: (() => void) | null): Promise<unknown> {
    this.#start();
    return super.finally(onfinally);
  }
}
