// A timer of a clock that tests advance, and the order in which such timers are due.

export type Callback = (...args: unknown[]) => unknown;

/** What a timer needs of its clock. */
interface Clock {
  /** Sets the time of a timer that is due after `delay` milliseconds, and queues it. */
  schedule(timer: FakeTimer, delay: number): void;
  remove(timer: unknown): void;
}

/** Immediates precede timers of the same time. */
export type TimerKind = "immediate" | "timeout" | "interval";

export class FakeTimer {
  readonly id: number;
  readonly clock: Clock;
  readonly kind: TimerKind;
  readonly delay: number;
  callback: Callback;
  args: unknown[];
  time = 0;
  /** Of two timers with the same time and kind the lower one is first. */
  order = 0;
  #isReferenced = true;

  constructor(clock: Clock, id: number, kind: TimerKind, delay: number, call: { callback: Callback; args: unknown[] }) {
    this.clock = clock;
    this.id = id;
    this.kind = kind;
    this.delay = delay;
    this.callback = call.callback;
    this.args = call.args;
  }
  ref(): this {
    this.#isReferenced = true;
    return this;
  }
  unref(): this {
    this.#isReferenced = false;
    return this;
  }
  hasRef(): boolean {
    return this.#isReferenced;
  }
  refresh(): this {
    this.clock.schedule(this, this.delay);
    return this;
  }
  close(): this {
    this.clock.remove(this);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
  [Symbol.dispose](): void {
    this.clock.remove(this);
  }
}

/** Whether a timer is due before another one. */
export function precedes(one: FakeTimer, other: FakeTimer): boolean {
  if (one.time !== other.time) return one.time < other.time;
  const isImmediate = one.kind === "immediate";
  return isImmediate === (other.kind === "immediate") ? one.order < other.order : isImmediate;
}
