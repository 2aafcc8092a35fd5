// A table of in-flight requests by increasing numbers. The engine's Map allocates a new table each time that it grows or shrinks, which
// happens with every burst: 57 KB for 64 requests that end together and are followed by 64 others.

/** The number of slots. A request whose slot a later one needs moves to a Map. */
const SLOTS = 256;
const EMPTY = 0;

/** Values by positive numbers, of which the newest are read most. */
export class RequestTable<T> {
  readonly #numbers: number[] = Array.from({ length: SLOTS }, () => EMPTY);
  readonly #values: (T | undefined)[] = Array.from({ length: SLOTS }, () => undefined);
  #displaced: Map<number, T> | undefined;

  get(number: number): T | undefined {
    const slot = number % SLOTS;
    return this.#numbers[slot] === number ? this.#values[slot] : this.#displaced?.get(number);
  }

  set(number: number, value: T): void {
    const slot = number % SLOTS;
    const present = this.#numbers[slot]!;
    if (present !== number) {
      if (this.#displaced?.has(number)) return void this.#displaced.set(number, value);
      if (present !== EMPTY) (this.#displaced ??= new Map()).set(present, this.#values[slot]!);
      this.#numbers[slot] = number;
    }
    this.#values[slot] = value;
  }

  delete(number: number): void {
    const slot = number % SLOTS;
    if (this.#numbers[slot] === number) {
      this.#numbers[slot] = EMPTY;
      this.#values[slot] = undefined;
    } else this.#displaced?.delete(number);
  }
}
