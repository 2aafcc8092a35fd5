// The objects that stand for addresses in Deno: without properties or a prototype.

/** Returns what it is given, so that a subclass adds private fields to any object. */
const Adopter = class {
  constructor(object: object) {
    return object;
  }
} as new (object: object) => object;

class Address extends Adopter {
  #address: number;

  constructor(object: object, address: number) {
    super(object);
    this.#address = address;
  }

  static of(object: object): number | undefined {
    return #address in object ? (object as Address).#address : undefined;
  }
}

/** A pointer object of an address; null for 0. */
export function pointerTo(address: number): object | null {
  return address === 0 ? null : new Address({ __proto__: null } as unknown as object, address);
}

/** The address of a pointer object; undefined for another value. */
export function addressOfPointer(value: unknown): number | undefined {
  return typeof value === "object" && value !== null ? Address.of(value) : undefined;
}
