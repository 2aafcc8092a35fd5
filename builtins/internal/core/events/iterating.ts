// The async iterator of `events.on`: it queues events, or calls of `next`, whichever come first.
import { safe } from "internal:core/bootstrap";
import defer * as errors from "internal:core/errors";
import { addAbortListener } from "internal:core/events/abort_listener";
import { addListenerTo, removeListenerFrom } from "internal:core/events/either_kind";
import { Queue } from "internal:core/events/queue";
import { kFirstEventParam, kWatermarkData } from "internal:core/events/symbols";
import type { Registration } from "internal:core/events/abort_listener";
import type { OnOptions } from "internal:core/events/awaiting";
import type { EmitterOrTarget } from "internal:core/events/either_kind";
import type { EventName, Listener } from "internal:core/events/emitter";

const AsyncIteratorPrototype = safe.getPrototypeOf(safe.getPrototypeOf(async function* () {}.prototype));
const disposeSymbol: typeof Symbol.dispose = Symbol.dispose;

/** An array of the arguments of an event, or its first argument. */
type Result = IteratorResult<unknown>;

/** An emitter that can be paused, such as a stream. */
interface Source extends EmitterOrTarget {
  pause?(): void;
  resume?(): void;
}

/** A call of `next` that waits for an event. */
interface Waiter {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

class EventIteratorState {
  readonly events = new Queue<unknown>();
  readonly waiters = new Queue<Waiter>();
  readonly registrations: [emitter: Source, type: EventName, listener: Listener][] = [];
  paused = false;
  finished = false;
  error: unknown = null;
  abortRegistration: Registration | null = null;

  readonly emitter: Source;

  constructor(emitter: Source) {
    this.emitter = emitter;
  }

  listen(type: EventName, listener: Listener): void {
    addListenerTo(this.emitter, type, listener);
    this.registrations.push([this.emitter, type, listener]);
  }

  close(): Promise<Result> {
    this.abortRegistration?.[disposeSymbol]!();
    for (let last = this.registrations.pop(); last !== undefined; last = this.registrations.pop()) {
      removeListenerFrom(last[0], last[1], last[2]);
    }
    this.finished = true;
    this.paused = false;
    const done: Result = { done: true, value: undefined };
    while (!this.waiters.isEmpty()) this.waiters.shift()!.resolve(done);
    return Promise.resolve(done);
  }

  fail(error: unknown): void {
    if (this.waiters.isEmpty()) this.error = error;
    else this.waiters.shift()!.reject(error);
    this.close();
  }

  deliver(value: unknown, high: number): void {
    if (!this.waiters.isEmpty()) {
      this.waiters.shift()!.resolve({ done: false, value });
      return;
    }
    this.events.push(value);
    if (!this.paused && this.events.size > high) {
      this.paused = true;
      this.emitter.pause!();
    }
  }
}

/** What `events.on` returns; its arguments are checked. */
export class EventIterator {
  #state: EventIteratorState;
  #low: number;

  constructor(emitter: Source, event: EventName, high: number, low: number, options: OnOptions) {
    const state = new EventIteratorState(emitter);
    this.#state = state;
    this.#low = low;
    state.listen(
      event,
      options[kFirstEventParam]
        ? (value: unknown) => state.deliver(value, high)
        : (...args: unknown[]) => state.deliver(args, high),
    );
    if (event !== "error" && typeof emitter.on === "function") state.listen("error", (error) => state.fail(error));
    if (options.close?.length)
      for (const type of options.close)
        state.listen(type, () => {
          state.close();
        });
    const { signal } = options;
    if (signal) {
      state.abortRegistration = addAbortListener(signal, () => {
        state.fail(new errors.AbortError(undefined, { cause: signal.reason }));
      });
    }
    (this as { [kWatermarkData]?: object })[kWatermarkData] = {
      get size() {
        return state.events.size;
      },
      get low() {
        return low;
      },
      get high() {
        return high;
      },
      get isPaused() {
        return state.paused;
      },
    };
  }

  next(): Promise<Result> {
    const state = this.#state;
    if (!state.events.isEmpty()) {
      const value = state.events.shift();
      if (state.paused && state.events.size < this.#low) {
        state.emitter.resume!();
        state.paused = false;
      }
      return Promise.resolve({ done: false, value });
    }
    if (state.error) {
      const { error } = state;
      state.error = null;
      return Promise.reject(error);
    }
    if (state.finished) return state.close();
    return new Promise((resolve, reject) => state.waiters.push({ resolve, reject }));
  }

  return(): Promise<Result> {
    return this.#state.close();
  }

  throw(error: unknown): void {
    if (!error || !(error instanceof Error))
      throw new errors.ERR_INVALID_ARG_TYPE("EventEmitter.AsyncIterator", "Error", error);
    this.#state.fail(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
safe.setPrototypeOf(EventIterator.prototype, AsyncIteratorPrototype);
