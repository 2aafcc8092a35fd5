// The started subtests of a test: those that wait for a free slot, and those that have ended and wait to be reported
// after earlier ones.
import type { Test } from "internal:test_runner/test";
import defer * as order from "internal:test_runner/random_order";
import { queueMicrotask } from "internal:core/ticks";

/** A test that waits until its parent has a free slot. */
interface Waiting {
  test: Test;
  resolve(): void;
}

export class SubtestQueue {
  readonly #parent: Test;
  /** Chooses the next one at random; null for the order in which they were started. */
  readonly #random: (() => number) | null;
  #waiting: Waiting[] = [];
  #isWakeScheduled = false;
  readonly #unfinished = new Set<Test>();
  /** Subtests that have ended and are not reported, by their order. */
  readonly #ready = new Map<number, Test>();
  #nextOrder = 1;
  /** The order of the subtest that is reported next; 0 before the first one. */
  waitingOn = 0;
  /** Settles when every subtest has ended; null before the first one. */
  done: PromiseWithResolvers<void> | null = null;

  constructor(parent: Test) {
    this.#parent = parent;
    const { randomize, randomSeed } = parent.config;
    this.#random = randomize ? order.seededRandom(randomSeed!) : null;
  }

  /** Counts another subtest; `count` includes it. */
  open(count: number): void {
    if (this.waitingOn !== 0) return;
    this.waitingOn = count;
    this.done = Promise.withResolvers<void>();
  }

  /** Runs a subtest as soon as there is a free slot; the promise settles when it has ended. */
  start(test: Test): Promise<void> {
    this.#unfinished.add(test);
    test.reporter.queue("test:enqueue", test.about, test.reportedType);
    const isBuilding = Boolean(test.root.harness.buildPromise);
    if (!isBuilding && this.#hasFreeSlot() && this.#random === null) {
      this.#begin(test);
      return test.execute();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ test, resolve });
    // All siblings of this turn take part in the random choice.
    if (!isBuilding && this.#hasFreeSlot()) this.#wakeSoon();
    return promise;
  }

  #hasFreeSlot(): boolean {
    return this.#parent.concurrency > this.#parent.activeSubtests;
  }

  #wakeSoon(): void {
    if (this.#isWakeScheduled) return;
    this.#isWakeScheduled = true;
    queueMicrotask(() => {
      this.#isWakeScheduled = false;
      void this.runWaiting();
    });
  }

  #assignOrder(test: Test): void {
    if (test.reportOrder === 0) test.reportOrder = this.#nextOrder++;
  }

  #begin(test: Test): void {
    this.#assignOrder(test);
    test.reporter.queue("test:dequeue", test.about, test.reportedType);
  }

  /** Runs waiting subtests while there are free slots. */
  async runWaiting(): Promise<void> {
    while (this.#waiting.length > 0 && this.#hasFreeSlot()) {
      const isDraw = this.#random !== null && this.#waiting.length > 1;
      const index = isDraw ? Math.floor(this.#random!() * this.#waiting.length) : 0;
      const { test, resolve } = this.#waiting.splice(index, 1)[0]!;
      this.#begin(test);
      await test.execute();
      resolve();
    }
  }

  /** Removes the waiting subtests. */
  dropWaiting(): void {
    this.#waiting = [];
  }

  /** Called when a subtest has ended. */
  addReady(test: Test): void {
    this.#assignOrder(test);
    this.#ready.set(test.reportOrder, test);
    if (this.#unfinished.delete(test) && this.#unfinished.size === 0) this.done!.resolve();
  }

  /** Reports subtests that have ended, in order. `isClear`: whether it is known that it is the parent's turn. */
  reportReady(isClear: boolean): void {
    for (let test = this.#ready.get(this.waitingOn); test !== undefined; test = this.#ready.get(this.waitingOn)) {
      isClear ||= test.isClearToSend();
      if (!isClear) return;
      this.#ready.delete(this.waitingOn);
      this.#conclude(test);
    }
  }

  /** A subtest has ended completely, and it is its turn. */
  #conclude(test: Test): void {
    test.queue.reportReady(true);
    test.report();
    this.waitingOn++;
    test.finished = true;
    const parent = this.#parent;
    // No known test is left: the root's own hooks run now, since handles may keep the process alive.
    if (parent === parent.root && this.waitingOn > parent.subtests.length) void parent.execute();
  }
}
