// Timers and immediates, in Node's order: lists of equal duration, the list that is due first at the top of a heap.
// The loop knows only when the first is due and how many keep it alive (`internal:core/loop_state`); it calls `runTimer`
// once per callback, so that ticks and promise jobs run between two timers.
import { loopState } from "internal:core/loop_state";
import type { AnyFunction } from "internal:core/bootstrap";
import { runTicks } from "internal:core/ticks";
import { TimerHeap, TimerList } from "internal:core/timer_lists";
import * as context from "internal:core/async/context";
import * as uncaught from "internal:core/uncaught";
import defer * as process from "internal:core/process/warn";
import defer * as errors from "internal:core/errors";
import { services, pinned, safe } from "internal:core/bootstrap";
import defer * as inspection from "internal:core/util/inspect";
import { LoopWord, updateTime } from "native:realm";

const TIMEOUT_MAX_MS = 2 ** 31 - 1;

const lists = pinned(new Map<number, TimerList>());
const heap = new TimerHeap();
/** Timers that were converted to numbers, so that `clearTimeout(number)` finds them. */
const numbered = pinned(new Map<number, Timeout>());
let nextTimerNumber = 1;

const kReferenced = Symbol("kReferenced");
const kNumber = Symbol("asyncId");
const kScope = Symbol("scope");

/** A timer, as `setTimeout` returns it. The fields with an underscore are Node's and read by npm packages. */
export class Timeout {
  _idleTimeout: number;
  _idlePrev: Timeout | TimerList | null = null;
  _idleNext: Timeout | TimerList | null = null;
  _idleStart = 0;
  _onTimeout: AnyFunction | null;
  _timerArgs: unknown[] | undefined;
  _repeat: number | null;
  _destroyed = false;
  [kReferenced] = false;
  [kNumber]: number;
  declare [kScope]: context.Scope | undefined;

  constructor(
    callback: AnyFunction,
    afterMs: number | undefined,
    args: unknown[] | undefined,
    isRepeat: boolean,
    isReferenced: boolean,
  ) {
    const after = durationOf(afterMs);
    this._idleTimeout = after;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = isRepeat ? after : null;
    this[kNumber] = nextTimerNumber++;
    const scope = context.capture("Timeout", this);
    if (scope !== undefined) safe.defineProperty(this, kScope, { value: scope });
    if (isReferenced) {
      this[kReferenced] = true;
      loopState[LoopWord.REFERENCED_TIMERS]!++;
    }
  }

  /** Restarts the duration. */
  refresh(): this {
    if (this[kReferenced] && this._destroyed) loopState[LoopWord.REFERENCED_TIMERS]!++;
    insert(this, this._idleTimeout, currentMs());
    return this;
  }
  /** Lets the process exit while this timer is pending. */
  unref(): this {
    if (this[kReferenced]) {
      this[kReferenced] = false;
      if (!this._destroyed) loopState[LoopWord.REFERENCED_TIMERS]!--;
    }
    return this;
  }
  /** Keeps the process alive while this timer is pending. */
  ref(): this {
    if (!this[kReferenced]) {
      this[kReferenced] = true;
      if (!this._destroyed) loopState[LoopWord.REFERENCED_TIMERS]!++;
    }
    return this;
  }
  hasRef(): boolean {
    return this[kReferenced];
  }
  close(): this {
    clearTimeout(this);
    return this;
  }
  [Symbol.toPrimitive](): number {
    numbered.set(this[kNumber], this);
    return this[kNumber];
  }
  [Symbol.dispose](): void {
    clearTimeout(this);
  }
  [safe.symbolFor("nodejs.util.inspect.custom")](_depth: number, options: object): string {
    return inspection.inspect(this, { ...options, depth: 0, customInspect: false });
  }
}

function durationOf(afterMs: unknown): number {
  const after = +(afterMs as number);
  if (after >= 1 && after <= TIMEOUT_MAX_MS) return safe.trunc(after);
  if (after > TIMEOUT_MAX_MS)
    warn(
      "TimeoutOverflowWarning",
      `${after} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`,
    );
  else if (after < 0) warn("TimeoutNegativeWarning", `${after} is a negative number.\nTimeout duration was set to 1.`);
  else if (safe.isNaN(after) && afterMs !== undefined)
    warn("TimeoutNaNWarning", `${after} is not a number.\nTimeout duration was set to 1.`);
  return 1;
}

const warned = pinned(new Set<string>());

function warn(type: string, message: string): void {
  // Node repeats the overflow warning and emits the other two once.
  if (type !== "TimeoutOverflowWarning" && warned.has(type)) return;
  warned.add(type);
  process.emitWarning(message, type);
}

function currentMs(): number {
  return safe.trunc(updateTime());
}

function insert(timer: Timeout, durationMs: number, startMs: number): void {
  remove(timer);
  timer._idleStart = startMs;
  timer._destroyed = false;
  let list = lists.get(durationMs);
  if (list === undefined) {
    list = new TimerList(durationMs, startMs + durationMs);
    lists.set(durationMs, list);
    heap.insert(list);
    if (heap.top === list) loopState[LoopWord.NEXT_TIMER] = list.expiry;
  }
  list.append(timer);
}

