// The state of connections whose response is a stream that is still being sent.

/** State of an in-flight request on its connection. */
export class ConnectionState {
  readonly sequence: number;
  isClosed = false;
  /** Called when the connection closes before the response is complete. */
  onDisconnected: (() => void) | null = null;
  /** Called with the error of a body that fails. */
  onFailed: ((error: unknown) => void) | null = null;
  /** Called when the connection closes, after `onDisconnected`: cancels the body, whose read may be pending. */
  cancelBody: (() => void) | null = null;
  /** Called once, when nothing more of the response is sent. */
  onOver: (() => void) | null = null;
  #drained: (() => void) | null = null;
  #key: number;
  constructor(connection: number, sequence: number) {
    this.#key = connection;
    this.sequence = sequence;
  }
  /** Resolves when the buffered output was sent, or the connection is closed. */
  drained(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
  /** Resolves the promise of `drained`. */
  resolveDrained(): void {
    const drained = this.#drained;
    this.#drained = null;
    drained?.();
  }
  /** Removes the state: the response is complete. */
  release(): void {
    if (states.get(this.#key) === this) states.delete(this.#key);
    const { onOver } = this;
    this.onOver = null;
    onOver?.();
  }
}

const states = new Map<number, ConnectionState>();

/** The state of an in-flight request; made on first use. */
export function connectionState(connection: number, sequence: number): ConnectionState {
  const known = states.get(connection);
  if (known !== undefined && known.sequence === sequence) return known;
  const state = new ConnectionState(connection, sequence);
  states.set(connection, state);
  return state;
}

/**
 * Sets the callbacks for a response that is still being sent: the connection closes, the body fails, or nothing more is sent. Returns
 * false when the response is complete.
 */
export function watchResponse(
  connection: number,
  sequence: number,
  callbacks: { onDisconnected: () => void; onFailed: (error: unknown) => void; onOver: () => void },
): boolean {
  const state = states.get(connection);
  if (state === undefined || state.sequence !== sequence) return false;
  Object.assign(state, callbacks);
  return true;
}

/** Whether any response is still being sent. */
export function isSending(): boolean {
  return states.size > 0;
}

/** The buffered output of a connection was sent. */
export function onDrained(connection: number, sequence: number): void {
  const state = states.get(connection);
  if (state !== undefined && state.sequence === sequence) state.resolveDrained();
}

/** A connection is closed. */
export function onClosed(connection: number): void {
  const state = states.get(connection);
  if (state === undefined) return;
  state.isClosed = true;
  states.delete(connection);
  state.onDisconnected?.();
  state.cancelBody?.();
  state.resolveDrained();
  state.release();
}
