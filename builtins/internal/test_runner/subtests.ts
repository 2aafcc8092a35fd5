// The subtests of a test that were started: those that wait for room, and those that are over and wait to be reported
// behind the ones before them.
import type { Test } from "internal:test_runner/test";
import defer * as order from "internal:test_runner/random_order";
import { queueMicrotask } from "internal:core/ticks";

/** A test that waits until its parent has room. */
interface Waiting {
  test: Test;
  resolve(): void;
}

export class SubtestQueue {
  readonly #parent: Test;
  /** Draws who is next; null for the order in which they were started. */
  readonly #random: (() => number) | null;
  #waiting: Waiting[] = [];
  #isWakeScheduled = false;
  readonly #unfinished = new Set<Test>();
  /** Subtests that are over and not reported, by their order. */
  readonly #ready = new Map<number, Test>();
  #nextOrder = 1;
  /** The order of the subtest that is reported next; 0 while there was none. */
  waitingOn = 0;
  /** Settles when every subtest is over; null while there was none. */
  done: PromiseWithResolvers<void> | null = null;

  constructor(parent: Test) {
    this.#parent = parent;
    const { randomize, randomSeed } = parent.config;
    this.#random = randomize ? order.seededRandom(randomSeed) : null;
  }

  /** Another subtest is defined, `count` with it. */
  open(count: number): void {
    if (this.waitingOn !== 0) return;
    this.waitingOn = count;
    this.done = Promise.withResolvers<void>();
  }

  /** Runs a subtest as soon as there is room; the promise settles when it is over. */
  start(test: Test): Promise<void> {
    this.#unfinished.add(test);
    test.reporter.queue("test:enqueue", test.about, test.reportedType);
    const isBuilding = Boolean(test.root.harness.buildPromise);
    if (!isBuilding && this.#hasRoom() && this.#random === null) {
      this.#begin(test);
      return test.execute();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ test, resolve });
    // All siblings of this turn take part in the draw.
    if (!isBuilding && this.#hasRoom()) this.#wakeSoon();
    return promise;
  }

  #hasRoom(): boolean {
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

  #giveOrder(test: Test): void {
    if (test.reportOrder === 0) test.reportOrder = this.#nextOrder++;
  }

  #begin(test: Test): void {
    this.#giveOrder(test);
    test.reporter.queue("test:dequeue", test.about, test.reportedType);
  }

  /** Runs subtests that wait, as long as there is room. */
  async runWaiting(): Promise<void> {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const isDraw = this.#random !== null && this.#waiting.length > 1;
      const index = isDraw ? Math.floor(this.#random!() * this.#waiting.length) : 0;
      const { test, resolve } = this.#waiting.splice(index, 1)[0]!;
      this.#begin(test);
      await test.execute();
      resolve();
    }
  }

  /** Forgets the subtests that wait. */
  dropWaiting(): void {
    this.#waiting = [];
  }

  /** A subtest is over. */
  addReady(test: Test): void {
    this.#giveOrder(test);
    this.#ready.set(test.reportOrder, test);
    if (this.#unfinished.delete(test) && this.#unfinished.size === 0) this.done!.resolve();
  }

  /** Reports subtests that are over, in order. `isClear`: whether it is known that it is the parent's turn. */
  reportReady(isClear: boolean): void {
    for (let test = this.#ready.get(this.waitingOn); test !== undefined; test = this.#ready.get(this.waitingOn)) {
      isClear ||= test.isClearToSend();
      if (!isClear) return;
      this.#ready.delete(this.waitingOn);
      this.#conclude(test);
    }
  }

  /** All of a subtest is over, and it is its turn. */
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
