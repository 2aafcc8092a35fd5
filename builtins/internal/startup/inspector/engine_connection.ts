// The connection to the engine of an inspected thread. There is one: the engine's agents end when any of several is closed.
import { CommandError, FAILED, type Parameters } from "internal:startup/inspector/protocol";
import { connect, disconnect, send } from "native:inspector";

/** The connections, by their numbers. */
const connections = new Map<number, EngineConnection>();

/** A message of the engine for a connection. */
export function receiveOfEngine(number: number, text: string): void {
  connections.get(number)?.receive(text);
}

export class EngineConnection {
  readonly #thread: number;
  /** Receives the events. */
  readonly #onEvent: (method: string, parameters: Parameters) => void;
  /** Is called when a message was sent. */
  readonly #onSent: () => void;
  #number: number | null = null;
  readonly #waiters = new Map<number, PromiseWithResolvers<Parameters>>();
  #lastId = 0;

  constructor(thread: number, onEvent: (method: string, parameters: Parameters) => void, onSent: () => void) {
    this.#thread = thread;
    this.#onEvent = onEvent;
    this.#onSent = onSent;
  }

  /** Connects, unless it is connected. */
  open(): void {
    if (this.#number !== null) return;
    this.#number = connect(this.#thread);
    connections.set(this.#number, this);
  }

  /** Ends it; a paused program continues. */
  close(): void {
    if (this.#number === null) return;
    connections.delete(this.#number);
    disconnect(this.#number);
    this.#number = null;
    for (const { reject } of this.#waiters.values()) reject(new CommandError(FAILED, "The session has ended"));
    this.#waiters.clear();
  }

  /** Runs a command of the engine. Rejects with its error. */
  ask(method: string, parameters: Parameters = {}): Promise<Parameters> {
    if (this.#number === null) return Promise.reject(new CommandError(FAILED, "The session has ended"));
    const id = ++this.#lastId;
    const waiter = Promise.withResolvers<Parameters>();
    this.#waiters.set(id, waiter);
    send(this.#number, JSON.stringify({ id, method, params: parameters }));
    this.#onSent();
    return waiter.promise;
  }

  receive(text: string): void {
    const { id, result, error, method, params } = JSON.parse(text);
    if (id === undefined) return this.#onEvent(method, params ?? {});
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    if (error === undefined) waiter?.resolve(result ?? {});
    else waiter?.reject(new CommandError(error.code ?? FAILED, messageOf(error)));
  }
}

/** The message of an engine's error, in the words of Chrome's protocol where debuggers look at them. */
function messageOf({ message }: { message: string }): string {
  return /breakpoint for given location already exists/i.test(message)
    ? "Breakpoint at specified location already exists."
    : message;
}
