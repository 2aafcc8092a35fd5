// A job of `Bun.cron` in this process.
import { nextTime } from "internal:bun/cron/next";
import type { Expression } from "internal:bun/cron/expression";
import { invalid } from "internal:bun/errors";
import { shapeAsNative } from "internal:bun/native_class";
import { generation } from "internal:core/hot_reload";
import { isPromise } from "internal:core/util/types";

export interface Schedule {
  /** As the program wrote it. */
  source: string;
  expression: Expression;
  zone: string;
}
/** Timers cannot wait longer. */
const WAIT_MAX = 2 ** 31 - 1;
const key = Symbol("cron job");
/** The global functions, which are those of a test's clock if it has one. */
const timers = globalThis as unknown as {
  setTimeout(callback: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
};

interface Timer {
  ref?(): unknown;
  unref?(): unknown;
}

class CronJob {
  #schedule: Schedule;
  #handler: () => unknown;
  #timer: Timer | null = null;
  #isStopped = false;
  #isReferenced = true;
  /** Another load of the program by `--hot` ends the jobs of earlier ones. */
  #generation = generation;

  constructor(given: symbol, schedule: Schedule, handler: () => unknown) {
    if (given !== key) throw new TypeError("Illegal constructor");
    this.#schedule = schedule;
    this.#handler = handler;
    if (!this.#plan()) throw invalid(`Cron expression '${schedule.source}' has no future occurrences`);
  }

  static {
    shapeAsNative(this, "CronJob", (value) => #handler in value, true);
  }

  get cron(): string {
    return this.#schedule.source;
  }

  ref(): this {
    this.#isReferenced = true;
    this.#timer?.ref?.();
    return this;
  }

  stop(): this {
    this.#isStopped = true;
    if (this.#timer !== null) timers.clearTimeout(this.#timer);
    this.#timer = null;
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.#timer?.unref?.();
    return this;
  }

  [Symbol.dispose](): this {
    return this.stop();
  }

  /** Waits for the next time. Returns false when there is none. */
  #plan(): boolean {
    const { expression, zone } = this.#schedule;
    const time = nextTime(expression, Date.now(), zone);
    if (time !== null) this.#wait(time);
    return time !== null;
  }

  #wait(time: number): void {
    const left = time - Date.now();
    this.#timer = timers.setTimeout(
      () => {
        this.#timer = null;
        if (this.#isStopped || this.#generation !== generation) return;
        if (Date.now() < time) this.#wait(time);
        else this.#run();
      },
      Math.min(Math.max(left, 1), WAIT_MAX),
    );
    if (!this.#isReferenced) this.#timer.unref?.();
  }

  #run(): void {
    const again = (): void => {
      if (!this.#isStopped) this.#plan();
    };
    let result: unknown;
    try {
      result = this.#handler.call(this);
    } catch (error) {
      again();
      throw error;
    }
    if (!isPromise(result)) return again();
    (result as Promise<unknown>).then(again, (error: unknown) => {
      again();
      // Nothing handles it: the program gets it as any other rejection.
      void Promise.reject(error);
    });
  }
}

/** Starts a job. */
export function startJob(schedule: Schedule, handler: () => unknown): CronJob {
  return new CronJob(key, schedule, handler);
}
