// The timers of a mocked clock, in the order in which they are due.

export class MockedTimer {
  readonly id: number;
  readonly callback: Function;
  readonly args: unknown[];
  /** The due time, in milliseconds. */
  runAt: number;
  /** The interval in milliseconds; undefined for a timer that runs once, or was cleared. */
  interval: number | undefined;
  readonly #queue: MockedQueue;

  constructor(
    id: number,
    callback: Function,
    runAt: number,
    interval: number | undefined,
    args: unknown[],
    queue: MockedQueue,
  ) {
    this.id = id;
    this.callback = callback;
    this.args = args;
    this.runAt = runAt;
    this.interval = interval;
    this.#queue = queue;
  }
  hasRef(): boolean {
    return true;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  refresh(): this {
    return this;
  }
  close(): this {
    this.#queue.remove(this);
    return this;
  }
  [Symbol.dispose](): void {
    this.#queue.remove(this);
  }
}

export class MockedQueue {
  /** The next one first. */
  #timers: MockedTimer[] = [];
  #lastId = 0;

  /** Adds a timer. */
  add(callback: Function, runAt: number, interval: number | undefined, args: unknown[]): MockedTimer {
    const timer = new MockedTimer(++this.#lastId, callback, runAt, interval, args, this);
    this.#insert(timer);
    return timer;
  }

  /** Removes a timer, also one that runs; ignores other values. */
  remove(timer: unknown): void {
    if (!(timer instanceof MockedTimer)) return;
    timer.interval = undefined;
    const index = this.#timers.indexOf(timer);
    if (index !== -1) this.#timers.splice(index, 1);
  }

  clear(): void {
    this.#timers = [];
  }

  /** The due time of the last one. */
  lastTime(): number | undefined {
    return this.#timers.at(-1)?.runAt;
  }

  /** Calls the timers that are due at `time`, including those that they add. */
  runUntil(time: number): void {
    for (let timer = this.#timers[0]; timer !== undefined && timer.runAt <= time; timer = this.#timers[0]) {
      this.#timers.shift();
      try {
        Reflect.apply(timer.callback, undefined, timer.args);
      } finally {
        if (timer.interval !== undefined) {
          timer.runAt += timer.interval;
          this.#insert(timer);
        }
      }
    }
  }

  #insert(timer: MockedTimer): void {
    const { runAt, id } = timer;
    const index = this.#timers.findIndex((other) => other.runAt > runAt || (other.runAt === runAt && other.id > id));
    this.#timers.splice(index === -1 ? this.#timers.length : index, 0, timer);
  }
}
