// `util.debounce` and `util.throttle`: fewer calls of a function, with promises for its results.
import { AbortError, ERR_THROTTLED } from "internal:core/errors";
import {
  validateAbortSignal,
  validateBoolean,
  validateFunction,
  validateInteger,
  validateObject,
  validateOneOf,
} from "internal:core/validators";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import type { AnyFunction } from "internal:core/bootstrap";
import type { AbortSignalLike } from "internal:core/events/abort_listener";

const maxDelayMs = 2 ** 31 - 1;

interface Call {
  promise: Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  args: unknown[];
}

/** The options of both functions, before they are checked. */
export interface Options {
  leading?: unknown;
  rejectOnCancel?: unknown;
  concurrency?: unknown;
  maxPending?: unknown;
  overflow?: string;
  strict?: unknown;
  signal?: AbortSignalLike;
}

function makeCall(args: unknown[]): Call {
  return { ...Promise.withResolvers<unknown>(), args };
}

function abortError(reason: unknown): Error {
  return reason === undefined ? new AbortError() : new AbortError(undefined, { cause: reason });
}

function markAsHandled(promise: Promise<unknown>): void {
  Promise.prototype.then.call(promise, undefined, () => {});
}

/** Adds methods and getters to a wrapper, and the name and length of the wrapped function. */
function decorate(
  wrapper: AnyFunction,
  fn: AnyFunction,
  methods: Record<string, AnyFunction>,
  getters: Record<string, () => unknown>,
): AnyFunction {
  Object.assign(wrapper, methods);
  for (const [key, get] of Object.entries(getters)) Object.defineProperty(wrapper, key, { get });
  Object.defineProperty(wrapper, "length", { value: fn.length, configurable: true });
  return Object.defineProperty(wrapper, "name", { value: fn.name, configurable: true });
}

/**
 * Calls `fn` when `waitMs` have passed without another call, with the last call's arguments.
 * @param options `leading`: the first call of a burst runs at once; `rejectOnCancel`: superseded calls reject; `signal`
 * @returns the wrapper, with `cancel(reason)`, `flush()`, `ref()`, `unref()`, `pending` and `pendingCount`
 */
export function debounce(fn: AnyFunction, waitMs: number, options: Options = {}): AnyFunction {
  validateFunction(fn, "fn");
  validateInteger(waitMs, "wait", 0, maxDelayMs);
  validateObject(options as unknown, "options");
  const { leading = false, rejectOnCancel = false, signal } = options;
  validateBoolean(leading, "options.leading");
  validateBoolean(rejectOnCancel, "options.rejectOnCancel");
  validateAbortSignal(signal, "options.signal");
  if (signal?.aborted) throw abortError(signal.reason);

  const debouncer = new Debouncer(fn, waitMs, leading, rejectOnCancel, signal);
  function debounced(...args: unknown[]): Promise<unknown> {
    return debouncer.call(args);
  }
  debouncer.wrapper = debounced;
  signal?.addEventListener("abort", () => debouncer.abort(), { once: true });
  return decorate(
    debounced,
    fn,
    {
      cancel(reason: unknown) {
        debouncer.stop(abortError(reason));
      },
      flush() {
        debouncer.flush();
      },
      ref() {
        debouncer.isRef = true;
        debouncer.timer?.ref();
        return debounced;
      },
      unref() {
        debouncer.isRef = false;
        debouncer.timer?.unref();
        return debounced;
      },
    },
    {
      pending: () => debouncer.pending[debouncer.pending.length - 1]?.promise ?? null,
      pendingCount: () => debouncer.pending.length,
    },
  );
}

/** The state of one debounced function. */
class Debouncer {
  readonly fn: AnyFunction;
  readonly waitMs: number;
  readonly leading: boolean;
  readonly rejectOnCancel: boolean;
  readonly signal: AbortSignalLike | undefined;
  /** The function that programs call; it is `this` for `fn`. */
  wrapper: AnyFunction | undefined = undefined;
  pending: Call[] = [];
  timer: Timeout | undefined = undefined;
  isRef = true;
  aborted: Error | undefined = undefined;

  constructor(
    fn: AnyFunction,
    waitMs: number,
    leading: boolean,
    rejectOnCancel: boolean,
    signal: AbortSignalLike | undefined,
  ) {
    this.fn = fn;
    this.waitMs = waitMs;
    this.leading = leading;
    this.rejectOnCancel = rejectOnCancel;
    this.signal = signal;
  }

