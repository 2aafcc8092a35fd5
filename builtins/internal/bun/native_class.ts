// Classes written in TypeScript with the shape of Bun's native ones: enumerable members that cannot be configured, a tag,
// and errors for receivers of other classes.

/** The error for calling a method of `name` with the receiver `value`. */
export function wrongReceiver(name: string, value: unknown): TypeError {
  const isObject = typeof value === "object" && value !== null;
  const received = isObject
    ? `an instance of ${(value as { constructor?: { name?: string } }).constructor?.name}`
    : `type ${typeof value}`;
  const error = new TypeError(`Expected this to be instanceof ${name}, but received ${received}`);
  return Object.assign(error, { code: "ERR_INVALID_THIS" });
}

/**
 * Gives the members of `target` the attributes of Bun's classes and the tag `name`; they throw for objects without the
 * brand. `isHidden`: programs cannot reach the constructor, so that `constructor` is not of the prototype.
 */
export function shapeAsNative(
  target: { prototype: object },
  name: string,
  isBranded: (value: object) => boolean,
  isHidden = false,
): void {
  const { prototype } = target;
  const isOwn = (value: unknown): boolean => typeof value === "object" && value !== null && isBranded(value);
  if (isHidden) delete (prototype as { constructor?: unknown }).constructor;
  const names = Object.getOwnPropertyNames(prototype).filter((key) => key !== "constructor");
  for (const key of names.sort()) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key)!;
    delete (prototype as Record<string, unknown>)[key];
    if (descriptor.get !== undefined) {
      const read = descriptor.get;
      const getter = {
        [key](this: unknown): unknown {
          if (isOwn(this)) return read.call(this);
          throw new TypeError(`The ${name}.${key} getter can only be used on instances of ${name}`);
        },
      };
      descriptor.get = getter[key]!;
    } else {
      const run = descriptor.value as (...args: unknown[]) => unknown;
      const method = {
        [key](this: unknown, ...args: unknown[]) {
          if (!isOwn(this)) throw wrongReceiver(name, this);
          return run.apply(this, args);
        },
      }[key]!;
      Object.defineProperty(method, "length", { value: run.length, configurable: true });
      descriptor.value = method;
    }
    Object.defineProperty(prototype, key, { ...descriptor, enumerable: true, configurable: false });
  }
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}
