// node:timers/promises. `signal` rejects with Node's AbortError, `ref: false` lets the process exit before.
import { AbortError, ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } from "internal:core/errors";
import { kResistStopPropagation } from "internal:core/events/symbols";
import * as timers from "internal:core/timers";
import { validateAbortSignal, validateBoolean, validateNumber, validateObject } from "internal:core/validators";

interface Options {
  signal: Signal | undefined;
  ref: boolean;
}

/** The members of AbortSignal that are used here. */
interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: string, listener: () => void, options?: object): void;
  removeEventListener(type: string, listener: () => void): void;
}

function readOptions(options: unknown): Options {
  validateObject(options, "options");
  const { signal, ref = true } = options;
  if (signal !== undefined) validateAbortSignal(signal, "options.signal");
  validateBoolean(ref, "options.ref");
  return { signal, ref };
}

function aborted(signal: Signal): AbortError {
  return new AbortError(undefined, { cause: signal.reason });
}

/** Returns a promise that `start(resolve)` resolves later; `stop` cancels that when the signal aborts. */
function wait<T, H>(
  signal: Signal | undefined,
  start: (resolve: (value: T) => void) => H,
  stop: (handle: H) => void,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(aborted(signal));
  if (signal === undefined) return new Promise<T>((resolve) => void start(resolve));
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => {
      stop(handle);
      reject(aborted(signal));
    };
    const handle = start((value) => {
      signal.removeEventListener("abort", onAbort);
      resolve(value);
    });
    signal.addEventListener("abort", onAbort, { once: true, [kResistStopPropagation]: true });
  });
}

/** Resolves with `value` after `delay` milliseconds. Rejects with ERR_INVALID_ARG_TYPE for invalid arguments. */
function setTimeout<T>(delay?: number, value?: T, options: unknown = {}): Promise<T> {
  let settings: Options;
  try {
    if (delay !== undefined) validateNumber(delay, "delay");
    settings = readOptions(options);
  } catch (error) {
    return Promise.reject(error);
  }
  const start = (resolve: (value: T) => void): timers.Timeout => {
    const timer = timers.setTimeout(resolve, delay, value);
    return settings.ref ? timer : timer.unref();
  };
  return wait(settings.signal, start, timers.clearTimeout);
}

/** Resolves with `value` in the check phase of this turn of the loop. */
function setImmediate<T>(value?: T, options: unknown = {}): Promise<T> {
  let settings: Options;
  try {
    settings = readOptions(options);
  } catch (error) {
    return Promise.reject(error);
  }
  const start = (resolve: (value: T) => void): timers.Immediate => {
    const immediate = timers.setImmediate(resolve, value);
    return settings.ref ? immediate : immediate.unref();
  };
  return wait(settings.signal, start, timers.clearImmediate);
}

/** Yields `value` every `delay` milliseconds; values that are due while the consumer is busy are yielded at once. */
async function* setInterval<T>(delay?: number, value?: T, options: unknown = {}): AsyncGenerator<T | undefined> {
  if (delay !== undefined) validateNumber(delay, "delay");
  const { signal, ref } = readOptions(options);
  if (signal?.aborted) throw aborted(signal);
  let due = 0;
  let wake: (() => void) | undefined;
  const notify = (): void => {
    const resolve = wake;
    wake = undefined;
    resolve?.();
  };
  const timer = timers.setInterval(() => {
    due++;
    notify();
  }, delay);
  if (!ref) timer.unref();
  const onAbort = (): void => {
    timers.clearTimeout(timer);
    notify();
  };
  signal?.addEventListener("abort", onAbort, { once: true, [kResistStopPropagation]: true });
  try {
    while (!signal?.aborted) {
      if (due === 0) await new Promise<void>((resolve) => (wake = resolve));
      for (; due > 0; due--) yield value;
    }
    throw aborted(signal!);
  } finally {
    timers.clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

const kCreate = Symbol("create");

/** `scheduler`: Node's part of the draft of the Scheduling APIs. */
class Scheduler {
  #isReal = true;

  constructor(key?: unknown) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  /** As `setImmediate`. */
  yield(): Promise<void> {
    if (!(#isReal in this)) throw new ERR_INVALID_THIS("Scheduler");
    return setImmediate();
  }

  /** As `setTimeout` without a value. */
  wait(delay: number, options?: unknown): Promise<void> {
    if (!(#isReal in this)) throw new ERR_INVALID_THIS("Scheduler");
    return setTimeout(delay, undefined, options);
  }
}

export { setImmediate, setInterval, setTimeout };

export default { setTimeout, setImmediate, setInterval, scheduler: new Scheduler(kCreate) };
