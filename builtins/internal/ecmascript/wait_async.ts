// `Atomics.waitAsync` (ECMA-262 §25.4.16), which the engine's C API does not have. The `notify` of another thread cannot be
// observed, so a waiter polls its element and treats a change of the value as the wake-up. A notify of the same thread wakes it at
// once. A notify of another thread that changes no value is missed.
import { pinned } from "internal:core/bootstrap";
import { clearTimeout, setUnrefTimeout, type Timeout } from "internal:core/timers";
import { now } from "native:time";

/** The polling interval: short at first, since most waits are short, then growing. */
const PERIOD_MIN_MS = 1;
const PERIOD_MAX_MS = 10;

type Outcome = "ok" | "timed-out";
type View = Int32Array | BigInt64Array;

class Waiter {
  readonly view: View;
  readonly index: number;
  readonly #expected: number | bigint;
  readonly #end: number;
  readonly #resolve: (outcome: Outcome) => void;
  #periodMs = PERIOD_MIN_MS;
  #timer: Timeout | undefined;

  constructor(
    view: View,
    index: number,
    expected: number | bigint,
    timeoutMs: number,
    resolve: (outcome: Outcome) => void,
  ) {
    this.view = view;
    this.index = index;
    this.#expected = expected;
    this.#end = now() + timeoutMs;
    this.#resolve = resolve;
    this.#sleep();
  }

  /** Ends the wait. */
  wake(outcome: Outcome): void {
    clearTimeout(this.#timer);
    waiters.delete(this);
    this.#resolve(outcome);
  }

  #sleep(): void {
    const restMs = Math.max(this.#end - now(), 0);
    this.#timer = setUnrefTimeout(() => this.#poll(), Math.min(this.#periodMs, restMs));
    this.#periodMs = Math.min(this.#periodMs * 1.1, PERIOD_MAX_MS);
  }

  #poll(): void {
    if (Atomics.load(this.view as Int32Array, this.index) !== this.#expected) this.wake("ok");
    else if (now() >= this.#end) this.wake("timed-out");
    else this.#sleep();
  }
}

/** The waiters, oldest first. */
const waiters = pinned(new Set<Waiter>());
let isInstalled = false;

/**
 * `{ async: false, value: "not-equal" | "timed-out" }`, or `{ async: true, value }` with a promise of "ok" or "timed-out".
 * Throws a TypeError unless the view is an Int32Array or BigInt64Array over shared memory, a RangeError for an invalid index.
 */
export function waitAsync(view: View, index: number, value: unknown, timeout: unknown): object {
  // The engine's own checks of array and index.
  Atomics.load(view as Int32Array, index);
  const isWide = view instanceof BigInt64Array;
  if ((!isWide && !(view instanceof Int32Array)) || !(view.buffer instanceof SharedArrayBuffer))
    throw new TypeError("Atomics.waitAsync needs an Int32Array or BigInt64Array over a SharedArrayBuffer");
  const element = Math.trunc(Number(index)) || 0;
  const expected = isWide ? BigInt.asIntN(64, value as bigint) : (value as number) | 0;
  const given = Number(timeout);
  const timeoutMs = Number.isNaN(given) ? Infinity : Math.max(given, 0);
  if (Atomics.load(view as Int32Array, element) !== expected) return { async: false, value: "not-equal" };
  if (timeoutMs === 0) return { async: false, value: "timed-out" };
  wrapNotify();
  return {
    async: true,
    value: new Promise((resolve) => void waiters.add(new Waiter(view, element, expected, timeoutMs, resolve))),
  };
}

/** From the first waiter on, this thread's `Atomics.notify` wakes waiters too, after the threads in `Atomics.wait`. */
function wrapNotify(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { notify: engineNotify } = Atomics;
  const notify = function notify(view: View, index: number, count?: number): number {
    const woken = engineNotify(view as Int32Array, index, count);
    if (waiters.size === 0) return woken;
    const limit = count === undefined ? Infinity : Math.max(Math.trunc(Number(count)) || 0, 0);
    const offset = view.byteOffset + (Math.trunc(Number(index)) || 0) * view.BYTES_PER_ELEMENT;
    let all = woken;
    for (const waiter of waiters) {
      if (all >= limit) break;
      if (
        waiter.view.buffer !== view.buffer ||
        waiter.view.byteOffset + waiter.index * waiter.view.BYTES_PER_ELEMENT !== offset
      )
        continue;
      waiter.wake("ok");
      all++;
    }
    return all;
  };
  Object.defineProperty(notify, "length", { value: 3, configurable: true });
  Object.defineProperty(Atomics, "notify", { value: notify, writable: true, enumerable: false, configurable: true });
}
