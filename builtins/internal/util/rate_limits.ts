// `util.debounce` and `util.throttle`: fewer calls of a function, with promises for its results.
import { AbortError, ERR_THROTTLED } from "internal:errors";
import { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf } from "internal:validators";
import { clearTimeout, setTimeout } from "internal:timers";

const maxDelayMs = 2 ** 31 - 1;

type AnyFunction = (this: any, ...args: any[]) => any;
interface Call { promise: Promise<any>; resolve(value: any): void; reject(reason: any): void; args: any[] }

function makeCall(args: any[]): Call {
  return { ...Promise.withResolvers<any>(), args };
}

function abortError(reason: unknown): Error {
  return reason === undefined ? new AbortError() : new AbortError(undefined, { cause: reason });
}

function markAsHandled(promise: Promise<any>): void {
  Promise.prototype.then.call(promise, undefined, () => {});
}

/** Gives a wrapper its methods and getters, and the name and length of what it wraps. */
function dress(wrapper: any, fn: AnyFunction, methods: Record<string, AnyFunction>, getters: Record<string, () => unknown>): any {
  Object.assign(wrapper, methods);
  for (const [key, get] of Object.entries(getters)) Object.defineProperty(wrapper, key, { get });
  Object.defineProperty(wrapper, "length", { value: fn.length, configurable: true });
  return Object.defineProperty(wrapper, "name", { value: fn.name, configurable: true });
}

/**
 * Calls `fn` when `waitMs` have passed without another call, with the last call's arguments.
 * @param options `leading`: the first call of a burst goes through at once; `rejectOnCancel`: superseded calls reject; `signal`
 */
export function debounce(fn: AnyFunction, waitMs: number, options: any = {}): any {
  validateFunction(fn, "fn");
  validateInteger(waitMs, "wait", 0, maxDelayMs);
  validateObject(options, "options");
  const { leading = false, rejectOnCancel = false, signal } = options;
  validateBoolean(leading, "options.leading");
  validateBoolean(rejectOnCancel, "options.rejectOnCancel");
  validateAbortSignal(signal, "options.signal");
  if (signal?.aborted) throw abortError(signal.reason);

  let pending: Call[] = [];
  let timer: any;
  let isRef = true;
  let aborted: Error | undefined;

  const rejectPending = (error: Error) => {
    const calls = pending;
    pending = [];
    for (const call of calls) call.reject(error);
  };
  const stop = (error: Error) => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    rejectPending(error);
  };
  const abort = () => {
    aborted ??= abortError(signal.reason);
    stop(aborted);
  };
  const invoke = (args: any[], calls: Call[]) => {
    if (signal?.aborted) {
      abort();
      for (const call of calls) call.reject(aborted);
      return;
    }
    let result: unknown;
    try {
      result = fn.apply(debounced, args);
    } catch (error) {
      for (const call of calls) call.reject(error);
      return;
    }
    for (const call of calls) call.resolve(result);
  };
  const invokePending = () => {
    timer = undefined;
    const calls = pending;
    pending = [];
    if (calls.length !== 0) invoke(calls[calls.length - 1]!.args, calls);
  };

  function debounced(...args: any[]): Promise<unknown> {
    if (signal?.aborted) abort();
    if (aborted !== undefined) return Promise.reject(aborted);
    const invokeNow = leading && timer === undefined;
    if (timer !== undefined) {
      if (pending.length !== 0) {
        markAsHandled(pending[pending.length - 1]!.promise);
        if (rejectOnCancel) rejectPending(new AbortError("The debounced call was superseded"));
      }
      timer.refresh();
    } else {
      timer = setTimeout(invokePending, waitMs);
      if (!isRef) timer.unref();
    }
    const call = makeCall(args);
    if (invokeNow) invoke(args, [call]);
    else pending.push(call);
    return call.promise;
  }
  signal?.addEventListener("abort", abort, { once: true });
  return dress(debounced, fn, {
    cancel(reason: unknown) { stop(abortError(reason)); },
    flush() {
      if (pending.length === 0) return;
      clearTimeout(timer);
      invokePending();
    },
    ref() { isRef = true; timer?.ref(); return debounced; },
    unref() { isRef = false; timer?.unref(); return debounced; },
  }, {
    pending: () => pending[pending.length - 1]?.promise ?? null,
    pendingCount: () => pending.length,
  });
}

