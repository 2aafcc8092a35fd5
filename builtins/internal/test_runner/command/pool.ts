// Runs files at the same time, as many as there are workers, and ends those that never return.
import { clearInterval, setInterval } from "internal:core/timers";

const CHECK_MS = 100;
/** So many files are given to a worker at once, and fewer when few are left, so that all workers end at the same time. */
const FILES_MAX = 16;
const PARTS_PER_WORKER = 4;

/** What runs files. */
interface Running {
  /** Ends what has not returned before its deadline. */
  checkDeadline(now: number): void;
}

export class Pool {
  readonly #size: number;
  readonly #running: (Running | undefined)[];
  readonly #timer: unknown;

  constructor(size: number) {
    this.#size = size;
    this.#running = Array.from({ length: size });
    this.#timer = setInterval(() => {
      const now = Date.now();
      for (const run of this.#running) run?.checkDeadline(now);
    }, CHECK_MS);
  }

  /**
   * Calls `run` for all files, some at a time, with the number of the slot that they have; at most `count` such calls at the same
   * time.
   */
  async runAll<File>(files: File[], count: number, run: (files: File[], slot: number) => Promise<void>): Promise<void> {
    let next = 0;
    const work = async (slot: number): Promise<void> => {
      while (next < files.length) {
        const part = Math.ceil((files.length - next) / (count * PARTS_PER_WORKER));
        const start = next;
        next += Math.min(part, FILES_MAX);
        await run(files.slice(start, next), slot);
        this.#running[slot] = undefined;
      }
    };
    await Promise.all(Array.from({ length: Math.min(count, this.#size) }, (_value, slot) => work(slot)));
  }

  /** Checks the deadline of what a slot runs. */
  watch(slot: number, run: Running): void {
    this.#running[slot] = run;
  }
  end(): void {
    clearInterval(this.#timer as never);
  }
}
