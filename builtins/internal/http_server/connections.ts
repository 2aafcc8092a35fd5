// What is known of connections beyond the running call: requests that are not answered yet, and streams that wait.

/** State of one request on its connection, while something waits for it. */
export class ConnectionState {
  readonly sequence: number;
  isClosed = false;
  /** Called when the connection goes before the response is complete. */
  onGone: (() => void) | null = null;
  /** Called with the error of a body that fails. */
  onFailed: ((error: unknown) => void) | null = null;
  #drained: (() => void) | null = null;
  #key: number;
  constructor(connection: number, sequence: number) {
    this.#key = connection;
    this.sequence = sequence;
  }
  /** Resolves when what was sent is with the system, or the connection is gone. */
  drained(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
  /** Wakes who waits. */
  wake(): void {
    const drained = this.#drained;
    this.#drained = null;
    drained?.();
  }
  /** Nobody waits any more. */
  release(): void {
    if (states.get(this.#key) === this) states.delete(this.#key);
  }
}

const states = new Map<number, ConnectionState>();

/** The state of a request that is being answered; made now. */
export function connectionState(connection: number, sequence: number): ConnectionState {
  const known = states.get(connection);
  if (known !== undefined && known.sequence === sequence) return known;
  const state = new ConnectionState(connection, sequence);
  states.set(connection, state);
  return state;
}

/** Has `onGone` called when the connection goes while a response to this request is still being sent, `onFailed` when its body fails. */
export function whenGone(
  connection: number,
  sequence: number,
  onGone: () => void,
  onFailed: (error: unknown) => void,
): void {
  const state = states.get(connection);
  if (state === undefined || state.sequence !== sequence) return;
  state.onGone = onGone;
  state.onFailed = onFailed;
}

/** Whether responses are still being sent. */
export function isSending(): boolean {
  return states.size > 0;
}

/** The client took everything. */
export function onDrained(connection: number, sequence: number): void {
  const state = states.get(connection);
  if (state !== undefined && state.sequence === sequence) state.wake();
}

/** The connection is gone. */
export function onClosed(connection: number): void {
  const state = states.get(connection);
  if (state === undefined) return;
  state.isClosed = true;
  states.delete(connection);
  state.onGone?.();
  state.wake();
}
