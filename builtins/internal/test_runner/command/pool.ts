// Runs files at the same time, as many as there are workers, and ends those that never return.
import type { FileRun } from "internal:test_runner/command/file_run";
import { clearInterval, setInterval } from "internal:core/timers";

const CHECK_MS = 100;

export class Pool {
  readonly #size: number;
  readonly #running: (FileRun | undefined)[];
  readonly #timer: unknown;

  constructor(size: number) {
    this.#size = size;
    this.#running = Array.from({ length: size });
    this.#timer = setInterval(() => {
      const now = Date.now();
      for (const run of this.#running) run?.checkDeadline(now);
    }, CHECK_MS);
  }

  /** Calls `run` for each file, with the number of the slot that it has; at most `count` at a time. */
  async runAll<File>(files: File[], count: number, run: (file: File, slot: number) => Promise<void>): Promise<void> {
    let next = 0;
    const work = async (slot: number): Promise<void> => {
      while (next < files.length) {
        await run(files[next++]!, slot);
        this.#running[slot] = undefined;
      }
    };
    await Promise.all(Array.from({ length: Math.min(count, this.#size) }, (_value, slot) => work(slot)));
  }

  /** Checks the deadline of what a slot runs. */
  watch(slot: number, run: FileRun): void {
    this.#running[slot] = run;
  }
  end(): void {
    clearInterval(this.#timer as never);
  }
}