/**
 * Calls `fn` at most `limit` times in `intervalMs`; more calls wait or are dropped (ERR_THROTTLED).
 * @param options `concurrency`, `maxPending`, `overflow` ("queue" or "drop"), `signal`, `strict` (a sliding window)
 */
export function throttle(fn: AnyFunction, limit: number, intervalMs: number, options: any = {}): any {
  validateFunction(fn, "fn");
  validateInteger(limit, "limit", 1);
  validateInteger(intervalMs, "interval", 0, maxDelayMs);
  validateObject(options, "options");
  const { concurrency = Infinity, maxPending = Infinity, overflow = "queue", signal, strict = false } = options;
  if (concurrency !== Infinity) validateInteger(concurrency, "options.concurrency", 1);
  if (maxPending !== Infinity) validateInteger(maxPending, "options.maxPending", 0);
  validateOneOf(overflow, "options.overflow", ["queue", "drop"]);
  validateAbortSignal(signal, "options.signal");
  validateBoolean(strict, "options.strict");
  if (signal?.aborted) throw abortError(signal.reason);

  let aborted: Error | undefined;
  let activeCount = 0;
  let pending: Call[] = [];
  let isRef = true;
  let timer: any;
  // When the calls of the window began: all of them when `strict`, else only the window's own start and a count.
  let starts: number[] = [];
  let windowStart: number | undefined;
  let windowCount = 0;

  const hasRoom = (now: number) => {
    if (strict) return starts.filter((start) => now - start < intervalMs).length < limit;
    return windowStart === undefined || now - windowStart >= intervalMs || windowCount < limit;
  };
  const reserve = (now: number) => {
    if (strict) {
      starts = starts.filter((start) => now - start < intervalMs);
      starts.push(now);
      return;
    }
    if (windowStart === undefined || now - windowStart >= intervalMs) {
      windowStart = now;
      windowCount = 0;
    }
    windowCount++;
  };
  const stop = (error: Error) => {
    clearTimeout(timer);
    timer = undefined;
    starts = [];
    windowStart = undefined;
    const calls = pending;
    pending = [];
    for (const call of calls) call.reject(error);
  };
  const abort = () => {
    aborted ??= abortError(signal.reason);
    stop(aborted);
  };
  const settled = () => {
    activeCount--;
    drain();
  };
  const invoke = (call: Call) => {
    activeCount++;
    let result: Promise<unknown>;
    try {
      result = Promise.resolve(fn.apply(throttled, call.args));
    } catch (error) {
      result = Promise.reject(error);
    }
    call.resolve(result);
    result.then(settled, settled);
  };
  const drain = () => {
    if (signal?.aborted) return abort();
    while (pending.length !== 0 && activeCount < concurrency) {
      const now = Date.now();
      if (!hasRoom(now)) break;
      reserve(now);
      invoke(pending.shift()!);
    }
    schedule();
  };
  const schedule = () => {
    if (timer !== undefined || pending.length === 0 || activeCount >= concurrency) return;
    const now = Date.now();
    const start = strict ? starts.find((one) => now - one < intervalMs) ?? now : windowStart ?? now;
    timer = setTimeout(() => {
      timer = undefined;
      drain();
    }, Math.max(0, start + intervalMs - now));
    if (!isRef) timer.unref();
  };

  function throttled(...args: any[]): Promise<unknown> {
    if (signal?.aborted) abort();
    if (aborted !== undefined) return Promise.reject(aborted);
    const now = Date.now();
    const canInvoke = pending.length === 0 && activeCount < concurrency && hasRoom(now);
    if (!canInvoke && (overflow === "drop" || pending.length >= maxPending)) {
      const dropped = Promise.reject(new ERR_THROTTLED());
      markAsHandled(dropped);
      return dropped;
    }
    const call = makeCall(args);
    if (canInvoke) {
      reserve(now);
      invoke(call);
    } else {
      pending.push(call);
      schedule();
    }
    return call.promise;
  }
  signal?.addEventListener("abort", abort, { once: true });
  return dress(throttled, fn, {
    cancel(reason: unknown) { stop(abortError(reason)); },
    hasImmediateCapacity: () => !signal?.aborted && pending.length === 0 && activeCount < concurrency && hasRoom(Date.now()),
    ref() { isRef = true; timer?.ref(); return throttled; },
    unref() { isRef = false; timer?.unref(); return throttled; },
  }, {
    pending: () => pending[pending.length - 1]?.promise ?? null,
    pendingCount: () => pending.length,
    activeCount: () => activeCount,
  });
}
