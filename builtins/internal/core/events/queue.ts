// A first-in first-out queue that reuses its array: a ring whose capacity is a power of two and doubles when full.

/** A queue of values. `shift` on an empty queue returns undefined. */
export class Queue<T> {
  #slots: (T | undefined)[] = new Array(16).fill(undefined);
  #head = 0;
  /** The number of values. */
  size = 0;

  /** Whether the queue is empty. */
  isEmpty(): boolean {
    return this.size === 0;
  }

  /** Appends `value`. */
  push(value: T): void {
    if (this.size === this.#slots.length) this.#grow();
    this.#slots[(this.#head + this.size) & (this.#slots.length - 1)] = value;
    this.size++;
  }

  /** Removes and returns the oldest value. */
  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const value = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.size--;
    return value;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Array(old.length * 2).fill(undefined);
    for (let index = 0; index < old.length; index++) slots[index] = old[(this.#head + index) & (old.length - 1)];
    this.#slots = slots;
    this.#head = 0;
  }
}
