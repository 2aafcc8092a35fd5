// node:timers/promises. `signal` ends the wait with Node's AbortError, `ref: false` lets the process end meanwhile.
import { AbortError, ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } from "internal:core/errors";
import { kResistStopPropagation } from "internal:core/events/symbols";
import * as timers from "internal:core/timers";
import { validateAbortSignal, validateBoolean, validateNumber, validateObject } from "internal:core/validators";

interface Options {
  signal: any;
  ref: boolean;
}

function readOptions(options: any): Options {
  validateObject(options, "options");
  const { signal, ref = true } = options;
  if (signal !== undefined) validateAbortSignal(signal, "options.signal");
  validateBoolean(ref, "options.ref");
  return { signal, ref };
}

function aborted(signal: any): AbortError {
  return new AbortError(undefined, { cause: signal.reason });
}

/** A promise that `start(resolve)` resolves later; `stop` takes that back when the signal aborts. */
function wait<T, H>(signal: any, start: (resolve: (value: T) => void) => H, stop: (handle: H) => void): Promise<T> {
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

/** Fulfils with `value` after `delay` milliseconds. Rejects with ERR_INVALID_ARG_TYPE for wrong arguments. */
function setTimeout<T>(delay?: number, value?: T, options: any = {}): Promise<T> {
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

/** Fulfils with `value` in the check phase of this turn. */
function setImmediate<T>(value?: T, options: any = {}): Promise<T> {
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

/** Yields `value` every `delay` milliseconds; what fell due while the consumer was busy is yielded at once. */
async function* setInterval<T>(delay?: number, value?: T, options: any = {}): AsyncGenerator<T | undefined> {
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
    throw aborted(signal);
  } finally {
    timers.clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

const kCreate = Symbol("create");

/** The draft of scheduling APIs that Node has. */
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
  wait(delay: number, options?: any): Promise<void> {
    if (!(#isReal in this)) throw new ERR_INVALID_THIS("Scheduler");
    return setTimeout(delay, undefined, options);
  }
}

export { setImmediate, setInterval, setTimeout };

export default { setTimeout, setImmediate, setInterval, scheduler: new Scheduler(kCreate) };
