// Time-outs of tests and hooks: a timer for code that waits, and a deadline in shared memory, by which the thread that
// started this one recognizes code that never returns.
import { STATUS_OFFSET, STATUSES } from "internal:test_runner/dialects/protocol";
import { asyncCell } from "internal:core/bootstrap";
import type { Dialect, Fn } from "internal:test_runner/dialects/tree";
import { clearTimeout, setTimeout } from "internal:core/timers";
import { isPromise } from "internal:core/util/types";

/** Time-outs in milliseconds. */
export const DEFAULT_TIMEOUT_MS: Record<Dialect, number> = {
  jest: 5000,
  vitest: 5000,
  bun: 5000,
  mocha: 2000,
  deno: Infinity,
};

let shared: Float64Array | undefined;
let statuses: Uint8Array | undefined;
/** What the parent adds to a deadline before it ends the thread, for time-outs that are reported here. */
export const GRACE_MS = 1500;
const realNow = Date.now;

/** The memory that the parent, or the thread that watches this one, reads: the deadline in milliseconds since the epoch (0: none), and the number of the test. */
export function setSharedMemory(memory: ArrayBufferLike): void {
  shared = new Float64Array(memory, 0, 2);
  statuses = new Uint8Array(memory, STATUS_OFFSET);
}

/** Forgets what the file before has written there. */
export function clearSharedMemory(): void {
  shared?.fill(0);
  statuses?.fill(0);
}

/** Records the status of a test, which the parent reads when this thread ends before it sent the result. */
export function recordStatus(test: number, status: (typeof STATUSES)[number]): void {
  if (statuses !== undefined && test < statuses.length) statuses[test] = STATUSES.indexOf(status);
}

/** Sets the deadline of the running code; `test` is its number, -1 outside of tests. */
export function setDeadline(timeoutMs: number, test: number, now?: number): void {
  if (shared === undefined) return;
  shared[1] = test;
  shared[0] = Number.isFinite(timeoutMs) && timeoutMs > 0 ? (now ?? realNow()) + timeoutMs + GRACE_MS : 0;
}

/** Calls a function that waits for another thread, `limitMs` at most: its time does not count for the running code. */
export function withoutWait<T>(limitMs: number, wait: () => T): T {
  const before = shared?.[0] ?? 0;
  if (before === 0) return wait();
  const start = realNow();
  shared![0] = Math.max(before, start + limitMs);
  try {
    return wait();
  } finally {
    shared![0] = before + realNow() - start;
  }
}

/** A limit that running code can change (`this.timeout(ms)` of Mocha). It has no timer before `arm`. */
export class Limit {
  #timer: unknown;
  #ms: number;
  #isOver = false;
  readonly #start = realNow();
  readonly #test: number;
  #expired: ((ms: number) => void) | undefined;

