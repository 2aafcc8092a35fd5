// Mocked properties: they have another value and record their accesses.
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateInteger } from "internal:core/validators";

interface Access {
  type: "get" | "set";
  value: unknown;
  stack: Error;
}

/** The property `mock` of the result of `mock.property`. https://nodejs.org/api/test.html#class-mockpropertycontext */
export class MockPropertyContext {
  readonly #object: unknown;
  readonly #key: PropertyKey;
  readonly #descriptor: PropertyDescriptor;
  readonly #original: unknown;
  #value: unknown;
  #accesses: Access[] = [];
  #onceByAccess = new Map<number, unknown>();

  /** `values`: empty keeps the current value. Throws ERR_INVALID_ARG_VALUE when the object itself has no such property. */
  constructor(object: any, key: PropertyKey, values: unknown[]) {
    this.#object = object;
    this.#key = key;
    this.#original = object[key];
    this.#value = values.length > 0 ? values[0] : this.#original;
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor === undefined)
      throw new ERR_INVALID_ARG_VALUE("propertyName", key, "is not a property of the object");
    this.#descriptor = descriptor;
    Object.defineProperty(object, key, {
      configurable: descriptor.configurable,
      enumerable: descriptor.enumerable,
      get: () => this.#note("get", this.#value),
      set: (value) => this.mockImplementation(value),
    });
  }

  /** A copy of the accesses so far. */
  get accesses(): Access[] {
    return this.#accesses.slice();
  }
  accessCount(): number {
    return this.#accesses.length;
  }
  /** Changes the value. Throws ERR_INVALID_ARG_VALUE for a property that was read-only. */
  mockImplementation(value: unknown): void {
    if (!this.#descriptor.writable) throw new ERR_INVALID_ARG_VALUE("propertyName", this.#key, "cannot be set");
    this.#value = this.#note("set", value);
  }
  /** Changes the value for access number `onAccess` (from 0; the next one by default). */
  mockImplementationOnce(value: unknown, onAccess?: unknown): void {
    const access = onAccess ?? this.#accesses.length;
    validateInteger(access, "onAccess", this.#accesses.length);
    this.#onceByAccess.set(access, value);
  }
  resetAccesses(): void {
    this.#accesses = [];
  }
  /** Restores the property. */
  restore(): void {
    Object.defineProperty(this.#object, this.#key, { ...this.#descriptor, value: this.#original });
  }

  #note(type: Access["type"], value: unknown): unknown {
    const index = this.#accesses.length;
    const seen = this.#onceByAccess.has(index) ? this.#onceByAccess.get(index) : value;
    this.#onceByAccess.delete(index);
    this.#accesses.push({ __proto__: null, type, value: seen, stack: new Error() } as any);
    return seen;
  }
}
