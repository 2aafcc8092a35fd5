// `mock.timers`: timers that run when the test says so. https://nodejs.org/api/test.html#class-mocktimers
import { MockedQueue, MockedTimer } from "internal:test_runner/mock/timer_queue";
import { makeDate } from "internal:test_runner/mock/date";
import { TIMEOUT_MAX } from "internal:test_runner/plan";
import { AbortError, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE } from "internal:core/errors";
import { addAbortListener } from "internal:core/events/abort_listener";
import { validateAbortSignal, validateNumber, validateStringArray, validateUint32 } from "internal:core/validators";
import { AbortController, AbortSignal } from "web:abort";
import nodeTimers from "internal:node/timers";
import timerPromises from "internal:node/timers/promises";

const APIS = ["setTimeout", "setInterval", "setImmediate", "Date", "scheduler.wait", "AbortSignal.timeout"];
/** Immediates precede all timers of the same moment. */
const BEFORE_TIMERS = -1;

type Undo = () => void;

export class MockTimers {
  #isEnabled = false;
  #now = 0;
  #queue = new MockedQueue();
  #undo: Undo[] = [];

  /** Replaces the functions of `options.apis`, by default all; time begins at `options.now`, a number or a Date. */
  enable(options: any = {}): void {
    let { apis, now } = { ...options };
    if (this.#isEnabled) throw new ERR_INVALID_STATE("MockTimers is already enabled!");
    if (Number.isNaN(now))
      throw new ERR_INVALID_ARG_VALUE("now", now, `epoch must be a positive integer received ${now}`);
    now ||= 0;
    apis ||= APIS;
    validateStringArray(apis, "options.apis");
    for (const api of apis) {
      if (!APIS.includes(api)) throw new ERR_INVALID_ARG_VALUE("options.apis", api, `option ${api} is not supported`);
    }
    this.#now = timeOf(now);
    for (const api of apis) this.#undo.push(...this.#replace(api));
    this.#isEnabled = true;
  }

  /** Advances the time by `time` milliseconds. */
  tick(time = 1): void {
    this.#requireEnabled();
    checkTime(time);
    this.#now += time;
    this.#queue.runUntil(this.#now);
  }

  /** Advances the time to the last pending timer. */
  runAll(): void {
    this.#requireEnabled();
    const last = this.#queue.lastTime();
    if (last !== undefined) this.tick(Math.max(last - this.#now, 0));
  }

  /** Changes the current time without running timers. */
  setTime(time: unknown = 0): void {
    validateNumber(time, "time");
    checkTime(time);
    this.#requireEnabled();
    this.#now = time;
  }

  /** Restores everything. */
  reset(): void {
    if (!this.#isEnabled) return;
    for (const undo of this.#undo.splice(0).reverse()) undo();
    this.#isEnabled = false;
    this.#now = 0;
    this.#queue.clear();
  }
  [Symbol.dispose](): void {
    this.reset();
  }

  #requireEnabled(): void {
    if (!this.#isEnabled)
      throw new ERR_INVALID_STATE("You should enable MockTimers first by calling the .enable function");
  }

  #add(callback: Function, delay: any, args: unknown[], repeats: boolean): MockedTimer {
    // As with real timers: a delay that is too long becomes 1.
    const wait = delay > TIMEOUT_MAX ? 1 : Number(delay) || 0;
    return this.#queue.add(callback, this.#now + wait, repeats ? wait : undefined, args);
  }

  /** Replaces one API; returns a function that restores it. */
  #replace(api: string): Undo[] {
    const clear = (timer: unknown): void => this.#queue.remove(timer);
    switch (api) {
      case "setTimeout": {
        const set = (callback: Function, delay?: number, ...args: unknown[]): object =>
          this.#add(callback, delay, args, false);
        const later = (delay: number, value: unknown, options: unknown): Promise<unknown> =>
          this.#later(delay, value, options);
        return [...everywhere({ setTimeout: set, clearTimeout: clear }), put(timerPromises, "setTimeout", later)];
      }
      case "setInterval": {
        const set = (callback: Function, delay?: number, ...args: unknown[]): object =>
          this.#add(callback, delay, args, true);
        const each = (delay: number, value: unknown, options: unknown): AsyncGenerator =>
          this.#each(delay, value, options);
        return [...everywhere({ setInterval: set, clearInterval: clear }), put(timerPromises, "setInterval", each)];
      }
      case "setImmediate": {
        const set = (callback: Function, ...args: unknown[]): object => this.#add(callback, BEFORE_TIMERS, args, false);
        const soon = (value: unknown, options: unknown): Promise<unknown> => this.#later(BEFORE_TIMERS, value, options);
        return [...everywhere({ setImmediate: set, clearImmediate: clear }), put(timerPromises, "setImmediate", soon)];
      }
      case "scheduler.wait":
        return [
          put(timerPromises.scheduler, "wait", (delay: number, options: unknown) =>
            this.#later(delay, undefined, options),
          ),
        ];
      case "AbortSignal.timeout":
        return [put(AbortSignal, "timeout", (delay: unknown) => this.#signalAfter(delay))];
      default:
        return [
          put(
            globalThis,
            "Date",
            makeDate(() => this.#now),
          ),
        ];
    }
  }

  async #later(delay: number, value: unknown, options: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const listener = listen(options, reject);
    const timer = this.#add(resolve, delay, [], false);
    try {
      await promise;
      return value;
    } finally {
      listener?.[Symbol.dispose]();
      this.#queue.remove(timer);
    }
  }

  async *#each(delay: number, value: unknown, options: unknown): AsyncGenerator {
    let due = 0;
    let wake = Promise.withResolvers<void>();
    const listener = listen(options, (error) => {
      // There may be no pending reader.
      wake.promise.catch(() => {});
      wake.reject(error);
    });
    const timer = this.#add(
      () => {
        due++;
        wake.resolve();
      },
      delay,
      [],
      true,
    );
    try {
      for (;;) {
        await wake.promise;
        wake = Promise.withResolvers<void>();
        while (due-- > 0) yield value;
        due = 0;
      }
    } finally {
      listener?.[Symbol.dispose]();
      this.#queue.remove(timer);
    }
  }

  #signalAfter(delay: unknown): AbortSignal {
    validateUint32(delay, "delay", false);
    const controller = new AbortController();
    this.#add(() => controller.abort(), delay, [], false);
    return controller.signal;
  }
}

function timeOf(now: unknown): number {
  try {
    return Date.prototype.getTime.call(now);
  } catch {
    validateNumber(now, "initialTime");
    checkTime(now);
    return now;
  }
}

function checkTime(time: number): void {
  if (time < 0) throw new ERR_INVALID_ARG_VALUE("time", "positive integer", time);
}

/** Calls `reject` when the signal of `options` aborts. Throws when it has been aborted. */
function listen(options: any, reject: (error: unknown) => void): any {
  const signal = options?.signal;
  if (!signal) return undefined;
  validateAbortSignal(signal, "options.signal");
  const abort = (): Error => new AbortError(undefined, { cause: signal.reason });
  if (signal.aborted) throw abort();
  return addAbortListener(signal, () => reject(abort()));
}

/** Replaces functions in the global object and in `node:timers`. */
function everywhere(functions: Record<string, unknown>): Undo[] {
  return Object.entries(functions).flatMap(([name, fn]) => [put(globalThis, name, fn), put(nodeTimers, name, fn)]);
}

/** Replaces a property; returns a function that restores it. */
function put(object: any, name: string, value: unknown): Undo {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: before?.enumerable ?? true,
  });
  return () => {
    if (before === undefined) delete object[name];
    else Object.defineProperty(object, name, before);
  };
}