function remove(timer: Timeout): void {
  const next = timer._idleNext;
  if (next === null) return;
  next._idlePrev = timer._idlePrev;
  timer._idlePrev!._idleNext = next;
  timer._idleNext = null;
  timer._idlePrev = null;
}

/** Ends all timers, as the end of their realm would. */
export function clearTimers(): void {
  for (const list of lists.values())
    for (let timer = list.first as Timeout | null; timer !== null; timer = list.first as Timeout | null) {
      timer._onTimeout = null;
      remove(timer);
      if (!timer._destroyed) destroy(timer);
    }
}

/** Runs the first due timer. Returns whether another may be due at `nowMs`. Called by the loop. */
export function runTimer(nowMs: number): boolean {
  const now = safe.trunc(nowMs);
  for (;;) {
    const list = heap.top;
    if (list === undefined) {
      loopState[LoopWord.NEXT_TIMER] = Infinity;
      return false;
    }
    if (list.expiry > now) {
      loopState[LoopWord.NEXT_TIMER] = list.expiry;
      return false;
    }
    const timer = list.first as Timeout | null;
    if (timer === null) {
      heap.remove(list);
      lists.delete(list.durationMs);
      continue;
    }
    if (now - timer._idleStart < list.durationMs) {
      list.expiry = safe.max(timer._idleStart + list.durationMs, now + 1);
      heap.update(list);
      continue;
    }
    remove(timer);
    runOne(timer);
    return true;
  }
}

function runOne(timer: Timeout): void {
  const callback = timer._onTimeout;
  if (callback !== null && callback !== undefined) {
    const scope = timer[kScope];
    const saved = scope === undefined ? undefined : context.enter(scope);
    try {
      const args = timer._timerArgs;
      if (args === undefined) timer._onTimeout!();
      else safe.apply(callback, timer, args);
    } catch (error) {
      uncaught.handle(error);
    }
    if (saved !== undefined) context.leave(saved);
    if (timer._repeat !== null && timer._idleTimeout !== -1) {
      timer._idleTimeout = timer._repeat;
      insert(timer, timer._repeat, safe.trunc(loopState[LoopWord.NOW]!));
    }
  }
  if (timer._idleNext === null && !timer._destroyed) destroy(timer);
  if (loopState[LoopWord.TICKS] !== 0) runTicks();
}

function destroy(timer: Timeout): void {
  timer._destroyed = true;
  if (timer[kReferenced]) loopState[LoopWord.REFERENCED_TIMERS]!--;
  numbered.delete(timer[kNumber]);
  if (timer[kScope] !== undefined) context.destroyed(timer[kScope]);
}

function start(
  callback: AnyFunction,
  afterMs: number | undefined,
  args: unknown[],
  isRepeat: boolean,
  isReferenced: boolean,
): Timeout {
  if (typeof callback !== "function") throw new errors.ERR_INVALID_ARG_TYPE("callback", "Function", callback);
  const timer = new Timeout(callback, afterMs, args.length === 0 ? undefined : args, isRepeat, isReferenced);
  insert(timer, timer._idleTimeout, currentMs());
  return timer;
}

/** Calls `callback(...args)` once after `afterMs` milliseconds (1 for anything outside 1…2³¹−1). */
export function setTimeout(callback: AnyFunction, afterMs?: number, ...args: unknown[]): Timeout {
  return start(callback, afterMs, args, false, true);
}

/** As `setTimeout`, without keeping the process alive. */
export function setUnrefTimeout(callback: AnyFunction, afterMs?: number): Timeout {
  return start(callback, afterMs, [], false, false);
}

/** Calls `callback(...args)` every `afterMs` milliseconds. */
export function setInterval(callback: AnyFunction, afterMs?: number, ...args: unknown[]): Timeout {
  return start(callback, afterMs, args, true, true);
}

/** Ends a timer: a Timeout, its number, or its number as a string. Anything else is ignored. */
export function clearTimeout(timer?: unknown): void {
  if (typeof timer === "number" || typeof timer === "string") timer = numbered.get(Number(timer));
  if (!(timer instanceof Timeout)) {
    const foreign = timer as { _onTimeout?: unknown } | null | undefined;
    if (typeof foreign === "object" && foreign !== null && foreign._onTimeout) foreign._onTimeout = null;
    return;
  }
  timer._onTimeout = null;
  if (timer._destroyed) return;
  timer._idleTimeout = -1;
  remove(timer);
  destroy(timer);
}

/** Ends a timer of `setInterval` or `setTimeout`. */
export function clearInterval(timer: unknown): void {
  clearTimeout(timer);
}

/** Arms any object with the underscored fields, for Node's deprecated `timers.active` and `enroll`. */
export function arm(item: Timeout, isReferenced: boolean): void {
  const duration = item._idleTimeout;
  if (duration === undefined || duration < 0) return;
  item._destroyed ??= false;
  if (isReferenced && !item[kReferenced]) {
    item[kReferenced] = true;
    loopState[LoopWord.REFERENCED_TIMERS]!++;
  }
  item._idleNext ??= null;
  insert(item, safe.trunc(duration), currentMs());
}

