// What is waited for, by numbers that count up. The engine's Map makes a new table each time that it grows and shrinks, which it does
// with every burst: 57 KB for 64 requests that end together and are followed by 64 others.

/** As many as this have a place of their own; more of them, and those that stay while so many come after them, are in a Map. */
const PLACES = 256;
const NOBODY = 0;

/** Values by positive numbers, of which the newest are asked for most. */
export class NumberedTable<T> {
  readonly #numbers: number[] = Array.from({ length: PLACES }, () => NOBODY);
  readonly #values: (T | undefined)[] = Array.from({ length: PLACES }, () => undefined);
  #displaced: Map<number, T> | undefined;

  get(number: number): T | undefined {
    const place = number % PLACES;
    return this.#numbers[place] === number ? this.#values[place] : this.#displaced?.get(number);
  }

  set(number: number, value: T): void {
    const place = number % PLACES;
    const present = this.#numbers[place]!;
    if (present !== number) {
      if (this.#displaced?.has(number)) return void this.#displaced.set(number, value);
      if (present !== NOBODY) (this.#displaced ??= new Map()).set(present, this.#values[place]!);
      this.#numbers[place] = number;
    }
    this.#values[place] = value;
  }

  delete(number: number): void {
    const place = number % PLACES;
    if (this.#numbers[place] === number) {
      this.#numbers[place] = NOBODY;
      this.#values[place] = undefined;
    } else this.#displaced?.delete(number);
  }
}