  call(args: unknown[]): Promise<unknown> {
    if (this.signal?.aborted) this.abort();
    if (this.aborted !== undefined) return Promise.reject(this.aborted);
    const invokeNow = this.leading && this.timer === undefined;
    if (this.timer !== undefined) {
      this.supersede();
      this.timer.refresh();
    } else {
      this.timer = setTimeout(() => this.invokePending(), this.waitMs);
      if (!this.isRef) this.timer.unref();
    }
    const call = makeCall(args);
    if (invokeNow) this.invoke(args, [call]);
    else this.pending.push(call);
    return call.promise;
  }

  supersede(): void {
    if (this.pending.length === 0) return;
    markAsHandled(this.pending[this.pending.length - 1]!.promise);
    if (this.rejectOnCancel) this.rejectPending(new AbortError("The debounced call was superseded"));
  }

  invoke(args: unknown[], calls: Call[]): void {
    if (this.signal?.aborted) {
      this.abort();
      for (const call of calls) call.reject(this.aborted);
      return;
    }
    let result: unknown;
    try {
      result = this.fn.apply(this.wrapper, args);
    } catch (error) {
      for (const call of calls) call.reject(error);
      return;
    }
    for (const call of calls) call.resolve(result);
  }

  invokePending(): void {
    this.timer = undefined;
    const calls = this.pending;
    this.pending = [];
    if (calls.length !== 0) this.invoke(calls[calls.length - 1]!.args, calls);
  }

  flush(): void {
    if (this.pending.length === 0) return;
    clearTimeout(this.timer);
    this.invokePending();
  }

  rejectPending(error: Error): void {
    const calls = this.pending;
    this.pending = [];
    for (const call of calls) call.reject(error);
  }

  stop(error: Error): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.rejectPending(error);
  }

  abort(): void {
    this.aborted ??= abortError(this.signal!.reason);
    this.stop(this.aborted);
  }
}

/**
 * Calls `fn` at most `limit` times in `intervalMs`; more calls are queued or dropped (ERR_THROTTLED).
 * @param options `concurrency`, `maxPending`, `overflow` ("queue" or "drop"), `signal`, `strict` (a sliding window)
 * @returns the wrapper, with `cancel(reason)`, `hasImmediateCapacity()`, `ref()`, `unref()`, `pending`, `pendingCount` and `activeCount`
 */
export function throttle(fn: AnyFunction, limit: number, intervalMs: number, options: Options = {}): AnyFunction {
  validateFunction(fn, "fn");
  validateInteger(limit, "limit", 1);
  validateInteger(intervalMs, "interval", 0, maxDelayMs);
  validateObject(options as unknown, "options");
  const { concurrency = Infinity, maxPending = Infinity, overflow = "queue", signal, strict = false } = options;
  if (concurrency !== Infinity) validateInteger(concurrency, "options.concurrency", 1);
  if (maxPending !== Infinity) validateInteger(maxPending, "options.maxPending", 0);
  validateOneOf(overflow, "options.overflow", ["queue", "drop"]);
  validateAbortSignal(signal, "options.signal");
  validateBoolean(strict, "options.strict");
  if (signal?.aborted) throw abortError(signal.reason);

  const throttler = new Throttler(fn, new CallWindow(limit, intervalMs, strict), {
    concurrency,
    maxPending,
    overflow,
    signal,
  });
  function throttled(...args: unknown[]): Promise<unknown> {
    return throttler.call(args);
  }
  throttler.wrapper = throttled;
  signal?.addEventListener("abort", () => throttler.abort(), { once: true });
  return decorate(
    throttled,
    fn,
    {
      cancel(reason: unknown) {
        throttler.stop(abortError(reason));
      },
      hasImmediateCapacity: () => !signal?.aborted && throttler.canInvoke(Date.now()),
      ref() {
        throttler.isRef = true;
        throttler.timer?.ref();
        return throttled;
      },
      unref() {
        throttler.isRef = false;
        throttler.timer?.unref();
        return throttled;
      },
    },
    {
      pending: () => throttler.pending[throttler.pending.length - 1]?.promise ?? null,
      pendingCount: () => throttler.pending.length,
      activeCount: () => throttler.activeCount,
    },
  );
}