/** Removes such an object from its list. */
export function disarm(item: Timeout): void {
  if (item._idleNext) {
    remove(item);
    destroy(item);
  }
  item._idleTimeout = -1;
}

/** An immediate, as `setImmediate` returns it. */
export class Immediate {
  _idleNext: Immediate | null = null;
  _idlePrev: Immediate | null = null;
  _onImmediate: AnyFunction | null;
  _argv: unknown[] | undefined;
  _destroyed = false;
  [kReferenced] = true;
  declare [kScope]: context.Scope | undefined;

  constructor(callback: AnyFunction, args: unknown[] | undefined) {
    this._onImmediate = callback;
    this._argv = args;
    const scope = isInternal ? undefined : context.capture("Immediate", this);
    if (scope !== undefined) safe.defineProperty(this, kScope, { value: scope });
    loopState[LoopWord.IMMEDIATES]!++;
    loopState[LoopWord.REFERENCED_IMMEDIATES]!++;
    if (isInternal) queued.unshift(this);
    else queued.push(this);
  }
  ref(): this {
    if (!this[kReferenced] && !this._destroyed) {
      this[kReferenced] = true;
      loopState[LoopWord.REFERENCED_IMMEDIATES]!++;
    }
    return this;
  }
  unref(): this {
    if (this[kReferenced]) {
      this[kReferenced] = false;
      loopState[LoopWord.REFERENCED_IMMEDIATES]!--;
    }
    return this;
  }
  hasRef(): boolean {
    return this[kReferenced];
  }
  [Symbol.dispose](): void {
    clearImmediate(this);
  }
}

let queued: Immediate[] = pinned([]);
let batch: Immediate[] = pinned([]);
let nextInBatch = 0;

/** Calls `callback(...args)` in the check phase of this turn, after polling. */
export function setImmediate(callback: AnyFunction, ...args: unknown[]): Immediate {
  if (typeof callback !== "function") throw new errors.ERR_INVALID_ARG_TYPE("callback", "Function", callback);
  return new Immediate(callback, args.length === 0 ? undefined : args);
}

let isInternal = false;

/** As `setImmediate`, for internal work: it runs before the program's immediates and is not a resource of node:async_hooks. */
export function setInternalImmediate(callback: () => void): void {
  isInternal = true;
  new Immediate(callback, undefined);
  isInternal = false;
}

/** Ends an immediate that did not run yet. */
export function clearImmediate(immediate?: unknown): void {
  if (!(immediate instanceof Immediate) || immediate._destroyed) return;
  immediate._onImmediate = null;
  finishImmediate(immediate);
  if (immediate[kScope] !== undefined) context.destroyed(immediate[kScope]);
}

function finishImmediate(immediate: Immediate): void {
  immediate._destroyed = true;
  loopState[LoopWord.IMMEDIATES]!--;
  if (!immediate[kReferenced]) return;
  immediate[kReferenced] = false;
  loopState[LoopWord.REFERENCED_IMMEDIATES]!--;
}

/** Runs one immediate of the batch that was queued when the phase began; returns whether more remain. Called by the loop. */
export function runImmediate(): boolean {
  if (nextInBatch === batch.length) {
    // Setting a length is a call of the engine, `pop` is compiled code.
    if (nextInBatch === 1) batch.pop();
    else batch.length = 0;
    nextInBatch = 0;
    const empty = batch;
    batch = queued;
    queued = empty;
  }
  while (nextInBatch < batch.length) {
    const immediate = batch[nextInBatch++]!;
    if (immediate._destroyed) continue;
    const callback = immediate._onImmediate!;
    const scope = immediate[kScope];
    const saved = scope === undefined ? undefined : context.enter(scope);
    finishImmediate(immediate);
    let hasThrown = false;
    try {
      const args = immediate._argv;
      if (args === undefined) safe.apply(callback, immediate, []);
      else safe.apply(callback, immediate, args);
    } catch (error) {
      hasThrown = true;
      uncaught.handle(error);
    }
    // After the callback, which may have enabled a hook: it is notified.
    if (scope !== undefined) context.destroyed(scope);
    if (saved !== undefined) context.leave(saved);
    immediate._onImmediate = null;
    // As in Node, the next immediate follows one that threw at once: ticks run after one that returns.
    if (hasThrown && nextInBatch < batch.length) continue;
    if (loopState[LoopWord.TICKS] !== 0) runTicks();
    break;
  }
  return nextInBatch < batch.length;
}

// What `util.promisify` returns instead of a wrapper.
const kCustomPromisify = safe.symbolFor("nodejs.util.promisify.custom");
safe.defineProperty(setTimeout, kCustomPromisify, {
  get: () => services().timersPromises.setTimeout,
  enumerable: true,
});
safe.defineProperty(setImmediate, kCustomPromisify, {
  get: () => services().timersPromises.setImmediate,
  enumerable: true,
});