  constructor(ms: number, test: number) {
    this.#ms = ms;
    this.#test = test;
    setDeadline(ms, test, this.#start);
  }
  get ms(): number {
    return this.#ms;
  }
  /** Changes the limit, counted from the start; 0 and Infinity: none. */
  set(ms: number): void {
    if (this.#isOver) return;
    this.#ms = ms;
    const rest = this.#restMs();
    // A limit that has passed already has a deadline, too.
    setDeadline(rest === null ? 0 : Math.max(rest, 1), this.#test);
    if (this.#expired !== undefined) this.#startTimer(rest);
  }
  /** The code waits from now on: `expired` is called when the limit is reached. */
  arm(expired: (ms: number) => void): void {
    this.#expired = expired;
    this.#startTimer(this.#restMs());
  }
  end(): void {
    this.#isOver = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer as never);
  }
  /** The time that is left; null: there is no limit. */
  #restMs(): number | null {
    const ms = this.#ms;
    return ms <= 0 || !Number.isFinite(ms) ? null : Math.max(0, ms - (realNow() - this.#start));
  }
  #startTimer(rest: number | null): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer as never);
    this.#timer = undefined;
    if (rest !== null) this.#timer = setTimeout(() => this.#expired!(this.#ms), Math.min(rest, MAX_MS));
  }
}

const MAX_MS = 2 ** 31 - 1;

/** How a function is called. */
export interface Call {
  self: unknown;
  args: unknown[];
  /** It gets a callback `done`. */
  hasCallback: boolean;
  /** As in Mocha: what it throws after it called `done` is ignored, and further calls of `done` are reported here. */
  calledAgain: ((error: Error) => void) | null;
  /** The error for a wrong result, as in Jest; null: there is none. */
  wrongResult?: ((result: unknown, hasCallback: boolean) => Error | null) | undefined;
  /** As in Bun: the asynchronous context that it enters (`enterWith`) ends with the call. */
  endsContext?: boolean;
  timeoutMs: number;
  /** The number of the test, for the parent. */
  test: number;
  /** The error of a time-out. */
  expired(ms: number): Error;
  /** Receives the limit before the call. */
  onLimit?(limit: Limit): void;
}

/**
 * Calls a function. Returns its result at once, or throws, when it waits for nothing; else a promise that waits for its own promise
 * or callback, until the time-out, and rejects with its error.
 */
export function callWithin(fn: Fn, call: Call): unknown {
  const limit = new Limit(call.timeoutMs, call.test);
  call.onLimit?.(limit);
  if (call.endsContext !== true) return callLimited(fn, call, limit);
  const frame = asyncCell.f;
  try {
    return callLimited(fn, call, limit);
  } finally {
    asyncCell.r(frame, undefined);
  }
}

function callLimited(fn: Fn, call: Call, limit: Limit): unknown {
  if (call.hasCallback) return callWithCallback(fn, call, limit);
  let result: unknown;
  try {
    result = fn.apply(call.self, call.args);
  } catch (error) {
    limit.end();
    throw error;
  }
  if (isThenable(result)) return settled(result, call, limit);
  limit.end();
  return checked(result, call, false);
}

/** The result, unless Jest refuses it. */
function checked(result: unknown, { wrongResult }: Call, hasCallback: boolean): unknown {
  const error = wrongResult === undefined || result === undefined ? null : wrongResult(result, hasCallback);
  if (error !== null) throw error;
  return result;
}

async function settled(result: PromiseLike<unknown>, call: Call, limit: Limit): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  limit.arm((ms) => reject(call.expired(ms)));
  try {
    result.then(resolve, reject);
    return await promise;
  } finally {
    limit.end();
  }
}

async function callWithCallback(fn: Fn, call: Call, limit: Limit): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  limit.arm((ms) => reject(call.expired(ms)));
  let isDone = false;
  let again: Error | undefined;
  let isOver = false;
  const settle = (use: (value: unknown) => void) => (value?: unknown) => {
    if (isDone && call.calledAgain !== null && again === undefined) {
      again = new Error("done() called multiple times");
      if (isOver) call.calledAgain(again);
    }
    isDone = true;
    use(value);
  };
  try {
    const result = checked(fn.apply(call.self, [...call.args, doneOf(settle(resolve), settle(reject))]), call, true);
    if (isPromise(result)) result.catch(reject);
    await promise;
    if (again !== undefined) throw again;
    return undefined;
  } catch (error) {
    if (isDone && call.calledAgain !== null && error !== again) return await promise;
    throw error;
  } finally {
    isOver = true;
    limit.end();
  }
}

/** Whether a value of `callWithin` is to be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

function doneOf(resolve: (value?: unknown) => void, reject: (error: unknown) => void): unknown {
  const fail = (reason?: unknown): void =>
    reject(
      reason instanceof Error
        ? reason
        : new Error(reason === undefined ? "done.fail() was called" : `Failed: ${String(reason)}`),
    );
  const done = (reason?: unknown): void => {
    if (reason === undefined || reason === null) resolve();
    else fail(reason);
  };
  done.fail = fail;
  return done;
}