/** The start times of the calls of the last interval: all of them when `isStrict`, else only the start of the window and a count. */
class CallWindow {
  readonly limit: number;
  readonly intervalMs: number;
  readonly isStrict: boolean;
  starts: number[] = [];
  start: number | undefined = undefined;
  count = 0;

  constructor(limit: number, intervalMs: number, isStrict: boolean) {
    this.limit = limit;
    this.intervalMs = intervalMs;
    this.isStrict = isStrict;
  }

  hasCapacity(now: number): boolean {
    if (this.isStrict) return this.recent(now).length < this.limit;
    return this.start === undefined || now - this.start >= this.intervalMs || this.count < this.limit;
  }

  reserve(now: number): void {
    if (this.isStrict) {
      this.starts = this.recent(now);
      this.starts.push(now);
      return;
    }
    if (this.start === undefined || now - this.start >= this.intervalMs) {
      this.start = now;
      this.count = 0;
    }
    this.count++;
  }

  /** Milliseconds until the oldest start leaves the window. */
  delayMs(now: number): number {
    const start = (this.isStrict ? this.recent(now)[0] : this.start) ?? now;
    return Math.max(0, start + this.intervalMs - now);
  }

  clear(): void {
    this.starts = [];
    this.start = undefined;
  }

  recent(now: number): number[] {
    return this.starts.filter((start) => now - start < this.intervalMs);
  }
}

interface ThrottleLimits {
  concurrency: number;
  maxPending: number;
  overflow: string;
  signal: AbortSignalLike | undefined;
}

/** The state of one throttled function. */
class Throttler {
  readonly fn: AnyFunction;
  readonly window: CallWindow;
  readonly limits: ThrottleLimits;
  /** The function that programs call; it is `this` for `fn`. */
  wrapper: AnyFunction | undefined = undefined;
  pending: Call[] = [];
  activeCount = 0;
  timer: Timeout | undefined = undefined;
  isRef = true;
  aborted: Error | undefined = undefined;

  constructor(fn: AnyFunction, window: CallWindow, limits: ThrottleLimits) {
    this.fn = fn;
    this.window = window;
    this.limits = limits;
  }

  canInvoke(now: number): boolean {
    return this.pending.length === 0 && this.activeCount < this.limits.concurrency && this.window.hasCapacity(now);
  }

  call(args: unknown[]): Promise<unknown> {
    const { signal, overflow, maxPending } = this.limits;
    if (signal?.aborted) this.abort();
    if (this.aborted !== undefined) return Promise.reject(this.aborted);
    const now = Date.now();
    const invokesNow = this.canInvoke(now);
    if (!invokesNow && (overflow === "drop" || this.pending.length >= maxPending)) {
      const dropped = Promise.reject(new ERR_THROTTLED());
      markAsHandled(dropped);
      return dropped;
    }
    const call = makeCall(args);
    if (invokesNow) {
      this.window.reserve(now);
      this.invoke(call);
    } else {
      this.pending.push(call);
      this.schedule();
    }
    return call.promise;
  }

  invoke(call: Call): void {
    this.activeCount++;
    let result: Promise<unknown>;
    try {
      result = Promise.resolve(this.fn.apply(this.wrapper, call.args));
    } catch (error) {
      result = Promise.reject(error);
    }
    call.resolve(result);
    const settled = () => {
      this.activeCount--;
      this.drain();
    };
    result.then(settled, settled);
  }

  drain(): void {
    if (this.limits.signal?.aborted) return this.abort();
    while (this.pending.length !== 0 && this.activeCount < this.limits.concurrency) {
      const now = Date.now();
      if (!this.window.hasCapacity(now)) break;
      this.window.reserve(now);
      this.invoke(this.pending.shift()!);
    }
    this.schedule();
  }

  schedule(): void {
    if (this.timer !== undefined || this.pending.length === 0 || this.activeCount >= this.limits.concurrency) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.drain();
    }, this.window.delayMs(Date.now()));
    if (!this.isRef) this.timer.unref();
  }

  stop(error: Error): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.window.clear();
    const calls = this.pending;
    this.pending = [];
    for (const call of calls) call.reject(error);
  }

  abort(): void {
    this.aborted ??= abortError(this.limits.signal!.reason);
    this.stop(this.aborted);
  }
}
