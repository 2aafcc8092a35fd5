// A cache by strings that programs cannot reach, with a bounded number of entries.
import { pinned } from "internal:core/bootstrap";

/** Values by a string. */
export class BoundedCache<V> {
  #values = pinned(new Map<string, V>());
  #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** Stores a value, after removing all when the cache is full. */
  set(key: string, value: V): void {
    if (this.#values.size >= this.#entriesMax) this.#values.clear();
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}
